import { describe, expect, it } from 'vitest'
import { straightEdgesOf } from '#kernels/lines/picture-lines.ts'
import type { Raster } from '#kernels/raster.ts'
import {
  boxOfExtent,
  boxOfPlanes,
  dragCorner,
  extentOf,
  planesOfBox,
  settleRoom,
  viewOfBox,
} from '#kernels/seeing/room-box.ts'
import { findRoomBox } from '#kernels/seeing/room-box-find.ts'
import { placesOf, sidesAgree } from '#kernels/seeing/room-box-score.ts'
import type { RoomBox, Spot } from '#kernels/seeing/scene.ts'
import { distanceAlong, dot, rayOf } from '#kernels/seeing/view.ts'
import { viewOf } from '#kernels/seeing/view-find.ts'
import { labelShares } from '#kernels/segmentation/name-parts.ts'
import { type Look, renderScene } from '#tests/support/scenes/render-scene.ts'
import { segmentPicture } from '#tests/support/segment.ts'

const SIZE = { width: 480, height: 360 }
const sharesIn = async (image: Raster) => labelShares(await segmentPicture(image), 'indoors')
const findView = (image: Raster) => viewOf(straightEdgesOf(image), image, 'indoors')
const find = async (image: Raster) => findRoomBox(image, findView(image), await sharesIn(image))
const apart = (a: Spot, b: Spot) => Math.hypot(a.x - b.x, a.y - b.y)

/** Greatest error of the corners that are in the picture, in diagonals. */
function error(found: RoomBox | null, known: RoomBox): number {
  const inside = ({ x, y }: Spot) => x > 0 && y > 0 && x < SIZE.width && y < SIZE.height
  if (!found) return 1
  const errors = known.back.flatMap((spot, i) => (inside(spot) ? [apart(spot, found.back[i]!)] : []))
  return Math.max(...errors) / Math.hypot(SIZE.width, SIZE.height)
}

describe('the box of a room', () => {
  const known = renderScene(203, 'indoors', 'line', SIZE)

  it('tells the planes of floor, ceiling and walls, and comes back from them', () => {
    const planes = planesOfBox(known.view, known.room!)!
    for (const { x, y } of known.room!.back) {
      const ray = rayOf(known.view, x, y)
      const far = [planes.back, y < SIZE.height / 2 ? planes.ceiling : planes.floor].map((plane) =>
        distanceAlong(plane, ray),
      )
      expect(far[0]! / far[1]!).toBeCloseTo(1, 6)
    }
    const again = boxOfPlanes(known.view, planes, 1)
    again.back.forEach((spot, i) => {
      expect(apart(spot, known.room!.back[i]!)).toBeLessThan(1e-6 * SIZE.width)
    })
    expect(
      planesOfBox(known.view, { ...known.room!, back: [...known.room!.back].reverse() as never }),
    ).toBeNull()
  })

  it('stays a box when a corner is dragged', () => {
    const box = known.room!
    const to = { x: box.back[0].x + 15, y: box.back[0].y + 10 }
    const dragged = dragCorner(known.view, box, 0, to)
    expect(apart(dragged.back[0], to)).toBeLessThan(1e-6 * SIZE.width)
    expect(apart(dragged.back[2], box.back[2])).toBeLessThan(1e-6 * SIZE.width)
    expect(extentOf(known.view, dragged)).not.toBeNull()
    // The camera that it tells is the one that it was dragged in, whatever camera was thought of before.
    const settled = settleRoom(findView(known.image), dragged)!
    expect(apart(settled.box.back[0], to)).toBeLessThan(0.01 * SIZE.width)
    expect(settleRoom(known.view, { ...dragged, back: [...dragged.back].reverse() as never })).toBeNull()
  })

  it('tells the camera that sees it so', () => {
    const view = viewOfBox(findView(known.image), known.room!)
    for (const k of [0, 1, 2] as const)
      expect(Math.abs(dot(view.axes[k], known.view.axes[k]))).toBeGreaterThan(0.9994)
    const extent = extentOf(view, known.room!)!
    expect(error(boxOfExtent(view, extent, 1), known.room!)).toBeLessThan(0.01)
  })

  it('agrees with the names of pixels, and less so where it is moved', async () => {
    const places = placesOf(known.view, await sharesIn(known.image))
    const extent = extentOf(known.view, known.room!)!
    const agreed = sidesAgree(places, extent)
    expect(agreed).toBeGreaterThan(0.3)
    for (const side of ['left', 'top', 'right', 'bottom'] as const)
      expect(sidesAgree(places, { ...extent, [side]: 0.6 * extent[side] })).toBeLessThan(agreed)
    expect(sidesAgree([], extent)).toBe(0)
  })

  it('is found by what the pixels are named where curtains and shelves have stronger edges than it', {
    timeout: 60_000,
  }, async () => {
    const { image, room } = renderScene(913, 'indoors', 'clay', { ...SIZE, rich: true })
    expect(error(await find(image), room!)).toBeLessThan(0.02)
  })

  it('is found in rooms with furniture', { timeout: 120_000 }, async () => {
    const cases: [Look, number[]][] = [
      ['clay', [211]],
      ['line', [213, 214]],
    ]
    const errors: number[] = []
    for (const [look, seeds] of cases)
      for (const seed of seeds) {
        const { image, room } = renderScene(seed, 'indoors', look, SIZE)
        errors.push(error(await find(image), room!))
      }
    expect(errors.filter((e) => e < 0.02).length / errors.length).toBeGreaterThanOrEqual(0.6)
  })
})
