import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '#src/ui/image/collect-files.ts'
import { isLayerOpen } from '#src/ui/open-layers.ts'
import type { Bench } from './use-bench.ts'
import { viewBelow } from './use-view.ts'

/**
 * ← and → go through the results of a run, Esc goes back to the overview or to the input.
 * @param leave closes what else covers the overview
 */
export function useResultKeys(bench: Bench, leave?: () => void): void {
  const { run, batch, shown, view, setView, leaveView } = bench
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || ownsArrows(event.target) || isLayerOpen()) return
    if (event.key === 'Escape' && !document.fullscreenElement) {
      if (shown) leaveView(viewBelow(view, run, batch))
      else if (leave) leave()
      else if (view.run && !batch.linked) leaveView({ run: null, task: null })
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
