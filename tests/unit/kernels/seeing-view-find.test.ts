import { describe, expect, it } from 'vitest'
import { straightEdgesOf } from '#kernels/lines/picture-lines.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Setting, View } from '#kernels/seeing/scene.ts'
import { dot } from '#kernels/seeing/view.ts'
import { viewOf } from '#kernels/seeing/view-find.ts'
import { addNoise, grey, picture } from '#tests/support/line-pictures.ts'
import { readRaster } from '#tests/support/read-raster.ts'
import { type Look, renderScene } from '#tests/support/scenes/render-scene.ts'

const SIZE = { width: 480, height: 360 }

/** Largest angle between the axes of two views, degrees, whichever of the level ones is called right. */
function apart(a: View, b: View): number {
  const between = (i: 0 | 1 | 2, j: 0 | 1 | 2) =>
    (Math.acos(Math.min(1, Math.abs(dot(a.axes[i], b.axes[j])))) * 180) / Math.PI
  const straight = Math.max(between(0, 0), between(2, 2))
  const swapped = Math.max(between(0, 2), between(2, 0))
  return Math.max(between(1, 1), Math.min(straight, swapped))
}

const findView = (image: Raster, setting: Setting | null = null) =>
  viewOf(straightEdgesOf(image), image, setting)

describe('the camera of a picture', () => {
  const cases: [Setting, Look, number[]][] = [
    ['indoors', 'clay', [201]],
    ['indoors', 'line', [204]],
    ['outdoors', 'photo', [206]],
    ['outdoors', 'line', [208]],
    ['above', 'line', [210]],
  ]
  it.each(cases)('is found within 2° in a scene %s, %s', { timeout: 120_000 }, (setting, look, seeds) => {
    for (const seed of seeds) {
      const scene = renderScene(seed, setting, look, SIZE)
      const view = findView(scene.image, setting)
      expect(apart(view, scene.view), `seed ${seed}`).toBeLessThan(2)
      expect(view.sure).toBeGreaterThan(0.3)
    }
  })

  it('has its principal point off the middle where a shift lens kept uprights parallel', {
    timeout: 120_000,
  }, () => {
    const isLevel = ({ axes }: View) => Math.abs(axes[1][2]) < 0.01 && Math.abs(axes[2][0]) > 0.1
    let scene = renderScene(230, 'indoors', 'line', SIZE)
    for (let seed = 231; !isLevel(scene.view); seed++) scene = renderScene(seed, 'indoors', 'line', SIZE)
    // The lower quarter is cut off, as if the lens were shifted upwards.
    const height = 0.75 * SIZE.height
    const data = scene.image.data.slice(0, 4 * SIZE.width * height)
    const view = findView({ width: SIZE.width, height, data }, 'indoors')
    expect(apart(view, scene.view)).toBeLessThan(2)
    expect(view.shift).toBeGreaterThan(SIZE.height / 8 - 8)
    expect(view.shift).toBeLessThan(SIZE.height / 8 + 8)
  })

  it('is the same in the model of a room and in its drawing, by a slightly shifted lens', async () => {
    const [model, drawing] = await Promise.all(
      ['clay', 'line'].map(async (look) =>
        findView(await readRaster(`public/samples/living-${look}.webp`, 1024)),
      ),
    )
    expect(apart(model!, drawing!)).toBeLessThan(2)
    expect(model!.shift).toBeLessThan(-25)
  })

  it('is a usual one, and said to be unsure, where nothing is straight', () => {
    const noise = addNoise(
      picture(320, 240, () => grey(128)),
      30,
      7,
    )
    const view = findView(noise)
    expect(view.sure).toBeLessThan(0.3)
    expect(view.axes[1]).toEqual([0, 1, 0])
  })
})
