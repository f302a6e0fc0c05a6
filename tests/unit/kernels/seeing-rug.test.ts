import { describe, expect, it } from 'vitest'
import { project } from '#kernels/lines/homography.ts'
import type { Segment } from '#kernels/lines/segments.ts'
import type { Sight } from '#kernels/seeing/regions-sight.ts'
import { layRug } from '#kernels/seeing/rug.ts'
import { groundOf, pictureToPlane, planeToPicture, usualView } from '#kernels/seeing/view.ts'

const [width, height] = [480, 320]
const view = usualView(width, height, 'indoors')
const ground = groundOf(view, 'indoors')
const [toPicture, toFloor] = [planeToPicture(view, ground), pictureToPlane(view, ground)]

const spotOn = (i: number) => project(toFloor, (i % width) + 0.5, Math.floor(i / width) + 0.5)

/** A room of this width, metres, whose floor ends so far from the camera. */
const room = (wide = 9, deep = 12) => {
  const map = new Uint16Array(width * height)
  for (let i = 0; i < map.length; i++) {
    const { x, y, w } = spotOn(i)
    map[i] = w > 0 && Math.abs(x) < wide / 2 && y > -deep ? 1 : 0
  }
  return {
    parts: { map, count: 2 },
    names: [
      { label: 'wall', sure: 0.9 },
      { label: 'floor', sure: 0.9 },
    ] as const,
  }
}

/** Edge between two places of the floor, metres to the right and towards the camera. */
const edge = (from: readonly [number, number], to: readonly [number, number]): Segment => {
  const [p, q] = [project(toPicture, ...from), project(toPicture, ...to)]
  return { x1: p.x, y1: p.y, x2: q.x, y2: q.y, width: 2, bend: 0 }
}

/** Lays it with edges that are as likely borders of things everywhere. */
const laid = (segments: readonly Segment[], apart = 0.8, { parts, names } = room()) => {
  const sight = { width, height, apart: new Float32Array(width * height).fill(apart) } as unknown as Sight
  return layRug({ parts, names: [...names] }, sight, view, segments)
}

/** A rug of 2.4 m by 1.8 m. */
const [left, right, back, front] = [-1.4, 1, -5.6, -3.8]

/** Share that a region and the rug have in common of what either covers. */
const overlapOf = ({ parts, rug }: ReturnType<typeof laid>) => {
  let [both, either] = [0, 0]
  for (let i = 0; i < parts.map.length; i++) {
    const { x, y, w } = spotOn(i)
    const isOn = w > 0 && x > left && x < right && y > back && y < front
    const isTaken = parts.map[i] === rug
    if (isOn && isTaken) both++
    if (isOn || isTaken) either++
  }
  return both / either
}

describe('a rug', () => {
  const flank = edge([right, front], [right, back])
  // What stands before it hides a part of its front.
  const fronts = [edge([left, front], [-0.6, front]), edge([0.1, front], [right, front])]

  it('is found by its front, which is hidden in part, and one flank', () => {
    for (const segments of [
      [...fronts, flank],
      [...fronts, edge([left, front], [left, back])],
    ]) {
      const found = laid(segments)
      expect(found.rug).not.toBeNull()
      expect(found.names[found.rug!]?.label).toBe('floor')
      expect(overlapOf(found)).toBeGreaterThan(0.95)
    }
  })

  it('is found where the camera is known only nearly', () => {
    const found = laid([edge([left, front - 0.1], [right, front + 0.05]), edge([1.03, front], [0.97, back])])
    expect(found.rug).not.toBeNull()
    expect(overlapOf(found)).toBeGreaterThan(0.85)
  })

  it('is none where no flank meets the front at right angles', () => {
    expect(laid(fronts).rug).toBeNull()
    expect(laid([...fronts, edge([right, front], [right + 0.6, back])]).rug).toBeNull()
    expect(laid([...fronts, edge([right + 0.8, front], [right + 0.8, back])]).rug).toBeNull()
    expect(laid([...fronts, edge([right, front - 1], [right, back - 1])]).rug).toBeNull()
  })

  it('is none where light makes the edges, and what it leaves alone is as it was', () => {
    const found = laid([...fronts, flank], 0.1)
    expect(found.rug).toBeNull()
    expect(found.parts.map).toEqual(room().parts.map)
  })

  it('is none where it would be nearly all of the floor, or tiny', () => {
    const large = [edge([-2.2, -3.4], [2.2, -3.4]), edge([2.2, -3.4], [2.2, -8.9])]
    expect(laid(large).rug).not.toBeNull()
    expect(laid(large, 0.8, room(4.6, 9)).rug).toBeNull()
    expect(laid([edge([0, -5], [0.7, -5]), edge([0, -5], [0, -5.7])]).rug).toBeNull()
  })
})
