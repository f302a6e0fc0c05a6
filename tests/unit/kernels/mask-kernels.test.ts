import { describe, expect, it } from 'vitest'
import { maskOfName, maskOfRegion, namesIn, type Places } from '#kernels/mask/by-name.ts'
import { distanceTo, roughDistanceTo } from '#kernels/mask/distance.ts'
import { maskOfPicture } from '#kernels/mask/from-picture.ts'
import { reshapeMask } from '#kernels/mask/reshape.ts'
import { snapMask } from '#kernels/mask/snap.ts'
import { selectColour } from '#kernels/mask/wand.ts'
import { enlargeMask } from '#kernels/raster/enlarge-mask.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Setting } from '#kernels/seeing/scene.ts'
import { drawScribbles } from '#kernels/segment/scribbles.ts'
import { NAMES } from '#kernels/segmentation/names.ts'
import { fillPolygon } from '#src/ui/mask/fill-polygon.ts'
import { paintView } from '#src/ui/mask/paint-view.ts'
import { brushSize, pressed, stamp } from '#src/ui/mask/stamp.ts'

const W = 120
const H = 90
const blank = () => ({ width: W, height: H, data: new Uint8Array(W * H) })
const sum = (mask: Uint8Array) => mask.reduce((a, b) => a + b, 0) / 255

/** A disc with a smooth edge. */
function disc(cx: number, cy: number, r: number): Uint8Array {
  return Uint8Array.from({ length: W * H }, (_, i) => {
    const d = Math.hypot((i % W) + 0.5 - cx, Math.floor(i / W) + 0.5 - cy)
    return Math.round(255 * Math.min(1, Math.max(0, r + 0.5 - d)))
  })
}

describe('distance to the nearest pixel', () => {
  it('is exact, or up to a twelfth too long', () => {
    const seeds = new Uint8Array(W * H)
    const places = [
      [3, 4],
      [100, 80],
      [60, 10],
    ] as const
    for (const [x, y] of places) seeds[y * W + x] = 1
    const distance = distanceTo(seeds, W, H)
    const rough = roughDistanceTo(seeds, W, H)
    for (let i = 0; i < W * H; i++) {
      const nearest = Math.min(...places.map(([x, y]) => Math.hypot((i % W) - x, Math.floor(i / W) - y)))
      expect(distance[i]).toBeCloseTo(nearest, 3)
      expect(rough[i]! / Math.max(1, nearest)).toBeLessThan(1.083)
      expect(rough[i]).toBeGreaterThan(nearest - 0.001)
    }
  })

  it('is far everywhere without one', () => {
    for (const away of [distanceTo, roughDistanceTo])
      expect(away(new Uint8Array(6), 3, 2).every((d) => d > 1000)).toBe(true)
  })
})

describe('the edge of a mask', () => {
  const circle = disc(60, 45, 20)
  it('grows and shrinks by the radius', () => {
    const grown = reshapeMask(circle, W, H, { kind: 'grow', radius: 10 })
    const shrunk = reshapeMask(circle, W, H, { kind: 'shrink', radius: 8 })
    expect(Math.sqrt(sum(grown) / Math.PI)).toBeCloseTo(30, 0)
    expect(Math.sqrt(sum(shrunk) / Math.PI)).toBeCloseTo(12, 0)
  })

  it('stays where the picture ends', () => {
    const half = Uint8Array.from({ length: W * H }, (_, i) => (i % W < 40 ? 255 : 0))
    const shrunk = reshapeMask(half, W, H, { kind: 'shrink', radius: 10 })
    expect(shrunk[45 * W]).toBe(255)
    expect(shrunk[45 * W + 28]).toBe(255)
    expect(shrunk[45 * W + 32]).toBe(0)
    const all = new Uint8Array(W * H).fill(255)
    expect(reshapeMask(all, W, H, { kind: 'shrink', radius: 30 })).toEqual(all)
  })

  it('fades over about the radius, with as much masked as before', () => {
    const soft = reshapeMask(circle, W, H, { kind: 'feather', radius: 10 })
    expect(sum(soft)).toBeCloseTo(sum(circle), -1)
    expect(soft[45 * W + 60]).toBeGreaterThan(245)
    expect(Math.abs((soft[45 * W + 80] as number) - 120)).toBeLessThan(25)
    expect(soft[45 * W + 95]).toBeLessThan(10)
  })

  it('of nothing stays nothing', () => {
    const nothing = new Uint8Array(W * H)
    for (const kind of ['grow', 'shrink', 'feather'] as const)
      expect(reshapeMask(nothing, W, H, { kind, radius: 5 })).toEqual(nothing)
  })
})

/** A grey ground with two red discs. */
function discs(): Raster {
  const data = new Uint8ClampedArray(4 * W * H)
  const [a, b] = [disc(30, 45, 15), disc(90, 45, 15)]
  for (let i = 0; i < W * H; i++) {
    const t = Math.max(a[i] as number, b[i] as number) / 255
    const grain = (i * 7) % 5
    data.set([120 + t * 90 + grain, 120 - t * 80 + grain, 120 - t * 80, 255], 4 * i)
  }
  return { width: W, height: H, data }
}

describe('magic wand', () => {
  it('takes the disc that was touched, with a smooth edge', () => {
    const mask = selectColour(discs(), { x: 30, y: 45 }, { tolerance: 24, contiguous: true })
    expect(Math.sqrt(sum(mask) / Math.PI)).toBeCloseTo(15, 0)
    expect(mask[45 * W + 90]).toBe(0)
    expect(mask.some((value) => value > 0 && value < 255)).toBe(true)
  })

  it('takes the colour everywhere when asked', () => {
    const mask = selectColour(discs(), { x: 30, y: 45 }, { tolerance: 24, contiguous: false })
    expect(mask[45 * W + 90]).toBe(255)
    expect(mask[5 * W + 60]).toBe(0)
  })

  it('flows around what stands in the way', () => {
    const mask = selectColour(discs(), { x: 1, y: 1 }, { tolerance: 24, contiguous: true })
    expect(sum(mask)).toBeGreaterThan(W * H - 2 * Math.PI * 17 ** 2)
    expect(mask[45 * W + 30]).toBe(0)
  })
})

describe('polygon', () => {
  it('covers its area exactly, edges in part', () => {
    const mask = blank()
    fillPolygon(
      mask,
      [
        { x: 10.25, y: 10.5 },
        { x: 50.75, y: 10.5 },
        { x: 50.75, y: 40 },
        { x: 10.25, y: 40 },
      ],
      false,
    )
    expect(sum(mask.data)).toBeCloseTo(40.5 * 29.5, -1)
    expect(mask.data[20 * W + 10]).toBe(191)
  })

  it('takes all of an outline that crosses itself, and can be taken out again', () => {
    const mask = blank()
    const star = [0, 2, 4, 1, 3].map((n) => ({
      x: 60 + 40 * Math.sin((2 * Math.PI * n) / 5),
      y: 45 - 40 * Math.cos((2 * Math.PI * n) / 5),
    }))
    fillPolygon(mask, star, false)
    expect(mask.data[45 * W + 60]).toBe(255)
    fillPolygon(mask, star, true)
    expect(mask.data[45 * W + 60]).toBe(0)
  })

  it('is cut off by the picture', () => {
    const mask = blank()
    fillPolygon(
      mask,
      [
        { x: -50, y: -50 },
        { x: 300, y: -50 },
        { x: 300, y: 300 },
        { x: -50, y: 300 },
      ],
      false,
    )
    expect(mask.data.every((value) => value === 255)).toBe(true)
  })
})

describe('brush', () => {
  const at = (x: number, y: number, radius = 15) => ({ x, y, radius })

  it('is solid up to its hardness and fades to its radius', () => {
    const mask = blank()
    stamp(mask, at(60, 45), at(60, 45), { hardness: 0.5, erase: false })
    expect(mask.data[45 * W + 66]).toBe(255)
    expect(mask.data[45 * W + 71]).toBeGreaterThan(60)
    expect(mask.data[45 * W + 71]).toBeLessThan(200)
    expect(mask.data[45 * W + 76]).toBe(0)
  })

  it('is the same in one stroke as in two halves, also across itself', () => {
    const [one, two] = [blank(), blank()]
    const brush = { hardness: 0.3, erase: false }
    stamp(one, at(20, 20), at(100, 70), brush)
    stamp(two, at(20, 20), at(60, 45), brush)
    stamp(two, at(60, 45), at(100, 70), brush)
    const worst = one.data.reduce(
      (most, value, i) => Math.max(most, Math.abs(value - (two.data[i] as number))),
      0,
    )
    expect(worst).toBeLessThanOrEqual(1)
  })

  it('erases, tapers with the pen and stays inside the picture', () => {
    const mask = blank()
    mask.data.fill(255)
    stamp(mask, at(0, 45, 20), at(W, 45, 5), { hardness: 1, erase: true })
    expect(mask.data[45 * W + 60]).toBe(0)
    expect(mask.data[29 * W]).toBe(0)
    expect(mask.data[29 * W + W - 1]).toBe(255)
  })

  it('is sized with the picture and the pressure', () => {
    expect(brushSize(25, 1024, 512)).toBe(25)
    expect(brushSize(25, 2048, 4096)).toBe(100)
    expect(brushSize(0, 16, 16)).toBe(1)
    expect(pressed(0)).toBe(0.5)
    expect(pressed(7)).toBe(1)
  })
})

describe('a mask as it is seen', () => {
  const look = { red: 200, green: 100, blue: 50, opacity: 0.4 }
  const view = { scale: 0.5, x: 10, y: 5 }
  const paint = (left: number, top: number, right: number, bottom: number) => {
    const pixels = paintView({ ...blank(), data: disc(60, 45, 20) }, { left, top, right, bottom }, view, look)
    return (x: number, y: number) => [
      ...pixels.subarray(4 * ((y - top) * (right - left) + x - left)).slice(0, 4),
    ]
  }

  it('has its colour inside, a line where it ends, and nothing beyond', () => {
    const at = paint(0, 0, 80, 60)
    expect(at(40, 27)).toEqual([200, 100, 50, 102])
    expect(at(30, 27)[3]).toBe(235)
    expect(at(24, 27)[3]).toBe(0)
    expect(at(2, 2)[3]).toBe(0)
  })

  it('is the same painted in parts', () => {
    const [whole, part] = [paint(0, 0, 80, 60), paint(29, 20, 45, 33)]
    for (let y = 20; y < 33; y++) for (let x = 29; x < 45; x++) expect(part(x, y)).toEqual(whole(x, y))
  })
})

describe('pictures as masks', () => {
  const picture = (pixel: (i: number) => readonly [number, number, number, number]): Raster => {
    const data = new Uint8ClampedArray(16)
    for (let i = 0; i < 4; i++) data.set(pixel(i), 4 * i)
    return { width: 2, height: 2, data }
  }

  it('white is masked, and clear is not', () => {
    expect([...maskOfPicture(picture((i) => (i < 2 ? [255, 255, 255, 255] : [0, 0, 0, 255])))]).toEqual([
      255, 255, 0, 0,
    ])
    expect([...maskOfPicture(picture((i) => [255, 255, 255, i * 85]))]).toEqual([0, 85, 170, 255])
  })

  it('strokes of one dark colour on a clear ground are the mask', () => {
    expect([...maskOfPicture(picture((i) => [10, 10, 10, i === 1 ? 255 : 0]))]).toEqual([0, 255, 0, 0])
  })

  it('keeps a sharp edge when it is enlarged', () => {
    const large = enlargeMask(Uint8Array.from([0, 0, 255, 255]), 4, 1, 32, 4)
    const row = [...large.subarray(0, 32)]
    expect(row.filter((value) => value > 0 && value < 255).length).toBeLessThanOrEqual(2)
    expect(row.filter((value) => value > 127)).toHaveLength(16)
  })

  it('draws scribbles as lines', () => {
    const lines = drawScribbles(
      [
        {
          keep: true,
          points: [
            { x: 10, y: 10 },
            { x: 100, y: 10 },
          ],
        },
        { keep: false, points: [{ x: 60, y: 60 }] },
      ],
      W,
      H,
    )
    expect(lines[10 * W + 55]).toBe(1)
    expect(lines[60 * W + 60]).toBe(2)
    expect(lines[40 * W + 55]).toBe(0)
  })
})

describe('selecting by name', () => {
  /** Sky above, a building with a window below; a crumb of water. */
  const places = (setting: Setting): Places => {
    const [width, height] = [40, 40]
    const of = (name: string) => NAMES.findIndex((one) => one.name === name)
    const names = Uint8Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)]
      if (x === 0 && y === 39) return of('water')
      if (y < 10) return of('sky')
      return x >= 10 && x < 20 && y >= 20 && y < 30 ? of('window') : of('building')
    })
    return { width, height, names, setting }
  }

  it('offers what the picture shows, in the order of the menu, without crumbs', () => {
    expect(namesIn(places('outdoors')).map(({ name, share }) => [name, Math.round(1000 * share)])).toEqual([
      ['wall', 687],
      ['window', 63],
      ['sky', 250],
    ])
    // Through a window.
    expect(namesIn(places('indoors')).map(({ name }) => name)).toEqual(['wall', 'window'])
  })

  it('takes all of a name', () => {
    const mask = maskOfName(places('outdoors'), 'window')
    expect(mask).toHaveLength(40 * 40)
    expect([mask[25 * 40 + 15], mask[25 * 40 + 25], mask[5 * 40 + 15]]).toEqual([255, 0, 0])
  })

  it('takes the region at a place', () => {
    const map = Uint16Array.from({ length: 16 }, (_, i) => Number(i % 4 > 1))
    const mask = maskOfRegion({ width: 4, height: 4, map }, { x: 0.99, y: 0.25 })
    expect([mask[0], mask[3], mask[4 * 3 + 2]]).toEqual([0, 255, 255])
  })
})

describe('snapMask', () => {
  const [width, height] = [120, 90]
  /** A slanting edge. */
  const isLeft = (x: number, y: number) => x < 50 + 0.3 * y
  const paint = (w: number, h: number, at: (x: number, y: number) => number): Raster => {
    const data = new Uint8ClampedArray(4 * w * h).fill(255)
    for (let i = 0; i < w * h; i++)
      data.fill(at(((i % w) + 0.5) * (width / w), (Math.floor(i / w) + 0.5) * (height / h)), 4 * i, 4 * i + 3)
    return { width: w, height: h, data }
  }
  /** A mask of a third of the size whose edge is a pixel too far to the right. */
  const rough = Uint8Array.from({ length: 40 * 30 }, (_, i) =>
    isLeft(3 * (i % 40) - 1.5, 3 * Math.floor(i / 40) + 1.5) ? 255 : 0,
  )
  const wrongIn = (mask: Uint8Array) =>
    mask.reduce((sum, value, i) => {
      const truth = isLeft((i % width) + 0.5, Math.floor(i / width) + 0.5) ? 255 : 0
      return sum + Math.abs(value - truth) / 255
    }, 0)

  it('puts the edge of a rough mask on that of the picture', () => {
    const at = (x: number, y: number) => (isLeft(x, y) ? 190 : 80)
    const mask = snapMask(rough, paint(40, 30, at), paint(width, height, at))
    expect(wrongIn(enlargeMask(rough, 40, 30, width, height))).toBeGreaterThan(3 * height - 60)
    expect(wrongIn(mask)).toBeLessThan(height / 4)
  })

  it('keeps the edge of the mask where both sides look alike', () => {
    const plain = () => 140
    const mask = snapMask(rough, paint(40, 30, plain), paint(width, height, plain))
    expect(mask).toEqual(enlargeMask(rough, 40, 30, width, height))
  })
})
