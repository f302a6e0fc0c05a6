import type { LabPicture } from '#kernels/lab.ts'
import { boxBlur } from '#kernels/lineart/smooth.ts'
import { blockMeans, halvedBy } from '#kernels/raster/block-means.ts'
import { channelOf, fitGuide, guidesOf } from './guides.ts'
import {
  centreOf,
  costsOfUse,
  HALF,
  improveMatches,
  type Matches,
  refreshCosts,
  type Source,
  type Target,
} from './match.ts'

/** Longer side, px, below which a picture is not halved further. */
const LEAST_SIDE = 150
/** Half the window over which the picture that is made keeps the brightness of the one that it is made for, px. */
const TONE_REACH = 5

/** Marks at half the size; one has to cover all four pixels to stay. */
function halveMarks(marks: Uint8Array | null, { width, height }: LabPicture): Uint8Array | null {
  return marks && halvedBy(marks, width, new Uint8Array((width >> 1) * (height >> 1)), Math.min)
}

/** What a picture is made from and for, at one size. */
interface Size {
  content: LabPicture
  marked: Uint8Array | null
  /** How strongly the content holds at each pixel, 0..1. */
  hold: Float32Array
  style: LabPicture
  visible: Uint8Array | null
}

function sizesOf(first: Size): Size[] {
  const sizes = [first]
  for (let size = first; ; ) {
    const { content, style } = size
    const smallest = Math.min(style.width, style.height, content.width, content.height)
    if (Math.max(content.width, content.height) < 2 * LEAST_SIDE || smallest < 12 * HALF) return sizes
    const smaller = blockMeans({ ...content, channels: 3 }, 2)
    const half = new Float32Array(smaller.width * smaller.height)
    size = {
      content: smaller,
      marked: halveMarks(size.marked, content),
      hold: halvedBy(size.hold, content.width, half, Math.max),
      style: blockMeans({ ...style, channels: 3 }, 2),
      visible: halveMarks(size.visible, style),
    }
    if (sourceOf(size).places.length < 16) return sizes
    sizes.push(size)
  }
}

function sourceOf({ style, visible }: Size): Source {
  const { width, height } = style
  const usable = new Uint8Array(width * height)
  for (let y = HALF; y < height - HALF; y++) usable.fill(1, y * width + HALF, (y + 1) * width - HALF)
  if (visible) {
    for (let i = 0; i < visible.length; i++) {
      if (visible[i]! > 127) continue
      const [x, y] = [i % width, Math.floor(i / width)]
      for (let v = Math.max(0, y - HALF); v <= Math.min(height - 1, y + HALF); v++)
        usable.fill(0, v * width + Math.max(0, x - HALF), v * width + Math.min(width, x + HALF + 1))
    }
  }
  const places: number[] = []
  for (let i = 0; i < usable.length; i++) if (usable[i]) places.push(i)
  return { picture: style, usable, places: Int32Array.from(places), ...guidesOf(style) }
}

function targetOf({ content, marked, visible }: Size, source: Source, step: number): Target {
  const guides = guidesOf(content)
  fitGuide(guides.tone, marked, source.tone, visible)
  fitGuide(guides.texture, marked, source.texture, visible)
  return {
    picture: { ...content, data: content.data.slice() },
    step,
    columns: Math.ceil((content.width - 1) / step) + 1,
    rows: Math.ceil((content.height - 1) / step) + 1,
    ...guides,
  }
}

function emptyMatches({ columns, rows }: Target): Matches {
  return { at: new Int32Array(columns * rows), cost: new Float32Array(columns * rows) }
}

/** The style laid over the picture as it is, again and again where it is smaller, its middle on the middle. */
function laidMatches(target: Target, source: Source, random: () => number): Matches {
  const matches = emptyMatches(target)
  const { width, height } = source.picture
  const wide = target.picture.width
  const within = (v: number, length: number) => ((v % length) + length) % length
  for (let k = 0; k < matches.at.length; k++) {
    const pixel = centreOf(target, k)
    const x = within((pixel % wide) + ((width - wide) >> 1), width)
    const y = within(Math.floor(pixel / wide) + ((height - target.picture.height) >> 1), height)
    const place = y * width + x
    matches.at[k] = source.usable[place] ? place : source.places[Math.floor(random() * source.places.length)]!
  }
  return matches
}

/** Matches of a size for the next larger one. */
function enlarge(
  small: { target: Target; source: Source; matches: Matches },
  target: Target,
  source: Source,
  random: () => number,
): Matches {
  const matches = emptyMatches(target)
  const { width } = target.picture
  for (let k = 0; k < matches.at.length; k++) {
    const pixel = centreOf(target, k)
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const column = Math.min(small.target.columns - 1, Math.round(x / 2 / small.target.step))
    const row = Math.min(small.target.rows - 1, Math.round(y / 2 / small.target.step))
    const from = small.matches.at[row * small.target.columns + column]!
    const stride = small.source.picture.width
    const fx = 2 * (from % stride) + x - 2 * column * small.target.step
    const fy = 2 * Math.floor(from / stride) + y - 2 * row * small.target.step
    const inside = fx >= 0 && fy >= 0 && fx < source.picture.width && fy < source.picture.height
    const place = inside ? fy * source.picture.width + fx : -1
    matches.at[k] = source.usable[place] ? place : source.places[Math.floor(random() * source.places.length)]!
  }
  return matches
}

/** Weight of a patch's pixel by its distance to the centre: a narrow one keeps the style's grain crisp. */
function falloff(sharp: boolean): Float32Array {
  const width = sharp ? 1.2 : 2.2
  return Float32Array.from({ length: (2 * HALF + 1) ** 2 }, (_, i) => {
    const [dx, dy] = [(i % (2 * HALF + 1)) - HALF, Math.floor(i / (2 * HALF + 1)) - HALF]
    return Math.exp(-(dx * dx + dy * dy) / (2 * width * width))
  })
}

/** Makes each pixel the weighted mean of what the patches over it say, those that fit well counting more. */
function vote(target: Target, source: Source, matches: Matches, sharp: boolean): void {
  const { width, height, data } = target.picture
  const style = source.picture.data
  const stride = source.picture.width
  const sums = new Float32Array(data.length)
  const weights = new Float32Array(data.length / 3)
  const near = falloff(sharp)
  const mean = matches.cost.reduce((sum, cost) => sum + cost, 0) / matches.cost.length
  const fall = -1 / (0.7 * mean + 1)
  for (let k = 0; k < matches.at.length; k++) {
    const pixel = centreOf(target, k)
    const place = matches.at[k]!
    const x = pixel % width
    const y = (pixel - x) / width
    const trust = Math.exp(matches.cost[k]! * fall) + 1e-6
    const [x0, x1] = [Math.max(-HALF, -x), Math.min(HALF, width - 1 - x)]
    const [y0, y1] = [Math.max(-HALF, -y), Math.min(HALF, height - 1 - y)]
    for (let dy = y0; dy <= y1; dy++) {
      let p = pixel + dy * width + x0
      let q = 3 * (place + dy * stride + x0)
      let n = (dy + HALF) * (2 * HALF + 1) + x0 + HALF
      for (let dx = x0; dx <= x1; dx++, p++, q += 3, n++) {
        const weight = trust * near[n]!
        weights[p] = weights[p]! + weight
        sums[3 * p] = sums[3 * p]! + weight * style[q]!
        sums[3 * p + 1] = sums[3 * p + 1]! + weight * style[q + 1]!
        sums[3 * p + 2] = sums[3 * p + 2]! + weight * style[q + 2]!
      }
    }
  }
  for (let p = 0; p < weights.length; p++) {
    for (let c = 0; c < 3; c++) data[3 * p + c] = sums[3 * p + c]! / weights[p]!
  }
}

/** Pulls what is made back to the content: its slow changes everywhere, all of it where its structure holds. */
function holdContent({ picture }: Target, { content, hold }: Size): void {
  const { width, height, data } = picture
  const spare = new Float32Array(width * height)
  for (let c = 0; c < 3; c++) {
    const away = channelOf(content, c)
    for (let i = 0; i < away.length; i++) away[i] = away[i]! - data[3 * i + c]!
    const slow = away.slice()
    boxBlur(slow, width, height, TONE_REACH, spare)
    for (let i = 0; i < away.length; i++) {
      const keep = hold[i]!
      data[3 * i + c] = data[3 * i + c]! + keep * away[i]! + 0.5 * (1 - keep) * slow[i]!
    }
  }
}

/** Texture of the content, in relation to the style's, below which the style's is laid on from the start. */
const BARE = 0.5

/**
 * Whether a marked part has so little texture of its own that it would only find the style's flattest places. A whole
 * picture's bare walls and skies stay bare.
 */
function isBare({ content, marked, style, visible }: Size): boolean {
  if (!marked) return false
  const mean = (picture: LabPicture, marks: Uint8Array | null) => {
    const { texture } = guidesOf(picture)
    let [sum, count] = [0, 1e-6]
    for (let i = 0; i < texture.length; i++) {
      if (marks && marks[i]! <= 127) continue
      sum += texture[i]!
      count++
    }
    return sum / count
  }
  return mean(content, marked) < BARE * mean(style, visible)
}

/** Turns of matching and voting: many while they are cheap. */
const turnsAt = (patches: number) => (patches < 30_000 ? 6 : patches < 90_000 ? 3 : 2)

/**
 * Paints a picture with patches of another one: guided texture synthesis from coarse to fine (A. Hertzmann et al.:
 * Image Analogies, SIGGRAPH 2001; M. Elad, P. Milanfar: Style Transfer via Texture Synthesis, IEEE TIP 2017) with
 * PatchMatch and an even use of the style (A. Kaspar et al.: Self Tuning Texture Optimization, 2015).
 * @param content what it has to look like from afar, in the style's colours
 * @param marked 0..255, where it matters; null for everywhere
 * @param hold 0..1 a pixel: how strongly the content's structure holds
 * @param visible 0..255, what of the style may be used; null for all
 * @param random 0..1
 * @param report called with 0..1
 * @returns a picture of the content's size, and how much texture is wanted at each pixel; null where the style has no
 * whole patch
 */
export function synthesise(
  content: LabPicture,
  marked: Uint8Array | null,
  hold: Float32Array,
  style: LabPicture,
  visible: Uint8Array | null,
  random: () => number,
  report: (done: number) => void,
): { picture: LabPicture; wanted: Float32Array } | null {
  const sizes = sizesOf({ content, marked, hold, style, visible })
  const bare = isBare(sizes[0] as Size)
  let made: { target: Target; source: Source; matches: Matches } | null = null
  let done = 0
  const all = sizes.reduce((sum, size) => sum + size.content.data.length, 0)
  for (const size of [...sizes].reverse()) {
    const source = sourceOf(size)
    if (source.places.length === 0) return null
    const target = targetOf(size, source, Math.max(size.content.width, size.content.height) > 300 ? 2 : 1)
    const matches: Matches = made
      ? enlarge(made, target, source, random)
      : laidMatches(target, source, random)
    const turns = turnsAt(matches.at.length)
    for (let turn = 0; turn < turns; turn++) {
      const uses = costsOfUse(source, turn === 0 && !made ? null : matches)
      // The first picture of a size is what the smaller one's matches make of it.
      if (turn === 0 && (made || bare)) {
        vote(target, source, matches, false)
        holdContent(target, size)
      }
      refreshCosts(target, source, matches, uses)
      improveMatches(target, source, matches, uses, 2, random)
      vote(target, source, matches, turn === turns - 1)
      holdContent(target, size)
      report((done + (size.content.data.length * (turn + 1)) / turns) / all)
    }
    done += size.content.data.length
    made = { target, source, matches }
  }
  return made && { picture: made.target.picture, wanted: made.target.texture }
}
