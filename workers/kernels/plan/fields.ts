import { levelTexts, type ReadText } from '#kernels/ocr/read-texts.ts'
import type { Floors } from './dress-rooms.ts'
import { type Filled, findFilled } from './filled.ts'
import { findFurniture } from './furniture.ts'
import type { Plan } from './read-plan.ts'
import { castShadow, rimShadow } from './shade.ts'

/** What of a plan is the same however it is coloured, a value a pixel. */
export interface Fields extends Filled {
  /** Rooms' numbers, going on under walls and in doors. */
  map: Uint16Array
  /** 1 on furniture. */
  things: Uint8Array
  /** 1 on what stands high: walls and windows, or houses and crowns. */
  high: Uint8Array
  /** Shadow of that, their rim, and the shadow of furniture, 0..255. */
  cast: Uint8Array
  rim: Uint8Array
  low: Uint8Array
}

/** How far walls and houses cast their shadows, how soft these are, and the rim about them, mm. */
const CASTS = {
  home: { reach: 420, soft: 60, rim: 260 },
  site: { reach: 7000, soft: 350, rim: 2600 },
}
const FURNITURE_REACH = 110

/** The rooms' numbers go on under walls and in doors, so that floors have no edge of their own. */
function spread(plan: Plan): Uint16Array {
  const { width } = plan.ink
  const map = plan.map.slice()
  let edge: number[] = []
  for (let i = width; i < map.length - width; i++)
    if (map[i] && !(map[i - 1] && map[i + 1] && map[i - width] && map[i + width])) edge.push(i)
  for (let step = 0; step < plan.thickness && edge.length > 0; step++) {
    const next: number[] = []
    for (const i of edge)
      for (const j of [i - 1, i + 1, i - width, i + width])
        if (
          j >= 0 &&
          j < map.length &&
          map[j] === 0 &&
          (plan.content === 'site' || plan.walls[j] || plan.gaps[j] || plan.glass[j])
        ) {
          map[j] = map[i]!
          next.push(j)
        }
    edge = next
  }
  return map
}

/** Doorways between different floors have a sill. */
export function sillsOf(plan: Plan, spreadMap: Uint16Array, floors: Floors): Uint8Array {
  const { width, height } = plan.ink
  const out = new Uint8Array(plan.gaps.length)
  for (const { corners } of plan.doors) {
    const xs = corners.map(([x]) => x)
    const ys = corners.map(([, y]) => y)
    const inside: number[] = []
    const materials = new Set<string | undefined>()
    for (let y = Math.max(0, Math.floor(Math.min(...ys))); y <= Math.min(height - 1, Math.max(...ys)); y++)
      for (let x = Math.max(0, Math.floor(Math.min(...xs))); x <= Math.min(width - 1, Math.max(...xs)); x++) {
        const i = y * width + x
        if (!plan.gaps[i]) continue
        inside.push(i)
        materials.add(floors.get(spreadMap[i]!)?.material)
      }
    if (materials.size > 1) for (const i of inside) out[i] = 1
  }
  return out
}

/** Fields of a plan before it was mended, for a quick look at it after: rooms are right, shadows are the old ones. */
export function fieldsLike(plan: Plan, before: Fields): Fields {
  return { ...before, map: spread(plan) }
}

/** Prepares what every colouring of a plan needs. @param texts lines of text, which are no furniture */
export function fieldsOf(plan: Plan, texts: readonly ReadText[]): Fields {
  const { width, height } = plan.ink
  const { mmPerPx } = plan.measure
  const level = levelTexts(texts)
  const filled = findFilled(plan, level)
  const things = findFurniture(plan, level).map((value, i) => (value || filled.fill[i] ? 1 : 0))
  const map = spread(plan)
  const high = highOf(plan)
  const size = { width, height }
  const { reach, soft, rim } = CASTS[plan.content]
  return {
    ...filled,
    map,
    high,
    things,
    cast: castShadow(high, { ...size, reach: reach / mmPerPx, soft: soft / mmPerPx }),
    rim: rimShadow(high, width, height, rim / mmPerPx / 2),
    low: castShadow(things, { ...size, reach: FURNITURE_REACH / mmPerPx, soft: 25 / mmPerPx }),
  }
}

function highOf({ content, ink, rooms, map, trees, walls, glass }: Plan): Uint8Array {
  if (content === 'home') return walls.map((value, i) => (value || glass[i] ? 1 : 0))
  const { width, height } = ink
  const houses = new Set(rooms.filter(({ kind }) => kind === 'building').map(({ id }) => id))
  const high = new Uint8Array(map.length)
  for (let i = 0; i < map.length; i++) if (houses.has(map[i]!)) high[i] = 1
  for (const { x, y, radius } of trees)
    for (let v = Math.max(0, Math.ceil(y - radius)); v <= Math.min(height - 1, y + radius); v++)
      for (let u = Math.max(0, Math.ceil(x - radius)); u <= Math.min(width - 1, x + radius); u++)
        if (Math.hypot(u - x, v - y) <= 0.92 * radius) high[v * width + u] = 1
  return high
}
