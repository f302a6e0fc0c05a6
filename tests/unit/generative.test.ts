import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { InputRole } from '#contracts/ops.ts'
import { pasteBack } from '#kernels/inpaint/paste-back.ts'
import type { Raster } from '#kernels/raster.ts'
import { type GenerativeFacts, wantedOf } from '#ops/generative.ts'
import { GENERATIVE } from '#ops/generative-table.ts'
import { OP_IDS, OPS, type OpId, paramsOf } from '#ops/index.ts'
import { findWords } from '#server/catalog/find-words.ts'
import { nearestSize, planFrame } from '#server/engines/pictures/frame.ts'

const asked = OP_IDS.flatMap((op) => {
  const facts: GenerativeFacts | undefined = GENERATIVE[op]
  return facts ? [{ op, facts }] : []
})

describe('words for generative engines', () => {
  it.each(asked)('$op: says only what its parameters and inputs have', ({ op, facts }) => {
    const known = Object.keys(paramsOf(op).shape)
    const named = [
      ...Object.keys(facts.says),
      ...(facts.without?.hides ?? []),
      facts.each?.param ?? [],
    ].flat()
    expect(named.filter((key) => !known.includes(key))).toEqual([])
    const roles = facts.pictures.map(([role]) => role)
    expect(roles.filter((role) => !OPS[op].accepts.includes(role))).toEqual([])
    const needed = OPS[op].requires.filter((role) => role !== 'image' && role !== 'mask')
    expect(needed.filter((role) => !roles.includes(role))).toEqual([])
  })

  it.each(asked)('$op: defaults make sentences without holes', ({ op, facts }) => {
    const params = paramsOf(op).parse({ prompt: '竹', time: 'dusk' }) as Record<string, unknown>
    const roles = facts.pictures.map(([role]) => role)
    const wanted = wantedOf(facts, { params, roles, first: 2 }, findWords)
    expect(wanted.length).toBeGreaterThan(0)
    for (const { words } of wanted) {
      expect(words).not.toMatch(/\{\}|undefined|null|\[object/)
      expect(words).not.toBe('')
      if (roles.length > 0) expect(words).toContain('第 2 张图')
    }
  })

  it.each<[OpId, Record<string, unknown>, InputRole[], string[]]>([
    ['render', { repair: true, classifyId3: 'interior-living' }, [], ['旧房', '起居']],
    ['relight', { time: 'night', weather: 'rain' }, [], ['夜晚', '下雨']],
    ['relight', { time: 'dusk' }, [], ['黄昏']],
    ['stylize', { lock: 0 }, ['style'], ['第 2 张图是参考图']],
    ['flatplan', { content: 'site', style: 'grey' }, [], ['总平面', '灰色系']],
    ['restore', {}, [], ['人脸']],
    ['clearroom', { keepFinish: false }, [], ['水泥毛坯']],
    ['clearroom', {}, [], ['清空']],
  ])('%s %j is asked for in them', (op, given, roles, words) => {
    const params = paramsOf(op).parse(given) as Record<string, unknown>
    const [wanted] = wantedOf(GENERATIVE[op]!, { params, roles, first: 2 }, findWords)
    for (const word of words) expect(wanted?.words).toContain(word)
  })

  it('takes a value for itself, also one that looks like a pattern', () => {
    const facts: GenerativeFacts = { task: '', says: { prompt: '要：{}' }, pictures: [], size: 'source' }
    const [wanted] = wantedOf(facts, { params: { prompt: "$& {} $'" }, roles: [], first: 2 }, () => '')
    expect(wanted?.words).toBe("要：$& {} $'")
  })
})

const side = fc.integer({ min: 16, max: 6000 })
const made = fc.constantFrom(
  {
    sizes: [
      [1024, 1024],
      [1536, 1024],
      [1024, 1536],
    ] as [number, number][],
  },
  { pixels: 1024 * 1024, step: 64 },
)

describe('planFrame', () => {
  it('keeps the area within the window, the window within the canvas, and all of it within what is sent', () => {
    const area = fc.tuple(
      fc.nat(999),
      fc.nat(999),
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 1, max: 1000 }),
    )
    const margin = fc.integer({ min: 0, max: 2000 })
    const margins = fc.record({ left: margin, right: margin, top: margin, bottom: margin })
    fc.assert(
      fc.property(
        side,
        side,
        fc.option(area),
        fc.option(margins),
        made,
        (width, height, share, sides, sizes) => {
          const wide = width + (sides ? sides.left + sides.right : 0)
          const high = height + (sides ? sides.top + sides.bottom : 0)
          const box = share && {
            left: Math.min(wide - 1, Math.floor((share[0] / 1000) * wide)),
            top: Math.min(high - 1, Math.floor((share[1] / 1000) * high)),
            right: 0,
            bottom: 0,
          }
          if (box && share) {
            box.right = Math.min(wide, box.left + Math.max(1, Math.floor((share[2] / 1000) * wide)))
            box.bottom = Math.min(high, box.top + Math.max(1, Math.floor((share[3] / 1000) * high)))
          }
          const { canvas, window, inner, sent } = planFrame(
            { width, height },
            { margins: sides, area: box, made: sizes },
          )
          expect([canvas.width, canvas.height]).toEqual([wide, high])
          expect(window.left).toBeGreaterThanOrEqual(0)
          expect(window.top).toBeGreaterThanOrEqual(0)
          expect(window.left + window.width).toBeLessThanOrEqual(wide)
          expect(window.top + window.height).toBeLessThanOrEqual(high)
          if (box) {
            expect(window.left).toBeLessThanOrEqual(box.left)
            expect(window.left + window.width).toBeGreaterThanOrEqual(box.right)
            expect(window.top).toBeLessThanOrEqual(box.top)
            expect(window.top + window.height).toBeGreaterThanOrEqual(box.bottom)
          }
          expect(inner.left).toBeGreaterThanOrEqual(0)
          expect(inner.left + inner.width).toBeLessThanOrEqual(sent.width)
          expect(inner.top + inner.height).toBeLessThanOrEqual(sent.height)
          // Nothing is stretched by more than rounding to whole pixels does.
          const [across, down] = [inner.width / window.width, inner.height / window.height]
          const slack = 1 / Math.min(inner.width, inner.height)
          expect(Math.abs(Math.log(across / down))).toBeLessThanOrEqual(2 * slack)
          expect([sent.width, sent.height]).toEqual(nearestSize(sizes, window.width / window.height))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('sends the surroundings of a small area at full detail, not all of a large picture', () => {
    const area = { left: 3000, top: 2000, right: 3300, bottom: 2200 }
    const { window } = planFrame(
      { width: 4000, height: 3000 },
      { margins: null, area, made: { pixels: 1024 * 1024, step: 64 } },
    )
    expect(window.width).toBeLessThan(1400)
    expect(window.height).toBeLessThan(1400)
  })
})

function flat(width: number, height: number, colour: readonly [number, number, number]): Raster {
  const data = new Uint8ClampedArray(4 * width * height)
  for (let i = 0; i < width * height; i++) data.set([...colour, 255], 4 * i)
  return { width, height, data }
}

/** A picture with slopes in both directions. */
function slopes(width: number, height: number): Raster {
  const picture = flat(width, height, [0, 0, 0])
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      picture.data.set([60 + x, 50 + y, 80 + ((x + y) >> 1)], 4 * (y * width + x))
  return picture
}

describe('pasteBack', () => {
  const [width, height] = [120, 90]
  const mask = new Uint8Array(width * height)
  for (let y = 30; y < 60; y++) for (let x = 40; x < 80; x++) mask[y * width + x] = 255

  it('changes nothing outside the mask and everything within it', () => {
    const base = slopes(width, height)
    const before = base.data.slice()
    const piece = flat(100, 80, [200, 20, 20])
    pasteBack(base, piece, { left: 10, top: 5 }, mask)
    for (let i = 0; i < width * height; i++) {
      const own = [...base.data.subarray(4 * i, 4 * i + 4)]
      if (mask[i] === 0) expect(own).toEqual([...before.subarray(4 * i, 4 * i + 4)])
    }
    expect([...base.data.subarray(4 * (45 * width + 60), 4 * (45 * width + 60) + 3)]).toEqual([200, 20, 20])
  })

  it('takes back a drift of colours that the surroundings show', () => {
    const base = slopes(width, height)
    const piece = slopes(width, height)
    const truth = piece.data.slice()
    for (let i = 0; i < piece.data.length; i += 4) {
      piece.data[i] = 0.9 * piece.data[i]! + 14
      piece.data[i + 1] = 1.08 * piece.data[i + 1]! - 9
    }
    pasteBack(base, piece, { left: 0, top: 0 }, mask)
    const worst = base.data.reduce((most, value, i) => Math.max(most, Math.abs(value - truth[i]!)), 0)
    expect(worst).toBeLessThanOrEqual(2)
  })
})
