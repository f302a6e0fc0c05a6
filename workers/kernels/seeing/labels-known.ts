import type { Facts } from './labels-facts.ts'
import type { Circumstances } from './labels-features.ts'
import type { RoomShares } from './regions-room.ts'
import type { PictureKind } from './regions-sight.ts'
import { LABELS, type Label, type Setting } from './scene.ts'

const [SKY, FLOOR, CEILING, WALL, OPENING, GREEN, THING, ROOF, GROUND] = (
  [
    'sky',
    'floor',
    'ceiling',
    'wall',
    'opening',
    'vegetation',
    'furniture',
    'roof',
    'ground',
  ] as const satisfies readonly Label[]
).map((label) => LABELS.indexOf(label)) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]

const scale = (share: Float32Array, c: number, by: number) => {
  share[c] = share[c]! * by
}

/** Unrest, ΔE, of leaves, part of an outline that is straight around slats, tiles and panes, and how round crowns are. */
const [LEAFY, DENSE, BUILT, CROWN] = [1.6, 12, 0.85, 0.15] as const

/**
 * Unrest, ΔE, of tufts and hedges on a model's ground, part of the picture under which they are no lawn, and of their
 * outline that is straight at most: chairs and tables are as restless.
 */
const [TUFTED, TUFT, RAGGED] = [2.5, 0.02, 0.4] as const

/** Edges, in square roots of a region's area, from which it is slatted, and heights of what stands before a wall. */
const SLATTED = 15
const [FOOT, HEAD] = [0.15, 0.5] as const

/** Part of a region that lies on a side of the room, and that its pixels are named so by themselves, for it to be it. */
const [LIES, NAMED] = [0.85, 0.7] as const

/** What no room lets be, whatever it is like: leaves that are calm and round, openings without a jamb. */
function heedRoom(
  share: Float32Array,
  one: Facts,
  kind: PictureKind,
  room: RoomShares | undefined,
  pixels: Float32Array | undefined,
): void {
  const upright = one.lines[2]
  if (kind !== 'drawing' && one.texture < 1 && one.convex > 0.75) scale(share, GREEN, 0.1)
  if (upright < 0.5 && one.part > 0.003 && one.atLeft + one.atRight === 0) scale(share, OPENING, 0.35)
  // A floor has no upright edges of its own; those of legs are short beside it.
  if (upright > 2 && one.part > 0.01 && one.part < 0.05) {
    // The flank of a table or a box, where its pixels are sooner a thing's.
    if (kind === 'model' && pixels && pixels[THING]! > pixels[FLOOR]!)
      share[THING] = share[THING]! + 0.7 * share[FLOOR]!
    scale(share, FLOOR, 0.3)
  }
  if (!room) return
  const [floor, ceiling, , , , foot, head] = room
  if (upright > SLATTED && foot < FOOT && head < HEAD && share[WALL]! > share[OPENING]!) {
    // Slats from the floor to half of the height are the front of a counter.
    share[THING] = share[THING]! + 0.8 * share[WALL]!
    scale(share, WALL, 0.2)
  }
  if (floor > LIES && pixels && pixels[FLOOR]! > NAMED) share[FLOOR] = share[FLOOR]! + 1
  if (ceiling > LIES && pixels && pixels[CEILING]! > NAMED) share[CEILING] = share[CEILING]! + 1
  if (upright >= 0.25) return
  if (floor > LIES && one.bottom > 0.7) share[FLOOR] = share[FLOOR]! + (one.atBottom > 0 ? 1 : 0.7)
  if (ceiling > LIES && one.atTop > 0) share[CEILING] = share[CEILING]! + 1
}

/**
 * Changes a region's shares of the names by what holds in any picture: a calm part all along the upper border and
 * wholly over the horizon is sky outdoors, and what is restless without straight edges is hardly built; what lies
 * wholly on the floor or the ceiling of the room's box, without an upright edge, is likely to be it.
 * @param k the region's place in `circumstances.room`
 */
export function heedKnown(
  share: Float32Array,
  one: Facts,
  setting: Setting,
  { kind, room, pixels }: Circumstances,
  k: number,
): void {
  if (setting === 'outdoors') {
    const isCalm = one.texture < 1 && one.spread < 5 && one.lines[2] < 1
    if (isCalm && one.atTop > 0.25 && one.above > 0.97 && one.part > 0.02) share[SKY] = share[SKY]! + 2
    // What is built is calm, or straight edges bound it.
    // The unrest of a model's thin beams is that of their edges.
    const isLeafy = one.texture > LEAFY && one.texture < DENSE && (kind === 'drawing' || one.round > CROWN)
    if (isLeafy && one.straight < BUILT && one.lines[2] < 0.5) {
      share[GREEN] = share[GREEN]! + 0.3 * (share[ROOF]! + share[WALL]!)
      scale(share, ROOF, 0.25)
      scale(share, WALL, 0.25)
    }
    if (kind === 'model' && one.texture > TUFTED && one.part < TUFT && one.straight < RAGGED) {
      share[GREEN] = share[GREEN]! + 0.9 * share[GROUND]!
      scale(share, GROUND, 0.1)
    }
  } else if (setting === 'indoors') heedRoom(share, one, kind, room?.[k], pixels?.[k])
  const sum = share.reduce((total, value) => total + value, 0)
  for (let c = 0; c < share.length; c++) share[c] = share[c]! / sum
}
