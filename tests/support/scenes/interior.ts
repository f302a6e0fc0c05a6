import type { RoomBox, Vector3 } from '#kernels/seeing/scene.ts'
import type { Colour } from '#tests/support/line-pictures.ts'
import { box, type Dice, FRAME, finish, type Model } from './build.ts'
import { type Camera, makeCamera, roomBoxOf } from './camera.ts'
import { counter, diningSet, lowTable, pottedPlant, type Side, wallPiece } from './furniture.ts'
import type { Face, Finish, Opening, Pattern, Solid } from './solids.ts'

interface Room {
  width: number
  depth: number
  height: number
}

const WALLS: readonly Colour[] = [
  [226, 220, 210],
  [198, 204, 200],
  [212, 196, 178],
  [170, 180, 186],
]
const FLOORS: readonly (readonly [Colour, Pattern])[] = [
  [[158, 118, 80], 'planks'],
  [[188, 184, 176], 'tiles'],
  [[112, 84, 62], 'planks'],
  [[150, 146, 140], 'plain'],
]
/** What is seen through a window of a room. */
const DAYLIGHT: Finish = finish('opening', 1.6, [232, 240, 248])
const LEAF: Finish = finish('opening', 0.9, [142, 104, 72], 'grain')

/** Windows and a door on one of a room's walls; none where it is too short. */
function wallOpenings(dice: Dice, face: Face, from: number, to: number, height: number): Opening[] {
  const base = { face, frame: FRAME, depth: dice.between(0.12, 0.24) }
  const kind = dice.pick(['none', 'window', 'window', 'tall', 'door', 'both'] as const)
  const made: Opening[] = []
  if (kind === 'none' || to - from < 2) return made
  if (kind !== 'door') {
    const sill = kind === 'tall' ? 0.05 : dice.between(0.7, 1)
    const high = Math.min(height - 0.25, dice.between(2.1, 2.5))
    const w = Math.min(to - from - (kind === 'both' ? 1.9 : 0.8), dice.between(1.2, 3))
    const start = from + 0.4 + dice.between(0, Math.max(0, to - from - w - (kind === 'both' ? 1.9 : 0.8)))
    const panes = [Math.max(1, Math.round(w / 0.9)), 1] as const
    made.push({ ...base, from: [start, sill], to: [start + w, high], panes, pane: DAYLIGHT })
  }
  if (kind === 'door' || kind === 'both')
    made.push({
      ...base,
      depth: 0.08,
      from: [to - 1.25, 0.002],
      to: [to - 0.35, 2.08],
      panes: [0, 0],
      pane: LEAF,
    })
  return made
}

function makeShell(dice: Dice, { width, depth, height }: Room): Solid & { shape: 'room' } {
  const wall = finish('wall', 0.96, dice.pick(WALLS))
  const [colour, pattern] = dice.pick(FLOORS)
  const side = (): Finish => ({ ...wall, tint: dice.between(0.92, 0.98) })
  return {
    shape: 'room',
    low: [0, 0, 0],
    high: [width, depth, height],
    finish: wall,
    faces: {
      0: side(),
      1: side(),
      3: side(),
      4: finish('floor', dice.between(0.86, 0.96), colour, pattern),
      5: finish('ceiling', 0.98, [240, 238, 234]),
    },
    openings: [
      ...wallOpenings(dice, 3, 0, width, height),
      ...wallOpenings(dice, 0, depth * 0.35, depth - 0.2, height),
      ...wallOpenings(dice, 1, depth * 0.35, depth - 0.2, height),
    ],
  }
}

/** Whether an opening stands in a strip of a wall, so that only something low goes there. */
const isOpen = (
  openings: readonly Opening[],
  face: Face,
  from: number,
  to: number,
): 'free' | 'low' | 'kept' => {
  const here = openings.filter((o) => o.face === face && o.from[0] < to && o.to[0] > from)
  if (here.length === 0) return 'free'
  return here.every((o) => o.from[1] > 0.6) ? 'low' : 'kept'
}

function furnish(dice: Dice, { width, depth, height }: Room, shell: Solid & { shape: 'room' }): Solid[] {
  const solids: Solid[] = []
  const openings = shell.openings ?? []
  const spots: readonly (readonly [Side, Face, number, number, Vector3])[] = [
    ['back', 3, width * 0.1, width * 0.9, [width / 2, depth, 0]],
    ['left', 0, depth * 0.5, depth - 0.8, [0, depth * 0.75 - 0.4, 0]],
    ['right', 1, depth * 0.5, depth - 0.8, [width, depth * 0.75 - 0.4, 0]],
  ]
  for (const [side, face, from, to, at] of spots) {
    const free = isOpen(openings, face, from, to)
    if (free === 'kept' || to - from < 1.2 || dice.chance(0.25)) continue
    solids.push(...wallPiece(dice, at, side, to - from, free === 'low'))
  }
  const middle: Vector3 = [width * dice.between(0.42, 0.58), depth * dice.between(0.52, 0.6), 0]
  const kind = dice.pick(['dining', 'table', 'counter', 'none'] as const)
  if (kind === 'dining' && width > 4 && depth > 4.5)
    solids.push(...diningSet(dice, middle[0], middle[1], height))
  else if (kind === 'counter' && width > 4.2) solids.push(...counter(dice, middle[0], middle[1], 2.2))
  else if (kind !== 'none') solids.push(...lowTable(dice, middle[0], middle[1]))
  if (dice.chance(0.45) && isOpen(openings, 3, width - 0.8, width) !== 'kept')
    solids.push(...pottedPlant(dice, width - 0.45, depth - 0.45))
  if (dice.chance(0.35)) {
    const frame = finish('furniture', 0.9, [70, 66, 60])
    const y = depth * dice.between(0.45, 0.6)
    if (isOpen(openings, 0, y, y + 1) === 'free') solids.push(box([0, y, 1.3], [0.03, y + 0.9, 2], frame))
  }
  return solids
}

/** A camera in a room from which at least two corners of the back wall can be seen. */
function placeCamera(dice: Dice, room: Room, size: { width: number; height: number }): Camera {
  const turn = dice.pick(['front', 'front', 'slight', 'turned', 'turned'] as const)
  const sign = dice.chance(0.5) ? 1 : -1
  for (let round = 0; ; round++) {
    const yaw = turn === 'front' ? 0 : sign * (turn === 'slight' ? dice.between(4, 12) : dice.between(17, 32))
    const pitch = dice.chance(0.6) ? 0 : dice.between(-8, 4)
    // Turned to the right from the left side of the room, so that it lies before the camera.
    const x = room.width * Math.min(0.85, Math.max(0.15, 0.5 - yaw / 90 + dice.between(-0.12, 0.12)))
    const eye: Vector3 = [x, dice.between(0.15, 0.5), dice.between(1.15, 1.65)]
    const camera = makeCamera(size, eye, { yaw, pitch, across: dice.between(62, 86) })
    const { back } = roomBoxOf(camera, [0, 0, 0], [room.width, room.depth, room.height])
    const inside = back.filter((p) => p.x > 0 && p.y > 0 && p.x < size.width && p.y < size.height)
    if (inside.length >= 2 || round === 40) return camera
  }
}

/** A room by seed, with the camera in it. */
export function makeInterior(
  dice: Dice,
  size: { width: number; height: number },
): { model: Model; camera: Camera; room: RoomBox } {
  const room: Room = {
    width: dice.between(3.4, 6.8),
    depth: dice.between(4, 8),
    height: dice.pick([2.6, 2.8, 3, 3.3, 4.2]),
  }
  const shell = makeShell(dice, room)
  const camera = placeCamera(dice, room, size)
  const furniture = furnish(dice, room, shell).filter(({ low }) => low[1] > camera.eye[1] + 1.3)
  return {
    model: { solids: [shell, ...furniture], sun: [0.5, 0.45, 0.74], sky: [DAYLIGHT.colour, DAYLIGHT.colour] },
    camera,
    room: roomBoxOf(camera, [0, 0, 0], [room.width, room.depth, room.height]),
  }
}
