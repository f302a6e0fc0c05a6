import { useEffect, useEffectEvent, useState } from 'react'
import { toAppError } from '#contracts/errors.ts'
import type { Place } from '#contracts/ops.ts'
import { costOf } from '#ops/index.ts'
import { withOwn } from '#ops/own-edits.ts'
import { network } from '#src/data/api/network.ts'
import { askQuotesAgain } from '#src/data/api/quotes.ts'
import { refreshTickets, tickets } from '#src/data/api/session.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { addToProject } from '#src/data/projects/projects.ts'
import { packOwnMaterial } from '#src/data/settings/material-files.ts'
import { newId } from '#src/data/store/locks.ts'
import { mayQueue, submitMany } from '#src/data/tasks/tasks.ts'
import { settleEdits } from '#src/state/pending-edits.ts'
import { isEnter } from '#src/ui/enter-key.ts'
import { isModalOpen } from '#src/ui/open-layers.ts'
import { agreeToPack } from '#src/ui/packs/pack-consent.ts'
import {
  blockOf,
  type PlannedRun,
  plannedRuns,
  priceOf,
  shortWords,
  splitInputs,
  variantsOf,
} from './start-rules.ts'
import type { Bench } from './use-bench.ts'

export interface Start {
  /** Why a start is not possible, in words for the user; '' when it is. */
  blocked: string
  /** Whether the form is where that is mended. */
  blockedInForm: boolean
  /** Tasks that one start makes. */
  runs: readonly PlannedRun[]
  /** Tasks made so far, while a start is on its way. */
  busy: { done: number; total: number } | null
  error: { message: string; remedy: string; code?: number } | null
  /** @param patch parameters that change with this start */
  start: (patch?: Readonly<Record<string, unknown>>) => Promise<void>
}

/** The pictures that a start runs: those of the batch that are due, or all of them once more. */
function wantedOf({ batch }: Bench): { ids: Set<string> | undefined; joins: boolean } {
  const due = batch.on ? batch.due.flatMap((row) => row.input?.id ?? []) : []
  if (due.length === 0) return { ids: undefined, joins: false }
  return { ids: new Set(due), joins: batch.linked }
}

/** Why a batch has nothing to start; '' when it has. */
function whyIdle({ batch }: Bench): string {
  if (!batch.on || batch.due.length > 0) return ''
  const active = batch.rows.filter(({ task }) => task && ['queued', 'running'].includes(task.state)).length
  if (active > 0) return `正在处理，还有 ${active} 张`
  return batch.pictures.length === 0 ? '请先添加图片' : ''
}

/** The form's inputs with what was drawn a moment ago, which this render has not seen yet. */
async function inputsAsDrawn({ inputs, setInputs }: Bench): Promise<readonly DraftInput[]> {
  if (!(await settleEdits())) return inputs
  let latest = inputs
  setInputs((now) => {
    latest = now
    return now
  })
  return latest
}

/** The user's own material travels with the job; nothing where another picture is given or the library's is chosen. */
async function materialFor(params: Bench['params'], inputs: readonly DraftInput[]) {
  const id = params.material
  const found =
    typeof id === 'string' && !inputs.some(({ role }) => role === 'style') && (await packOwnMaterial(id))
  if (!found) return { params: {}, inputs: [] }
  return { params: { tileMm: found.tileMm }, inputs: [{ role: 'style' as const, file: found.file }] }
}

/** Starts the tool on its inputs: one task a picture, all in one run. */
export function useStart(bench: Bench): Start {
  const [busy, setBusy] = useState<Start['busy']>(null)
  const [error, setError] = useState<Start['error']>(null)
  const checking = bench.intake.progress !== null
  const block = checking ? null : blockOf(bench)
  const blocked = checking ? '正在检查图片…' : (block?.words ?? whyIdle(bench))
  const runsOf = (params: Bench['params']) =>
    plannedRuns({ ...bench, params }, { wanted: wantedOf(bench).ids, isBatch: bench.batch.on })
  const runs = runsOf(bench.params)
  const { tool, place, view } = bench

  /** Refuses only by a balance that the server has just confirmed; otherwise the server decides. */
  const isAffordable = async (at: Place, wanted: readonly PlannedRun[]): Promise<boolean> => {
    const kind = costOf(tool.op)?.kind
    if (!kind || network.peek() === 'offline') return true
    const isShort = () => (priceOf(tool.op, at, wanted, tickets.peek()?.[kind])?.short ?? 0) > 0
    if (!isShort()) return true
    await refreshTickets()
    const balance = tickets.peek()?.[kind]
    const price = priceOf(tool.op, at, wanted, balance)
    if (!price || balance === undefined || !isShort()) return true
    const onDevice = place.choices.some((choice) => choice.place === 'device' && choice.available)
    setError(shortWords(price, balance, onDevice))
    return false
  }

  const start: Start['start'] = async (patch) => {
    const chosen = place.chosen?.place
    if (blocked || busy || !chosen) return
    const params = { ...bench.params, ...patch }
    if (patch) bench.setParams(patch)
    setError(null)
    const { ids, joins } = wantedOf(bench)
    const drawn = await inputsAsDrawn(bench)
    if (blockOf({ tool, params, inputs: drawn })) return
    const groups = splitInputs({ tool, params, inputs: drawn }, ids)
    // Signing in happens within the same click: what was set up stays as it is and goes on afterwards.
    if (chosen !== 'device' && !((await mayQueue()) && (await isAffordable(chosen, runsOf(params))))) return
    if (chosen === 'device' && !(await agreeToPack(place.pack, place.download))) return
    const { project } = place
    const reach = project?.reach ?? 'outside'
    const batchId = joins && view.run ? view.run : newId()
    const material = await materialFor(params, drawn)
    const requests = groups.flatMap(({ item, inputs }) => {
      const main = inputs.find(({ role }) => role === 'image')
      const picture = inputs.find(({ id }) => id === item)
      const variants = variantsOf(
        withOwn(tool.op, params, picture?.own),
        groups.length === 1 && !bench.batch.on,
      )
      return variants.map((own) => ({
        toolId: tool.id,
        op: tool.op,
        params: { ...own, ...material.params },
        inputs: [
          ...inputs.map(({ role, file, chosenBytes }) => ({ role, file, chosenBytes })),
          ...material.inputs,
        ],
        place: chosen,
        way: place.way,
        ...(reach === 'outside' ? {} : { reach }),
        batchId,
        ...(main ? { size: { width: main.width, height: main.height } } : {}),
        // Several of one picture are no tries of the same.
        ...(item && variants.length === 1 ? { item } : {}),
      }))
    })
    setBusy({ done: 0, total: requests.length })
    // The rows of a batch are what is there already.
    const show = bench.batch.on ? bench.setView : bench.openView
    try {
      let seen = false
      const ids = await submitMany(requests, (done) => {
        if (!seen) show({ run: batchId, task: null })
        seen = true
        setBusy({ done, total: requests.length })
      })
      if (project) await addToProject(project.projectId, ids)
    } catch (thrown) {
      const { message, remedy, code } = toAppError(thrown)
      setError({ message, remedy, code })
    } finally {
      setBusy(null)
      if (chosen !== 'device') {
        void refreshTickets()
        void askQuotesAgain()
      }
    }
  }

  useStartKey(() => void start())
  return { blocked, blockedInForm: block?.at === 'form', runs, busy, error, start }
}

/** Ctrl+Enter (⌘+Enter) starts from anywhere on the page. */
function useStartKey(start: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isEnter(event) || !(event.ctrlKey || event.metaKey) || event.repeat) return
    if (isModalOpen()) return
    event.preventDefault()
    start()
  })
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}
