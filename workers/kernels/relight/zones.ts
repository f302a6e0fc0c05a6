/** A small copy of a picture, in which what hangs together can be seen as a whole. */
export interface Small {
  width: number
  height: number
  /** R, G, B, 0..255. */
  colour: Float32Array
  /** Mean absolute difference to the neighbours, grey levels. */
  rough: Float32Array
}

/** Cells of a copy that go over into each other without an edge. */
interface Zone {
  cells: number[]
  touchesTop: boolean
  /** Part of it that sees the upper border through itself: nearly all of a sky, little of a wall with windows. */
  open: number
  /** Mean of how much its cells look like sky. */
  looks: number
  /** Mean of blue over red, grey levels. */
  blue: number
}

/** Greatest difference of a channel within a zone from one cell to the next, grey levels. */
const STEP = 5
/** A cell as rough as this lies on an edge or among leaves. */
const ROUGH = 5
/** Least part of the picture that the sky's own zone covers, and any zone that is judged as a whole. */
const LEAST_MAIN = 0.012
const LEAST_ZONE = 0.0012
/** How far a zone's colour may be from the sky's in the same rows, grey levels. */
const ALIKE = 12
/** Blue over red from which a sky's blue tells it from what is grey, grey levels. */
const TELLING = 15

function areJoined({ colour, rough }: Small, i: number, j: number): boolean {
  if (rough[j]! > ROUGH) return false
  for (let c = 0; c < 3; c++) if (Math.abs(colour[3 * i + c]! - colour[3 * j + c]!) > STEP) return false
  return true
}

/** Parts a copy where there are edges; cells on edges belong to no zone (−1). */
function part(small: Small): { cellsOf: number[][]; zoneOf: Int32Array } {
  const { width, height, rough } = small
  const zoneOf = new Int32Array(width * height).fill(-1)
  const cellsOf: number[][] = []
  for (let start = 0; start < zoneOf.length; start++) {
    if (zoneOf[start] !== -1 || rough[start]! > ROUGH) continue
    const cells = [start]
    zoneOf[start] = cellsOf.length
    for (let at = 0; at < cells.length; at++) {
      const i = cells[at]!
      const x = i % width
      for (const j of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
        if (j < 0 || j >= zoneOf.length || zoneOf[j] !== -1 || !areJoined(small, i, j)) continue
        zoneOf[j] = cellsOf.length
        cells.push(j)
      }
    }
    cellsOf.push(cells)
  }
  return { cellsOf, zoneOf }
}

/** Cells of something else in a row that noise may make. */
const GAP = 3

/** How many cells of each zone see the upper border through their own zone. */
function openCells({ width, height }: Small, zoneOf: Int32Array, count: number): Int32Array {
  const open = new Int32Array(count)
  for (let x = 0; x < width; x++) {
    let zone = -1
    for (let y = 0, other = 0; y < height && other <= GAP; y++) {
      const here = zoneOf[y * width + x]!
      if (zone < 0 && y <= GAP) zone = here
      other = here === zone ? 0 : other + 1
      if (here === zone && zone >= 0) open[zone] = open[zone]! + 1
    }
  }
  return open
}

function zonesOf(small: Small, looks: (i: number) => number): { zones: Zone[]; zoneOf: Int32Array } {
  const { width, colour } = small
  const { cellsOf, zoneOf } = part(small)
  const open = openCells(small, zoneOf, cellsOf.length)
  const zones = cellsOf.map((cells, k): Zone => {
    const mean = (value: (i: number) => number) => cells.reduce((sum, i) => sum + value(i), 0) / cells.length
    return {
      cells,
      touchesTop: cells.some((i) => i < 2 * width),
      open: open[k]! / cells.length,
      looks: mean(looks),
      blue: mean((i) => colour[3 * i + 2]! - colour[3 * i]!),
    }
  })
  return { zones, zoneOf }
}

/** Mean colour of a zone in each row; rows without it take that of the nearest above, or of the first below. */
function rowsOf({ width, height, colour }: Small, { cells }: Zone): Float32Array {
  const rows = new Float32Array(4 * height)
  for (const i of cells) {
    const y = Math.floor(i / width)
    for (let c = 0; c < 3; c++) rows[4 * y + c] = rows[4 * y + c]! + colour[3 * i + c]!
    rows[4 * y + 3] = rows[4 * y + 3]! + 1
  }
  let last = -1
  for (let y = 0; y < height; y++) {
    const count = rows[4 * y + 3]!
    if (count > 0) {
      for (let c = 0; c < 3; c++) rows[4 * y + c] = rows[4 * y + c]! / count
      if (last < 0) for (let above = 0; above < y; above++) rows.copyWithin(4 * above, 4 * y, 4 * y + 3)
      last = y
    } else if (last >= 0) rows.copyWithin(4 * y, 4 * last, 4 * last + 3)
  }
  return rows
}

/** Mean distance of a zone's colours from those of its rows. */
function awayFrom(rows: Float32Array, { width, colour }: Small, { cells }: Zone): number {
  let sum = 0
  for (const i of cells) {
    const at = 4 * Math.floor(i / width)
    sum += Math.hypot(
      colour[3 * i]! - rows[at]!,
      colour[3 * i + 1]! - rows[at + 1]!,
      colour[3 * i + 2]! - rows[at + 2]!,
    )
  }
  return sum / cells.length
}

/** Whether a zone hangs in the sky as a cloud does: under most of its lower edge there is sky again. */
function floats(
  { width, height }: Small,
  { cells }: Zone,
  own: number,
  zoneOf: Int32Array,
  isSky: Set<number>,
) {
  let [edge, sky] = [0, 0]
  for (const i of cells) {
    if (zoneOf[i + width] === own) continue
    edge++
    const below = i + 4 * width
    if (below < width * height && isSky.has(zoneOf[below]!)) sky++
  }
  return sky > 0.6 * edge
}

/** What is known of a copy's cells before their borders are settled. */
export interface SkyZones {
  /** 1 for sky, −1 for what is not, 0 where it is open: among leaves and on edges. */
  label: Int8Array
  /** Mean of the sky's blue over red, grey levels. */
  blue: number
}

/**
 * Tells the sky from walls as bright and smooth as it is by what hangs together without an edge: the zone that looks
 * most like sky and opens to the upper border, and others of its colour in the same rows, or open to the border as
 * well, or afloat in it. A wall has the ground under it, windows in it, and another colour.
 * @param looks how much a cell looks like sky by itself
 * @returns null when no zone can be the sky
 */
export function findSkyZones(small: Small, looks: (i: number) => number): SkyZones | null {
  const count = small.rough.length
  const { zones, zoneOf } = zonesOf(small, looks)
  const likeness = (zone: Zone) => zone.looks + 1.5 * zone.open + (2 * zone.cells.length) / count
  const main = zones
    .filter(({ cells, touchesTop }) => touchesTop && cells.length > LEAST_MAIN * count)
    .reduce<Zone | null>((best, zone) => (best && likeness(best) >= likeness(zone) ? best : zone), null)
  if (!main || main.looks < 1) return null
  const rows = rowsOf(small, main)
  const most = Math.max(ALIKE, 2.5 * awayFrom(rows, small, main))
  const sky = new Set([zones.indexOf(main)])
  const judged = [...zones.entries()].filter(
    ([, zone]) => zone !== main && zone.cells.length > LEAST_ZONE * count,
  )
  for (const [k, zone] of judged) {
    const isBlue = main.blue < TELLING || zone.blue > 0.5 * main.blue
    const opens = zone.touchesTop && zone.open > 0.8 && zone.looks > main.looks - 1.5
    if ((opens && isBlue) || awayFrom(rows, small, zone) < most) sky.add(k)
  }
  for (const [k, zone] of judged) if (!sky.has(k) && floats(small, zone, k, zoneOf, sky)) sky.add(k)
  const label = new Int8Array(count)
  for (const [k, zone] of judged) for (const i of zone.cells) label[i] = sky.has(k) ? 1 : -1
  for (const i of main.cells) label[i] = 1
  return { label, blue: main.blue }
}
