import { App } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { toAppError } from '#contracts/errors.ts'
import type { DraftInput } from '#src/data/drafts.ts'
import { readOutput } from '#src/data/outputs.ts'
import type { LocalTask } from '#src/data/task-model.ts'
import { useTaskById } from '#src/data/task-history.ts'
import type { RegisteredTool } from '#src/tools/registry.ts'
import type { Intake } from '#src/ui/image/use-intake.ts'
import { readInputs, resultFile } from './task-files.ts'
import type { BenchView } from './use-view.ts'

interface Needs {
  tool: RegisteredTool
  /** Inputs of the draft have been read, so that adding to them does not race with it. */
  ready: boolean
  intake: Intake
  setParams: (patch: Record<string, unknown>) => void
  setInputs: (next: (previous: DraftInput[]) => DraftInput[]) => void
  setView: (next: Partial<BenchView>) => void
}

/** Whole non-negative number of an address; 0 for anything else. */
const indexOf = (text: string | null) => (text && /^\d{1,3}$/.test(text) ? Number(text) : 0)

/**
 * Takes over pictures from earlier tasks: `?from=TASK&output=N` loads that result as this tool's input.
 * @returns a function that brings a task's inputs and parameters back into the form
 */
export function useHandOver({ tool, ready, intake, setParams, setInputs, setView }: Needs) {
  const { message } = App.useApp()
  const [search, setSearch] = useSearchParams()
  const from = search.get('from')
  const index = indexOf(search.get('output'))
  const source = useTaskById(from).task
  const taken = useRef<string>(null)

  const takeOver = useEffectEvent(async (task: LocalTask) => {
    const slot = tool.inputs[0]
    if (!slot) return
    const loaded = message.loading('正在载入上一步的结果…', 0)
    try {
      const file = resultFile(await readOutput(task, index), task, index)
      setInputs((previous) => previous.filter((input) => input.role !== slot.role && input.role !== 'mask'))
      await intake.add(slot, [file])
    } catch (thrown) {
      const error = toAppError(thrown)
      message.error(`${error.message}，${error.remedy}`)
    } finally {
      loaded()
      setSearch(
        (previous) => {
          const rest = new URLSearchParams(previous)
          for (const key of ['from', 'output']) rest.delete(key)
          return rest
        },
        { replace: true },
      )
    }
  })

  useEffect(() => {
    if (!source || !ready || taken.current === source.taskId || source.state !== 'done') return
    taken.current = source.taskId
    void takeOver(source)
  }, [source, ready])

  return async (task: LocalTask) => {
    try {
      const files = await readInputs(task)
      const roles = new Set(files.map(({ role }) => role))
      setInputs((previous) => previous.filter((input) => !roles.has(input.role) && input.role !== 'mask'))
      setParams(task.params)
      for (const slot of tool.inputs) {
        const own = files.filter(({ role }) => role === slot.role).map(({ file }) => file)
        await intake.add(slot, own)
      }
      setView({ run: null, task: null })
    } catch (thrown) {
      const error = toAppError(thrown)
      message.error(`${error.message}，${error.remedy}`)
    }
  }
}
