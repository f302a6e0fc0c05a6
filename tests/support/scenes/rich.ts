import type { Setting } from '#kernels/seeing/scene.ts'
import { type Dice, tree } from './build.ts'
import { type Camera, makeCamera } from './camera.ts'
import { backdrop, pergola } from './lived-garden.ts'
import { bamboo, manyStems, standing } from './rich-garden.ts'
import { boxHouse, street } from './rich-house.ts'
import { richRoom } from './rich-room.ts'
import { terrace } from './rich-terrace.ts'
import { boundsOf, overlap } from './rich-things.ts'
import { boundary, fence, overWall, slabs } from './rich-yard.ts'
import type { Solid } from './solids.ts'

/** Where a garden is looked at from: `away` m before y = 0. */
function standAt(dice: Dice, { width, height }: Camera, away: number): Camera {
  const yaw = dice.pick([0, 1, -1]) * dice.between(4, 28)
  const x = -away * Math.tan((yaw * Math.PI) / 180) + dice.between(-1, 1)
  const across = dice.between(50, 74)
  return makeCamera({ width, height }, [x, -away, dice.between(1.2, 1.9)], {
    yaw,
    pitch: dice.between(-9, 4),
    across,
  })
}

/** What gardens have in sight of a camera, off its feet and one beside the other. */
function planted(dice: Dice, { eye, forward }: Camera, there: readonly Solid[], count: number): Solid[] {
  const taken = there.filter((one) => one.high[2] > 0.2)
  const made: Solid[] = []
  const far = Math.min(14, -eye[1] - 0.5)
  for (let k = 0; k < count; k++) {
    const away = dice.between(2.5, far)
    const x = eye[0] + away * (forward[0] / forward[1] + dice.between(-0.75, 0.65))
    const piece = standing(dice, [x, eye[1] + away])
    if (piece.length === 0) continue
    const space = boundsOf(piece)
    const off = Math.hypot(
      Math.max(space.low[0] - eye[0], eye[0] - space.high[0], 0),
      Math.max(space.low[1] - eye[1], 0),
    )
    if (off < (space.high[2] > 0.9 ? 4.5 : 2.5) || space.low[1] < eye[1]) continue
    if (taken.some((one) => overlap(one, space))) continue
    made.push(...piece)
    taken.push({ ...piece[0]!, ...space })
  }
  return made
}

/** A garden before a wall, a fence or a house of boxes; or more of everything around the house that is there. */
function richGarden(
  dice: Dice,
  solids: readonly Solid[],
  camera: Camera,
): { solids: Solid[]; camera: Camera } {
  const [ground, ...rest] = solids
  const kind = dice.pick(['wall', 'house', 'more'] as const)
  if (kind === 'more' || !ground) {
    const made = dice.chance(0.4) && camera.eye[1] < -13 ? street(dice, -dice.between(4, 6)) : []
    if (dice.chance(0.4)) made.push(...slabs(dice, [dice.between(-5, 3), -0.4], 8))
    if (dice.chance(0.25)) made.push(...fence(dice, -dice.between(1, 3), [-14, -dice.between(5, 9)]))
    return { solids: [...solids, ...made, ...planted(dice, camera, rest, dice.whole(8, 30))], camera }
  }
  const made: Solid[] = []
  if (dice.chance(0.7)) made.push(...backdrop(dice, dice.between(13, 22)))
  if (kind === 'house') {
    const { solids: house, width } = boxHouse(dice)
    const seen = standAt(dice, camera, width * dice.between(0.8, 1.4))
    made.push(...house)
    if (dice.chance(0.35) && seen.eye[1] < -9) made.push(...street(dice, -dice.between(4, 6)))
    if (dice.chance(0.35))
      made.push(
        ...boundary(dice, dice.between(0.5, 4), [-30, -width / 2]),
        ...boundary(dice, dice.between(0.5, 4), [width / 2, 30]),
      )
    if (dice.chance(0.4)) made.push(...slabs(dice, [dice.between(-4, 2), -2.6], 7))
    for (let k = dice.whole(0, 3); k > 0; k--)
      made.push(
        ...tree(
          dice,
          dice.pick([-1, 1]) * (width / 2 + dice.between(2, 5)),
          dice.between(1, 6),
          dice.between(4, 9),
        ),
      )
    return { solids: [ground, ...made, ...planted(dice, seen, made, dice.whole(8, 30))], camera: seen }
  }
  const seen = standAt(dice, camera, dice.between(6, 12))
  const span = [-30, 30] as const
  const gate = dice.between(-4, 4)
  const gap = dice.between(1, 3)
  const screen = dice.chance(0.8)
    ? dice.chance(0.3)
      ? [...boundary(dice, 0, [-30, gate]), ...boundary(dice, 0, [gate + gap, 30])]
      : boundary(dice, 0, span)
    : fence(dice, 0, span)
  const top = boundsOf(screen).high[2]
  made.push(...screen)
  for (let k = dice.whole(0, 5); k > 0; k--)
    made.push(
      ...(dice.chance(0.6)
        ? tree(dice, dice.between(-9, 9), dice.between(3, 7), dice.between(3.5, 8))
        : manyStems(dice, [dice.between(-9, 9), dice.between(2, 4)])),
    )
  if (dice.chance(0.3)) made.push(...overWall(dice, 0.15, top, [-8, 8]))
  if (dice.chance(0.5)) made.push(...slabs(dice, [dice.between(-5, 3), -dice.between(0.3, 2)], 9))
  if (dice.chance(0.4)) made.push(...bamboo(dice, [dice.between(-8, 3), -0.5]))
  if (dice.chance(0.35)) {
    const x = dice.between(-6, 2)
    made.push(...pergola(dice, x, -4.2), ...terrace(dice, [x, x + 3], -3, 0.3))
  }
  return { solids: [ground, ...made, ...planted(dice, seen, made, dice.whole(12, 40))], camera: seen }
}

/** Adds what shops, gardens and houses have; a garden may be seen from a place of its own. */
export function withRiches(
  solids: readonly Solid[],
  dice: Dice,
  setting: Setting,
  camera: Camera,
): { solids: Solid[]; camera: Camera } {
  const [first] = solids
  if (first?.shape === 'room')
    return {
      solids: [...solids, ...richRoom(dice, { ...first, shape: 'room' }, solids.slice(1), camera.eye)],
      camera,
    }
  return setting === 'outdoors' ? richGarden(dice, solids, camera) : { solids: [...solids], camera }
}
