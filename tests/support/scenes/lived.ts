import type { Setting, Vector3 } from '#kernels/seeing/scene.ts'
import type { Dice } from './build.ts'
import { livedGarden, livedGround } from './lived-garden.ts'
import { livedRoom } from './lived-room.ts'
import type { Solid } from './solids.ts'

/** Adds what people add, off the camera's feet. */
export function withLife(solids: readonly Solid[], dice: Dice, setting: Setting, [, near]: Vector3): Solid[] {
  const [first, ...rest] = solids
  if (first?.shape === 'room')
    return [
      first,
      ...rest,
      ...livedRoom(dice, { ...first, shape: 'room' }).filter(
        ({ low, shape }) => low[1] > near + 1.1 || (shape === 'box' && low[2] < 0.002 && low[1] >= 0),
      ),
    ]
  if (setting !== 'outdoors' || !first) return [...solids]
  return [{ ...first, finish: livedGround(dice) }, ...rest, ...livedGarden(dice)]
}
