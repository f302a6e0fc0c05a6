import type { ReadText } from '#kernels/ocr/read-texts.ts'
import type { Raster } from '#kernels/raster.ts'

/** The lines of a plan. All arrays hold one value a pixel, rows from the top. */
export interface Ink {
  width: number
  height: number
  /** Brightness against the paper: 0 black ink .. 255 paper. A plan on black is turned round. */
  grey: Uint8Array
  /** 1 where there is ink. */
  dark: Uint8Array
  /** Width of the finest common pen, px. */
  pen: number
  /** Colour that fills each pixel's area, an index into TINTS. Told of sites alone, as in flats walls may be filled. */
  tints?: Uint8Array
}

/** Colours of which areas are filled, by the colour that leads; the first stands for none. */
export const TINTS = ['none', 'red', 'green', 'blue'] as const

/** Share of the paper's brightness under which a pixel is ink: fills of a middle grey count as ink. */
const INK = 0.7
/** Side of the blocks in which the paper's brightness is measured, px. */
const BLOCK = 64

function toGrey({ width, height, data }: Raster): { grey: Uint8Array; isOnBlack: boolean } {
  const [least, most] = [new Uint8Array(width * height), new Uint8Array(width * height)]
  let sum = 0
  for (let i = 0; i < width * height; i++) {
    const alpha = data[4 * i + 3]! / 255
    const r = 255 + (data[4 * i]! - 255) * alpha
    const g = 255 + (data[4 * i + 1]! - 255) * alpha
    const b = 255 + (data[4 * i + 2]! - 255) * alpha
    least[i] = Math.min(r, g, b)
    most[i] = 255 - Math.max(r, g, b)
    sum += r + g + b
  }
  // Coloured lines are as dark as their darkest channel on white, and as light as their lightest on black.
  const isOnBlack = sum / (3 * width * height) < 110
  return { grey: isOnBlack ? most : least, isOnBlack }
}

/** How far apart the channels of a colour are at least, and how bright the lightest of what is no line is. */
const COLOURED = 36
const BRIGHT = 90
/** Yellow is red as long as green does not lead by more than this. */
const YELLOW = 12
/** Half the sides of the squares over which a tint is told, and a filled area's own brightness, px. */
const TINT_REACH = 3
const FILL_REACH = 15

/** Sums of values over squares of 2 * reach + 1 px a side, by their middles. */
function squareSums(
  values: (i: number) => number,
  width: number,
  height: number,
  reach: number,
): (i: number) => number {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0, row = 0; x < width; x++, i++) {
      row += values(i)
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row
    }
  return (i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    const [x0, x1] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)]
    const [y0, y1] = [Math.max(0, y - reach) * (width + 1), Math.min(height, y + reach + 1) * (width + 1)]
    return sums[y1 + x1]! - sums[y0 + x1]! - sums[y1 + x0]! + sums[y0 + x0]!
  }
}

const lightest = (data: Raster['data'], i: number) =>
  Math.max(data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!)

/**
 * The tint of each pixel, as `Ink.tints`: that of most pixels around it, dark lines not counted, so that
 * coloured lines are none and the grain of a pencil does not matter. @param picture on white
 */
function tintsOf({ width, height, data }: Raster): Uint8Array {
  const told = new Uint8Array(width * height)
  const LINE = TINTS.length
  for (let i = 0; i < told.length; i++) {
    const [r, g, b] = [data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!]
    const most = lightest(data, i)
    if (most - Math.min(r, g, b) < COLOURED) told[i] = most < BRIGHT ? LINE : 0
    else told[i] = b > r && b > g ? 3 : g > r + YELLOW ? 2 : 1
  }
  const votes = TINTS.map((_, tint) =>
    squareSums((i) => (told[i] === tint ? 1 : 0), width, height, TINT_REACH),
  )
  return told.map((_, i) => {
    let best = 0
    for (let tint = 1; tint < votes.length; tint++) if (votes[tint]!(i) > votes[best]!(i)) best = tint
    return best
  })
}

/** Filled areas are paper: only what is darker than they are is drawn on them. */
function lightenFills(grey: Uint8Array, { width, height, data }: Raster, tints: Uint8Array): void {
  const light = squareSums((i) => (tints[i] ? lightest(data, i) : 0), width, height, FILL_REACH)
  const count = squareSums((i) => (tints[i] ? 1 : 0), width, height, FILL_REACH)
  for (let i = 0; i < grey.length; i++)
    if (tints[i]) grey[i] = Math.min(255, (255 * lightest(data, i) * count(i)) / Math.max(1, light(i)))
}

/** Brightness of the paper in each block: what only a tenth of its pixels exceeds. */
function paperBlocks(grey: Uint8Array, width: number, height: number) {
  const [columns, rows] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)]
  const paper = new Float32Array(columns * rows)
  const counts = new Uint32Array(256)
  for (let by = 0; by < rows; by++)
    for (let bx = 0; bx < columns; bx++) {
      counts.fill(0)
      let total = 0
      for (let y = by * BLOCK; y < Math.min(height, (by + 1) * BLOCK); y++)
        for (let x = bx * BLOCK; x < Math.min(width, (bx + 1) * BLOCK); x++, total++)
          counts[grey[y * width + x]!]!++
      let level = 255
      for (let above = counts[255]!; above < 0.1 * total && level > 0; ) above += counts[--level]!
      paper[by * columns + bx] = level
    }
  return { paper, columns, rows }
}

function levelPaper(grey: Uint8Array, width: number, height: number): void {
  const { paper, columns, rows } = paperBlocks(grey, width, height)
  // Blocks that a wall fills know nothing of the paper.
  const usual = [...paper].sort((a, b) => a - b)[Math.floor(0.6 * paper.length)] ?? 255
  for (let i = 0; i < paper.length; i++) if (paper[i]! < 0.75 * usual) paper[i] = usual
  for (let y = 0; y < height; y++) {
    const fy = Math.min(rows - 1, Math.max(0, y / BLOCK - 0.5))
    const [y0, ty] = [Math.floor(fy), fy % 1]
    const y1 = Math.min(rows - 1, y0 + 1)
    for (let x = 0; x < width; x++) {
      const fx = Math.min(columns - 1, Math.max(0, x / BLOCK - 0.5))
      const [x0, tx] = [Math.floor(fx), fx % 1]
      const x1 = Math.min(columns - 1, x0 + 1)
      const upper = paper[y0 * columns + x0]! * (1 - tx) + paper[y0 * columns + x1]! * tx
      const lower = paper[y1 * columns + x0]! * (1 - tx) + paper[y1 * columns + x1]! * tx
      const level = Math.max(1, upper * (1 - ty) + lower * ty)
      const i = y * width + x
      grey[i] = Math.min(255, (255 * grey[i]!) / level)
    }
  }
}

/** Runs of ink along rows or columns by their length: what most runs are as wide as. */
function penWidth(dark: Uint8Array, width: number, height: number): number {
  const counts = new Float64Array(12)
  for (let y = 0; y < height; y++)
    for (let x = 0, run = 0; x <= width; x++) {
      if (x < width && dark[y * width + x]) run++
      else {
        if (run > 0 && run < counts.length) counts[run]! += 1
        run = 0
      }
    }
  let best = 1
  for (let n = 1; n < counts.length; n++) if (counts[n]! > counts[best]!) best = n
  return best
}

/**
 * Reads the lines of a plan: brightness against the paper, which need not be even nor white, and what of it is ink.
 * @param picture a drawing on paper or, as CAD shows it, on black
 * @param content of a site, coloured areas are paper with a tint; in a flat they may be walls
 */
export function readInk(picture: Raster, content: 'home' | 'site' = 'home'): Ink {
  const { width, height } = picture
  const { grey, isOnBlack } = toGrey(picture)
  const tints = content === 'site' && !isOnBlack ? tintsOf(picture) : undefined
  levelPaper(grey, width, height)
  if (tints) lightenFills(grey, picture, tints)
  const dark = new Uint8Array(width * height)
  for (let i = 0; i < dark.length; i++) dark[i] = grey[i]! < INK * 255 ? 1 : 0
  return { width, height, grey, dark, pen: penWidth(dark, width, height), ...(tints && { tints }) }
}

/** Share of a picture's pixels that are filled with colour from which it is a coloured drawing, and how many are looked at. */
const COLOURED_SHARE = 0.01
const EVERY = 7

/** Whether areas of a picture are filled with colours. */
function isColoured({ width, height, data }: Raster): boolean {
  let count = 0
  for (let i = 0; i < width * height; i += EVERY) {
    const most = lightest(data, i)
    if (most >= BRIGHT && most - Math.min(data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!) >= COLOURED)
      count++
  }
  return EVERY * count > COLOURED_SHARE * width * height
}

/** Lines of a sheet, those on its coloured areas too, to be painted over floors: brightness, 255 where nothing is drawn. */
export type Sheet = Pick<Ink, 'width' | 'height' | 'grey'>

/** Reads a sheet to paint it: other than where walls are looked for, areas that are filled with a colour are paper. */
export function readSheet(picture: Raster): Sheet {
  const { width, height, grey } = readInk(picture, isColoured(picture) ? 'site' : 'home')
  return { width, height, grey }
}

/** Of the paper's brightness: in a sheet whose walls are known, only they are darker. */
const FIRM = 0.45

/** The black lines alone of a plan whose other lines are drawn lighter. */
export function firmInk({ width, height, grey }: Ink): Ink {
  const dark = grey.map((value) => (value < FIRM * 255 ? 1 : 0))
  return { width, height, grey, dark, pen: penWidth(dark, width, height) }
}

/** The same under which a line of such a drawing is no furniture. */
const NO_THING = 0.6

/** The black lines and those of middle grey alone of a drawing whose layers tell walls: its furniture is lighter. */
export function unfurnishedInk(ink: Ink): Ink {
  return { ...ink, dark: ink.grey.map((value) => (value < NO_THING * 255 ? 1 : 0)) }
}

/** The same with the soft edges of these lines. */
export function softUnfurnishedInk(ink: Ink): Ink {
  const { dark } = unfurnishedInk(ink)
  const { width } = ink
  const around = [0, -1, 1, -width, width, -width - 1, -width + 1, width - 1, width + 1]
  return {
    ...ink,
    dark: ink.dark.map((value, i) => (value && around.some((step) => dark[i + step]) ? 1 : 0)),
  }
}

/** Lines as a picture on white paper, for what reads pictures. */
export function pictureOfInk({ width, height, grey }: Ink): Raster {
  const data = new Uint8ClampedArray(4 * width * height)
  for (let i = 0; i < grey.length; i++) {
    data[4 * i] = data[4 * i + 1] = data[4 * i + 2] = grey[i]!
    data[4 * i + 3] = 255
  }
  return { width, height, data }
}

/**
 * Closes gaps of at most `gap` px in lines along rows and along columns; not the room between two lines that cross
 * the row or the column.
 */
export function closeGaps({ dark, width, height, pen }: Ink, gap: number): Uint8Array {
  const out = Uint8Array.from(dark)
  const least = 2 * pen + 3
  // Of each row or column: its run of ink, the end of the one before and its length.
  const [runs, lasts, befores] = [0, 1, 2].map(() => new Int32Array(Math.max(width, height))) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ]
  const look = (line: number, k: number, isInk: boolean, start: number, step: number) => {
    if (isInk) {
      runs[line]!++
      return
    }
    const run = runs[line]!
    if (run === 0) return
    const [first, last, before] = [k - run, lasts[line]!, befores[line]!]
    if (last >= 0 && first - last <= gap + 1 && Math.max(before, run) >= least)
      for (let n = last + 1; n < first; n++) out[start + n * step] = 1
    lasts[line] = k - 1
    befores[line] = run
    runs[line] = 0
  }
  lasts.fill(-1)
  for (let y = 0; y < height; y++)
    for (let x = 0; x <= width; x++) look(y, x, x < width && dark[y * width + x] === 1, y * width, 1)
  lasts.fill(-1)
  // All columns side by side, as their pixels lie in memory.
  for (let y = 0; y <= height; y++)
    for (let x = 0; x < width; x++) look(x, y, y < height && dark[y * width + x] === 1, x, width)
  return out
}

/** Takes lines of text out of the lines of a plan. */
export function blankTexts(lines: Uint8Array, width: number, texts: readonly ReadText[]): void {
  const height = lines.length / width
  for (const { left, right, top, bottom } of texts)
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y++)
      lines.fill(0, y * width + Math.max(0, Math.floor(left)), y * width + Math.min(width, Math.ceil(right)))
}
