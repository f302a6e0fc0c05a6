import { useEffect, useMemo } from 'react'
import { z } from 'zod'
import type { KnownWay } from '#contracts/engines.ts'
import { type Place, zPlace } from '#contracts/ops.ts'
import { type AskedWay, zAskedWay } from '#contracts/task.ts'
import { isBuiltIn, OPS, type OpId } from '#ops/index.ts'
import { useIsOffline } from '#src/data/api/network.ts'
import { enginesHeardAt } from '#src/data/api/query-client.ts'
import { useIsVisitor } from '#src/data/api/session.ts'
import { useCutOuts } from '#src/data/drafts/cut-outs.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { useDrawnPlans } from '#src/data/files/drawn-plans.ts'
import { type Project, useCurrentProject } from '#src/data/projects/projects.ts'
import { type PackId, packOf } from '#src/data/settings/pack-list.ts'
import { fetchAhead, loadPacks, usePacks } from '#src/data/settings/packs.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { type Decision, decidePlace } from '#src/data/tasks/place-choice.ts'
import {
  type Limit,
  type LoraChoice,
  type Missing,
  useLoras,
  usePlaces,
  useWays,
  useWhatIsMissing,
} from '#src/data/tasks/places.ts'
import { storedSignal } from '#src/state/stored-signal.ts'
import { afterPaint } from '#src/ui/after-paint.ts'
import { maskOf, unreadableOf } from './start-rules.ts'

/** Where a tool's op will run, why, and what else is possible. */
export interface PlaceState extends Decision {
  choose: (place: Place) => void
  /** The project that new tasks are put into. */
  project: Project | null
  /** Graphs and models that the op may run by where it runs now. */
  ways: readonly KnownWay[]
  /** The one of them that the user chose; the best one when there is none. */
  way: AskedWay | undefined
  /** LoRAs that go with it. */
  loras: readonly LoraChoice[]
  /** @param way undefined leaves it to the engine */
  chooseWay: (way: AskedWay | undefined) => void
  /** Why nothing can run the op; null when something can. */
  missing: Missing | null
  /** What the op needs on this device; null when it needs nothing or cannot run here. */
  pack: PackId | null
  /** False until it is known what has been downloaded: a moment later the answer may be another. */
  settled: boolean
}

const UNREAD: Limit = { name: '', reach: 'device' }

/** Places that the user chose, by tool. */
const choices = storedSignal<Readonly<Record<string, Place>>>({
  name: 'zhuhui.places',
  version: 1,
  schema: z.record(z.string(), zPlace),
  initial: {},
})

/** Graphs and models that the user chose, by tool. */
const chosenWays = storedSignal<Readonly<Record<string, AskedWay>>>({
  name: 'zhuhui.ways',
  version: 1,
  schema: z.record(z.string(), zAskedWay),
  initial: {},
})

/** Chooses a graph or model for a tool. @param way undefined leaves it to the engine */
export function chooseWayOf(toolId: string, way: AskedWay | undefined): void {
  const { [toolId]: _, ...others } = chosenWays.peek()
  chosenWays.value = way?.graphId || way?.model ? { ...others, [toolId]: way } : others
}

/** Chooses where a tool runs as long as that is possible. */
export function choosePlaceOf(toolId: string, place: Place): void {
  choices.value = { ...choices.peek(), [toolId]: place }
}

/** Whether a way is the one that was asked for. */
export const isAsked = ({ by, id }: KnownWay, asked: AskedWay | undefined) =>
  id === (by === 'graph' ? asked?.graphId : asked?.model)

/** Whether every picture's subject is known on this device: painted on it, or cut out already. */
function picturesReady(inputs: readonly DraftInput[], isCut: (file: File) => boolean): boolean {
  const pictures = inputs.filter(({ role }) => role === 'image')
  return pictures.length > 0 && pictures.every((one) => maskOf(inputs, one) || isCut(one.file))
}

/** Where the op runs with these inputs: the user's choice as long as it is possible, the best place otherwise. */
export function usePlace(
  tool: { id: string; op: OpId },
  params: Readonly<Record<string, unknown>>,
  inputs: readonly DraftInput[],
): PlaceState {
  const { id, op } = tool
  const project = useCurrentProject()
  // Until it is known which project it is, nothing leaves the device.
  const limit = project === undefined ? UNREAD : project
  const places = usePlaces(op, true, limit)
  const missing = useWhatIsMissing(op, limit)
  const signedOut = useIsVisitor()
  const offline = useIsOffline()
  const wanted = useSignalValue(choices)[id]
  const packs = usePacks()
  const isCut = useCutOuts()
  const { sparedBy, isSmall, isOptional } = OPS[op].networks ?? {}
  const plans = useMemo(
    () => inputs.flatMap(({ role, file }) => (sparedBy === 'drawing' && role === 'image' ? [file] : [])),
    [sparedBy, inputs],
  )
  const areDrawn = useDrawnPlans(plans)
  // What was painted, is cut out already, or keeps its drawing's texts needs no network.
  const isReady = areDrawn === true || (sparedBy === 'cutOut' && picturesReady(inputs, isCut))
  const offered = isBuiltIn(op, 'device') ? packOf(op, params) : null
  const pack = isReady || isOptional ? null : offered
  useEffect(() => (pack ? afterPaint(() => void loadPacks()) : undefined), [pack])
  const ahead = isSmall && inputs.length > 0 && !offline ? offered : null
  // It is shown with the pack where this fails, and asked for again by the job.
  useEffect(
    () => (ahead ? afterPaint(() => void fetchAhead(ahead).catch(() => undefined)) : undefined),
    [ahead],
  )
  const state = pack && packs?.[pack]
  const pixels = inputs.reduce((most, { width, height }) => Math.max(most, width * height), 0)
  const unreadable = unreadableOf(inputs)
  const decision = decidePlace(places, {
    unreadable,
    signedOut,
    offline,
    heardAt: enginesHeardAt(),
    pixels,
    devicePixels: OPS[op].devicePixels?.(params) ?? null,
    missingBytes: state ? state.bytes - state.arrived : 0,
    wanted,
  })
  const choose = (place: Place) => choosePlaceOf(id, place)
  const known = useWays(op)
  const ways = decision.chosen?.place === 'gpu' ? known : []
  const asked = useSignalValue(chosenWays)[id]
  const way = ways.some((one) => one.isThere && isAsked(one, asked)) ? asked : undefined
  const chooseWay = (next: AskedWay | undefined) => chooseWayOf(id, next)
  const loras = useLoras(op, way?.graphId)
  const settled = project !== undefined && areDrawn !== null && (!pack || packs !== null)
  return {
    ...decision,
    choose,
    ways,
    way,
    loras,
    chooseWay,
    project: project ?? null,
    missing,
    pack,
    settled,
  }
}
