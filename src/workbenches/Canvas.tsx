import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { isTyping } from '#src/ui/image/collect-files.ts'
import { EmptyCanvas } from './EmptyCanvas.tsx'
import { InputPreview } from './InputPreview.tsx'
import { RunGrid } from './RunGrid.tsx'
import { TaskView } from './TaskView.tsx'
import type { Bench } from './use-bench.ts'

interface Props {
  bench: Bench
  /** Shown instead of the plain preview while there is an input and no result on show. */
  editor?: ReactNode
}

/** What the middle of a workbench shows: nothing yet, the input, a run, or one task. */
export function Canvas({ bench, editor }: Props) {
  const { view, run, shown, setView } = bench
  useResultKeys(bench)
  if (shown)
    return (
      <TaskView
        key={shown.taskId}
        task={shown}
        bench={bench}
        onBack={() => setView(run.length > 1 && view.task ? { task: null } : { run: null, task: null })}
      />
    )
  if (view.run && run.length > 0) return <RunGrid bench={bench} />
  const main = bench.tool.inputs[0]
  const inputs = main ? bench.inputs.filter((input) => input.role === main.role) : []
  if (inputs.length === 0) return <EmptyCanvas bench={bench} />
  return editor ?? <InputPreview inputs={inputs} />
}

/** ← and → go through the results of a run, Esc goes back to the overview or to the input. */
function useResultKeys({ run, shown, view, setView }: Bench) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || ownsArrows(event.target)) return
    if (event.key === 'Escape' && (shown || view.run) && !document.fullscreenElement) {
      setView(run.length > 1 && view.task ? { task: null } : { run: null, task: null })
      return
    }
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0 || !shown || run.length < 2) return
    const next = run[run.findIndex((task) => task.taskId === shown.taskId) + step]
    if (next) setView({ task: next.taskId })
  })
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

/** Controls that mean something else by the arrow keys or by Escape. */
function ownsArrows(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      '[role="slider"], [role="radiogroup"], [role="menu"], [role="listbox"], [role="dialog"], .ant-segmented, .ant-dropdown',
    ) !== null
  )
}
