import { useEffect, useEffectEvent, useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'
import { OPS, type OpId } from '#contracts/ops.ts'
import type { DraftInput } from '#src/data/drafts.ts'
import { newId } from '#src/data/locks.ts'
import { refreshTickets, requireSignIn } from '#src/data/session.ts'
import { submit } from '#src/data/tasks.ts'
import type { Bench } from './use-bench.ts'

export interface Start {
  /** Why a start is not possible yet, in words for the user; '' when it is. */
  blocked: string
  /** Tasks that one start makes. */
  count: number
  /** Tasks made so far, while a start is on its way. */
  busy: { done: number; total: number } | null
  error: AppError | null
  /** @param only inputs to run instead of all, and the run to add them to */
  start: (only?: { inputs: readonly DraftInput[]; run: string }) => Promise<void>
}

/** Ops that mean nothing without a painted mask. */
const NEEDS_MASK: readonly OpId[] = ['inpaint', 'edit']
/** Ops whose only input is words. */
const NEEDS_WORDS: readonly OpId[] = ['text2image', 'text2video', 'expand', 'chatEdit', 'chat']
/** Ops that make one result of all pictures, instead of one of each. */
const TAKES_ALL: readonly OpId[] = ['images2video']

/** Why these inputs and parameters cannot be started; '' when they can. */
export function whyBlocked(bench: Pick<Bench, 'tool' | 'inputs' | 'params'>): string {
  const { tool, inputs, params } = bench
  const empty = tool.inputs.find((slot) => slot.required && !inputs.some((input) => input.role === slot.role))
  if (empty) return `请先添加${empty.title}`
  if (NEEDS_MASK.includes(tool.op) && !inputs.some((input) => input.role === 'mask'))
    return '请先在画面上涂抹要处理的部分'
  const words = params.prompt
  if (NEEDS_WORDS.includes(tool.op) && !(typeof words === 'string' && words.trim())) return '请先写下描述'
  return OPS[tool.op].params.safeParse(params).success ? '' : '有参数超出范围，请恢复默认参数'
}

/** The pictures that each make a task of their own, and those that go along with every one. */
function splitInputs(bench: Pick<Bench, 'tool' | 'inputs'>): { each: DraftInput[][]; count: number } {
  const main = bench.tool.inputs[0]
  const first = main ? bench.inputs.filter((input) => input.role === main.role) : []
  const rest = bench.inputs.filter((input) => !first.includes(input))
  if (first.length === 0 || TAKES_ALL.includes(bench.tool.op))
    return { each: [[...first, ...rest]], count: 1 }
  return { each: first.map((input) => [input, ...rest]), count: first.length }
}

/** Starts the tool on its inputs: one task a picture, all in one run. */
export function useStart(bench: Bench): Start {
  const [busy, setBusy] = useState<Start['busy']>(null)
  const [error, setError] = useState<AppError | null>(null)
  const blocked = whyBlocked(bench)
  const { count } = splitInputs(bench)

  const start: Start['start'] = async (only) => {
    const place = bench.place.chosen?.place
    if (blocked || busy || !place) return
    // Signing in happens within the same click: what was set up stays as it is and goes on afterwards.
    if (place !== 'device' && !(await requireSignIn())) return
    const { each } = splitInputs(only ? { tool: bench.tool, inputs: only.inputs } : bench)
    const batchId = only?.run ?? newId()
    setError(null)
    setBusy({ done: 0, total: each.length })
    try {
      for (const [index, group] of each.entries()) {
        await submit({
          toolId: bench.tool.id,
          op: bench.tool.op,
          params: { ...bench.params },
          inputs: group.map(({ role, file }) => ({ role, file })),
          place,
          batchId,
        })
        if (index === 0) bench.setView({ run: batchId, task: null })
        setBusy({ done: index + 1, total: each.length })
      }
    } catch (thrown) {
      setError(toAppError(thrown))
    } finally {
      setBusy(null)
      if (place !== 'device') void refreshTickets()
    }
  }

  useStartKey(() => void start())
  return { blocked, count, busy, error, start }
}

/** Ctrl+Enter (⌘+Enter) starts from anywhere on the page. */
function useStartKey(start: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    if (document.querySelector('[aria-modal="true"], dialog[open]')) return
    event.preventDefault()
    start()
  })
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}
