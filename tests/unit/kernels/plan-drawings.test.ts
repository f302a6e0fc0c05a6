import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contracts/errors.ts'
import { encodingOfDxf, textOfDxf } from '#kernels/cad/dxf-encoding.ts'
import { roleOfLayer } from '#kernels/cad/layer-roles.ts'
import { type Sheet, sheetOfDxf } from '#kernels/cad/sheet.ts'
import { sheetSvg } from '#kernels/cad/sheet-svg.ts'
import { svgSource } from '#kernels/cad/svg-source.ts'
import { readContent } from '#kernels/plan/colour-plan.ts'
import { addDrawnPlan, findDrawnPlan, textsOfDrawn } from '#kernels/plan/drawn-plan.ts'
import { readInk } from '#kernels/plan/ink.ts'
import { measurePlan } from '#kernels/plan/measure.ts'
import type { Plan } from '#kernels/plan/read-plan.ts'
import { checkImageFile } from '#kernels/sniff.ts'
import { gbkOf } from '#tests/support/plans/code-pages.ts'
import { binaryOf, dxfFile, dxfOf, flatDxf, type Group, dxfLine as line } from '#tests/support/plans/dxf.ts'

const square = (x: number, y: number, side: number): Group[] => [
  ...line(x, y, x + side, y),
  ...line(x + side, y, x + side, y + side),
  ...line(x + side, y + side, x, y + side),
  ...line(x, y + side, x, y),
]

const refusalOf = (work: () => unknown): string => {
  try {
    work()
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.errorName : String(thrown)
  }
  return 'none'
}

/** A sheet read as the plan that it is. */
async function readSheet(sheet: Sheet, side = 1200): Promise<Plan> {
  const { data, info } = await sharp(Buffer.from(sheetSvg(sheet)))
    .resize(side, side, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const texts = textsOfDrawn(sheet.drawn, info) ?? []
  const ink = readInk({ width, height, data: new Uint8ClampedArray(data) })
  return readContent(ink, texts, { content: 'home', ruler: null }, sheet.drawn)
}

describe('a DXF of a flat', { timeout: 120_000 }, () => {
  it('becomes a sheet in which every room is found, with its name and its area', async () => {
    // Far from the origin, in metres: coordinates lose nothing that is seen.
    const { text, flat } = flatDxf({ seed: 4401, unitMm: 1000, insUnits: 6, origin: [512_000, 3_400_000] })
    const sheet = sheetOfDxf(text)
    expect(Math.max(sheet.width, sheet.height)).toBe(3000)
    const plan = await readSheet(sheet)
    expect(plan.rooms.map(({ name }) => name).sort()).toEqual(flat.rooms.map(({ name }) => name).sort())
    expect(plan.measure.from).toBe('drawing')
    const truth = flat.rooms.reduce((sum, { box }) => sum + ((box.x1 - box.x0) * (box.y1 - box.y0)) / 1e6, 0)
    const found = plan.rooms.reduce((sum, { area }) => sum + (area * plan.measure.mmPerPx ** 2) / 1e6, 0)
    expect(found / truth).toBeGreaterThan(0.97)
    expect(found / truth).toBeLessThan(1.01)
  })

  it('is measured by its units, and in mm where these cannot be true or it names none', () => {
    const units = (insUnits: number) => sheetOfDxf(flatDxf({ seed: 4402, insUnits }).text).drawn.unitMm
    expect([units(0), units(1), units(4), units(6)]).toEqual([null, 25.4, 1, 1000])
    const size = { width: 1000, height: 800 }
    const measured = (unitMm: number | null, unitsAcross: number) =>
      measurePlan(
        size,
        null,
        [],
        { openings: [], thickness: 12, cells: [], map: new Uint16Array() },
        { unitMm, unitsAcross, walled: false, texts: [] },
      )
    expect(measured(25.4, 12_000)).toEqual({ mmPerPx: 12, from: 'drawing' })
    expect(measured(null, 12)).toEqual({ mmPerPx: 12, from: 'drawing' })
    expect(measured(25.4, 600)).toEqual({ mmPerPx: 15.24, from: 'drawing' })
    expect(measured(1, 1e9).from).toBe('guess')
  })

  it('keeps its texts and its scale in the picture, and takes nothing else for them', async () => {
    const { drawn } = sheetOfDxf(flatDxf({ seed: 4403 }).text)
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const kept = addDrawnPlan(png, drawn)
    expect(findDrawnPlan(kept)).toEqual(drawn)
    expect((await sharp(kept).metadata()).width).toBe(40)
    expect(findDrawnPlan(png)).toBeNull()
    expect(findDrawnPlan(addDrawnPlan(png, { ...drawn, unitsAcross: -1 }))).toBeNull()
  })

  it('is read in the code page of its system, or in UTF-8 where it is that whatever it says', () => {
    const { text, flat } = flatDxf({ seed: 4404 })
    const first = flat.rooms[0]?.name ?? ''
    for (const bytes of [gbkOf(text), new TextEncoder().encode(text)]) {
      const read = new TextDecoder(encodingOfDxf(bytes)).decode(bytes)
      expect(read).toBe(text)
      expect(sheetOfDxf(read).drawn.texts.map((one) => one.text)).toContain(first)
    }
  })
})

describe('the lines of a DXF', () => {
  const drawn = (entities: readonly Group[], blocks: Record<string, readonly Group[]> = {}) =>
    sheetOfDxf(dxfFile(entities, blocks))

  it('bend by their bulges, and blocks are set in turned, scaled and in rows', () => {
    const half = [
      ...([
        [0, 'LWPOLYLINE'],
        [8, '0'],
        [90, 2],
        [70, 0],
      ] as const),
      ...([
        [10, 0],
        [20, 0],
        [42, 1],
        [10, 1000],
        [20, 0],
      ] as const),
    ] as const
    // Half a circle to the left of its chord hangs 500 below it.
    const { width, height } = drawn(half)
    expect(width / height).toBeCloseTo((1000 + 80) / (500 + 80), 1)
    const insert: Group[] = [
      ...([
        [0, 'INSERT'],
        [8, '0'],
        [2, 'a'],
        [10, 0],
        [20, 0],
        [41, 2],
        [42, 2],
        [50, 90],
      ] as const),
      ...([
        [70, 3],
        [71, 1],
        [44, 1000],
        [45, 0],
      ] as const),
    ]
    const row = drawn(insert, { A: line(0, 0, 100, 0) })
    expect(row.paths.map(({ d }) => d.split('M').length - 1)).toEqual([3])
    // Three lines of 200, upright and 1000 apart along the turned row.
    expect(row.height).toBe(3000)
    expect(row.drawn.unitsAcross * (3000 / row.width)).toBeCloseTo(2200 * 1.08, -1)
  })

  it('leave out what is off, frozen or on paper, and draw dimensions and axes lightly', () => {
    expect(['A-WALL', '墙体', 'S-COLS', '墙体填充'].map(roleOfLayer)).toEqual(Array(4).fill('wall'))
    expect(['DIM', 'PUB_DIM', '轴线', 'DOTE', '墙体尺寸标注', 'A-FLOR-HTCH'].map(roleOfLayer)).toEqual(
      Array(6).fill('pale'),
    )
    expect(['A-DOOR', '门窗', 'A-GLAZ', 'WINDOW'].map(roleOfLayer)).toEqual(Array(4).fill('opening'))
    expect(['0', '家具', 'DIMMER', 'DOORMAN', 'Defpoints'].map(roleOfLayer)).toEqual([
      'plain',
      'thing',
      'plain',
      'opening',
      'none',
    ])
    const layer: Group[] = [
      [0, 'LAYER'],
      [2, 'OFF'],
      [70, 0],
      [62, -7],
    ]
    const text = dxfOf([
      ...([[0, 'SECTION'], [2, 'TABLES'], ...layer, [0, 'ENDSEC'], [0, 'SECTION'], [2, 'ENTITIES']] as const),
      ...square(0, 0, 1000),
      ...line(0, 0, 9000, 9000, 'OFF'),
      ...[...line(0, 0, 5000, 0), [67, 1] as const],
    ])
    expect(sheetOfDxf(text).drawn.unitsAcross).toBeCloseTo(1080, 0)
  })

  it('are not lost to a point that was left far away', () => {
    const grid = Array.from({ length: 60 }, (_, k) => line(k * 100, 0, k * 100, 4000)).flat()
    expect(drawn([...grid, ...line(9e6, 9e6, 9e6 + 1, 9e6)]).drawn.unitsAcross).toBeLessThan(7000)
  })
})

describe('a DXF in binary form', () => {
  it.each(['R12', 'R13'] as const)('is the same drawing as in ASCII form: %s', (form) => {
    const { text } = flatDxf({ seed: 4404, page: 'UTF-8' })
    const sheet = sheetOfDxf(textOfDxf(binaryOf(text, form)))
    expect(sheet.drawn).toEqual(sheetOfDxf(text).drawn)
    expect(sheet.paths).toEqual(sheetOfDxf(text).paths)
  })

  it('is read as far as it goes, and refused where it holds nothing', () => {
    const whole = binaryOf(dxfFile([...square(0, 0, 1000), ...square(2000, 0, 1000)]), 'R13')
    for (let end = 40; end < whole.length - 900; end += 7)
      expect(refusalOf(() => sheetOfDxf(textOfDxf(whole.subarray(0, end))))).toMatch(/^(none|NO_LINES)$/)
    expect(refusalOf(() => textOfDxf(whole.subarray(0, 23)))).toBe('FILE_DAMAGED')
  })
})

describe('several drawings on a sheet', () => {
  const text = (words: string, x: number, y: number): Group[] => [
    [0, 'TEXT'],
    [8, '0'],
    [10, x],
    [20, y],
    [40, 300],
    [1, words],
  ]
  /** Four rooms in a square of 8 m, and a front as wide with its windows. */
  const plan = (x: number, y: number) => [
    ...[0, 4000].flatMap((u) => [0, 4000].flatMap((v) => square(x + u, y + v, 4000))),
  ]
  const front = (x: number, y: number) => [
    ...square(x, y, 8000),
    ...[1000, 3500, 6000].flatMap((u) => square(x + u, y + 3000, 1000)),
  ]
  const sheet = (...groups: Group[][]) => sheetOfDxf(dxfFile(groups.flat()))

  it('one is laid out, the one with rooms or the title of a plan, and the others are told', () => {
    const named = [...plan(12_000, 0), ...text('客厅', 13_000, 2000), ...text('一层平面图', 14_000, -900)]
    const found = sheet(front(0, 0), text('南立面图 1:100', 3000, -900), named, front(0, -13_000))
    expect(found.others).toHaveLength(2)
    expect(found.drawn.texts.map((one) => one.text)).toEqual(['客厅'])
    expect(found.drawn.unitsAcross).toBeLessThan(11_000)
    const [other] = found.others
    const small = sheetOfDxf(dxfFile([...front(0, 0), ...named, ...front(0, -13_000)]), {
      ...(other ? { drawing: other } : {}),
      side: 400,
    })
    expect([Math.max(small.width, small.height), small.others.length]).toEqual([400, 2])
    expect(small.drawn.texts.map((one) => one.text)).not.toContain('客厅')
  })

  it('one without any words is taken where doors swing', () => {
    const door = (x: number, y: number): Group[] => [
      ...line(x, y, x, y + 900),
      ...([
        [0, 'ARC'],
        [8, '0'],
        [10, x],
        [20, y],
        [40, 900],
        [50, 0],
        [51, 90],
      ] as const),
    ]
    const { drawn, others, at } = sheet(
      front(0, 0),
      [...plan(12_000, 0), ...door(13_000, 4000)],
      front(0, -13_000),
    )
    expect(others).toHaveLength(2)
    expect(drawn.unitsAcross).toBeLessThan(11_000)
    expect(at(12_000, 0)[0]).toBeGreaterThan(0)
  })

  it('parts that lie within each other, and small ones beside, are no drawings of their own', () => {
    const inner = [...square(0, 0, 9000), ...square(500, 500, 8000), ...square(3000, 3000, 500)]
    expect(sheet(inner, square(12_000, 0, 900)).others).toEqual([])
    expect(sheetOfDxf(flatDxf({ seed: 4405 }).text).others).toEqual([])
  })
})

describe('drawings that are refused', () => {
  it.each<[what: string, text: string, name: string]>([
    ['no entities', dxfFile([]), 'NO_LINES'],
    ['cut off in its header', dxfFile([]).slice(0, 40), 'NO_LINES'],
    ['one point', dxfFile(line(5, 5, 5, 5)), 'NO_LINES'],
    [
      'surfaces in space',
      dxfFile([
        [0, '3DFACE'],
        [8, '0'],
        [10, 0],
        [20, 0],
      ]),
      'NO_LINES',
    ],
    [
      'numbers that are none',
      dxfFile(line(Number.NaN, Number.NaN, Number.NaN, Number.POSITIVE_INFINITY)),
      'NO_LINES',
    ],
  ])('%s', (_what, text, name) => {
    expect(refusalOf(() => sheetOfDxf(text))).toBe(name)
  })

  const onPaper = (groups: readonly Group[]) =>
    groups.flatMap((group): Group[] => (group[0] === 8 ? [group, [67, 1]] : [group]))

  it.each<[what: string, text: string, name: string, says: string]>([
    [
      'all on paper',
      dxfFile([[0, 'VIEWPORT'], [8, '0'], [67, 1], ...onPaper(square(0, 0, 1000))]),
      'DRAWING_ON_PAPER',
      '图纸空间',
    ],
    [
      'all on the paper of another layout',
      dxfFile([], { '*Paper_Space0': square(0, 0, 1000) }),
      'DRAWING_ON_PAPER',
      '图纸空间',
    ],
    [
      'all in another file',
      dxfFile(
        [
          [0, 'INSERT'],
          [8, '0'],
          [2, 'X户型'],
        ],
        {
          X户型: [
            [70, 4],
            [1, 'D:\\项目\\一层平面.dwg'],
          ],
        },
      ),
      'DRAWING_ELSEWHERE',
      '“一层平面.dwg”',
    ],
  ])('%s', (_what, text, name, says) => {
    const work = () => sheetOfDxf(text)
    expect(refusalOf(work)).toBe(name)
    expect(work).toThrow(says)
  })

  it('what a drawing lacks is kept with it', () => {
    const xref: Group[] = [
      [0, 'INSERT'],
      [8, '0'],
      [2, 'X'],
    ]
    const { drawn } = sheetOfDxf(
      dxfFile([...xref, ...square(0, 0, 1000)], {
        X: [
          [70, 4],
          [1, 'walls.dwg'],
        ],
      }),
    )
    expect(drawn.lacks).toEqual(['walls.dwg'])
  })

  it('blocks that hold themselves are drawn once; blocks that multiply without end are refused', () => {
    const insert = (block: string): Group[] => [
      [0, 'INSERT'],
      [8, '0'],
      [2, block],
      [10, 0],
      [20, 0],
    ]
    const circle = { A: [...square(0, 0, 100), ...insert('B')], B: insert('A') }
    expect(sheetOfDxf(dxfFile(insert('A'), circle)).paths).toHaveLength(1)
    const names = Array.from({ length: 20 }, (_, k) => `B${k}`)
    const bomb = Object.fromEntries(
      names.map((name, k) => [
        name,
        k === 0
          ? square(0, 0, 1)
          : Array(10)
              .fill(insert(`B${k - 1}`))
              .flat(),
      ]),
    )
    expect(refusalOf(() => sheetOfDxf(dxfFile(insert('B19'), bomb)))).toBe('DRAWING_TOO_COMPLEX')
  })

  it('rows and columns without end, and blocks of nothing that are set in without end, are refused soon', () => {
    const grid = (columns: number, rows: number): Group[] => [
      [0, 'INSERT'],
      [8, '0'],
      [2, 'A'],
      [10, 0],
      [20, 0],
      [70, columns],
      [71, rows],
    ]
    const blocks = { A: square(0, 0, 100) }
    // A count below one is taken for one.
    expect(sheetOfDxf(dxfFile(grid(-1, 1), blocks)).paths).toHaveLength(1)
    for (const [columns, rows] of [
      [-1, 1e15],
      [1e15, -1],
      [1e9, 1e9],
    ] as const)
      expect(refusalOf(() => sheetOfDxf(dxfFile(grid(columns, rows), blocks)))).toBe('DRAWING_TOO_COMPLEX')
    const nothing = { A: Array.from({ length: 2000 }, (): Group => [0, 'NOTHING']) }
    expect(refusalOf(() => sheetOfDxf(dxfFile(grid(1000, 1000), nothing)))).toBe('DRAWING_TOO_COMPLEX')
  })

  it('formats of CAD that cannot be read say what to do', () => {
    const check = (head: string) =>
      refusalOf(() => checkImageFile(Buffer.from(head.padEnd(64)), 64, '图.dwg'))
    expect(check('AC1032\0\0')).toBe('FILE_DWG')
    expect(check('AutoCAD Binary DXF\r\n\x1a\0')).toBe('FILE_DXF')
    expect(check('  0\r\nSECTION\r\n  2\r\nHEADER\r\n')).toBe('FILE_DXF')
  })
})

describe('an SVG', () => {
  const svg = (attributes: string, body = '<path d="M0 0L9 9"/>') =>
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${body}</svg>`

  it('gets a size of its own: of its view box, whatever it says its width is', () => {
    expect(svgSource(svg('viewBox="0 0 400 200" width="100%"'))).toMatchObject({ width: 3000, height: 1500 })
    expect(svgSource(svg('width="100mm" height="5cm"'))).toMatchObject({ width: 3000, height: 1500 })
    expect(svgSource(svg('viewBox="0 0 9e9 9e9" width="99999999"')).svg).toContain('width="3000"')
    expect(refusalOf(() => svgSource(svg('')))).toBe('FILE_SVG')
    expect(refusalOf(() => svgSource(svg('viewBox="0 0 0 0"')))).toBe('FILE_SVG')
    expect(refusalOf(() => svgSource('<svg viewBox="0 0 9 9"><path'))).toBe('FILE_DAMAGED')
  })

  it('is shown where it is drawn if that is off its page, and as its page where it only runs over the edge', () => {
    const off =
      '<defs><path d="M0 0H9"/></defs><g transform="translate(100 0) scale(2)"><path d="M100 50h100v50l-100 0z"/>' +
      '<rect x="100" y="50" width="10" height="10" transform="rotate(90 100 50)"/></g><circle r="2" cx="5" cy="5"/>'
    const { page, width, height } = svgSource(svg('viewBox="0 0 10 10"', off))
    // From the circle at 3 to the frame's far corner at 100 + 2 · 200, and 4 % around it.
    expect(page.x).toBeCloseTo(3 - 0.04 * 497)
    expect(page.x + page.width).toBeCloseTo(500 + 0.04 * 497)
    expect(page.y + page.height).toBeCloseTo(200 + 0.04 * 497)
    expect(width / height).toBeCloseTo(page.width / page.height, 2)
    const over = '<path d="M0 0L9 9M1 1L8 8"/><path d="M5 5L50 50"/>'
    expect(svgSource(svg('viewBox="0 0 10 10"', over)).page).toEqual({ x: 0, y: 0, width: 10, height: 10 })
  })

  it('loses scripts and foreign content', () => {
    const hostile = '<script>alert(1)</script><foreignObject><b/></foreignObject><script href="x"/><path/>'
    expect(svgSource(svg('viewBox="0 0 9 9"', hostile)).svg).not.toMatch(/script|foreign|alert/)
  })

  it('that grows without end is refused, by entities or by repeats; circles are not', () => {
    const doctype = Array.from({ length: 9 }, (_, k) => `<!ENTITY e${k + 1} "${`&e${k};`.repeat(10)}">`)
    const laughs = `<!DOCTYPE svg [<!ENTITY e0 "ha">${doctype.join('')}]>${svg('viewBox="0 0 9 9"', '&e9;')}`
    expect(refusalOf(() => svgSource(laughs))).toBe('DRAWING_TOO_COMPLEX')
    const later = `<!DOCTYPE svg [<!ENTITY a '&b;&b;'><!ENTITY b "ha">]>${svg('viewBox="0 0 9 9"', '&a;')}`
    expect(refusalOf(() => svgSource(later))).toBe('DRAWING_TOO_COMPLEX')
    const named = `<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>${svg('viewBox="0 0 9 9"', '&ns_svg;')}`
    expect(refusalOf(() => svgSource(named))).toBe('none')
    const uses = Array.from(
      { length: 9 },
      (_, k) => `<g id="g${k + 1}">${`<use href="#g${k}"/>`.repeat(10)}</g>`,
    )
    const repeats = `<g id="g0"><path/></g>${uses.join('')}`
    expect(refusalOf(() => svgSource(svg('viewBox="0 0 9 9"', repeats)))).toBe('DRAWING_TOO_COMPLEX')
    const own = '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'
    expect(refusalOf(() => svgSource(svg('viewBox="0 0 9 9"', own)))).toBe('none')
  })

  /** Groups of ten references each, nine levels deep, written by `refer`. */
  const nested = (refer: (id: string) => string) =>
    Array.from({ length: 9 }, (_, k) => `<g id="g${k + 1}">${refer(`g${k}`).repeat(10)}</g>`).join('')

  it.each<[what: string, body: string]>([
    ['in character references', nested((id) => `<use href="&#35;${id}"/>`)],
    ['in hexadecimal ones', nested((id) => `<use xlink:href='&#x23;${id}'/>`)],
    ['in escapes of CSS', nested((id) => `<path style="fill:url(\\23 ${id})"/>`)],
    [
      'in a style sheet',
      `<style>${Array.from({ length: 9 }, (_, k) => `.c${k}{mask:url(#g${k})}`).join('')}</style>${Array.from(
        { length: 9 },
        (_, k) => `<mask id="g${k + 1}">${`<path class="c${k}"/>`.repeat(10)}</mask>`,
      ).join('')}`,
    ],
  ])('that repeats itself by references %s is refused', (_what, body) => {
    expect(refusalOf(() => svgSource(svg('viewBox="0 0 9 9"', `<g id="g0"><path/></g>${body}`)))).toBe(
      'DRAWING_TOO_COMPLEX',
    )
  })

  it('with a chain of filters is refused, a shadow is not', () => {
    const filtered = (steps: number, uses: number) =>
      `<filter id="f">${'<feGaussianBlur stdDeviation="9"/>'.repeat(steps)}</filter>${'<path filter="url(#f)"/>'.repeat(uses)}`
    const refusal = (body: string) => refusalOf(() => svgSource(svg('viewBox="0 0 9 9"', body)))
    expect(refusal(filtered(3, 4))).toBe('none')
    expect(refusal(filtered(100, 1))).toBe('DRAWING_TOO_COMPLEX')
    expect(refusal(filtered(3, 100))).toBe('DRAWING_TOO_COMPLEX')
  })

  it('may hold pictures, but neither huge ones nor SVG', () => {
    const png = (side: number) => {
      const head = Buffer.alloc(33)
      head.writeUInt32BE(0x89504e47)
      head.writeUInt32BE(0x0d0a1a0a, 4)
      head.writeUInt32BE(side, 16)
      head.writeUInt32BE(side, 20)
      return head.toString('base64')
    }
    const refusal = (address: string) =>
      refusalOf(() => svgSource(svg('viewBox="0 0 9 9"', `<image href="${address}"/>`)))
    expect(refusal(`data:image/png;base64,${png(500)}`)).toBe('none')
    expect(refusal(`data:image/png;base64,${png(20_000)}`)).toBe('DRAWING_TOO_COMPLEX')
    expect(refusal(`&#100;ata:image/png;base64,${png(20_000)}`)).toBe('DRAWING_TOO_COMPLEX')
    expect(refusal('data:image/svg+xml;base64,PHN2Zy8+')).toBe('DRAWING_TOO_COMPLEX')
    expect(refusal('data:,nothing')).toBe('DRAWING_TOO_COMPLEX')
  })
})
