import { type Tidy, withoutEmpty } from './labels-tidy.ts'
import { sharesOf } from './pixel-labels.ts'
import { roomSideAt } from './regions-room.ts'
import type { Sight } from './regions-sight.ts'
import { connected } from './regions-split.ts'
import type { RoomBox } from './scene.ts'

/** Share of the ceiling from which a pixel is seen as it. */
const SEEN = 0.5
/** Part of the picture that a piece of the ceiling is at least. */
const LEAST = 0.0003
/** Side of a room's box that is its ceiling. */
const CEILING = 1

/** Region that each of some pieces is beside, with the longest border; −1 where there is none that is asked for. */
function besideOf(pieces: Int32Array, map: Uint16Array, width: number, isIt: readonly boolean[]) {
  const lengths = new Map<number, Map<number, number>>()
  const meet = (i: number, j: number) => {
    if (pieces[i]! < 0 || !isIt[map[j]!]) return
    const own = lengths.get(pieces[i]!) ?? new Map<number, number>()
    lengths.set(pieces[i]!, own.set(map[j]!, (own.get(map[j]!) ?? 0) + 1))
  }
  for (let i = 0; i < map.length; i++)
    for (const j of (i + 1) % width > 0 ? [i + 1, i + width] : [i + width]) {
      if (j >= map.length) continue
      meet(i, j)
      meet(j, i)
    }
  return (piece: number) =>
    [...(lengths.get(piece) ?? [])].reduce((best, next) => (next[1] > best[1] ? next : best), [-1, 0])[0]!
}

/**
 * Gives slats of a white model's ceiling back to it that go over into the wall behind them without a step: what is
 * named wall, but lies on the ceiling of the room's box and is ceiling by its pixels as well.
 */
export function raiseCeiling({ parts, names }: Tidy, { width, height, pixels }: Sight, room: RoomBox): Tidy {
  if (!pixels) return { parts, names }
  const { map, count } = parts
  const ceiling = sharesOf('ceiling', pixels, width, height)
  const [isWall, isCeiling] = (['wall', 'ceiling'] as const).map((label) =>
    names.map((name) => name.label === label),
  ) as [boolean[], boolean[]]
  const isRaised = (i: number) =>
    isWall[map[i]!]! &&
    ceiling[i]! > SEEN &&
    roomSideAt(room, (i % width) + 0.5, Math.floor(i / width) + 0.5) === CEILING
  const mask = Int32Array.from(map, (_, i) => (isRaised(i) ? 1 : 0))
  const found = connected(mask, width)
  const size = new Float64Array(found.count)
  for (const [i, piece] of found.map.entries()) size[piece] = size[piece]! + mask[i]!
  const pieces = found.map.map((piece) => (size[piece]! > LEAST * map.length ? piece : -1))
  const nextTo = besideOf(pieces, map, width, isCeiling)
  const into = new Map(
    [...new Set(pieces)].filter((piece) => piece >= 0).map((piece) => [piece, nextTo(piece)]),
  )
  const raised = map.map((k, i) => {
    const ceilingId = into.get(pieces[i]!) ?? -1
    return ceilingId < 0 ? k : ceilingId
  })
  return withoutEmpty({ parts: { map: raised, count }, names })
}
