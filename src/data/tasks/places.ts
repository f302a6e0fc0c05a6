import { useEffect, useMemo } from 'react'
import type { KnownWay, Lora } from '#contracts/engines.ts'
import { ENGINE_NEEDS, PLACE_TITLES, type Place } from '#contracts/ops.ts'
import { mayGo, REACHES } from '#contracts/reach.ts'
import { isBuiltIn, OPS, type OpId } from '#ops/index.ts'
import { wantEvents } from '#src/data/api/events.ts'
import { type EngineInfo, useEngines } from '#src/data/api/query-client.ts'
import { mayAsk } from '#src/data/api/start-order.ts'
import type { Project } from '#src/data/projects/projects.ts'

/** A place that an op may run at. */
export interface PlaceChoice {
  place: Place
  /** Shown to the user: 本机, 本地引擎, or the engine's own name. */
  title: string
  available: boolean
  /** Whether pictures that go there leave the house; `perhaps` where one of several engines is outside. */
  isOutside?: boolean | 'perhaps' | undefined
  /** Seconds that a run took there lately; undefined where it is not known. */
  lately?: number | undefined
  /** When what stands here was known last, ms since 1970: its engine is silent now, or this device is offline. */
  seenAt?: number | undefined
  /** Why it is not available, in Chinese. */
  reason?: string
}

const HOW_TO_CONNECT = '接入方法见 docs/engines.md'

function onDevice(op: OpId): PlaceChoice {
  const available = isBuiltIn(op, 'device')
  const title = PLACE_TITLES.device
  return available
    ? { place: 'device', title, available }
    : { place: 'device', title, available, reason: '当前版本还不能在本机完成' }
}

/** How far the pictures of the project that is worked in may go. */
export type Limit = Pick<Project, 'name' | 'reach'>

/** Why a project keeps pictures from a place. */
const barredBy = ({ name, reach }: Limit) => `项目“${name}”的${REACHES[reach].ofProject}`

function onEngine(
  op: OpId,
  place: 'local' | 'gpu',
  engines: readonly EngineInfo[] | null,
  limit: Limit | null,
): PlaceChoice {
  const may = (isOutside: boolean | undefined) =>
    !limit || mayGo(isOutside ? 'outside' : 'house', limit.reach)
  if (limit && !may(false))
    return { place, title: PLACE_TITLES[place], available: false, reason: barredBy(limit) }
  // Nothing heard from any server yet: the embedded engine of this version is what can be counted on.
  if (!engines) {
    const available = place === 'local' && isBuiltIn(op, 'local')
    const title = PLACE_TITLES[place]
    return available ? { place, title, available } : { place, title, available, reason: '尚未连接到服务器' }
  }
  const there = engines.filter((engine) => engine.place === place)
  const knowing = there.filter((engine) => engine.ops.includes(op))
  const able = knowing.filter(({ isOutside }) => may(isOutside))
  const engine = able.find((candidate) => candidate.healthy) ?? able[0]
  if (limit && !engine && knowing[0])
    return { place, title: knowing[0].title, available: false, reason: barredBy(limit) }
  const free = able.filter(({ healthy }) => healthy)
  const others = free.length > 1 ? ` 等 ${free.length} 个` : ''
  const title = engine?.title ? `${engine.title}${others}` : PLACE_TITLES[place]
  if (engine?.healthy) {
    const isMixed = free.some((one) => Boolean(one.isOutside) !== Boolean(engine.isOutside))
    const isOutside = isMixed ? 'perhaps' : engine.isOutside
    return { place, title, available: true, isOutside, lately: engine.lately?.[op] }
  }
  if (engine?.isBarred) return { place, title, available: false, reason: '本站设为图片不发到那里' }
  if (engine)
    return {
      ...{ place, title, available: false, reason: `${title}暂时没有响应` },
      seenAt: engine.seenAt ?? undefined,
    }
  const lacking = there.find(({ ways }) => ways?.[op]?.some(({ isThere }) => !isThere))
  if (lacking) return { place, title: lacking.title, available: false, reason: lackOf(op, lacking) }
  const silent = there.find(({ seenAt }) => seenAt === null)
  if (silent) return { place, title: silent.title, available: false, reason: `${silent.title}没有响应` }
  if (place === 'local') return { place, title, available: false, reason: '本地引擎当前版本尚未包含此功能' }
  // What runs without a GPU still names the one that could run it.
  const { needs } = OPS[op]
  const reason = `需要${ENGINE_NEEDS[needs === 'none' ? 'imageApi' : needs]}`
  return { place, title, available: false, reason }
}

/** What an engine has to be given before it can run an op. */
function lackOf(op: OpId, { title, ways }: EngineInfo): string {
  const titles = ways?.[op]?.map((way) => `“${way.title}”`) ?? []
  return `${title}上还没有它要用的模型，装好${titles.slice(0, 3).join('或')}中的一套即可`
}

/**
 * Places that an op can run at.
 * @param engines the server's answer, or null when it was never heard
 * @param limit of the project that is worked in
 * @returns the places that can run it now first, each group best first
 */
export function choosePlaces(
  op: OpId,
  engines: readonly EngineInfo[] | null,
  limit: Limit | null = null,
): PlaceChoice[] {
  const places = new Set<Place>(OPS[op].places)
  for (const engine of engines ?? []) if (engine.ops.includes(op)) places.add(engine.place)
  const choices = [...places].map((place) =>
    place === 'device' ? onDevice(op) : onEngine(op, place, engines, limit),
  )
  return choices.sort((a, b) => Number(b.available) - Number(a.available))
}

/** What an op waits for. */
export interface Missing {
  title: string
  /** One sentence that names it, and what helps. */
  reason: string
}

/** What the op waits for and how to connect it; null when something can run it. */
export function describeMissing(
  op: OpId,
  engines: readonly EngineInfo[] | null,
  limit: Limit | null = null,
): Missing | null {
  const choices = choosePlaces(op, engines, limit)
  if (choices.some((choice) => choice.available)) return null
  const { title, needs } = OPS[op]
  if (limit && choosePlaces(op, engines).some((choice) => choice.available))
    return { title: '这里做不了', reason: `${barredBy(limit)}，“${title}”要在别处做` }
  if (engines?.some((engine) => engine.ops.includes(op) && engine.isBarred)) {
    const reason = `“${title}”要用的引擎在外部，本站设为图片不外发，由管理员设置`
    return { title: '这里做不了', reason }
  }
  const resting = engines?.find((engine) => engine.ops.includes(op) && !engine.healthy)
  if (resting) {
    const reason = `“${title}”要用的${resting.title}暂时没有响应，请检查该引擎后重试`
    return { title: '引擎没有响应', reason }
  }
  const waiting = { title: '等待接入引擎' }
  if (needs === 'none')
    return { ...waiting, reason: `“${title}”要用的本地引擎没有启动，请重启筑绘服务后重试` }
  const lacking = engines?.find(({ ways }) => ways?.[op]?.some(({ isThere }) => !isThere))
  if (lacking) return { title: '引擎缺少模型', reason: `“${title}”：${lackOf(op, lacking)}` }
  if (needs === 'embedded') {
    const hasGpu = OPS[op].places.includes('gpu')
    const also = hasGpu
      ? `，也可接入${ENGINE_NEEDS.comfyui}，${HOW_TO_CONNECT}`
      : '，更新筑绘到包含它的版本后即可使用'
    return { ...waiting, reason: `“${title}”需要${ENGINE_NEEDS.embedded}${also}` }
  }
  return { ...waiting, reason: `“${title}”需要${ENGINE_NEEDS[needs]}，${HOW_TO_CONNECT}` }
}

/** Graphs and models by which engines beside the embedded one carry an op out: those that can be chosen first. */
export function listWays(op: OpId, engines: readonly EngineInfo[] | null): KnownWay[] {
  const ways = new Map<string, KnownWay>()
  for (const engine of engines ?? []) {
    if (engine.place !== 'gpu' || engine.isBarred) continue
    for (const way of engine.ways?.[op] ?? []) {
      const key = `${way.by} ${way.id}`
      const isThere = way.isThere && engine.healthy
      ways.set(key, { ...way, isThere: isThere || (ways.get(key)?.isThere ?? false) })
    }
  }
  return [...ways.values()].sort((a, b) => Number(b.isThere) - Number(a.isThere))
}

/** A LoRA that can be chosen. */
export interface LoraChoice {
  name: string
  /** Whether it says that it was trained for models of the graph's family; it may do nothing otherwise. */
  isSure: boolean
}

/** Whether a LoRA goes with a graph; null where one of them does not say. */
function goesWith({ family }: Lora, { loras }: KnownWay): boolean | null {
  if (!loras) return false
  return family === '' || loras.length === 0 ? null : loras.includes(family)
}

/**
 * LoRAs that go with one of the graphs by which an op can be carried out, in the order of their names.
 * @param graphId the graph that is chosen; undefined for any
 */
export function listLoras(
  op: OpId,
  engines: readonly EngineInfo[] | null,
  graphId: string | undefined,
): LoraChoice[] {
  const found = new Map<string, boolean>()
  for (const { healthy, ways, loras = [] } of engines ?? []) {
    const able = (ways?.[op] ?? []).filter(
      ({ by, id, isThere }) => healthy && isThere && by === 'graph' && (graphId ?? id) === id,
    )
    for (const lora of loras) {
      const answers = able.map((way) => goesWith(lora, way))
      if (answers.some((answer) => answer !== false))
        found.set(lora.name, (found.get(lora.name) ?? false) || answers.includes(true))
    }
  }
  return [...found]
    .map(([name, isSure]) => ({ name, isSure }))
    .sort((a, b) => Number(b.isSure) - Number(a.isSure) || a.name.localeCompare(b.name))
}

/** LoRAs that can be chosen for an op, by the last known answer; the same list until engines come or go. */
export function useLoras(op: OpId, graphId: string | undefined): LoraChoice[] {
  const engines = useEngines()
  return useMemo(() => listLoras(op, engines, graphId), [op, engines, graphId])
}

/** Graphs and models of an op, by the last known answer; re-rendered when engines come or go. */
export function useWays(op: OpId): KnownWay[] {
  return listWays(op, useEngines())
}

/** Whether an engine beside the embedded one carries an op out, or could. */
function hasGpu(op: OpId, engines: readonly EngineInfo[] | null): boolean {
  const places: readonly Place[] = OPS[op].places
  return (
    places.includes('gpu') || (engines ?? []).some(({ place, ops }) => place === 'gpu' && ops.includes(op))
  )
}

/**
 * Places that an op can run at, by the last known answer; re-rendered when engines come or go.
 * @param isWatched the server tells of changes meanwhile
 */
export function usePlaces(op: OpId, isWatched = false, limit: Limit | null = null): PlaceChoice[] {
  const engines = useEngines()
  const wants = isWatched && hasGpu(op, engines)
  // Asked again where the stream is not heard, too.
  useEngines(wants)
  useEffect(() => {
    if (!wants) return undefined
    let isLooked = true
    void mayAsk().then(() => isLooked && wantEvents('places', true))
    return () => {
      isLooked = false
      wantEvents('places', false)
    }
  }, [wants])
  return choosePlaces(op, engines, limit)
}

/** Which engine the op waits for and how to connect it; null when something can run it. Re-rendered likewise. */
export function useWhatIsMissing(op: OpId, limit: Limit | null = null): Missing | null {
  return describeMissing(op, useEngines(), limit)
}
