import { describe, expect, it } from 'vitest'
import { LABELS, type Label, type Setting } from '#contracts/surfaces.ts'
import type { Answers, RunNetwork } from '#kernels/networks.ts'
import { greenerShares, greenParts, splitAtLabels } from '#kernels/seeing/name-regions.ts'
import type { Lab } from '#kernels/seeing/region-facts.ts'
import type { Named } from '#kernels/seeing/scene.ts'
import { SURE } from '#kernels/seeing/scene.ts'
import { namedByPaint, sureAsSurfaces, wholeSurfaces } from '#kernels/seeing/surfaces.ts'
import { keptSegmenter } from '#kernels/segmentation/kept.ts'
import { labelShares, nameMap, nameParts } from '#kernels/segmentation/name-parts.ts'
import { NAMES } from '#kernels/segmentation/names.ts'
import { refineShares } from '#kernels/segmentation/refine-shares.ts'
import { likeliestKind, type Segmentation, segmenterOf } from '#kernels/segmentation/segment.ts'
import { PHOTOS } from '#tests/support/photos.ts'
import { readRaster } from '#tests/support/read-raster.ts'
import { renderScene } from '#tests/support/scenes/render-scene.ts'
import { segmentPicture } from '#tests/support/segment.ts'

const indexOf = (name: string) => NAMES.findIndex((entry) => entry.name === name)

/** A segmentation of one row of places, each with the shares of its names. */
function row(places: readonly Readonly<Record<string, number>>[]): Segmentation {
  const shares = new Float32Array(NAMES.length * places.length)
  for (const [x, place] of places.entries())
    for (const [name, share] of Object.entries(place)) shares[indexOf(name) * places.length + x] = share
  return { width: places.length, height: 1, shares, setting: [1, 0, 0], kind: [1, 0, 0, 0] }
}

/** Outputs of a network that takes the picture for a drawing of a house and names nothing in it. */
const outputsOf = (dims: readonly number[]): Answers => [
  new Float32Array((NAMES.length * dims[2]! * dims[3]!) / 16),
  Float32Array.of(0, 1, 0),
  Float32Array.of(0, 0, 0, 1),
]

describe('the segmentation of a picture', () => {
  it('looks at sides that are multiples of 32, and gives the planes in a quarter of that', async () => {
    const asked: (readonly number[])[] = []
    const run: RunNetwork = async (_, dims) => {
      asked.push(dims)
      return outputsOf(dims)
    }
    const white = (width: number, height: number) => ({
      ...{ width, height },
      data: new Uint8ClampedArray(4 * width * height).fill(255),
    })
    const seen = await segmenterOf(run)(white(300, 100))
    await segmenterOf(run)(white(5, 900))
    expect(asked).toEqual([
      [1, 3, 160, 512],
      [1, 3, 512, 32],
    ])
    expect([seen.width, seen.height]).toEqual([128, 40])
    expect(seen.setting).toEqual([0, 1, 0])
    expect(seen.kind).toEqual([0, 0, 0, 1])
  })

  it('refuses outputs of another shape', async () => {
    const run: RunNetwork = async () => [new Float32Array(9)]
    const data = new Uint8ClampedArray(4 * 64 * 64)
    await expect(segmenterOf(run)({ width: 64, height: 64, data })).rejects.toThrow('another shape')
  })

  it.each([
    ['room', 'indoors'],
    ['house', 'outdoors'],
  ] as const)('tells what a photograph shows: %s', async (name, setting) => {
    const { setting: shares } = await segmentPicture(await readRaster(PHOTOS[name], 640))
    expect(shares[setting === 'indoors' ? 0 : 1]).toBeGreaterThan(0.9)
  })

  it('is made once for the same pixels, and again where it failed', async () => {
    let asked = 0
    const run: RunNetwork = async (_, dims) => {
      asked++
      if (asked === 1) throw new Error('the network is not there yet')
      return outputsOf(dims)
    }
    const picture = (value: number) => ({
      ...{ width: 40, height: 30 },
      data: new Uint8ClampedArray(4 * 40 * 30).fill(value),
    })
    await expect(keptSegmenter(run)(picture(9))).rejects.toThrow('not there yet')
    const [first, second] = [await keptSegmenter(run)(picture(9)), await keptSegmenter(run)(picture(9))]
    expect(second).toBe(first)
    expect(asked).toBe(2)
    expect(await keptSegmenter(run)(picture(8))).not.toBe(first)
    expect(asked).toBe(3)
  })

  it.each([
    ['photograph', 'photo', () => readRaster(PHOTOS.room, 640)],
    ['white model', 'model', () => renderScene(7, 'outdoors', 'clay', { width: 480, height: 320 }).image],
    ['line drawing', 'drawing', () => renderScene(7, 'outdoors', 'line', { width: 480, height: 320 }).image],
    // Path traced, with soft light: only their one hue tells them from photographs.
    ['room of clay', 'model', () => readRaster('public/samples/shop-clay.webp', 640)],
    ['garden of clay', 'model', () => readRaster('public/samples/garden-clay.webp', 640)],
  ] as const)('tells what kind of picture it is: %s', async (_, kind, open) => {
    expect(likeliestKind(await segmentPicture(await open()))).toBe(kind)
  })

  it('counts a viewport as a model', () => {
    expect(likeliestKind({ kind: [0.4, 0.25, 0.3, 0.05] })).toBe('model')
    expect(likeliestKind({ kind: [0.1, 0.2, 0.2, 0.5] })).toBe('drawing')
  })
})

describe('names of parts', () => {
  const parts = { map: Uint16Array.of(0, 0, 1, 1), count: 2 }
  const named = (segmentation: Segmentation, setting: Setting) =>
    nameParts(parts, 4, segmentation, setting).map(({ name, label, sure }) => {
      return [NAMES[name]?.name, LABELS[label], Number(sure.toFixed(2))]
    })

  it('are those of the label with most of it, and sure as far as it is ahead of the next', () => {
    const seen = row([
      { wall: 0.8, floor: 0.2 },
      { wall: 0.6, window: 0.4 },
      { rug: 1 },
      { rug: 0.4, floor: 0.6 },
    ])
    expect(named(seen, 'indoors')).toEqual([
      ['wall', 'wall', 0.5],
      ['rug', 'floor', 1],
    ])
  })

  it('leave out what the setting rules out', () => {
    const seen = row([{ seat: 0.7, ground: 0.3 }, { seat: 1 }, { building: 0.6, sky: 0.4 }, { building: 1 }])
    expect(named(seen, 'outdoors').map(([name]) => name)).toEqual(['ground', 'building'])
    expect([...nameMap(seen, 'outdoors', 4, 1)].map((name) => NAMES[name]?.name)).toEqual([
      'ground',
      'other',
      'building',
      'building',
    ])
    const { shares } = labelShares(seen, 'outdoors')
    expect(shares[4 * LABELS.indexOf('furniture')]).toBe(0)
    expect(shares[4 * LABELS.indexOf('ground')]).toBeCloseTo(0.3)
  })
})

describe('shares that flow up to the edges of a picture', () => {
  const [width, height] = [64, 32]
  // The network's planes have a quarter of the size.
  const rough = (isWindow: (column: number) => boolean) => {
    const [w, h] = [width / 4, height / 4]
    const shares = new Float32Array(NAMES.length * w * h)
    for (let i = 0; i < w * h; i++) shares[indexOf(isWindow(i % w) ? 'window' : 'wall') * w * h + i] = 1
    return { width: w, height: h, shares, setting: [1, 0, 0], kind: [1, 0, 0, 0] }
  }
  const windowsIn = (seen: Segmentation, steps: (x: number) => number) => {
    const data = Float32Array.from({ length: width * height }, (_, i) => steps(i % width))
    const refined = refineShares(seen, 'indoors', { width, height, data })
    expect([refined.width, refined.height]).toEqual([width / 4, height / 4])
    const names = nameMap(refined, 'indoors', width, height)
    const row = names.subarray((height / 2) * width, (height / 2 + 1) * width)
    return row.filter((name) => NAMES[name]?.name === 'window').length
  }

  it('end where the picture has an edge', () => {
    const upTo24 = rough((column) => column < 6)
    const edgeAt32 = windowsIn(upTo24, (x) => (x === 31 || x === 32 ? 30 : 0))
    expect(edgeAt32).toBeGreaterThanOrEqual(27)
    expect(edgeAt32).toBeLessThanOrEqual(32)
  })

  it('drown a speck in what is even, and not one with edges', () => {
    const speck = rough((column) => column === 8)
    expect(windowsIn(speck, () => 0)).toBe(0)
    expect(windowsIn(speck, (x) => (x === 31 || x === 36 ? 30 : 0))).toBeGreaterThan(0)
  })
})

describe('what names alone do not tell of a photograph', () => {
  it('is where ground is grown over', () => {
    const colours = [
      [0.3, 0.5, 0.2],
      [0.4, 0.5, 0.3],
      [0.5, 0.5, 0.5],
      [0.5, 0.48, 0.4],
    ]
    const plane = (c: number) => Float32Array.from(colours, (colour) => colour[c]!)
    const copy = { r: plane(0), g: plane(1), b: plane(2) }
    expect(greenParts({ map: Uint16Array.of(0, 0, 1, 1), count: 2 }, { copy })).toEqual([true, false])
  })

  it('is that what is green is the likelier a plant', () => {
    const segmentation = row([
      { plant: 0.4, building: 0.6 },
      { plant: 0.4, building: 0.6 },
    ])
    const plane = (...values: number[]) => Float32Array.from(values)
    const copy = { width: 2, height: 1, r: plane(0.3, 0.5), g: plane(0.5, 0.5), b: plane(0.2, 0.5) }
    const { shares } = greenerShares(segmentation, copy)
    const at = (name: string) => [...shares.subarray(2 * indexOf(name), 2 * indexOf(name) + 2)]
    expect(at('plant')[0]).toBeGreaterThan(0.75)
    expect(at('plant')[0]! + at('building')[0]!).toBeCloseTo(1)
    expect(at('plant')[1]).toBeCloseTo(0.4)
    expect(at('building')[1]).toBeCloseTo(0.6)
  })

  it('is that a panel in shade is as sure as its façade, but not what is hardly wall, of another hue, or beside it', () => {
    const names = [0.9, 0.3, 0.1, 0.4, 0.3].map((sure) => ({ label: 'wall' as const, sure }))
    const around = [[1, 3], [0, 2], [1], [0], []]
    const facts = [7, 1, 1, 1, 9].map((pixels, k) => ({
      pixels,
      around: new Map(around[k]!.map((beside) => [beside, { part: 0.5, step: 5, open: 0 }])),
    }))
    const white = [90, 0, 2] as const
    const colours = [white, [70, -1, -3], white, [60, -12, 20], white] as const
    const found = sureAsSurfaces(names, facts, colours).map(({ sure }) => Number(sure.toFixed(2)))
    expect(found).toEqual([0.71, 0.71, 0.1, 0.4, 0.3])
  })
})

describe('what is unsure in a model', () => {
  const [beige, grey, white] = [[70, 4, 24] as const, [60, 0, 0] as const, [92, 0, 1] as const]

  /** What the second of three regions is called, the first of which is larger than the third. */
  const secondOf = (
    names: readonly [Named, Named, Named],
    colours: readonly [Lab, Lab, Lab],
    touches = false,
  ) => {
    const facts = [800, 100, 300].map((pixels, k) => ({
      pixels,
      around: new Map(touches && k === 1 ? [[0, { part: 1, step: 5, open: 0 }]] : []),
    }))
    return namedByPaint(names, facts, colours)[1]!.label
  }
  const [wall, roof, floor]: Named[] = [
    { label: 'wall', sure: 0.5 },
    { label: 'roof', sure: 0.3 },
    { label: 'floor', sure: 0.5 },
  ]

  it('is called as most of its paint is, where that is coloured', () => {
    expect(secondOf([wall!, roof!, roof!], [beige, beige, grey])).toBe('wall')
    // In shade it is of the same paint, but may be another side of what is there.
    expect(secondOf([wall!, roof!, roof!], [beige, [30, 2, 12], grey])).toBe('roof')
    expect(secondOf([wall!, { ...roof!, sure: 0.9 }, roof!], [beige, beige, grey])).toBe('roof')
    expect(secondOf([wall!, roof!, roof!], [grey, grey, beige])).toBe('roof')
  })

  it('is floor where a grey one runs on, and no wall', () => {
    const seat: Named = { label: 'furniture', sure: 0.3 }
    expect(secondOf([floor!, seat, seat], [white, white, [8, 0, 0]], true)).toBe('floor')
    expect(secondOf([floor!, seat, seat], [white, white, [8, 0, 0]])).toBe('furniture')
    expect(secondOf([wall!, seat, seat], [white, white, [8, 0, 0]], true)).toBe('furniture')
  })
})

describe('what is finished in a photograph', () => {
  const wall = (sure: number): Named => ({ label: 'wall', sure })
  const [white, red] = [[90, 0, 2] as const, [50, 60, 40] as const]

  /** Two regions side by side, this part of their border on no edge; the rest is surely sky. */
  const finished = (names: readonly Named[], open: number, colours = [white, red, white] as const) => {
    const facts = names.map((_, k) => ({
      ...{ pixels: k === 0 ? 900 : 100, outline: 100 },
      around: new Map([0, 1].flatMap((q) => (q !== k && k < 2 ? [[q, { part: 0.5, step: 5, open }]] : []))),
    }))
    return wholeSurfaces(names, facts, colours).map(({ sure }) => sure >= SURE)
  }
  const furniture: Named = { label: 'furniture', sure: 0.3 }

  it('ends at an edge, or stays as it is', () => {
    expect(finished([wall(0.9), furniture], 0)).toEqual([true, false])
    expect(finished([wall(0.9), furniture], 1)).toEqual([false, false])
    expect(finished([wall(0.9), { ...furniture, sure: 0.9 }], 1)).toEqual([true, true])
  })

  it('is whole: with all that bears its name beside it, or looks like it', () => {
    expect(finished([wall(0.9), wall(0.9)], 0)).toEqual([true, true])
    expect(finished([wall(0.9), furniture, wall(0.9)], 0)).toEqual([true, false, true])
    const twice = [{ ...wall(0.9) }, furniture, wall(0.3), wall(0.3)]
    const colours = [white, red, white, white] as const
    expect(finished(twice, 0, colours as never)).toEqual([false, false, false, false])
    const floor: Named = { label: 'floor', sure: 0.9 }
    const rug: Named = { ...floor, own: 'rug' }
    expect(finished([floor, furniture, rug, rug], 0, colours as never)[0], 'a part of a floor').toBe(false)
  })

  it('looks the same all over; a façade with its roof stays', () => {
    const surface = (roof: number, colour: readonly [number, number, number]) => {
      const around = (q: number) => new Map([[q, { part: 0.2, step: 9, open: 0 }]])
      const facts = [roof, 1000 - roof].map((pixels, k) => ({ pixels, outline: 100, around: around(1 - k) }))
      return wholeSurfaces([wall(0.9), wall(0.57)], facts, [colour, white]).map(({ sure }) => sure)
    }
    expect(surface(400, red)).toEqual([0.55, 0.55])
    expect(surface(100, red)).toEqual([0.9, SURE])
    expect(surface(400, [75, 1, 3]), 'in shade').toEqual([0.9, SURE])
  })
})

describe('regions that bear several labels', () => {
  const [width, height] = [100, 60]
  const labels = (at: (x: number, y: number) => Label) =>
    Uint8Array.from({ length: width * height }, (_, i) =>
      LABELS.indexOf(at(i % width, Math.floor(i / width))),
    )
  const whole = { map: new Int32Array(width * height), count: 1 }

  it('are split where the labels meet', () => {
    const { map, count } = splitAtLabels(
      whole,
      labels((x) => (x < 40 ? 'opening' : 'wall')),
      width,
    )
    expect(count).toBe(2)
    expect(map[30 * width + 10]).not.toBe(map[30 * width + 90])
  })

  it('stay whole around scraps', () => {
    const speckled = labels((x, y) => (x % 20 === 0 && y % 20 === 0 ? 'other' : 'wall'))
    expect(splitAtLabels(whole, speckled, width).count).toBe(1)
  })
})
