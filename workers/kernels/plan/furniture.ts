import type { ReadText } from '#kernels/ocr/read-texts.ts'
import { closeGaps, type Ink } from './ink.ts'
import type { Plan, Room } from './read-plan.ts'

/** Parts of a room that lines close in and that are larger than this share of it, or than so much, mm², are floor. */
const FLOOR_SHARE = 0.3
/** More than a bed of 2.0 × 2.2 m and a table for twelve, 1.2 × 4.0 m. */
const LARGEST_THING = 5e6
/** A room that lines divide to this share is hatched, not furnished. */
const HATCHED = 0.6
/** Smaller parts are gaps between lines, px². */
const LEAST = 24

/** How much darker than what lies beside it a fine line is at least, which an enlarged or compressed picture shows as grey. */
const FINE = 30
/** How far beside its middle that is looked at, px. */
const FINE_REACH = 2

/** A plan's lines with the fine ones among them, that are lighter than ink: ridges along rows or columns. */
function withFine(ink: Ink): Ink {
  const { grey, width } = ink
  const dark = ink.dark.map((value, i) => {
    if (value) return 1
    const most = grey[i]! + FINE
    for (const step of [FINE_REACH, FINE_REACH * width])
      if (grey[i - step]! >= most && grey[i + step]! >= most) return 1
    return 0
  })
  return { ...ink, dark }
}

interface Part {
  room: number
  pixels: Int32Array
  /** Lies open to a door or a passage, or is where a leaf swings. */
  opens: boolean
}

/** Area of a part over which a leaf swings against the square over the door that it lies along: pi / 4 for a quarter circle, less its lines. */
const SWEPT = { least: 0.55, most: 0.97 }

function partsOf({ map, gaps, thickness, ink: { pen } }: Plan, lines: Uint8Array, width: number): Part[] {
  const reach = Math.max(2 * pen, thickness / 4)
  const seen = new Uint8Array(map.length)
  const queue = new Int32Array(map.length)
  const parts: Part[] = []
  for (let start = 0; start < map.length; start++) {
    const room = map[start]!
    if (room === 0 || seen[start] || lines[start]) continue
    queue[0] = start
    seen[start] = 1
    let [count, opens, along] = [1, false, 0]
    for (let at = 0; at < count; at++)
      for (let side = 0; side < 4; side++) {
        const i = queue[at]!
        const j = i + (side === 0 ? -1 : side === 1 ? 1 : side === 2 ? -width : width)
        if (j < 0 || j >= map.length || seen[j]) continue
        if (lines[j]) {
          let k = j
          for (let n = 0; n <= reach && lines[k] && !gaps[k]; n++) k += j - i
          if (gaps[k]) along++
          continue
        }
        if (gaps[j]) opens = true
        if (map[j] !== room) continue
        seen[j] = 1
        queue[count++] = j
      }
    const isSwept = count > SWEPT.least * along ** 2 && count < SWEPT.most * along ** 2
    parts.push({ room, pixels: queue.slice(0, count), opens: opens || isSwept })
  }
  return parts
}

/** Whether a part lies in a line of text: the room inside its letters. */
function isLettering(pixels: Int32Array, width: number, texts: readonly ReadText[]): boolean {
  const [first, last] = [pixels[0]!, pixels.at(-1)!]
  return texts.some(({ left, right, top, bottom }) =>
    [first, last].every((i) => {
      const [x, y] = [i % width, Math.floor(i / width)]
      return x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1
    }),
  )
}

/** Letters on a piece of furniture lie on it. */
function fillUnder(out: Uint8Array, width: number, { left, right, top, bottom }: ReadText): void {
  const [x0, x1] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))]
  const [y0, y1] = [Math.max(0, Math.floor(top)), Math.min(out.length / width, Math.ceil(bottom))]
  let inside = 0
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) inside += out[y * width + x]!
  if (inside > 0.5 * (x1 - x0) * (y1 - y0))
    for (let y = y0; y < y1; y++) out.fill(1, y * width + x0, y * width + x1)
}

/**
 * Finds what stands in the rooms: what lines close in, apart from the floor and from where doors swing.
 * @param texts lines of text, which are no furniture
 * @returns 1 on furniture, its lines among it, a value a pixel
 */
export function findFurniture(plan: Plan, texts: readonly ReadText[]): Uint8Array {
  const { width, height, pen } = plan.ink
  const lines = closeGaps(withFine(plan.ink), 2)
  const out = new Uint8Array(lines.length)
  if (plan.content === 'site') return out
  const byRoom = new Map<number, Part[]>()
  for (const part of partsOf(plan, lines, width))
    byRoom.set(part.room, [...(byRoom.get(part.room) ?? []), part])
  const isBare = ({ kind }: Room) => kind === 'stairs'
  const { mmPerPx, from } = plan.measure
  const most = from === 'guess' ? Number.POSITIVE_INFINITY : LARGEST_THING / mmPerPx ** 2
  for (const room of plan.rooms) {
    if (isBare(room)) continue
    const parts = byRoom.get(room.id) ?? []
    const closed = parts.filter(
      ({ pixels, opens }) => !opens && pixels.length < Math.min(FLOOR_SHARE * room.area, most),
    )
    const covered = closed.reduce((sum, { pixels }) => sum + pixels.length, 0)
    if (covered > HATCHED * room.area) continue
    for (const { pixels } of closed)
      if (pixels.length >= LEAST && !isLettering(pixels, width, texts)) for (const i of pixels) out[i] = 1
  }
  coverLines(out, lines, plan.map, width, height, pen)
  for (const text of texts) fillUnder(out, width, text)
  return out
}

/** Lines between parts of furniture, and the inner half of its outlines, belong to it. */
function coverLines(
  out: Uint8Array,
  lines: Uint8Array,
  map: Uint16Array,
  width: number,
  height: number,
  pen: number,
): void {
  for (let step = 0; step <= pen; step++) {
    const next: number[] = []
    for (let y = 1; y < height - 1; y++)
      for (let i = y * width + 1; i < (y + 1) * width - 1; i++)
        if (!out[i] && lines[i] && map[i] && (out[i - 1] || out[i + 1] || out[i - width] || out[i + width]))
          next.push(i)
    for (const i of next) out[i] = 1
  }
}
