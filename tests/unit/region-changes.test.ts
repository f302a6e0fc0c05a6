import { expect, test } from 'vitest'
import { MOST_REGION_CHANGES, MOST_STROKE_POINTS, MOST_STROKES } from '#contracts/surfaces.ts'
import { paramsOf } from '#ops/index.ts'
import { setRegion, withChange } from '#src/workbenches/render/region-changes.ts'
import { changeOfStroke, loopOf } from '#src/workbenches/render/strokes.ts'

const at = { x: 0.2, y: 0.7 }
const other = { x: 0.9, y: 0.1, finish: 'brick-red' }

test('what is set of a region joins what was set before, and stands last', () => {
  const labelled = setRegion([], at, { label: 'floor' })
  const dressed = setRegion([...labelled, other], at, { finish: 'wood-oak' })
  expect(dressed).toEqual([other, { ...at, label: 'floor', finish: 'wood-oak' }])
})

test('what is set of a part or of all alike stands beside what is set of the region at the same place', () => {
  const part = { ...at, extent: 'part' as const }
  const both = setRegion(setRegion([], at, { finish: 'wood-oak' }), part, { finish: '#102030' })
  expect(setRegion(both, part, { label: 'roof' })).toEqual([
    { ...at, finish: 'wood-oak' },
    { ...part, label: 'roof' },
  ])
  expect(paramsOf('render').parse({ regions: both }).regions).toEqual(both)
})

test('another kind of surface lets the material go', () => {
  const dressed = setRegion([], at, { finish: 'wood-oak' })
  expect(setRegion(dressed, at, { label: 'vegetation' })).toEqual([{ ...at, label: 'vegetation' }])
})

test('more changes than a picture may have push the oldest out', () => {
  let changes = setRegion([], at, { label: 'floor' })
  for (let n = 1; n <= MOST_REGION_CHANGES; n++)
    changes = setRegion(changes, { x: n / (MOST_REGION_CHANGES + 1), y: 0 }, { label: 'wall' })
  expect(changes).toHaveLength(MOST_REGION_CHANGES)
  expect(changes.some((change) => 'label' in change && change.label === 'floor')).toBe(false)
  expect(paramsOf('render').safeParse({ regions: changes }).success).toBe(true)
})

test('what was set before a region was cut or merged stays for all that has become of it', () => {
  const cut = withChange(setRegion([], at, { finish: 'wood-oak' }), {
    split: [
      [0.1, 0.5],
      [0.4, 0.5],
    ],
    closed: false,
  })
  const again = setRegion(setRegion(cut, at, { finish: '#102030' }), at, { finish: '#405060' })
  expect(again).toEqual([...cut, { ...at, finish: '#405060' }])
  expect(paramsOf('render').parse({ regions: again }).regions).toEqual(again)
})

test('a stroke is kept in few points, parts of the sides, and is closed where its ends meet', () => {
  const picture = { width: 1000, height: 500 }
  const round = Array.from({ length: 400 }, (_, k) => {
    const turn = (k / 399) * 2 * Math.PI
    return { x: 500 + 300 * Math.cos(turn), y: 250 + (200 + (k % 2) * 8) * Math.sin(turn) }
  })
  const cut = changeOfStroke('split', round, picture)
  expect(cut).toMatchObject({ closed: true })
  expect('split' in cut && cut.split.length).toBeLessThanOrEqual(MOST_STROKE_POINTS)
  expect(changeOfStroke('split', round.slice(0, 200), picture)).toMatchObject({ closed: false })
  const straight = [0, 100, 200, 1100].map((x) => ({ x, y: 250 }))
  expect(changeOfStroke('merge', straight, picture)).toEqual({
    merge: [
      [0, 0.5],
      [1, 0.5],
    ],
  })
  expect(paramsOf('render').safeParse({ regions: [cut] }).success).toBe(true)
})

test('a loop is set as one change about its middle; two places are the corners of a box', () => {
  const { at: middle, around } = loopOf(
    [
      { x: 100, y: 50 },
      { x: 300, y: 150 },
    ],
    { width: 1000, height: 500 },
  )
  expect({ middle, around }).toEqual({
    middle: { x: 0.2, y: 0.2 },
    around: [
      [0.1, 0.1],
      [0.3, 0.1],
      [0.3, 0.3],
      [0.1, 0.3],
    ],
  })
  const named = setRegion([], { ...middle, around }, { label: 'wall' })
  const dressed = setRegion(named, { ...middle, around }, { finish: 'brick-red' })
  expect(dressed).toEqual([{ ...middle, around, label: 'wall', finish: 'brick-red' }])
  expect(paramsOf('render').parse({ regions: dressed }).regions).toEqual(dressed)
})

test('strokes are as many as one request holds', () => {
  const merge = Array.from({ length: MOST_STROKE_POINTS }, (_, k): [number, number] => [k / 100, 0.1234])
  let changes = setRegion([], at, { label: 'floor' })
  for (let n = 0; n <= MOST_STROKES; n++) changes = withChange(changes, { merge })
  expect(changes).toHaveLength(MOST_STROKES + 1)
  expect(changes[0]).toMatchObject({ label: 'floor' })
  expect(paramsOf('render').safeParse({ regions: changes }).success).toBe(true)
  expect(JSON.stringify(changes).length).toBeLessThan(200_000)
})
