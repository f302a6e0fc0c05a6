import { describe, expect, test } from 'vitest'
import { LABELS, type Label } from '#kernels/seeing/scene.ts'
import { renderScene } from '#tests/support/scenes/render-scene.ts'

const SMALL = { width: 200, height: 150 }
const share = (labels: Uint8Array, label: Label) =>
  labels.filter((l) => l === LABELS.indexOf(label)).length / labels.length

describe('scenes with known geometry', () => {
  test('a seed gives the same picture again, another seed another', () => {
    const [one, again, other] = [101, 101, 102].map((seed) => renderScene(seed, 'outdoors', 'clay', SMALL))
    expect(one!.image.data).toEqual(again!.image.data)
    expect(one!.image.data).not.toEqual(other!.image.data)
  })

  test('all looks show the same scene', () => {
    const [clay, ...others] = (['clay', 'edged', 'line', 'photo'] as const).map((look) =>
      renderScene(103, 'indoors', look, SMALL),
    )
    for (const { labels } of others) expect(labels).toEqual(clay!.labels)
  })

  test.each([
    ['indoors', 105, 'floor'],
    ['outdoors', 108, 'ground'],
  ] as const)('a model in the sun is the same scene in another light, %s', (setting, seed, low) => {
    const usual = renderScene(seed, setting, 'clay', SMALL)
    const lit = renderScene(seed, setting, 'clay', { ...SMALL, sunlit: true })
    expect(lit.labels).toEqual(usual.labels)
    // Where the sun falls it is much brighter than where it does not.
    const brightest = ({ image, labels }: typeof lit) => {
      const values = [...labels.keys()]
        .filter((i) => labels[i] === LABELS.indexOf(low))
        .map((i) => image.data[4 * i]!)
        .sort((a, b) => a - b)
      return (
        values[Math.floor(0.98 * values.length)]! / Math.max(1, values[Math.floor(0.05 * values.length)]!)
      )
    }
    expect(brightest(lit)).toBeGreaterThan(1.25 * brightest(usual))
  })

  test.each([101, 104, 107])('room %i has its back corners where wall, floor and ceiling meet', (seed) => {
    const { room, labels, surfaces } = renderScene(seed, 'indoors', 'line', SMALL)
    expect(share(labels, 'wall')).toBeGreaterThan(0.2)
    const inside = room!.back.filter(
      ({ x, y }) => x > 4 && x < SMALL.width - 4 && y > 4 && y < SMALL.height - 4,
    )
    expect(inside.length).toBeGreaterThanOrEqual(2)
    const around = inside.map(({ x, y }) => {
      const found = new Set<number>()
      for (let dy = -3; dy <= 3; dy++)
        for (let dx = -3; dx <= 3; dx++)
          found.add(surfaces[Math.floor(y + dy) * SMALL.width + Math.floor(x + dx)]!)
      return found.size
    })
    // A piece of furniture may stand before one of them.
    expect(around.filter((sides) => sides >= 3).length).toBeGreaterThanOrEqual(inside.length - 1)
  })

  test.each([101, 102, 103])('normals agree with the axes of view %i', (seed) => {
    const { normals, labels, view } = renderScene(seed, 'above', 'line', SMALL)
    const [, down] = view.axes
    for (let i = 0; i < labels.length; i += 97) {
      if (LABELS[labels[i]!] !== 'ground') continue
      const up = -(normals[3 * i]! * down[0] + normals[3 * i + 1]! * down[1] + normals[3 * i + 2]! * down[2])
      expect(up).toBeGreaterThanOrEqual(-1e-6)
    }
    expect(share(labels, 'ground')).toBeGreaterThan(0.1)
    expect(share(labels, 'roof')).toBeGreaterThan(0.02)
  })
})
