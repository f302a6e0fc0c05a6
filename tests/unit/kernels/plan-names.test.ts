import { describe, expect, it } from 'vitest'
import { encodingOfDxf } from '#kernels/cad/dxf-encoding.ts'
import { roleOfLayer } from '#kernels/cad/layer-roles.ts'
import { sheetOfDxf } from '#kernels/cad/sheet.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import { kindByThing, roomKindOf, siteKindOf } from '#kernels/plan/kinds.ts'
import { kindsByPlace } from '#kernels/plan/kinds-by-place.ts'
import { measurePlan } from '#kernels/plan/measure.ts'
import { nameRooms } from '#kernels/plan/name-rooms.ts'
import type { Opening } from '#kernels/plan/openings.ts'
import { type Room, readPlan } from '#kernels/plan/read-plan.ts'
import { PARTS, THINGS, type ThingName } from '#kernels/plan/see-plan.ts'
import { dxfFile, type Group } from '#tests/support/plans/dxf.ts'
import { drawPlan } from '#tests/support/plans/plan.ts'

const kindsOf = (names: string) => names.split('|').map(roomKindOf)

describe('the name of a room', () => {
  it.each([
    ['客廳|廚房|臥室|衛生間', 'living kitchen bedroom bath'],
    ['リビング|台所|寝室|浴室', 'living kitchen bedroom bath'],
    ['Wohnzimmer|Kueche|Schlafzimmer|Bad|EG Flur|Gäste-WC', 'living kitchen bedroom bath corridor bath'],
    [
      'Séjour|CUISINE|Chambre 2|Salle de bains|Entrée|Débarras',
      'living kitchen bedroom bath entrance storage',
    ],
    ['Salón|Cocina|Dormitorio|Baño|Pasillo', 'living kitchen bedroom bath corridor'],
    ['Soggiorno|Cucina|Camera da letto|Bagno', 'living kitchen bedroom bath'],
    ['Sala de estar|Cozinha|Quarto|Banheiro', 'living kitchen bedroom bath'],
    ['Woonkamer|Keuken|Slaapkamer|Badkamer', 'living kitchen bedroom bath'],
    ['Vardagsrum|Kök|SOVRUM 1|Badrum|KLK', 'living kitchen bedroom bath closet'],
    ['Oturma Odası|Mutfak|Yatak Odası|Banyo', 'living kitchen bedroom bath'],
    ['GREAT ROOM|PANTRY|MSTR. SUITE|TOIL.', 'living storage bedroom bath'],
    ['LOUNGE|UTILITY|HALLWAY|W.I.C.', 'living laundry corridor closet'],
    ['MBR|Mstr. Bath|T.V. ROOM|GUEST BATH|COVERED DECK', 'bedroom bath living bath balcony'],
  ])('%s tells its kind', (names, kinds) => {
    expect(kindsOf(names)).toEqual(kinds.split(' '))
  })

  it('where there is none, is not needed: furniture that is seen tells the kind, against the size of its room', () => {
    const [width, height] = [120, 40]
    // Three rooms of 4 × 4 m, one of 1.6 × 1.8 m: a bed in a corner, a sofa with a basin, a toilet, and specks of a car.
    const boxes = [
      [0, 0, 40, 40],
      [40, 0, 80, 40],
      [80, 0, 96, 18],
      [80, 20, 120, 40],
    ] as const
    const map = new Uint16Array(width * height)
    const rooms = boxes.map(([left, top, right, bottom], k): Room => {
      for (let y = top; y < bottom; y++) map.fill(k + 1, y * width + left, y * width + right)
      return {
        ...{ id: k + 1, name: k === 3 ? 'Void' : '', kind: 'other', label: null, middle: [0, 0] },
        ...{ box: { left, top, right, bottom }, area: (right - left) * (bottom - top) },
        radius: Math.min(right - left, bottom - top) / 2,
      }
    })
    const seen = (x0: number, y0: number, x1: number, y1: number): Uint8Array =>
      Uint8Array.from({ length: (width * height) / 4 }, (_, i) => {
        const [x, y] = [2 * (i % (width / 2)), 2 * Math.floor((2 * i) / width)]
        return x >= x0 && x < x1 && y >= y0 && y < y1 ? 255 : 0
      })
    const places: Partial<Record<ThingName, [number, number, number, number][]>> = {
      bed: [[0, 0, 18, 20]],
      seating: [[42, 20, 64, 30]],
      bath: [
        [76, 0, 80, 10],
        [84, 6, 92, 14],
      ],
      car: [[110, 30, 116, 34]],
    }
    const things = THINGS.map((thing) => {
      const maps = (places[thing] ?? []).map((place) => seen(...place))
      return seen(0, 0, 0, 0).map((_, i) => Math.max(0, ...maps.map((one) => one[i]!)))
    })
    const told = (given: Room[]) =>
      kindsByPlace(
        {
          ...{ rooms: given, doors: [], windows: [], map, ink: { width, height }, thickness: 2 },
          measure: { mmPerPx: 100, from: 'user' },
        },
        { width: width / 2, height: height / 2, things, shares: [] },
      ).map(({ kind }) => kind)
    expect(told(rooms)).toEqual(['bedroom', 'living', 'bath', 'other'])
    expect(told([{ ...rooms[0]!, kind: 'study' }])).toEqual(['study'])
    // A room whose name says that people stay in it is no corridor, bath or store.
    expect(told([{ ...rooms[2]!, name: '3号房间' }])).not.toEqual(['bath'])
  })

  it('where neither it nor furniture tells, gives way to size, doors, windows and shape', () => {
    const [width, height] = [120, 100]
    const boxes = [
      ['', 0, 0, 60, 45],
      ['', 0, 47, 110, 57],
      ['', 0, 59, 40, 95],
      ['2', 42, 59, 62, 80],
      ['', 64, 59, 76, 74],
      ['Void', 80, 59, 100, 80],
    ] as const
    const map = new Uint16Array(width * height)
    const rooms = boxes.map(([name, left, top, right, bottom], k): Room => {
      for (let y = top; y < bottom; y++) map.fill(k + 1, y * width + left, y * width + right)
      return {
        ...{ id: k + 1, name, kind: 'other', label: null, box: { left, top, right, bottom } },
        ...{ area: (right - left) * (bottom - top), radius: Math.min(right - left, bottom - top) / 2 },
        middle: [(left + right) / 2, (top + bottom) / 2],
      }
    })
    const opening = (kind: 'door' | 'window', x: number, y: number): Opening => ({
      ...{ kind, width: 8 },
      corners: [
        [x, y],
        [x + 8, y],
        [x + 8, y + 2],
        [x, y + 2],
      ],
    })
    const doors = [opening('door', 20, 45), ...[10, 48, 66, 86].map((x) => opening('door', x, 57))]
    const windows = [opening('window', 15, 95), opening('window', 15, -2)]
    const none = new Uint8Array(60 * 50)
    const seen = { width: 60, height: 50, things: THINGS.map(() => none), shares: PARTS.map(() => none) }
    const kinds = (mmPerPx: number, ways = doors, things = seen.things) =>
      kindsByPlace(
        {
          ...{ rooms, doors: ways, windows, map, ink: { width, height }, thickness: 2 },
          measure: { mmPerPx, from: 'user' },
        },
        { ...seen, things },
      ).map(({ kind }) => kind)
    expect(kinds(100)).toEqual(['living', 'corridor', 'bedroom', 'bath', 'storage', 'other'])
    // At thrice the size it is an office.
    expect(kinds(300).slice(1, 4)).toEqual(['corridor', 'office', 'office'])
    // What no door leads into is a shaft.
    const without = doors.filter(({ corners: [[x]] }) => x !== 66)
    expect(kinds(100, without)[4]).toBe('other')
    // A bath is seen in it, but at 0.9 m² it is too small for one.
    const baths = THINGS.map((thing) => (thing === 'bath' ? new Uint8Array(none.length).fill(255) : none))
    expect([100, 70].map((mm) => kinds(mm, without, baths)[4])).toEqual(['bath', 'other'])
  })

  it('is not that of its furniture, which tells its kind', () => {
    const kinds = '冰箱|Washing machine|Shoe Shelves|梳妆台|书桌|Chair|TT'.split('|').map(kindByThing)
    expect(kinds).toEqual(['kitchen', 'laundry', 'entrance', 'bedroom', null, null, null])
    expect(['Cooking', 'Master Bath', '客厅', 'Bed 2'].map(kindByThing)).toEqual(Array(4).fill(undefined))
    const map = new Uint16Array(100 * 60).fill(1)
    const cell = {
      id: 1,
      area: 6000,
      radius: 30,
      middle: [50, 30] as const,
      box: { left: 0, right: 99, top: 0, bottom: 59 },
    }
    const at = (text: string, top: number): ReadText => ({
      text,
      sure: 1,
      left: 30,
      right: 70,
      top,
      bottom: top + 8,
    })
    expect(nameRooms([cell], map, 100, [at('冰箱', 10), at('椅子', 40)])).toMatchObject([
      { name: '', kind: 'kitchen' },
    ])
    expect(nameRooms([cell], map, 100, [at('冰箱', 10), at('客厅', 40)])).toMatchObject([
      { name: '客厅', kind: 'living' },
    ])
    expect(nameRooms([cell], map, 100, [at('Coffee', 10), at('Table', 19), at('Chair', 40)])).toMatchObject([
      { name: '', kind: 'living' },
    ])
  })

  it('is found where its middle lies on a line, and stays as drawn where it is turned', () => {
    const map = new Uint16Array(100 * 60).fill(1)
    for (let x = 0; x < 100; x++) map[30 * 100 + x] = 0
    const box = { left: 0, right: 99, top: 0, bottom: 59 }
    const cell = { id: 1, area: 5900, radius: 30, middle: [50, 15] as const, box }
    const at = { sure: 1, left: 30, right: 70, top: 25, bottom: 35 }
    expect(nameRooms([cell], map, 100, [{ ...at, text: 'Küche' }])).toMatchObject([{ kind: 'kitchen' }])
    const line: readonly Group[] = [
      ...([
        [0, 'LINE'],
        [8, '0'],
        [10, 0],
        [20, 0],
      ] as const),
      ...([
        [11, 9000],
        [21, 6000],
      ] as const),
    ]
    const word: readonly Group[] = [
      ...([
        [0, 'TEXT'],
        [8, '0'],
        [1, 'River Ouzel'],
        [10, 4000],
        [20, 1000],
      ] as const),
      ...([
        [40, 300],
        [50, 60],
      ] as const),
    ]
    const { texts } = sheetOfDxf(dxfFile([...line, ...word])).drawn
    expect(texts).toMatchObject([{ text: 'River Ouzel', turned: true }])
    expect(texts[0]!.bottom - texts[0]!.top).toBeGreaterThan(texts[0]!.right - texts[0]!.left)
  })

  it('tells nothing where it is no word of a room', () => {
    expect(kindsOf('SAMPLE|A-101|Chair|Scale')).toEqual([null, null, null, null])
    expect(['River Ouzel', 'BAKERVIEW ROAD', 'Parkplatz', 'PARK', '3#楼'].map(siteKindOf)).toEqual(
      'water road parking lawn building'.split(' '),
    )
  })

  it('stands in two lines, and a word over all rooms is none', async () => {
    const drawn = await drawPlan({ seed: 4501, walls: 'solid', names: false })
    const at = (room: number, text: string, line: number): ReadText => {
      const { box } = drawn.rooms[room]!
      const [x, y] = drawn.place((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
      return { text, sure: 1, left: x - 30, right: x + 30, top: y + 14 * line, bottom: y + 14 * line + 12 }
    }
    const texts = [
      at(0, 'MASTER', 0),
      at(0, 'BATH', 1),
      at(1, '2.4 x 3.6', 0),
      ...drawn.rooms.map((_, k) => at(k, 'SAMPLE', 3)),
    ]
    const plan = readPlan(drawn.image, texts)
    const roomAt = (k: number) => {
      const { box } = drawn.rooms[k]!
      const [x, y] = drawn.place((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
      return plan.rooms.find(({ id }) => id === plan.map[Math.round(y) * plan.ink.width + Math.round(x)])
    }
    expect(roomAt(0)).toMatchObject({ name: 'MASTER BATH', kind: 'bath' })
    expect(roomAt(1)).toMatchObject({ name: '', kind: 'other' })
  })
})

describe('a drawing of an office abroad', () => {
  it.each([
    ['wall', 'MUROS|Wand|MURS|Parede|Vägg|DUVAR|壁|牆體'],
    ['opening', 'PUERTAS|Türen|Fenster|FENETRES|Janelas|Dörrar|Kapı|建具'],
    ['thing', 'Couch/Benches|Shelves|MOBILIARIO|Möbel|Arredi|Meubels|Inredning|傢俱家具'],
    [
      'pale',
      'グリッド|Querbalken|梁|屋根|Dach|Bemassung|COTAS|COTATION|QUOTE|Flooring|Fliesen|Ejes|寸法|Rahmen',
    ],
  ])('has its layers of the role %s known', (role, names) => {
    expect(new Set(names.split('|').map(roleOfLayer))).toEqual(new Set([role]))
  })

  it('is read in Latin-1 where it names no code page, and in UTF-8 where it is that', () => {
    const text = dxfFile(
      ['Séjour', 'Cuisine', 'Entrée', 'Débarras'].flatMap((word) => [
        [0, 'TEXT'],
        [8, '0'],
        [1, word],
      ]),
    )
    const latin = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    expect(encodingOfDxf(latin)).toBe('windows-1252')
    expect(encodingOfDxf(new TextEncoder().encode(text))).toBe('utf-8')
  })

  it('has coloured floors that are not filled with ink', () => {
    const hatch = (colour: readonly (readonly [number, number])[]) =>
      [
        [0, 'SOLID'],
        [8, 'FLOOR'],
        ...colour,
        ...[
          [0, 0],
          [4000, 0],
          [0, 3000],
          [4000, 3000],
        ].flatMap(([x, y], k) => [[10 + k, x!] as const, [20 + k, y!] as const]),
      ] as const
    const frame = [
      [0, 'LINE'],
      [8, '0'],
      [10, 0],
      [20, 0],
      [11, 4000],
      [21, 3000],
    ] as const
    const surfaces = (colour: readonly (readonly [number, number])[]) =>
      sheetOfDxf(dxfFile([...hatch(colour), ...frame])).paths.filter(({ width }) => width === 0).length
    expect(surfaces([[62, 41]])).toBe(0)
    expect(surfaces([[420, 0xf0dcb4]])).toBe(0)
    expect(surfaces([[420, 0x202020]])).toBe(1)
    expect(surfaces([[62, 7]])).toBe(1)
  })
})

describe('the size of a plan', () => {
  const size = { width: 1000, height: 800 }
  /** Two rooms side by side, 400 × 300 px each. */
  const map = new Uint16Array(1000 * 800)
  for (let y = 100; y < 400; y++) {
    map.fill(1, y * 1000 + 50, y * 1000 + 450)
    map.fill(2, y * 1000 + 460, y * 1000 + 860)
  }
  const cell = (id: number, left: number) => ({
    ...{ id, area: 120_000, radius: 150, middle: [left + 200, 250] as const },
    box: { left, right: left + 400, top: 100, bottom: 400 },
  })
  const parts = { openings: [], thickness: 20, cells: [cell(1, 50), cell(2, 460)], map }
  const text = (words: string, x: number): ReadText => ({
    ...{ text: words, sure: 1, left: x - 20, right: x + 20, top: 240, bottom: 260 },
  })
  const swing = { hinge: [0, 0], tip: [0, 85], end: [85, 0] } as const
  const doors = [0, 1].map(() => ({ kind: 'door' as const, width: 85, corners: [] as never, swing }))

  it.each([
    ['13\'-1 1/2" x 9\'-10"', '0.01 m a px'],
    ['12,0 m²', '0.01 m a px'],
    ['4.00 x 3.00', '0.01 m a px'],
  ])('is told by %s in its rooms', (words) => {
    const { mmPerPx, from } = measurePlan(size, null, [text(words, 250), text(words, 660)], parts)
    expect(from).toBe('dimensions')
    expect(mmPerPx).toBeGreaterThan(9.8)
    expect(mmPerPx).toBeLessThan(10.2)
  })

  it('is told by the areas of the parts of a room together', () => {
    const texts = [text('5 m²', 150), text('7,0 m²', 350), text('12 m²', 660)]
    const { mmPerPx, from } = measurePlan(size, null, texts, parts)
    expect(from).toBe('dimensions')
    expect(Math.abs(mmPerPx - 10)).toBeLessThan(0.2)
  })

  it('is judged by the leaves that swing, not by what else looks like a door', () => {
    const edges = [20, 25, 30].map((width) => ({ kind: 'door' as const, width, corners: [] as never }))
    const openings = [...edges, ...doors]
    expect(measurePlan(size, null, [], { ...parts, openings })).toMatchObject({ mmPerPx: 10, from: 'guess' })
  })

  /** Texts in a row, each at its middle, px. */
  const row = (...figures: readonly (readonly [string, number])[]) =>
    figures.map(([words, x]) => text(words, x))
  const judged = { ...parts, openings: doors }

  it.each([
    ['mm, with walls between', row(['240', 112], ['3600', 304], ['120', 490], ['-2400-', 616])],
    ['cm, with arrows', row(['<24>', 112], ['←360→', 304], ['12', 490], ['240', 616])],
    ['metres', row(['0.24m', 112], ['3,60', 304], ['0.12', 490], ['2.40', 616])],
    [
      'mm, one of which was misread',
      row(['240', 112], ['36OO', 304], ['1200', 700], ['2400', 880], ['600', 1030]),
    ],
    ['mm, with the marks of the line read as 米', row(['*240米', 112], ['米3600', 304], ['*2400米', 604])],
    ['inches whose marks were misread', [text(`13'1* × 9'10°`, 250), text(`13′′1* x 9'10"`, 660)]],
  ])('is told by %s', (_, texts) => {
    const { mmPerPx, from } = measurePlan(size, null, texts, judged)
    expect(from).toBe('dimensions')
    expect(mmPerPx).toBeGreaterThan(9.8)
    expect(mmPerPx).toBeLessThan(10.2)
  })

  it.each([
    ['the numbers of rooms', row(['1101', 100], ['1102', 300], ['1103', 500], ['1104', 700])],
    ['figures that are all alike and no dimensions', row(['1530', 100], ['1530', 220], ['1530', 340])],
    ['the numbers of axes', row(['10', 100], ['11', 300], ['12', 510], ['13', 745])],
    [
      'levels in two lines',
      [100, 300, 500].flatMap((x) => [
        { ...text('0.30', x), top: 40, bottom: 60 },
        { ...text('1.20', x), top: 66, bottom: 86 },
      ]),
    ],
  ])('is not told by %s', (_, texts) => {
    expect(measurePlan(size, null, texts, judged)).toMatchObject({ mmPerPx: 10, from: 'guess' })
  })

  it('is told by the width of a building where lines that are no walls fit no unit', () => {
    const drawn = { unitMm: null, unitsAcross: 56_000, walled: false, texts: [] }
    expect(measurePlan(size, null, [], { ...parts, thickness: 1 }, drawn)).toEqual({
      mmPerPx: 56,
      from: 'drawing',
    })
  })

  it.each([
    ['inches in a file of mm', 1, 10_000 / 25.4],
    ['feet in a file without units', null, 10_000 / 304.8],
    ['cm in a file of m', 1000, 1000],
  ])('is told by doors: %s', (_, unitMm, unitsAcross) => {
    const drawn = { unitMm, unitsAcross, walled: true, texts: [] }
    const { mmPerPx, from } = measurePlan(size, null, [], { ...parts, openings: doors }, drawn)
    expect(from).toBe('drawing')
    expect(mmPerPx).toBeCloseTo(10, 1)
  })

  it('is told by its width where its walls fit no unit, if one unit is by far the likeliest', () => {
    const told = (unitsAcross: number, thickness: number) => {
      const drawn = { unitMm: null, unitsAcross, walled: false, texts: [] }
      return measurePlan(size, null, [], { ...parts, thickness }, drawn).from
    }
    // 9.9 or 99 m wide; 4.1 or 41 m.
    expect([told(9900, 7.3), told(4100, 0.63)]).toEqual(['drawing', 'guess'])
  })

  it('is not told by a site’s header of inches alone', () => {
    const drawn = { unitMm: 25.4, unitsAcross: 300, walled: false, texts: [] }
    expect(measurePlan(size, null, [], { ...parts, thickness: 0 }, drawn).from).toBe('guess')
  })
})
