import { straightEdgesOf } from '#kernels/lines/picture-lines.ts'
import { findRoomBox } from '#kernels/seeing/room-box-find.ts'
import type { RoomBox } from '#kernels/seeing/scene.ts'
import { viewOf } from '#kernels/seeing/view-find.ts'
import { labelShares } from '#kernels/segmentation/name-parts.ts'
import { atLeast, type Figures, rounded } from '#tests/bench/engine/figure.ts'
import { median } from '#tests/bench/harness.ts'
import { type KnownScene, type Look, renderScene } from '#tests/support/scenes/render-scene.ts'
import { segmentPicture } from '#tests/support/segment.ts'

/** The first of the rooms that nothing was tuned on. */
const FIRST_SEED = 401
const COUNT = 24
const LOOKS: readonly Look[] = ['clay', 'edged', 'photo', 'line']
/** Part of the diagonal that a corner may be off. */
const CLOSE = 0.02

/** How far the corners of the back wall that lie in the picture are off, parts of the diagonal. */
function cornersOff({ image: { width, height }, room }: KnownScene, found: RoomBox | null): number[] {
  const diagonal = Math.hypot(width, height)
  return room!.back.flatMap(({ x, y }, k) => {
    if (x < 0 || y < 0 || x > width || y > height) return []
    const at = found?.back[k]
    return [at ? Math.hypot(at.x - x, at.y - y) / diagonal : 1]
  })
}

/** The boxes of rooms whose geometry is known: how many corners that can be seen are found. */
export async function rooms(): Promise<Figures> {
  const off: number[][] = []
  for (let k = 0; k < COUNT; k++) {
    const scene = renderScene(FIRST_SEED + k, 'indoors', LOOKS[k % LOOKS.length]!)
    const shares = labelShares(await segmentPicture(scene.image), 'indoors')
    const view = viewOf(straightEdgesOf(scene.image), scene.image, 'indoors')
    off.push(cornersOff(scene, findRoomBox(scene.image, view, shares)))
  }
  const corners = off.flat()
  const whole = off.filter((some) => some.every((one) => one <= CLOSE)).length
  return {
    rooms: COUNT,
    cornersWithin2Percent: atLeast(corners.filter((one) => one <= CLOSE).length / corners.length, 0.8),
    roomsWithAllCorners: rounded(whole / COUNT),
    cornerMedian: rounded(median(corners)),
  }
}
