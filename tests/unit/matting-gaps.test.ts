import { describe, expect, it } from 'vitest'
import { clearGaps } from '#kernels/matting/clear-gaps.ts'
import { coloursSay } from '#kernels/matting/palettes.ts'
import { GROUND, SUBJECT, UNKNOWN } from '#kernels/matting/shared-samples.ts'

type Rgb = readonly [number, number, number]

const [WIDTH, HEIGHT] = [1024, 60]
const WOOD: Rgb = [120, 70, 40]
/** Lawn that gets lighter to the right. */
const lawnAt = (x: number): Rgb => [60 + x / 200, 140 + x / 200, 50]

interface Scene {
  /** Columns of wood, from the first to before the second. */
  wood: readonly (readonly [number, number])[]
  /** What a column of haze has in the mask, its colour where it is not the lawn's, and whether the network is sure there. */
  haze: (x: number) => { mask: number; colour?: Rgb; isSure?: boolean } | null
  /** How many upper rows of the gaps are found. */
  found?: number
}

/** A fence before a lawn, with gaps of which the mask shows a part. */
function fence({ wood, haze, found = 20 }: Scene) {
  const data = new Uint8Array(4 * WIDTH * HEIGHT)
  const mask = new Uint8Array(WIDTH * HEIGHT)
  const kinds = new Int8Array(WIDTH * HEIGHT)
  for (let i = 0; i < mask.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const isWood = wood.some(([from, to]) => x >= from && x < to)
    const doubt = isWood || y < found ? null : haze(x)
    data.set([...(isWood ? WOOD : (doubt?.colour ?? lawnAt(x))), 255], 4 * i)
    mask[i] = isWood ? 255 : (doubt?.mask ?? 0)
    kinds[i] = isWood || doubt?.isSure ? SUBJECT : doubt ? UNKNOWN : GROUND
  }
  const picture = { width: WIDTH, height: HEIGHT, data }
  const rim = clearGaps(picture, coloursSay(picture, kinds), mask, kinds)
  const at = (x: number, y: number) => y * WIDTH + x
  return { mask: (x: number, y = 40) => mask[at(x, y)]!, kind: (x: number) => kinds[at(x, 40)]!, rim, at }
}

const POSTS = [
  [300, 320],
  [340, 360],
] as const
const isBetween = (x: number) => x >= 320 && x < 340

describe('gaps of which a mask has found a part', () => {
  it('are cleared as far as the ground goes on, but for a rim that is found anew', () => {
    const { mask, kind, rim, at } = fence({ wood: POSTS, haze: (x) => (isBetween(x) ? { mask: 150 } : null) })
    for (const x of [321, 330, 338]) expect([mask(x), kind(x)], `${x}`).toEqual([0, GROUND])
    expect([mask(320), kind(320), mask(319)]).toEqual([150, UNKNOWN, 255])
    expect(rim).toContain(at(320, 40))
    expect(rim).toContain(at(339, 40))
    expect(rim).not.toContain(at(330, 40))
    expect([...rim]).toEqual([...rim].sort((a, b) => a - b))
  })

  it('stay where they have a colour of the subject, where it changes at once, and where the mask is nearly sure', () => {
    const left = (mask: number, colour?: Rgb) =>
      fence({ wood: POSTS, haze: (x) => (isBetween(x) ? { mask, ...(colour && { colour }) } : null) }).mask(
        330,
      )
    expect(left(150, [122, 72, 42])).toBe(150)
    expect(left(150, [60, 140, 120])).toBe(150)
    expect(left(250)).toBe(250)
    expect(left(230)).toBe(0)
  })

  it('are cleared where the network is sure of the subject, if they are narrow; their edges are in doubt', () => {
    const slit = (px: number) =>
      fence({
        wood: [
          [20, 320],
          [320 + px, 620],
        ],
        haze: (x) => (x >= 320 && x < 320 + px ? { mask: 255, isSure: true } : null),
      })
    const narrow = slit(6)
    expect([narrow.mask(323), narrow.kind(323)]).toEqual([0, GROUND])
    for (const x of [319, 320, 325, 326]) expect(narrow.kind(x), `${x}`).toBe(UNKNOWN)
    expect(narrow.kind(317)).toBe(SUBJECT)
    const wide = slit(9)
    expect([wide.mask(324), wide.kind(324), wide.kind(319)]).toEqual([255, SUBJECT, SUBJECT])
  })

  it('are found behind thin parts, and not behind thick ones', () => {
    /** A gap that is wholly in doubt, behind a post of some px. */
    const behind = (px: number) => {
      return fence({
        wood: [
          [300, 300 + px],
          [320 + px, 360],
        ],
        haze: (x) => (x >= 300 + px && x < 320 + px ? { mask: 150 } : null),
        found: 0,
      }).mask(310 + px)
    }
    expect(behind(5)).toBe(0)
    expect(behind(9)).toBe(150)
  })

  it('are none where nothing is in doubt', () => {
    const { rim, mask } = fence({ wood: POSTS, haze: () => null })
    expect(rim.length).toBe(0)
    expect(mask(310)).toBe(255)
  })
})
