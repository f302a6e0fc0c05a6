import { randomFrom } from '#contracts/random.ts'
// Timber as it is cut: the rings of a trunk met by a plane, which gives the arches of plain-sawn boards, with
// fibres, pores and knots on top.
import { hash, noise, smooth, wrap } from './noise.ts'
import { blend, dim, fill, type Generator, hex, type Rgb, relief, type Texel, tint } from './sheet.ts'

export interface WoodSpec {
  /** Early wood, late wood, and what pores are filled with. */
  readonly light: string
  readonly dark: string
  readonly pore: string
  /** mm between rings where the cut is square to them. */
  readonly ring: number
  /** How much the rings show, 0..1. */
  readonly figure: number
  /** How many open pores, 0..1. */
  readonly pores: number
  /** Streaks of another tone along the grain, 0..1. */
  readonly streaks: number
  /** Flecks of rays, 0..1. */
  readonly rays?: number
  /** Knots a square metre. */
  readonly knots?: number
}

interface Colours {
  readonly light: Rgb
  readonly dark: Rgb
  readonly pore: Rgb
}

export const coloursOf = (spec: WoodSpec): Colours => ({
  light: hex(spec.light),
  dark: hex(spec.dark),
  pore: hex(spec.pore),
})

interface Knot {
  l: number
  a: number
  r: number
}

/** The tree that a board was cut from. */
export interface Board {
  readonly seed: number
  /** mm over which the grain repeats along its length. */
  readonly period: number
  readonly knots: readonly Knot[]
}

/** A board's own tree: `length` and `width` in mm say where knots may be. */
export function boardOf(spec: WoodSpec, seed: number, period: number, length: number, width: number): Board {
  const random = randomFrom(seed)
  const expected = ((spec.knots ?? 0) * length * width) / 1e6
  const count = Math.floor(expected + random())
  const knots = Array.from({ length: count }, () => ({
    l: (0.08 + 0.84 * random()) * length,
    a: (random() - 0.5) * width * 0.7,
    r: 5 + random() * 11,
  }))
  return { seed, period, knots }
}

/** What knots do to a point: how far they push the fibres aside, how much of it is knot, and its rings. */
const knotted = { push: 0, cover: 0, ring: 0 }

function meetKnots(board: Board, l: number, a: number): void {
  const { period, seed } = board
  knotted.push = 0
  knotted.cover = 0
  for (const knot of board.knots) {
    const dl = wrap(l - knot.l + period / 2, period) - period / 2
    const da = a - knot.a
    const d = Math.hypot(dl * 0.75, da)
    if (d > knot.r * 9) continue
    const near = Math.exp(-((dl / (knot.r * 2.6)) ** 2) - (da / (knot.r * 2)) ** 2)
    knotted.push += Math.sign(da || 1) * knot.r * 1.5 * near
    const wobble = noise(l / period, a / 300, 40, 64, seed + 5) * 1.6
    const cover = smooth(knot.r * 1.18, knot.r * 0.92, d + wobble)
    if (cover <= knotted.cover) continue
    knotted.cover = cover
    knotted.ring = 0.55 + 0.45 * Math.sin((d + wobble) * 1.5)
  }
}

/** Rings between the trunk's heart and a point of the board, in ring widths. */
function ringsAt(spec: WoodSpec, { seed, period }: Board, t: number, a: number): number {
  // A short repeat has room for gentle changes only.
  const swing = Math.min(1, period / 1200)
  const sway = noise(t, 0.5, 2, 1, seed) * 26 + noise(t, 0.5, 5, 1, seed + 1) * 7
  // The heart lies under the board; its depth changes slowly along the trunk, which draws the arches.
  const heart = (hash(seed, 11, 3) - 0.5) * 120
  const bow = noise(t, 0.2, 2, 1, seed + 2) * 62 + noise(t, 0.2, 3, 1, seed + 9) * 22
  const depth = 34 + 46 * hash(seed, 12, 3) + bow * swing
  const across = a - heart + sway * swing + noise(t, a / 180, 6, 64, seed + 3) * 5 * swing + knotted.push
  return Math.sqrt(across * across + depth * depth) / spec.ring + noise(t, a / 400, 4, 64, seed + 6) * 0.25
}

/** Colours the point `l` mm along and `a` mm across a board (0 is its middle). */
export function grainAt(
  spec: WoodSpec,
  colours: Colours,
  board: Board,
  l: number,
  a: number,
  out: Texel,
): void {
  const { seed, period } = board
  const t = l / period
  meetKnots(board, l, a)
  const rings = ringsAt(spec, board, t, a)
  const year = Math.floor(rings)
  const part = rings - year
  const strong = 0.45 + 0.55 * hash(year, seed, 8)
  // Late wood grows darker towards the end of the year and stops sharply.
  const late = strong * (part < 0.88 ? (part / 0.88) ** 2.4 : 1 - smooth(0.88, 1, part))
  const fibre =
    noise(t, a / 512, Math.round(period / 60), 420, seed + 20) * 0.55 +
    noise(t, a / 512, Math.round(period / 22), 900, seed + 21) * 0.45
  const streak = noise(t, a / 512, 2, 26, seed + 22) * 0.6 + noise(t, a / 512, 3, 74, seed + 23) * 0.4
  tint(
    out,
    colours.light,
    colours.dark,
    0.16 + spec.figure * late * 0.95 + fibre * 0.16 + streak * spec.streaks * 0.75,
  )
  const porous = noise(t, a / 512, Math.round(period / 13), 560, seed + 24)
  const pores = smooth(0.62 - 0.42 * spec.pores * (0.45 + late), 0.9, porous) * Math.min(1, spec.pores * 1.4)
  blend(out, colours.pore, pores * 0.6)
  if (spec.rays) {
    const fleck = noise(t, a / 512, Math.round(period / 26), 260, seed + 25)
    const patch = 0.5 + 0.5 * noise(t, a / 512, 5, 12, seed + 26)
    dim(out, 1 + spec.rays * 0.3 * smooth(0.5, 0.8, fleck) * patch)
  }
  if (knotted.cover > 0) {
    blend(out, colours.dark, knotted.cover * 0.7)
    dim(out, 1 - knotted.cover * (0.16 + 0.28 * knotted.ring))
  }
  out.h = -0.1 * pores - 0.03 * late
}

/** Wall veneer, grain upright, in leaves of about 200 mm from one log. */
export const veneer =
  (spec: WoodSpec, leaves = 5): Generator =>
  (sheet) => {
    const { mm, seed } = sheet
    const colours = coloursOf(spec)
    const width = mm / leaves
    const boards = Array.from({ length: leaves }, (_, k) => boardOf(spec, seed + k * 977, mm, mm, width))
    fill(sheet, (u, v, out) => {
      const leaf = Math.min(leaves - 1, Math.floor(u * leaves))
      const a = u * mm - (leaf + 0.5) * width
      grainAt(spec, colours, boards[leaf]!, v * mm, a, out)
      dim(out, 0.96 + 0.08 * hash(leaf, 5, seed))
      const edge = width / 2 - Math.abs(a)
      dim(out, 1 - 0.22 * (1 - smooth(0, 1.6, edge)))
    })
    relief(sheet, { light: 0.7 })
  }

/** Boards burned until their face cracks into scales, brushed and oiled. */
export const charred: Generator = (sheet) => {
  const { mm, seed } = sheet
  const boards = 6
  const width = mm / boards
  fill(sheet, (u, v, out) => {
    const board = Math.floor(u * boards)
    const a = u * mm - (board + 0.5) * width
    const own = hash(board, 3, seed)
    const bend = noise(u, v, 12, 8, seed + board) * 0.03
    // Cracks across the grain, nearer where the fire was hotter, and long ones along it.
    const warpAcross = noise(u, v, 60, 24, seed + 4) * 0.6
    const steps = (v + bend * 0.2 + own) * 44 + warpAcross
    const piece = Math.floor(steps)
    const cut = Math.abs(steps - piece - 0.5) * 2
    const lane = (a / width) * 5 + noise(u, v, 30, 9, seed + board * 7) * 0.8 + hash(board, 9, seed) * 5
    const along = Math.abs(lane - Math.floor(lane) - 0.5) * 2
    const crack = Math.max(smooth(0.8, 1, cut), smooth(0.86, 1, along))
    const fibre = noise(u, v, 360, 22, seed + 6) * 0.5 + noise(u, v, 760, 50, seed + 8) * 0.5
    const scale = hash(piece, Math.floor(lane) + board * 50, seed)
    const edge = width / 2 - Math.abs(a)
    const gap = 1 - smooth(1.2, 3.6, edge)
    tint(out, hex('#3d3935'), hex('#6d655c'), 0.3 + scale * 0.35 + fibre * 0.5, 1 - 0.6 * gap)
    out.h = (1 - crack) * 2.1 + fibre * 0.35 - gap * 6
  })
  relief(sheet, { light: 0.8, hollow: 0.55, reach: 5, shine: 0.1 })
}

/** Bamboo strips on edge, with the nodes of the cane. */
export const bamboo: Generator = (sheet) => {
  const { mm, seed } = sheet
  const count = 40
  fill(sheet, (u, v, out) => {
    const strip = Math.floor(u * count)
    const a = (u * count - strip - 0.5) * (mm / count)
    const own = hash(strip, 1, seed)
    const fibre = noise(u, v + own, 620, 5, seed + strip) * 0.6 + noise(u, v, 260, 16, seed + 3) * 0.4
    const bundles = smooth(0.25, 0.75, noise(u, v, 900, 40, seed + 9))
    tint(out, hex('#e0c088'), hex('#b98a4c'), 0.3 + (own - 0.5) * 0.6 + fibre * 0.35 + bundles * 0.2)
    for (let k = 0; k < 3; k++) {
      const at = wrap(hash(strip, 30, seed) + (k + 0.25 * hash(strip, 31 + k, seed)) / 3, 1)
      const d = Math.abs(wrap(v - at + 0.5, 1) - 0.5) * mm + noise(u, v, 300, 20, seed + 5) * 1.2
      if (d < 9)
        blend(out, hex('#8d6230'), 0.62 * Math.exp(-((d / 2.4) ** 2)) + 0.16 * Math.exp(-((d / 7) ** 2)))
    }
    dim(out, 1 - 0.3 * (1 - smooth(0, 1.1, mm / count / 2 - Math.abs(a))))
  })
  relief(sheet, { light: 0.5 })
}

/** Upright battens in front of a dark ground. */
export const slats =
  (spec: WoodSpec): Generator =>
  (sheet) => {
    const { mm, seed } = sheet
    const count = 6
    const module = mm / count
    const face = module * 0.64
    const colours = coloursOf(spec)
    const boards = Array.from({ length: count }, (_, k) => boardOf(spec, seed + k * 331, mm, mm, face))
    fill(sheet, (u, v, out) => {
      const slat = Math.min(count - 1, Math.floor(u * count))
      const a = u * mm - (slat + 0.5) * module
      const on = smooth(face / 2 + 0.25, face / 2 - 0.25, Math.abs(a))
      grainAt(spec, colours, boards[slat]!, v * mm, a, out)
      dim(out, 0.93 + 0.14 * hash(slat, 2, seed))
      // The eased edge catches light on the left and loses it on the right.
      const rim = smooth(face / 2 - 2.2, face / 2, Math.abs(a))
      dim(out, 1 - Math.sign(a) * 0.24 * rim)
      const depth = (a > 0 ? a - face / 2 : module / 2 - face / 2 + (module / 2 + a)) / (module - face)
      const shade = 0.1 + 0.16 * smooth(0.1, 1, depth)
      const felt = noise(u, v, 200, 200, seed + 9) * 0.02
      out.r = out.r * on + (1 - on) * (shade + felt)
      out.g = out.g * on + (1 - on) * (shade + felt) * 0.97
      out.b = out.b * on + (1 - on) * (shade + felt) * 0.94
      out.h *= on
    })
    relief(sheet, { light: 0.6 })
  }
