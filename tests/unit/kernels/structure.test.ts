import { describe, expect, test } from 'vitest'
import { partOf } from '#contracts/structure.ts'
import { connected } from '#kernels/connected.ts'
import { gaussianBlur } from '#kernels/lineart/smooth.ts'
import type { Raster } from '#kernels/raster.ts'
import { relight } from '#kernels/relight/relight.ts'
import type { NamedPlaces } from '#kernels/seeing/name-places.ts'
import { LABELS, type Label, type Setting } from '#kernels/seeing/scene.ts'
import { NAMES } from '#kernels/segmentation/names.ts'
import { reportOn } from '#kernels/structure/changes.ts'
import { compareStructure, findInvented } from '#kernels/structure/compare.ts'
import { paintHeat, paintOverlay } from '#kernels/structure/paint.ts'
import { placesOf } from '#kernels/structure/places.ts'
import { putBack } from '#kernels/structure/put-back.ts'
import { type KnownScene, renderScene } from '#tests/support/scenes/render-scene.ts'

const SIZE = { width: 320, height: 240 }

/** A picture with each value changed by place and value. */
function changed(image: Raster, of: (value: number, p: number) => number): Raster {
  return { ...image, data: image.data.map((value, p) => (p % 4 === 3 ? value : of(value, p))) }
}

function shifted(image: Raster, dx: number, dy: number): Raster {
  const { width, height, data } = image
  return changed(image, (_, p) => {
    const x = Math.max(0, ((p >> 2) % width) - dx)
    const y = Math.max(0, Math.floor((p >> 2) / width) - dy)
    return data[4 * (Math.min(height - 1, y) * width + x) + (p & 3)]!
  })
}

function blurred(image: Raster, sigma: number): Raster {
  const { width, height, data } = image
  const planes = [0, 1, 2].map((c) => {
    const plane = Float32Array.from({ length: width * height }, (_, i) => data[4 * i + c]!)
    gaussianBlur(plane, width, height, sigma, new Float32Array(plane.length))
    return plane
  })
  return changed(image, (_, p) => planes[p & 3]![p >> 2]!)
}

describe.each(['indoors', 'outdoors'] as const)('structure of a scene %s', (setting: Setting) => {
  const size = { width: 400, height: 300 }
  const clay = renderScene(111, setting, 'clay', size)
  const share = (result: Raster) => compareStructure(clay.image, result).share

  test('is whole in the picture itself, darker, flatter and as its negative', () => {
    expect(share(clay.image)).toBe(1)
    expect(share(changed(clay.image, (v) => 40 + 0.4 * v))).toBeGreaterThan(0.99)
    expect(share(changed(clay.image, (v) => 255 - v))).toBeGreaterThan(0.99)
  })

  test('is kept under other materials, light and noise', () => {
    expect(share(renderScene(111, setting, 'photo', size).image)).toBeGreaterThan(0.85)
  })

  test('is kept where it moves by a pixel or softens, and lost where it moves further', () => {
    expect(share(shifted(clay.image, 1, 1))).toBeGreaterThan(0.95)
    expect(share(blurred(clay.image, 1.25))).toBeGreaterThan(0.85)
    expect(share(shifted(clay.image, 6, 7))).toBeLessThan(0.5)
  })

  test('is not found in noise, in emptiness or in another scene', () => {
    let state = 1
    const noise = () => {
      state = (Math.imul(state, 1664525) + 1013904223) | 0
      return state >>> 24
    }
    expect(share(changed(clay.image, noise))).toBeLessThan(0.15)
    expect(share(changed(clay.image, () => 128))).toBe(0)
    expect(share(renderScene(117, setting, 'photo', size).image)).toBeLessThan(0.4)
  })
})

describe('what became of the lines', () => {
  const { image } = renderScene(112, 'outdoors', 'clay', SIZE)
  /** The right half is wiped. */
  const wiped = changed(image, (v, p) => ((p >> 2) % SIZE.width > SIZE.width / 2 ? 200 : v))

  test('is marked where it was lost, and only there', () => {
    const { lines, share } = compareStructure(image, wiped)
    expect(share).toBeGreaterThan(0.1)
    expect(share).toBeLessThan(0.9)
    for (const { pieces, kept } of lines)
      for (const [k, { x }] of pieces.entries()) {
        if (x < SIZE.width / 2 - 40) expect(kept[k]).not.toBe(0)
        if (x > SIZE.width / 2 + 40) expect(kept[k]).not.toBe(1)
      }
  })

  test('tells a long edge that came in', () => {
    // Shade over all that is below a slanted line, with an edge two pixels wide.
    const barred = changed(image, (v, p) => {
      const below = Math.floor((p >> 2) / SIZE.width) - 0.3 * ((p >> 2) % SIZE.width) - 120
      return v * (1 - 0.4 * Math.min(1, Math.max(0, below / 2)))
    })
    const invented = (result: Raster) => findInvented(result, compareStructure(image, result))
    expect(invented(image)).toHaveLength(0)
    expect(invented(barred).length).toBeGreaterThan(0)
  })

  test('is painted: vermilion and heat where lines are lost, blue where they are kept', () => {
    const structure = compareStructure(image, wiped)
    const overlay = paintOverlay(structure, 2 * SIZE.width, 2 * SIZE.height)
    expect(overlay).toMatchObject({ width: 2 * SIZE.width, height: 2 * SIZE.height })
    const heat = paintHeat(structure, findInvented(wiped, structure))
    const counts = { blue: 0, red: 0, strayRed: 0, heat: 0, strayHeat: 0 }
    for (let p = 0; p < overlay.data.length; p += 4) {
      if (overlay.data[p + 3] !== 255) continue
      const isLeft = (p >> 2) % overlay.width < SIZE.width - 80
      if (overlay.data[p + 2]! > overlay.data[p]!) counts.blue++
      else if (isLeft) counts.strayRed++
      else counts.red++
    }
    for (let p = 0; p < heat.data.length; p += 4) {
      if (heat.data[p + 3]! < 128) continue
      if ((p >> 2) % SIZE.width < SIZE.width / 2 - 80) counts.strayHeat++
      else counts.heat++
    }
    expect(counts.blue).toBeGreaterThan(300)
    expect(counts.red).toBeGreaterThan(300)
    expect(counts.heat).toBeGreaterThan(300)
    expect(counts).toMatchObject({ strayRed: 0, strayHeat: 0 })
  })
})

test('a place that is put back has the colours of its new surroundings, and the rest stays to the bit', () => {
  const size = { width: 90, height: 60 }
  const box = { x: 30 / 90, y: 20 / 60, width: 20 / 90, height: 20 / 60 }
  const picture = (of: (isWindow: boolean) => readonly number[]): Raster => ({
    ...size,
    data: Uint8ClampedArray.from({ length: 4 * size.width * size.height }, (_, p) => {
      const [x, y] = [(p >> 2) % size.width, Math.floor((p >> 2) / size.width)]
      return of(x >= 32 && x < 48 && y >= 22 && y < 38)[p & 3]!
    }),
  })
  const source = picture((isWindow) => (isWindow ? [120, 120, 120, 255] : [220, 220, 220, 255]))
  const brick = picture(() => [170, 90, 60, 255])
  const { data } = putBack(brick, source, [box])
  const at = (x: number, y: number) => [
    ...data.subarray(4 * (y * size.width + x), 4 * (y * size.width + x) + 3),
  ]
  expect(at(40, 30)).toEqual([70, 0, 0])
  expect(at(31, 30)).toEqual([170, 90, 60])
  const { left, top, width, height } = partOf(size, box)
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++)
      if (x < left || y < top || x >= left + width || y >= top + height)
        expect(at(x, y)).toEqual([170, 90, 60])
})

/** What places of a label are called where their name is another. */
const NAME_OF: Readonly<Record<string, string>> = { opening: 'window', vegetation: 'plant' }

function namesIn({ image: { width, height }, labels, setting }: KnownScene): NamedPlaces {
  const names = LABELS.map((label) => NAMES.findIndex(({ name }) => name === (NAME_OF[label] ?? label)))
  const skies = Float32Array.from(labels, (label) => Number(LABELS[label] === 'sky'))
  const windows = Float32Array.from(labels, (label) => Number(LABELS[label] === 'opening'))
  const roofs = Float32Array.from(labels, (label) => Number(LABELS[label] === 'roof'))
  return {
    width,
    height,
    names: labels.map((label) => names[label]!),
    skies,
    windows,
    roofs,
    setting,
    sure: 1,
  }
}

/** Box of the largest connected part that bears a label, px; its right and lower sides are outside of it. */
function largestOf({ image: { width }, labels, surfaces }: KnownScene, label: Label) {
  const isWanted = (i: number) => LABELS[labels[i]!] === label
  const { map, count } = connected(
    Int32Array.from(labels, (_, i) => (!isWanted(i) ? -1 : label === 'opening' ? 0 : surfaces[i]!)),
    width,
  )
  const parts = Array.from({ length: count }, () => ({
    left: Infinity,
    top: Infinity,
    right: 0,
    bottom: 0,
    size: 0,
  }))
  for (const [i, k] of map.entries()) {
    if (!isWanted(i)) continue
    const [part, x, y] = [parts[k]!, i % width, Math.floor(i / width)]
    part.left = Math.min(part.left, x)
    part.right = Math.max(part.right, x + 1)
    part.top = Math.min(part.top, y)
    part.bottom = Math.max(part.bottom, y + 1)
    part.size++
  }
  return parts.reduce((best, part) => (part.size > best.size ? part : best))
}

/** The scene with its largest window painted out in the colours of the wall to both sides. */
function withoutWindow(scene: KnownScene): Raster {
  const { width, data } = scene.image
  const { left, top, right, bottom } = largestOf(scene, 'opening')
  const [from, to] = [Math.max(0, left - 8), Math.min(width - 1, right + 8)]
  return changed(scene.image, (v, p) => {
    const [x, y] = [(p >> 2) % width, Math.floor((p >> 2) / width)]
    if (x <= from || x >= to || y < top - 6 || y > bottom + 6) return v
    const at = (column: number) => data[4 * (y * width + column) + (p & 3)]!
    return at(from) + ((at(to) - at(from)) * (x - from)) / (to - from)
  })
}

/** The scene with one half of its largest wall in another finish. */
function withHalfWall(scene: KnownScene, tint: readonly number[]): Raster {
  const { width } = scene.image
  const { left, right, top, bottom } = largestOf(scene, 'wall')
  return changed(scene.image, (v, p) => {
    const [x, y] = [(p >> 2) % width, Math.floor((p >> 2) / width)]
    const isHalf = x >= (left + right) / 2 && x < right && y >= top && y < bottom
    return isHalf && LABELS[scene.labels[p >> 2]!] === 'wall' ? v * tint[p & 3]! : v
  })
}

describe.each([
  [206, 'outdoors'],
  [202, 'indoors'],
  [203, 'indoors'],
] as const)('a report on scene %i %s', (seed, setting) => {
  const scene = renderScene(seed, setting, 'photo', { ...SIZE, lived: true })
  const { image, labels } = scene
  const regions = LABELS.map((label, id) => ({
    id,
    label,
    sure: 1,
    plane: null,
    pixels: 1,
    at: { x: 0, y: 0 },
  }))
  const places = placesOf({ ...SIZE, map: Uint16Array.from(labels), regions })
  const report = (result: Raster) => reportOn(compareStructure(image, result), places)

  test('falls by ten points where a window is gone, says where, and rises again where it is put back', () => {
    const gone = withoutWindow(scene)
    const { share, changes } = report(gone)
    expect(share).toBeLessThan(0.9)
    const { left, right, top, bottom } = largestOf(scene, 'opening')
    const { kind, box } = changes[0]!
    expect(kind).toBe('opening')
    const [x, y] = [(box.x + box.width / 2) * SIZE.width, (box.y + box.height / 2) * SIZE.height]
    expect(x).toBeGreaterThan(left)
    expect(x).toBeLessThan(right)
    expect(y).toBeGreaterThan(top)
    expect(y).toBeLessThan(bottom)
    expect(report(putBack(gone, image, [box])).share).toBeGreaterThan(share + 0.1)
  })

  test('falls by ten points where a wall is parted into two finishes', () => {
    const { share, changes } = report(withHalfWall(scene, [0.85, 0.55, 0.42]))
    expect(changes.map(({ kind }) => kind)).toContain('split')
    expect(share).toBeLessThan(0.9)
  })

  test('stays by three points in another light', () => {
    const night = { time: 'night', weather: 'keep', season: 'keep', strength: 0.85, windows: 0.8 } as const
    for (const result of [
      relight(image, null, { ...night, scene: 'auto' }, namesIn(scene)).picture,
      changed(image, (v, p) => 255 * (v / 255) ** 0.7 * [1, 0.85, 0.65][p & 3]!),
    ]) {
      const { share, changes } = report(result)
      expect(share).toBeGreaterThanOrEqual(0.97)
      expect(changes.filter(({ kind }) => kind !== 'edge')).toEqual([])
    }
  })
})
