import type { PlanStyle } from '#contracts/flatplan.ts'
import type { ReadText } from '#kernels/ocr/read-texts.ts'
import type { Raster } from '#kernels/raster.ts'
import { LINEAR_OF_BYTE, toEncoded } from '#kernels/srgb.ts'
import { crownsOf } from './crowns.ts'
import type { Floors } from './dress-rooms.ts'
import { type Fields, sillsOf } from './fields.ts'
import type { Sheet } from './ink.ts'
import { type Laid, type LaidMaterial, layFloor } from './lay-floor.ts'
import { drawText } from './lettering.ts'
import { type Lettered, letterRooms } from './letters.ts'
import type { Opening } from './openings.ts'
import { eachWithin } from './quads.ts'
import type { Plan, Room } from './read-plan.ts'
import { rimShadow } from './shade.ts'
import type { Point } from './turned.ts'

/** How a plan is coloured; see the op `flatplan`. */
export interface PlanLook {
  style: PlanStyle
  poche: string
  shadow: number
  showLabels: boolean
  showAreas: boolean
}

const ENCODED = Uint8Array.from({ length: 4097 }, (_, k) => Math.round(255 * toEncoded(k / 4096)))
const encode = (light: number): number => ENCODED[Math.max(0, Math.min(4096, (light * 4096) | 0))]!
/** Linear light. */
const PAPER = [1, 1, 1]
const GLASS = [0.6, 0.78, 0.86]
const SILL = [0.52, 0.49, 0.44]
const THING = [0.93, 0.91, 0.87]
const LINE = [0.028, 0.026, 0.025]

/** A place between four pixels: the upper left one, and how far the place lies from it, 0..1. */
interface Place {
  pixel: number
  across: number
  down: number
}

/** Sets `place` to (x, y), px, in a plane of `width` × `height`; beyond the border to the nearest place within. */
function goTo(place: Place, x: number, y: number, width: number, height: number): void {
  const x0 = Math.max(0, Math.min(width - 2, Math.floor(x)))
  const y0 = Math.max(0, Math.min(height - 2, Math.floor(y)))
  place.pixel = y0 * width + x0
  place.across = Math.max(0, Math.min(1, x - x0))
  place.down = Math.max(0, Math.min(1, y - y0))
}

/** Bilinear value of a plane of `width` px a row at a place. */
function valueAt(plane: Uint8Array, width: number, { pixel, across, down }: Place): number {
  const [a, b] = [plane[pixel]!, plane[pixel + 1]!]
  const [c, d] = [plane[pixel + width]!, plane[pixel + width + 1]!]
  // Most places lie away from a mask's edge.
  if (a === b && a === c && a === d) return a
  const upper = a + (b - a) * across
  return upper + (c + (d - c) * across - upper) * down
}

/** The edge of a mask as sharp as the picture that is painted. */
const crisp = (cover: number, scale: number): number =>
  Math.max(0, Math.min(1, (cover - 0.5) * Math.max(1, scale) + 0.5))

/** Everything that is needed to colour a plan. */
export interface PaintParts {
  plan: Plan
  fields: Fields
  rooms: readonly Room[]
  floors: Floors
  /** By their ids; a floor whose material is not here is laid in its even colour. */
  materials: ReadonlyMap<string, LaidMaterial>
  look: PlanLook
}

/** The floor of each room, ready to lay. @param scale px of the painted picture a px of the plan */
function layFloors({ plan, rooms, floors, materials }: PaintParts, scale: number) {
  const { mmPerPx } = plan.measure
  const laid: ({ floor: Laid; x: number; y: number } | undefined)[] = []
  for (const { id, box } of rooms) {
    const floor = floors.get(id)
    if (!floor) continue
    const turned = floor.directed === true && box.bottom - box.top > box.right - box.left
    const material = materials.get(floor.material) ?? null
    laid[id] = { floor: layFloor(floor, material, turned, mmPerPx / scale), x: box.left, y: box.top }
  }
  return laid
}

/** Gives the linear light of a place of the plan, px of the plan: floor, sills, shadows, furniture, glass, walls. */
function groundOf(parts: PaintParts, scale: number) {
  const { plan, fields, floors, look } = parts
  const { width: w, height: h } = plan.ink
  const { mmPerPx } = plan.measure
  const laid = layFloors(parts, scale)
  const { walls, glass } = plan
  const { things, high, cast, rim, low } = fields
  const sills = sillsOf(plan, fields.map, floors)
  const isSite = plan.content === 'site'
  const place: Place = { pixel: 0, across: 0, down: 0 }
  const poche = [1, 3, 5].map((k) => LINEAR_OF_BYTE[Number.parseInt(look.poche.slice(k, k + 2), 16)]!)
  const mix = (light: Float32Array, colour: readonly number[], cover: number) => {
    for (let c = 0; c < 3; c++) light[c] = light[c]! + (colour[c]! - light[c]!) * cover
  }
  return (x: number, y: number, light: Float32Array) => {
    const row = Math.max(0, Math.min(h - 1, Math.round(y)))
    const room = laid[fields.map[row * w + Math.max(0, Math.min(w - 1, Math.round(x)))]!]
    if (room) room.floor.at((x - room.x) * mmPerPx, (y - room.y) * mmPerPx, light)
    else light.set(PAPER)
    goTo(place, x, y, w, h)
    const sill = crisp(valueAt(sills, w, place), scale)
    if (sill > 0) mix(light, SILL, sill)
    const thing = crisp(valueAt(things, w, place), scale)
    if (thing > 0) mix(light, THING, 0.94 * thing)
    // Roofs and crowns stand in the sun; walls are painted over.
    const open = isSite ? 1 - crisp(valueAt(high, w, place), scale) : 1
    const falls = (open * (0.5 * valueAt(cast, w, place) + 0.34 * valueAt(rim, w, place))) / 255
    const under = (0.42 * valueAt(low, w, place) * (1 - thing)) / 255
    const strength = look.shadow * (room ? 1 : 0.55)
    const dim = 1 - Math.min(0.75, strength * (falls * (1 - 0.5 * thing) + under))
    for (let c = 0; c < 3; c++) light[c] = light[c]! * dim
    const pane = crisp(valueAt(glass, w, place), scale)
    if (pane > 0) mix(light, GLASS, pane)
    const wall = crisp(valueAt(walls, w, place), scale)
    if (wall > 0) mix(light, poche, wall)
  }
}

/** What is painted, and the words on it. */
export interface PaintedPlan {
  picture: Raster
  letters: Lettered[]
}

/**
 * Colours a plan: floors in their true size, walls filled, soft shadows to the lower right, furniture light, the
 * drawing's own lines crisp on top, and rooms lettered.
 * @param sheet the plan's picture at the size that is painted
 * @param texts lines of text in the plan
 */
export function paintPlan(
  parts: PaintParts,
  sheet: Sheet,
  texts: readonly ReadText[],
  onProgress: (done: number) => void = () => undefined,
): PaintedPlan {
  const { width, height } = sheet
  const scale = width / parts.plan.ink.width
  const grey = sheet.grey.slice()
  emptyFilled(grey, parts, width, height)
  onProgress(0.15)
  const letters = letterRooms(
    parts.plan,
    parts.rooms,
    { things: parts.fields.things, texts },
    parts.look,
    scale,
  )
  eraseNames(grey, width, height, letters, scale)
  eraseParts(grey, parts.plan, width, height)
  drawSwings(grey, parts.plan, width, height)
  const ground = groundOf(parts, scale)
  const data = new Uint8ClampedArray(4 * width * height)
  const crowns = crownsOf(parts.plan, scale, width, height)
  const light = new Float32Array(3)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      ground((x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5, light)
      crowns?.(x, y, i, light)
      const ink = 0.92 * inkCover(grey[i]!)
      for (let c = 0; c < 3; c++) data[4 * i + c] = encode(light[c]! + (LINE[c]! - light[c]!) * ink)
      data[4 * i + 3] = 255
    }
    if (y % 128 === 0) onProgress(0.15 + (0.8 * y) / height)
  }
  const picture = { width, height, data }
  for (const letter of letters) writeLetters(picture, letter)
  onProgress(1)
  return { picture, letters }
}

/** Ink of a line by its brightness: the grain of a scan is left out, and blurred edges of an enlargement sharpened. */
function inkCover(grey: number): number {
  const t = Math.max(0, Math.min(1, (228 - grey) / 150))
  return t * t * (3 - 2 * t)
}

/** How much darker than a fill what is drawn on it is, and how much its edge is drawn. */
const ON_FILL = 12
const EDGE = 0.75

/** Filled furniture loses its fill and keeps its edge and what is drawn on it. @param grey of the picture that is painted */
function emptyFilled(grey: Uint8Array, { plan, fields }: PaintParts, width: number, height: number): void {
  const { width: w, height: h } = plan.ink
  const place: Place = { pixel: 0, across: 0, down: 0 }
  for (let y = 0, i = 0; y < height; y++) {
    const v = ((y + 0.5) * h) / height - 0.5
    const row = Math.max(0, Math.min(h - 1, Math.round(v))) * w
    for (let x = 0; x < width; x++, i++) {
      const u = ((x + 0.5) * w) / width - 0.5
      const fill = fields.fill[row + Math.max(0, Math.min(w - 1, Math.round(u)))]!
      if (fill > 0) grey[i] = grey[i]! < fill - ON_FILL ? (255 * grey[i]!) / fill : 255
      goTo(place, u, v, w, h)
      const edge = valueAt(fields.outline, w, place)
      if (edge > 0) grey[i] = Math.min(grey[i]!, 255 * (1 - EDGE * edge))
    }
  }
}

/** The drawing's own names make room for those that are lettered anew. */
function eraseNames(
  grey: Uint8Array,
  width: number,
  height: number,
  letters: readonly Lettered[],
  scale: number,
): void {
  for (const { replaces } of letters) {
    if (!replaces) continue
    const [x0, x1] = [replaces.left, replaces.right].map((v) =>
      Math.max(0, Math.min(width, Math.round(v * scale))),
    )
    const [y0, y1] = [replaces.top, replaces.bottom].map((v) =>
      Math.max(0, Math.min(height, Math.round(v * scale))),
    )
    for (let y = y0!; y < y1!; y++) grey.fill(255, y * width + x0!, y * width + x1!)
  }
}

/** Lines of what was taken away by hand go with it. @param grey of the picture that is painted */
function eraseParts(grey: Uint8Array, { ink, erased = [] }: Plan, width: number, height: number): void {
  const scale = width / ink.width
  const at = ([x, y]: Point): Point => [(x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5]
  for (const [a, b, c, d] of erased)
    eachWithin([at(a), at(b), at(c), at(d)], width, height, (i) => {
      grey[i] = 255
    })
}

/** Points along a door's leaf and then its path, px. */
export function swingLine({ hinge, tip, end }: NonNullable<Opening['swing']>): Point[] {
  const [ax, ay, bx, by] = [tip[0] - hinge[0], tip[1] - hinge[1], end[0] - hinge[0], end[1] - hinge[1]]
  const path = Array.from({ length: SWING_STEPS + 1 }, (_, k): Point => {
    const turn = (k / SWING_STEPS) * (Math.PI / 2)
    const [c, s] = [Math.cos(turn), Math.sin(turn)]
    return [hinge[0] + ax * c + bx * s, hinge[1] + ay * c + by * s]
  })
  return [hinge, ...path]
}

const SWING_STEPS = 24
/** Width of the lines of doors that were added, against the longer side of the picture. */
const SWING_PEN = 0.0009

/** Doors that were added by hand swing as those of the drawing do. @param grey of the picture that is painted */
function drawSwings(grey: Uint8Array, { ink, addedSwings = [] }: Plan, width: number, height: number): void {
  const scale = width / ink.width
  const half = Math.max(0.8, (SWING_PEN * Math.max(width, height)) / 2)
  for (const swing of addedSwings) {
    const points = swingLine(swing).map(([x, y]): Point => [(x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5])
    for (let k = 1; k < points.length; k++) {
      const [[ax, ay], [bx, by]] = [points[k - 1]!, points[k]!]
      const long = Math.max(1e-6, Math.hypot(bx - ax, by - ay))
      const [u, v] = [((by - ay) / long) * half, ((ax - bx) / long) * half]
      const side: Opening['corners'] = [
        [ax + u, ay + v],
        [bx + u, by + v],
        [bx - u, by - v],
        [ax - u, ay - v],
      ]
      eachWithin(side, width, height, (i) => {
        grey[i] = 0
      })
    }
  }
}

/** Dark letters with a light rim, so that they are read on any floor. */
function writeLetters({ width, height, data }: Raster, { lines }: Lettered): void {
  for (const { text, x, y, size } of lines) {
    const drawn = drawText(text, x, y, size)
    const halo = rimShadow(
      drawn.cover.map((v) => (v > 100 ? 1 : 0)),
      drawn.width,
      drawn.height,
      size * 0.13,
    )
    for (let v = 0; v < drawn.height; v++)
      for (let u = 0; u < drawn.width; u++) {
        const [px, py] = [drawn.left + u, drawn.top + v]
        if (px < 0 || py < 0 || px >= width || py >= height) continue
        const k = v * drawn.width + u
        const [rim, ink] = [Math.min(1, (halo[k]! / 255) * 2.2) * 0.8, drawn.cover[k]! / 255]
        for (let c = 0; c < 3; c++) {
          const i = 4 * (py * width + px) + c
          const lit = data[i]! + (255 - data[i]!) * rim
          data[i] = lit + (30 - lit) * ink
        }
      }
  }
}
