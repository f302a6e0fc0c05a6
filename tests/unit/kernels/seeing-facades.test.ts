import { describe, expect, it } from 'vitest'
import { findFacades } from '#kernels/seeing/facades.ts'
import { LABELS, type Spot } from '#kernels/seeing/scene.ts'
import { distanceAlong, dot, rayOf } from '#kernels/seeing/view.ts'
import { findView } from '#kernels/seeing/view-find.ts'
import { addNoise, grey, picture } from '#tests/support/line-pictures.ts'
import { renderScene } from '#tests/support/scenes/render-scene.ts'

const SIZE = { width: 640, height: 480 }

function isIn(outline: readonly Spot[], x: number, y: number): boolean {
  return outline.every((a, k) => {
    const b = outline[(k + 1) % outline.length]!
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) >= 0
  })
}

describe('facades', () => {
  it('are the planes of the walls that are seen', { timeout: 120_000 }, () => {
    let [walls, covered, right] = [0, 0, 0]
    for (const seed of [251, 252, 253]) {
      const scene = renderScene(seed, 'outdoors', 'line', SIZE)
      const view = findView(scene.image, 'outdoors')
      const facades = findFacades(scene.image, view)
      for (let y = 2; y < SIZE.height; y += 4)
        for (let x = 2; x < SIZE.width; x += 4) {
          const i = y * SIZE.width + x
          const label = LABELS[scene.labels[i]!]
          if (label !== 'wall' && label !== 'opening') continue
          walls++
          const facade = facades.find(({ outline }) => isIn(outline, x, y))
          if (!facade) continue
          covered++
          const [a, b, c] = [0, 1, 2].map((k) => scene.normals[3 * i + k]!) as [number, number, number]
          if (dot(facade.surface.normal, [a, b, c]) > 0.95) right++
          expect(distanceAlong(facade.surface, rayOf(view, x, y))).toBeLessThan(1e4)
        }
    }
    expect(covered / walls).toBeGreaterThan(0.7)
    expect(right / covered).toBeGreaterThan(0.85)
  })

  it('are none where nothing is straight', () => {
    const plain = picture(160, 120, () => grey(128))
    const noise = addNoise(plain, 20, 3)
    expect(findFacades(noise, findView(noise))).toEqual([])
  })
})
