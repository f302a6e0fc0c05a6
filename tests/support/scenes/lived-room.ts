import type { Vector3 } from '#kernels/seeing/scene.ts'
import { ball, box, type Dice, finish, newGroup, tree } from './build.ts'
import { type Put, putter } from './furniture.ts'
import { post, roundThing, some, things } from './lived-things.ts'
import type { Face, Finish, Opening, Solid } from './solids.ts'

export type Shell = Solid & { shape: 'room' }

/** One of the walls that can be seen: things are put along it from its left or near end. */
export interface Wall {
  face: Face
  put: Put
  /** Place at `a` along the wall and `b` away from it. */
  at: (a: number, b: number) => readonly [number, number]
  from: number
  to: number
  openings: readonly Opening[]
}

export function wallsOf({ high: [width, depth], openings = [] }: Shell): Wall[] {
  const on = (face: Face) => openings.filter((one) => one.face === face)
  return [
    {
      face: 3,
      put: putter(0, depth, 'back'),
      at: (a, b) => [a, depth - b],
      from: 0,
      to: width,
      openings: on(3),
    },
    { face: 0, put: putter(0, 0, 'left'), at: (a, b) => [b, a], from: 1.2, to: depth, openings: on(0) },
    {
      face: 1,
      put: putter(width, 0, 'right'),
      at: (a, b) => [width - b, a],
      from: 1.2,
      to: depth,
      openings: on(1),
    },
  ]
}

export const isFree = ({ openings }: Wall, from: number, to: number) =>
  openings.every((one) => one.from[0] >= to || one.to[0] <= from)

/** Folds of cloth before the sides of a window, from the ceiling to the floor. */
function curtains(dice: Dice, { at, openings, from, to }: Wall, height: number): Solid[] {
  const of = some(dice, 'wall', 'weave')
  const [r, top] = [dice.between(0.035, 0.08), height - dice.pick([0.01, 0.02, 0.12])]
  const one = dice.chance(0.4) ? newGroup() : 0
  return openings
    .filter((window) => window.panes[0] > 0)
    .flatMap((window) =>
      [window.from[0], window.to[0]].flatMap((edge, side) => {
        const wide = dice.between(0.3, 1.2)
        const start = Math.max(from, side === 0 ? edge - 0.6 * wide : edge - 0.4 * wide)
        const count = Math.floor((Math.min(to, start + wide) - start) / (1.7 * r))
        return Array.from({ length: Math.max(0, count) }, (_, i) => {
          const [x, y] = at(start + r + 1.7 * r * i, 0.1 + (i % 2 ? 0.02 : 0))
          return post(x, y, r, 0.02, top, of, r, one || newGroup())
        })
      }),
    )
}

/** Slats, or panels, side by side on a stretch of a wall. */
function slats(dice: Dice, wall: Wall, height: number): Solid[] {
  const wide = dice.between(1.2, 3.5)
  const start = dice.between(wall.from, Math.max(wall.from, wall.to - wide))
  const end = Math.min(wall.to, start + wide)
  if (!isFree(wall, start, end)) return []
  const of = some(dice, 'wall', 'grain')
  const pitch = dice.pick([0.06, 0.08, 0.1, 0.15, 0.4])
  const part = dice.between(0.45, 0.8)
  const top = dice.chance(0.7) ? height : dice.between(0.9, 1.4)
  const back = wall.put(start, end, 0, 0.012, 0, top, { ...of, tint: of.tint * dice.between(0.5, 1) })
  const each = Array.from({ length: Math.floor((end - start) / pitch) }, (_, i) =>
    wall.put(start + i * pitch, start + (i + part) * pitch, 0.012, 0.04, 0, top, of),
  )
  return [back, ...each]
}

/** Tiles or boards that only their joints tell apart. */
function tiled(dice: Dice, wall: Wall): Solid[] {
  const [wide, size] = [dice.between(1, 2.6), dice.pick([0.1, 0.15, 0.2])]
  const start = dice.between(wall.from, Math.max(wall.from, wall.to - wide))
  if (!isFree(wall, start, start + wide) || start + wide > wall.to) return []
  const [of, low, rows] = [some(dice, 'wall'), dice.between(0.8, 1), dice.whole(5, 10)]
  const count = Math.floor(wide / size)
  return Array.from({ length: count * rows }, (_, k) => {
    const [a, z] = [start + (k % count) * size, low + Math.floor(k / count) * size]
    return wall.put(a, a + size, 0, 0.01, z, z + size, of)
  })
}

/** Joints of boards or slabs on the floor. */
function boards(dice: Dice, { high: [width, depth], faces, finish: wall }: Shell): Solid[] {
  const of = faces?.[4] ?? wall
  const made: Solid[] = []
  const [long, wide] = dice.pick([
    [1.8, 0.2],
    [1.2, 0.15],
    [1.2, 1.2],
    [0.8, 0.8],
  ] as const)
  const along = dice.chance(0.5)
  const [a, b] = along ? [width, depth] : [depth, width]
  for (let row = 0; row * wide < b; row++)
    for (let u = -((row * 0.37) % 1) * (wide < 0.5 ? long : 0); u < a; u += long) {
      const [u0, u1] = [Math.max(0, u), Math.min(a, u + long)]
      const [v0, v1] = [row * wide, Math.min(b, (row + 1) * wide)]
      made.push(along ? box([u0, v0, 0], [u1, v1, 0.001], of) : box([v0, u0, 0], [v1, u1, 0.001], of))
    }
  return made
}

function carpet(dice: Dice, { high: [width, depth] }: Shell): Solid {
  const [w, d] = [dice.between(1.4, 3.2), dice.between(1.2, 3)]
  const [x, y] = [width * dice.between(0.3, 0.7), depth * dice.between(0.3, 0.75)]
  return box([x - w / 2, y - d / 2, 0], [x + w / 2, y + d / 2, 0.015], some(dice, 'floor', 'weave'))
}

/** Boards on a wall, with things on them. */
function wallShelves(dice: Dice, wall: Wall): Solid[] {
  const wide = dice.between(1, 2.8)
  const start = dice.between(wall.from, Math.max(wall.from, wall.to - wide))
  if (!isFree(wall, start, start + wide) || start + wide > wall.to) return []
  const of = some(dice, 'furniture', 'grain')
  return Array.from({ length: dice.whole(1, 4) }, (_, i) => 1 + 0.42 * i).flatMap((z) => [
    wall.put(start, start + wide, 0, 0.26, z, z + 0.035, of),
    ...things(dice, wall.at, start, start + wide, 0.14, z + 0.035),
  ])
}

/** Frames side by side, each with its picture. */
function pictures(dice: Dice, wall: Wall): Solid[] {
  const made: Solid[] = []
  const [of, art] = [some(dice, 'furniture'), some(dice, 'furniture')]
  let a = dice.between(wall.from + 0.2, Math.max(wall.from + 0.2, wall.to - 2))
  for (let k = dice.whole(1, 3); k > 0; k--) {
    const [w, h] = [dice.between(0.4, 1), dice.between(0.5, 0.9)]
    if (!isFree(wall, a, a + w) || a + w > wall.to) break
    made.push(wall.put(a, a + w, 0, 0.025, 1.65 - h / 2, 1.65 + h / 2, of))
    made.push(wall.put(a + 0.05, a + w - 0.05, 0.02, 0.028, 1.7 - h / 2, 1.6 + h / 2, art))
    a += w + dice.between(0.1, 0.3)
  }
  return made
}

/** Beams under the ceiling, as slats or as wide as they carry. */
function underCeiling(dice: Dice, { high: [width, depth, height] }: Shell): Solid[] {
  const of = some(dice, 'ceiling', 'grain')
  const [pitch, part] = dice.pick([
    [0.14, 0.3],
    [0.2, 0.4],
    [0.9, 0.2],
  ] as const)
  const [drop, from] = [dice.between(0.05, 0.2), depth * dice.between(0.1, 0.6)]
  const to = Math.min(width, dice.between(0.5, 1) * width)
  const [low, high] = [height - drop - 0.1, height - drop]
  if (dice.chance(0.5))
    return Array.from({ length: Math.floor(to / pitch) }, (_, i) =>
      box([i * pitch, from, low], [(i + part) * pitch, depth, high], of),
    )
  return Array.from({ length: Math.floor((depth - from) / pitch) }, (_, i) =>
    box([0, from + i * pitch, low], [to, from + (i + part) * pitch, high], of),
  )
}

function pendants(dice: Dice, { high: [width, depth, height] }: Shell): Solid[] {
  const of = some(dice, 'furniture')
  const [y, z, r] = [depth * dice.between(0.5, 0.85), dice.between(1.7, 2.2), dice.between(0.09, 0.2)]
  const start = width * dice.between(0.15, 0.5)
  return Array.from({ length: dice.whole(1, 4) }, (_, i) => start + 0.6 * i).flatMap((x) => [
    dice.chance(0.7)
      ? ball([x, y, z], [r, r, r * dice.between(0.6, 1)], newGroup(), false, of)
      : post(x, y, 1.4 * r, z - r, z + r, of, 0.5 * r),
    post(x, y, 0.012, z + 0.5 * r, height, of),
  ])
}

/** A seat of soft round parts with cushions, before a wall. */
function softSeat(dice: Dice, { at, from, to }: Wall): Solid[] {
  const [cloth, other] = [some(dice, 'furniture', 'weave'), some(dice, 'furniture', 'weave')]
  const seats = dice.whole(1, 3)
  const start = dice.between(from + 0.3, Math.max(from + 0.3, to - seats * 0.75 - 0.3))
  const soft = (a: number, b: number, z: number, ra: number, rb: number, rz: number, of: Finish): Solid => {
    const [x, y] = at(a, b)
    const [p, q] = at(1, 0)[0] === at(0, 0)[0] ? [rb, ra] : [ra, rb]
    return ball([x, y, z], [p, q, rz], newGroup(), false, of)
  }
  const frame = at(start, 0.15)
  const far = at(start + seats * 0.75, 0.95)
  return [
    box(
      [Math.min(frame[0], far[0]), Math.min(frame[1], far[1]), 0.12],
      [Math.max(frame[0], far[0]), Math.max(frame[1], far[1]), 0.34],
      cloth,
    ),
    ...Array.from({ length: seats }, (_, i) => start + 0.75 * (i + 0.5)).flatMap((a) => [
      soft(a, 0.55, 0.4, 0.37, 0.42, 0.1, cloth),
      soft(a, 0.25, 0.68, 0.36, 0.12, 0.28, cloth),
      ...(dice.chance(0.5) ? [soft(a + 0.15, 0.42, 0.6, 0.2, 0.08, 0.18, other)] : []),
    ]),
  ]
}

/** Leaves outside that a window shows. */
function outlook({ openings = [], high: [width, depth] }: Shell, dice: Dice): Solid[] {
  return openings
    .filter(({ panes }) => panes[0] > 0)
    .flatMap((window): Solid[] => {
      if (!dice.chance(0.5)) return []
      const of = finish('opening', dice.between(0.8, 1), [110, 140, 90], 'leaves')
      return Array.from({ length: 5 }, () => {
        const a = dice.between(window.from[0], window.to[0])
        const z = dice.between(window.from[1], window.to[1])
        const [r, out] = [dice.between(0.15, 0.4), window.depth - 0.02]
        const middle: Vector3 =
          window.face === 3 ? [a, depth + out, z] : window.face === 0 ? [-out, a, z] : [width + out, a, z]
        return ball(middle, window.face === 3 ? [r, 0.02, r] : [0.02, r, r], newGroup(), true, of)
      })
    })
}

/** What people put into a room, beside the furniture that it has anyhow. */
export function livedRoom(dice: Dice, shell: Shell): Solid[] {
  const [width, depth, height] = shell.high
  const made: Solid[] = [...outlook(shell, dice)]
  for (const wall of wallsOf(shell)) {
    if (dice.chance(0.6)) made.push(...curtains(dice, wall, height))
    if (dice.chance(0.35)) made.push(...slats(dice, wall, height))
    if (dice.chance(0.12)) made.push(...tiled(dice, wall))
    if (dice.chance(0.2)) made.push(...wallShelves(dice, wall))
    if (dice.chance(0.3)) made.push(...pictures(dice, wall))
    if (dice.chance(0.25)) made.push(...softSeat(dice, wall))
  }
  if (dice.chance(0.4)) made.push(...boards(dice, shell))
  if (dice.chance(0.6)) made.push(carpet(dice, shell))
  if (dice.chance(0.3)) made.push(...underCeiling(dice, shell))
  if (dice.chance(0.35)) made.push(...pendants(dice, shell))
  for (let k = dice.whole(0, 4); k > 0; k--)
    made.push(...roundThing(dice, width * dice.between(0.1, 0.9), depth * dice.between(0.3, 0.9)))
  if (dice.chance(0.2))
    made.push(
      post(
        width * dice.between(0.1, 0.9),
        depth * dice.between(0.5, 0.9),
        dice.between(0.1, 0.2),
        0,
        height,
        some(dice, 'wall'),
      ),
    )
  if (dice.chance(0.3))
    made.push(
      ...tree(dice, width * dice.between(0.05, 0.95), depth * dice.between(0.5, 0.9), dice.between(0.8, 1.9)),
    )
  return made
}
