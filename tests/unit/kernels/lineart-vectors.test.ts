import DxfParser from 'dxf-parser'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { VectorDrawing } from '#contracts/vector-drawing.ts'
import { drawLines, type LineOptions } from '#kernels/lineart/draw-lines.ts'
import { toDxf } from '#kernels/lineart-vector/dxf.ts'
import { addVectors, readVectors } from '#kernels/lineart-vector/png-note.ts'
import { toSvg } from '#kernels/lineart-vector/svg.ts'
import { vectorise } from '#kernels/lineart-vector/vectorise.ts'
import type { Raster } from '#kernels/raster.ts'
import { facade, grey, picture } from '#tests/support/line-pictures.ts'

const STYLES = ['line', 'pencil', 'ink', 'contour'] as const
const building = picture(400, 300, facade)
const draw = (style: LineOptions['style']) =>
  drawLines(building, { style, detail: 0.5, weight: 0.5, transparent: false })

const SMALL: VectorDrawing = {
  width: 200,
  height: 100,
  lines: [
    { points: [0, 0, 200, 100], closed: false, width: 1 },
    { points: [10, 10, 50, 10, 50, 40], closed: false, width: 1 },
    { points: [60, 60, 90, 60, 90, 90, 60, 90], closed: true, width: 3 },
    { points: [5, 5, 6, 80], closed: false, width: 0.5 },
  ],
  solids: [[100, 20, 140, 20, 120, 50]],
}

const parseDxf = (text: string) => {
  const parsed = new DxfParser().parseSync(text)
  if (!parsed) throw new Error('no DXF')
  return parsed
}

/** Grey levels of an SVG drawn on white. */
const render = async (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).flatten({ background: '#fff' }).greyscale().raw().toBuffer()

describe('the lines of a drawing', () => {
  it.each(STYLES)('are where the picture shows them: %s', async (style) => {
    const { raster, vectors } = draw(style)
    expect(vectors).toMatchObject({ width: 400, height: 300 })
    expect(vectors.lines.length).toBeGreaterThan(20)
    const drawn = await render(toSvg(vectors))
    let [shown, found] = [0, 0]
    for (let i = 0; i < drawn.length; i++) {
      // Every line of the vectors is dark in the picture, within a pixel.
      if (drawn[i]! > 60) continue
      shown++
      const near = [0, 1, -1, 400, -400].some((step) => (raster.data[4 * (i + step)] ?? 255) < 200)
      if (near) found++
    }
    expect(shown).toBeGreaterThan(300)
    expect(found / shown).toBeGreaterThan(0.95)
  })

  it('are filled in ink where the picture is black', () => {
    expect(draw('ink').vectors.solids.length).toBeGreaterThanOrEqual(12)
    expect(draw('line').vectors.solids).toEqual([])
  })

  it('are straight in the outline style', () => {
    const { lines } = draw('contour').vectors
    const straight = lines.filter(({ points }) => points.length === 4)
    expect(straight.length / lines.length).toBeGreaterThan(0.9)
  })
})

describe('addVectors and readVectors', () => {
  it('carry the lines in the PNG, which stays the same picture', async () => {
    const { raster, vectors } = draw('contour')
    const raw = { width: raster.width, height: raster.height, channels: 4 as const }
    const png = await sharp(Buffer.from(raster.data.buffer), { raw }).png().toBuffer()
    const noted = addVectors(png, vectors)
    expect(readVectors(noted)).toEqual(vectors)
    expect(await sharp(noted, { failOn: 'warning' }).raw().toBuffer()).toEqual(
      await sharp(png).raw().toBuffer(),
    )
    expect(readVectors(png)).toBeNull()
  })

  it('find nothing in other files, cut ones and false notes', async () => {
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
    expect(readVectors(new Uint8Array([1, 2, 3]))).toBeNull()
    expect(readVectors(png.subarray(0, 40))).toBeNull()
    const noted = addVectors(png, SMALL)
    expect(readVectors(noted.subarray(0, 90))).toBeNull()
    const broken = noted.slice()
    broken.set([0x7d], broken.indexOf(0x7b))
    expect(readVectors(broken)).toBeNull()
  })
})

describe('toSvg', () => {
  it('writes one path a line, grouped by width, and the filled areas', async () => {
    const svg = toSvg(SMALL)
    expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ format: 'svg', width: 200, height: 100 })
    expect(svg).toContain('viewBox="0 0 200 100"')
    expect(svg.match(/<path /g)).toHaveLength(5)
    expect(svg.match(/stroke-width=/g)).toHaveLength(3)
    expect(svg).toContain('<path d="M60 60L90 60L90 90L60 90Z"/>')
    const grey = await render(svg)
    expect(grey[30 * 200 + 120]).toBe(0)
    expect(grey[20 * 200 + 180]).toBe(255)
  })
})

describe('toDxf', () => {
  it('writes a LINE for two points and a LWPOLYLINE for more, upright, in pixels', () => {
    const { entities, header } = parseDxf(toDxf(SMALL, null))
    expect(entities.map(({ type }) => type)).toEqual([
      'LINE',
      'LWPOLYLINE',
      'LWPOLYLINE',
      'LINE',
      'LWPOLYLINE',
    ])
    expect(entities[0]).toMatchObject({
      vertices: [
        { x: 0, y: 100 },
        { x: 200, y: 0 },
      ],
    })
    expect(entities.map((entity) => Reflect.get(entity, 'shape') === true)).toEqual([
      false,
      false,
      true,
      false,
      true,
    ])
    expect(header.$INSUNITS).toBe(0)
  })

  it('sorts the lines into layers by weight', () => {
    const { entities, tables } = parseDxf(toDxf(SMALL, null))
    expect(entities.map(({ layer }) => layer)).toEqual([
      '线稿-中线',
      '线稿-中线',
      '线稿-粗线',
      '线稿-细线',
      '线稿-填充轮廓',
    ])
    const names = Object.keys(tables.layer.layers)
    for (const { layer } of entities) expect(names).toContain(layer)
  })

  it('scales the picture to the width that is given, in millimetres', () => {
    const { entities, header } = parseDxf(toDxf(SMALL, 12000))
    expect(entities[0]).toMatchObject({
      vertices: [
        { x: 0, y: 6000 },
        { x: 12000, y: 0 },
      ],
    })
    expect(header.$INSUNITS).toBe(4)
  })

  it.each(STYLES)('holds every line of a drawing: %s', (style) => {
    const { vectors } = draw(style)
    const { entities } = parseDxf(toDxf(vectors, 9000))
    const straight = vectors.lines.filter(({ points }) => points.length === 4).length
    expect(entities).toHaveLength(vectors.lines.length + vectors.solids.length)
    expect(entities.filter(({ type }) => type === 'LINE')).toHaveLength(straight)
  })
})

/** Round pens of 3 px along lines given by their ends, in pixels, as a drawing. */
function pens(size: number, lines: readonly (readonly [number, number, number, number])[]): Raster {
  return picture(size, size, (u, v) => {
    const [x, y] = [u * size, v * size]
    const isInk = lines.some(([x1, y1, x2, y2]) => {
      const t = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
      const at = Math.max(0, Math.min(1, t))
      return Math.hypot(x - x1 - at * (x2 - x1), y - y1 - at * (y2 - y1)) < 1.5
    })
    return grey(isInk ? 0 : 255)
  })
}

describe('vectorise', () => {
  const trace = (image: Raster) => vectorise(image, false, () => {})

  it('traces a crossing as two straight lines, within half a pixel', () => {
    const { lines, solids } = trace(
      pens(160, [
        [20, 30, 140, 120],
        [30, 130, 130, 25],
      ]),
    )
    expect(solids).toEqual([])
    expect(lines).toHaveLength(2)
    for (const { points, width } of lines) {
      expect(Math.abs(width - 3)).toBeLessThan(1)
      expect(points.length).toBeLessThanOrEqual(8)
    }
    const down = lines.find(({ points }) => (points.at(-1)! - points[1]!) * (points.at(-2)! - points[0]!) > 0)
    for (let k = 0; k < down!.points.length; k += 2) {
      const off = ((down!.points[k]! - 20) * 90 - (down!.points[k + 1]! - 30) * 120) / 150
      expect(Math.abs(off)).toBeLessThan(0.7)
    }
  })

  it('closes a ring and keeps its corners', () => {
    const { lines } = trace(
      pens(120, [
        [20, 20, 100, 20],
        [100, 20, 100, 90],
        [100, 90, 20, 90],
        [20, 90, 20, 20],
      ]),
    )
    expect(lines).toHaveLength(1)
    expect(lines[0]!.closed).toBe(true)
    for (const [x, y] of [
      [20, 20],
      [100, 20],
      [100, 90],
      [20, 90],
    ] as const) {
      const { points } = lines[0]!
      const gaps = Array.from({ length: points.length / 2 }, (_, k) =>
        Math.hypot(points[2 * k]! - x, points[2 * k + 1]! - y),
      )
      expect(Math.min(...gaps)).toBeLessThan(2)
    }
  })

  it('outlines filled areas and their holes, and finds nothing on blank paper', () => {
    const ring = picture(100, 100, (x, y) => {
      const r = Math.hypot(x - 0.5, y - 0.5)
      return grey(r < 0.4 && r > 0.15 ? 0 : 255)
    })
    const { lines, solids } = trace(ring)
    expect(lines).toEqual([])
    expect(solids).toHaveLength(2)
    expect(trace(picture(40, 30, () => grey(255)))).toMatchObject({ lines: [], solids: [] })
  })
})
