import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { DrawnPlan } from '#contracts/flatplan.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import { dressPlan, fieldsOfDressed, paintDressed, readContent } from '#kernels/plan/colour-plan.ts'
import { changeRooms, floorsOf } from '#kernels/plan/dress-rooms.ts'
import { fieldsOf } from '#kernels/plan/fields.ts'
import { readInk, readSheet } from '#kernels/plan/ink.ts'
import { readPlan } from '#kernels/plan/read-plan.ts'
import { readSite } from '#kernels/plan/read-site.ts'
import { addPlanSvg, findPlanSvg } from '#kernels/plan/svg.ts'
import { paramsOf } from '#ops/index.ts'
import { drawPlan, type PlanLook } from '#tests/support/plans/plan.ts'
import { scoreOpenings, scoreRooms } from '#tests/support/plans/score.ts'
import { drawSite } from '#tests/support/plans/site.ts'
import { readRaster } from '#tests/support/read-raster.ts'

/** Plans that nothing was tuned on: every kind of wall, gaps of up to 5 px, turned and noisy scans. */
const UNSEEN: PlanLook[] = Array.from({ length: 3 }, (_, n) => ({
  seed: 4100 + n,
  walls: (['double', 'solid', 'grey'] as const)[n]!,
  scale: [0.07, 0.09, 0.08][n]!,
  gap: 3 + n,
  turn: [0, 0.7, -0.6][n]!,
  noise: n === 1 ? 8 : 0,
  names: false,
}))

const textAt = (text: string, x: number, y: number): ReadText => ({
  ...{ text, sure: 1, left: x - 30, right: x + 30, top: y - 12, bottom: y + 12 },
})

describe('reading a plan', { timeout: 120_000 }, () => {
  it('finds rooms, doors and windows of plans it has not seen, gaps in their walls or not', async () => {
    const total = { rooms: 0, found: 0 }
    const openings = { door: 0, window: 0 }
    for (const look of UNSEEN) {
      const drawn = await drawPlan(look)
      const plan = readPlan(drawn.image)
      const { rooms, found } = scoreRooms(drawn, plan)
      total.rooms += rooms
      total.found += found
      for (const kind of ['door', 'window'] as const)
        openings[kind] += scoreOpenings(drawn, plan, kind) / UNSEEN.length
    }
    expect(total.found / total.rooms).toBeGreaterThanOrEqual(0.95)
    expect(openings.door).toBeGreaterThanOrEqual(0.9)
    expect(openings.window).toBeGreaterThanOrEqual(0.9)
  })

  it('finds the same rooms in white lines on black', async () => {
    const drawn = await drawPlan({ seed: 4200, walls: 'double', scale: 0.07, names: false })
    const { data } = drawn.image
    for (let i = 0; i < data.length; i++) if (i % 4 !== 3) data[i] = 255 - data[i]!
    const { found, rooms } = scoreRooms(drawn, readPlan(drawn.image))
    expect(found).toBe(rooms)
  })

  it('names rooms by the words in them and measures them by a line of known length', async () => {
    const drawn = await drawPlan({ seed: 4201, walls: 'solid', scale: 0.07, names: false })
    const texts = drawn.rooms.map(({ name, box }) =>
      textAt(name, (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2),
    )
    const { width } = drawn.image
    const ruler = { x0: 0.1, y0: 0.5, x1: 0.6, y1: 0.5, mm: (0.5 * width) / drawn.scale }
    const plan = readPlan(drawn.image, texts, ruler)
    expect(plan.rooms.map(({ name }) => name).sort()).toEqual(drawn.rooms.map(({ name }) => name).sort())
    expect(plan.measure).toMatchObject({ from: 'user' })
    expect(plan.measure.mmPerPx).toBeCloseTo(1 / drawn.scale, 3)
  })

  it('takes the scale from a chain of dimensions', async () => {
    const drawn = await drawPlan({ seed: 4202, walls: 'solid', names: false })
    const figures = [textAt('3600', 300, 40), textAt('2400', 600, 42), textAt('3000', 870, 41)]
    const { measure } = readPlan(drawn.image, figures)
    expect(measure.from).toBe('dimensions')
    expect(measure.mmPerPx).toBeCloseTo(10, 1)
  })

  it('lays what the user gives a room, and what its kind asks for in the others', async () => {
    const drawn = await drawPlan({ seed: 4203, walls: 'solid', scale: 0.07, names: false })
    const plan = readPlan(drawn.image)
    const { width, height } = drawn.image
    const [first, second] = plan.rooms
    if (!first || !second) throw new Error('the plan has no rooms')
    const at = ({ middle: [x, y] }: typeof first) => ({ x: (x + 0.5) / width, y: (y + 0.5) / height })
    const { rooms, given } = changeRooms(plan, [
      { ...at(first), kind: 'bath' },
      { ...at(second), material: 'stone-slate' },
    ])
    const floors = floorsOf(rooms, given, 'natural', () => '#5b6468')
    expect(rooms.find(({ id }) => id === first.id)?.kind).toBe('bath')
    expect(floors.get(second.id)).toMatchObject({ material: 'stone-slate', colour: '#5b6468' })
    expect(floors.get(first.id)?.material).not.toBe(floors.get(plan.rooms[2]?.id ?? 0)?.material)
  })
})

describe('a coloured plan', { timeout: 60_000 }, () => {
  it('is lettered, shaded and dressed, and goes along as vectors in its file', async () => {
    const drawn = await drawPlan({ seed: 4204, walls: 'solid', scale: 0.07, names: false })
    const texts = drawn.rooms.map(({ name, box }) =>
      textAt(name, (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2),
    )
    const params = paramsOf('flatplan').parse({ poche: '#112233', shadow: 1, style: 'plain' })
    const read = readContent(readInk(drawn.image), texts, params)
    // A door that was added by hand, its leaf within a room and beside its name.
    const { middle, radius } = read.rooms[0]!
    const [u, v] = [Math.round(middle[0] - 0.75 * radius), middle[1]]
    const plan = { ...read, addedSwings: [{ hinge: [u, v], tip: [u, v + 30], end: [u + 30, v] }] as const }
    const dressed = dressPlan(plan, params, () => '#ffffff')
    const fields = fieldsOfDressed(dressed, texts)
    const { picture, svg } = paintDressed(dressed, fields, new Map(), readSheet(drawn.image), texts, params)
    const at = (x: number, y: number) => [
      ...picture.data.subarray(4 * (y * picture.width + x)).subarray(0, 3),
    ]
    const wall = plan.walls.findIndex(
      (value, i) => value === 1 && plan.walls[i + 4 * picture.width + 4] === 1,
    )
    const [x, y] = [(wall % picture.width) + 2, Math.floor(wall / picture.width) + 2]
    expect(Math.max(...at(x, y))).toBeLessThan(60)
    const [room] = plan.rooms
    if (!room) throw new Error('the plan has no rooms')
    // The upper left corner of a room lies in the walls' shadow.
    const sum = (place: readonly number[]) => place.reduce((total, value) => total + value, 0)
    const corner = at(room.box.left + 3, room.box.top + 3)
    expect(sum(corner)).toBeLessThan(sum(at(room.box.right - 8, room.box.bottom - 8)) - 20)
    const document = svg()
    expect(document.match(/id="room-/g)).toHaveLength(plan.rooms.length)
    expect(document).toContain('fill="#112233"')
    expect([read.ink.dark[(v + 15) * picture.width + u], sum(at(u, v + 15)) < 330]).toEqual([0, true])
    expect(document.match(/<path class="door"/g)).toHaveLength(1)
    const kept = findPlanSvg(addPlanSvg(encodePng(), document))
    expect(Buffer.from(kept ?? []).toString('ascii')).toBe(document)
  })
})

describe('filled furniture', () => {
  it('loses its fill and keeps its edge; floors that are filled with a colour are paper', async () => {
    const drawn = await drawPlan({ seed: 4203, walls: 'solid', scale: 0.07, names: false })
    const { width, data } = drawn.image
    const { x0, y0, x1, y1 } = drawn.rooms[0]!.box
    const read = readPlan(drawn.image)
    const fill = (colour: readonly number[], inset: number) => {
      for (let y = Math.round(y0 + inset); y < y1 - inset; y++)
        for (let x = Math.round(x0 + inset); x < x1 - inset; x++) data.set(colour, 4 * (y * width + x))
    }
    const near = 8
    const far = Math.round(0.35 * Math.min(x1 - x0, y1 - y0))
    fill([245, 225, 200], near)
    fill([230, 120, 40], far)
    // Where the network sees walls, what is filled besides is none.
    const plan = { ...read, ink: readInk(drawn.image) }
    const { fill: level, outline, things } = fieldsOf(plan, [])
    const at = (x: number, y: number) => Math.round(y) * width + Math.round(x)
    const [middle, floor] = [at((x0 + x1) / 2, (y0 + y1) / 2), at(x0 + near + 8, y0 + near + 8)]
    expect([level[middle]! > 0, things[middle], outline[middle], level[floor]]).toEqual([true, 1, 0, 0])
    const edges = Array.from({ length: Math.round(x1 - x0) }, (_, k) => outline[at(x0 + k, (y0 + y1) / 2)])
    expect(edges.filter(Boolean)).toHaveLength(2)
    expect(readSheet(drawn.image).grey[floor]).toBeGreaterThan(240)
  })
})

/** The signature and the header of a PNG file, and its end: enough for chunks to be laid into. */
function encodePng(): Uint8Array {
  const head = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex')
  return new Uint8Array(Buffer.concat([head, Buffer.from('0000000049454e44ae426082', 'hex')]))
}

describe('reading a site plan', { timeout: 60_000 }, () => {
  it('tells buildings, roads, lawns and water by names and shapes, and finds the trees', async () => {
    const drawn = await drawSite(4501)
    const texts = drawn.parts.filter(({ name }) => name).map(({ name, x, y }) => textAt(name, x, y))
    const site = readSite(readInk(drawn.image), texts, null)
    const kindAt = (x: number, y: number) => {
      const id = site.map[Math.round(y) * site.ink.width + Math.round(x)]
      return site.rooms.find((room) => room.id === id)?.kind
    }
    expect(drawn.parts.map(({ x, y }) => kindAt(x, y))).toEqual(drawn.parts.map(({ kind }) => kind))
    expect(site.trees).toHaveLength(drawn.trees.length)
  })

  it('takes a turned rectangle for a building, and a lawn with an arm for none', async () => {
    const lines = `<path d="M150 60 L260 124 L220 194 L110 130 Z M300 200 H480 V240 H340 V380 H300 Z" fill="none" stroke="#000" stroke-width="3"/>`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="520" height="420"><rect width="520" height="420" fill="#fff"/>${lines}</svg>`
    const site = readSite(readInk(await readRaster(await sharp(Buffer.from(svg)).png().toBuffer())), [], null)
    const kindAt = (x: number, y: number) =>
      site.rooms.find(({ id }) => id === site.map[y * site.ink.width + x])?.kind
    expect([kindAt(185, 127), kindAt(320, 300)]).toEqual(['building', 'lawn'])
  })

  it('takes a part that rows of bays divide for parking, and one with a few lines for none', async () => {
    const bays = Array.from({ length: 8 }, (_, k) => `M${60 + 20 * k} 40v40M${60 + 20 * k} 160v-40`).join('')
    const lines = `<path d="M40 40H220V160H40Z${bays}M260 40H400V160H260Z M300 40v40M340 160v-30M370 40v60" fill="none" stroke="#000" stroke-width="2"/>`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="440" height="200"><rect width="440" height="200" fill="#fff"/>${lines}</svg>`
    const site = readSite(readInk(await readRaster(await sharp(Buffer.from(svg)).png().toBuffer())), [], null)
    const kindAt = (x: number, y: number) =>
      site.rooms.find(({ id }) => id === site.map[y * site.ink.width + x])?.kind
    expect([kindAt(130, 100), kindAt(320, 100)]).toEqual(['parking', 'lawn'])
  })

  /** A site of thin lines on white, 440 by 320, drawn so many times as large. */
  const siteOf = async (
    d: string,
    texts: readonly ReadText[] = [],
    drawn: DrawnPlan | null = null,
    { scale = 1, dashes = '' } = {},
  ) => {
    const line = `fill="none" stroke="#000" stroke-width="${2 / scale}" stroke-dasharray="${dashes}" stroke-dashoffset="7"`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${440 * scale}" height="${320 * scale}" viewBox="0 0 440 320"><rect width="440" height="320" fill="#fff"/><path d="${d}" ${line}/></svg>`
    const picture = await readRaster(await sharp(Buffer.from(svg)).png().toBuffer())
    return readSite(readInk(picture, 'site'), texts, null, drawn)
  }

  it('closes broken lines, straight and oblique', async () => {
    // Squares of 140 a side: a dash lies about each corner.
    const lines = 'M60 60H200V200H60Z M361.8 239.7L230.3 191.8L278.2 60.3L409.7 108.2Z'
    const site = await siteOf(lines, [], null, { scale: 2.5, dashes: '14.5 3' })
    expect(site.rooms).toHaveLength(2)
  })

  it('takes circles with words in them for signs, squares for no crowns, and other circles for trees', async () => {
    const circle = (x: number, y: number) => `M${x - 14} ${y}a14 14 0 1 0 28 0a14 14 0 1 0 -28 0Z`
    const words = [100, 160, 220].map(
      (x): ReadText => ({
        ...{ text: '1.20', sure: 1, left: x - 9, right: x + 9, top: 95, bottom: 105 },
      }),
    )
    const at = (y: number) => [100, 160, 220].map((x) => circle(x, y)).join('')
    const squares = [290, 330, 370].map((x) => `M${x} 90h26v6h-3v16h3v6h-26Z`).join('')
    const site = await siteOf(`M40 40H400V280H40Z${at(100)}${at(200)}${squares}`, words)
    expect(site.trees.map(({ y }) => Math.round(y / 10))).toEqual([20, 20, 20])
    const idAt = (x: number, y: number) => site.map[y * site.ink.width + x]
    expect(idAt(100, 110)).toBe(idAt(60, 150))
  })

  it('closes the sides of a drawing that was cut out of a map, of which no part is a building by its shape', async () => {
    const roads = 'M20 100H420M20 130H420M200 20V100M230 20V100M200 130V300M230 130V300M300 160h60v60h-60Z'
    const drawn: DrawnPlan = { unitsAcross: 200, unitMm: 1000, walled: false, texts: [] }
    const kindAt = (site: Awaited<ReturnType<typeof siteOf>>, x: number, y: number) =>
      site.rooms.find(({ id }) => id === site.map[y * site.ink.width + x])?.kind
    const site = await siteOf(roads, [], drawn)
    expect([kindAt(site, 100, 50), kindAt(site, 330, 190), kindAt(site, 320, 115)]).toEqual([
      'lawn',
      'building',
      'road',
    ])
    expect(kindAt(await siteOf(roads), 100, 50)).toBeUndefined()
  })

  it('takes areas that are filled with strong colours for parts, by their outlines or without any', async () => {
    const fills = `<path d="M60 60H340V160H60Z" fill="#d8402c" stroke="#000" stroke-width="3"/>
      <path d="M200 60V160" stroke="#000" stroke-width="2"/><path d="M60 220H260V360H60Z" fill="#5b9e2d"/>
      <path d="M300 220H460V360H300Z" fill="#2f6fc4"/><path d="M20 20V400" stroke="#d8402c" stroke-width="3"/>`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="520"><rect width="700" height="520" fill="#fff"/>${fills}</svg>`
    const picture = await readRaster(await sharp(Buffer.from(svg)).png().toBuffer())
    const site = readSite(readInk(picture, 'site'), [], null)
    const kindAt = (x: number, y: number) =>
      site.rooms.find(({ id }) => id === site.map[y * site.ink.width + x])?.kind
    expect([kindAt(120, 110), kindAt(270, 110), kindAt(160, 290), kindAt(380, 290)]).toEqual([
      'building',
      'building',
      'lawn',
      'water',
    ])
    expect(site.rooms).toHaveLength(4)
  })
})
