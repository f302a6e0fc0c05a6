import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { OPS } from '#ops/index.ts'
import { ownAmong, withoutOwn } from '#ops/own-edits.ts'
import { useOwner } from '#src/data/api/session.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { keepPictureMask } from '#src/data/drafts/picture-masks.ts'
import { readOutput } from '#src/data/tasks/outputs.ts'
import { useTaskById } from '#src/data/tasks/task-history.ts'
import { askedWayOf, type LocalTask } from '#src/data/tasks/task-model.ts'
import { toast, toastError, toastWhile } from '#src/state/toasts.ts'
import type { RegisteredTool } from '#src/tools/registry.ts'
import type { Intake } from '#src/ui/image/use-intake.ts'
import { inspectFile } from '#src/worker-clients/image-files.ts'
import { openShare } from '#src/worker-clients/share.ts'
import { withEdits } from './own-edits.ts'
import { type RoleFile, readInputs, resultFile } from './task-files.ts'
import { chooseWayOf } from './use-place.ts'
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

/** The pictures with what was edited by hand on a task's. */
function withOwnOf(
  task: LocalTask,
  { op, inputs: [slot] }: RegisteredTool,
  inputs: DraftInput[],
): DraftInput[] {
  const own = task.op === op ? ownAmong(op, task.params) : {}
  return inputs.map((input) => (input.role === slot?.role ? withEdits(input, own) : input))
}

/** Gives the picture of a task its mask back: it follows the picture into the form, as from any other tool. */
async function rememberMask(
  owner: string,
  files: readonly RoleFile[],
  { inputs: [slot] }: RegisteredTool,
  made?: Blob,
): Promise<void> {
  const mask = made ?? files.find(({ role }) => role === 'mask')?.file
  const picture = files.find(({ role }) => role === slot?.role)
  if (!mask || !picture) return
  const { width, height } = await inspectFile(mask, '蒙版.png')
  await keepPictureMask(owner, { file: picture.file, width, height }, mask, '')
}

/** Whole non-negative number of an address; 0 for anything else. */
const indexOf = (text: string | null) => (text && /^\d{1,3}$/.test(text) ? Number(text) : 0)

/** Removes parameters that have been followed, so that a reload does not follow them again. */
const without = (search: URLSearchParams, keys: readonly string[]) => {
  const rest = new URLSearchParams(search)
  for (const key of keys) rest.delete(key)
  return rest
}

/**
 * Takes over what was shared with the app: `?share=ID` puts its pictures, without those of `skip=1.4`, in the
 * place of the first input's; words alone become the description. The share stays until it is old, so that
 * the way back to the choice of a tool works.
 */
function useShareTaken({ tool, ready, intake, setParams, setInputs, setView }: Needs): void {
  const [search, setSearch] = useSearchParams()
  const id = search.get('share')
  const skip = new Set(search.get('skip')?.split('.').map(Number))
  const taken = useRef<string>(null)

  const takeShare = useEffectEvent(async (shareId: string) => {
    try {
      const share = await openShare(shareId)
      const files = share?.opened.filter((_, index) => !skip.has(index)) ?? []
      const slot = tool.inputs[0]
      const words = [share?.text, share?.url].filter(Boolean).join('\n')
      if (slot?.kind === 'image' && files.length > 0) {
        setView({ run: null, task: null })
        setInputs((previous) => previous.filter(({ role }) => role !== slot.role && role !== 'mask'))
        await intake.add(slot, files.slice(0, slot.max))
      } else if (words) setParams({ prompt: words })
      else toast('warning', '分享的内容已过期，请再分享一次')
    } catch (thrown) {
      toastError(thrown)
    } finally {
      setSearch((previous) => without(previous, ['share', 'skip']), { replace: true })
    }
  })

  useEffect(() => {
    if (!id || !ready || taken.current === id) return
    taken.current = id
    void takeShare(id)
  }, [id, ready])
}

/**
 * Takes over pictures from earlier tasks (`?from=TASK&output=N` loads that result as this tool's input, `words=…` describes
 * what is wanted of it) and from other apps.
 * @returns a function that brings a task's inputs, masks and parameters back into the form, with another mask if one is
 * given
 */
export function useHandOver(needs: Needs) {
  const { tool, ready, intake, setParams, setInputs, setView } = needs
  useShareTaken(needs)
  const owner = useOwner()
  const [search, setSearch] = useSearchParams()
  const from = search.get('from')
  const index = indexOf(search.get('output'))
  const words = search.get('words')
  const source = useTaskById(from).task
  const taken = useRef<string>(null)

  const takeOver = useEffectEvent(async (task: LocalTask) => {
    const slot = tool.inputs[0]
    if (!slot) return
    try {
      const blob = await toastWhile('正在载入上一步的结果…', () => readOutput(task, index))
      const file = resultFile(blob, task, index)
      setInputs((previous) => previous.filter((input) => input.role !== slot.role && input.role !== 'mask'))
      await intake.add(slot, [file])
      if (OPS[tool.op].own?.ofResult) setInputs((previous) => withOwnOf(task, tool, previous))
      if (words) setParams({ prompt: words })
    } catch (thrown) {
      toastError(thrown)
    } finally {
      setSearch((previous) => without(previous, ['from', 'output', 'words']), { replace: true })
    }
  })

  useEffect(() => {
    if (!source || !ready || taken.current === source.taskId || source.state !== 'done') return
    taken.current = source.taskId
    void takeOver(source)
  }, [source, ready])

  return async (task: LocalTask, mask?: Blob) => {
    try {
      const files = await readInputs(task)
      await rememberMask(owner, files, tool, mask)
      // An input that the task went without goes from the form as well.
      const roles = new Set([...files, ...tool.inputs].map(({ role }) => role))
      setInputs((previous) => previous.filter((input) => !roles.has(input.role) && input.role !== 'mask'))
      setParams(withoutOwn(tool.op, task.params))
      chooseWayOf(tool.id, askedWayOf(task))
      for (const slot of tool.inputs) {
        const own = files.filter(({ role }) => role === slot.role).map(({ file }) => file)
        await intake.add(slot, own)
      }
      setInputs((previous) => withOwnOf(task, tool, previous))
      setView({ run: null, task: null })
    } catch (thrown) {
      toastError(thrown)
    }
  }
}
