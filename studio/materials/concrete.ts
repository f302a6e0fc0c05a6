import { cells, fbm, hash, newCell, noise, smooth, wrap } from './noise.ts'
import { blend, dim, fill, type Generator, hex, type Rgb, relief, type Sheet, tint } from './sheet.ts'
import { scatter, stamp } from './stamps.ts'

/** Holes that air left on the face: many small ones, few large ones, in drifts. */
function bugHoles(sheet: Sheet, count: number, largest: number, dark: Rgb): void {
  const perMm = sheet.size / sheet.mm
  scatter(sheet, count, 41, (x, y, random) => {
    const drift = 0.5 + 0.5 * noise(x / sheet.size, y / sheet.size, 4, 4, sheet.seed + 88)
    if (random() > 0.25 + drift) return
    const radius = Math.max(0.7, (0.7 + largest * random() ** 4) * perMm)
    const place = { x, y, long: radius * (1 + 0.5 * random()), wide: radius, angle: random() * 3 }
    stamp(sheet, place, (along, across, out) => {
      const d = Math.hypot(along, across)
      out.cover = smooth(1, 0.5, d) * 0.85
      // The rim towards the light is in shadow, the far one is lit.
      const lit = smooth(0.2, 0.9, across * Math.cos(place.angle) + along * Math.sin(place.angle))
      out.r = dark[0] * (0.8 + lit * 0.7)
      out.g = dark[1] * (0.8 + lit * 0.7)
      out.b = dark[2] * (0.8 + lit * 0.7)
      out.h = -2
    })
  })
}

interface CastSpec {
  readonly light: string
  readonly dark: string
  /** Panels across and down a repeat. */
  readonly columns: number
  readonly rowCount: number
  /** Joint, mm. */
  readonly joint: number
  /** Cones of the formwork ties: each way a panel; 0 for none. */
  readonly ties: number
  /** Air holes a repeat. */
  readonly holes: number
  /** Strength of clouds, 0..1. */
  readonly clouds: number
}

/** Concrete cast against smooth formwork: clouds, runs, air holes, panel joints and tie cones. */
export const cast =
  (spec: CastSpec): Generator =>
  (sheet) => {
    const { mm, seed } = sheet
    const [light, dark] = [hex(spec.light), hex(spec.dark)]
    fill(sheet, (u, v, out) => {
      const px = u * spec.columns
      const py = v * spec.rowCount
      const own = hash(Math.floor(px), Math.floor(py), seed)
      const cloud =
        fbm(u, v, 3, 3, 6, seed + Math.floor(own * 64)) * 0.75 + fbm(u, v, 9, 6, 4, seed + 1) * 0.25
      const runs = noise(u + own, v, 90, 3, seed + 2) * 0.5 + noise(u, v, 34, 2, seed + 3) * 0.5
      const grain = noise(u, v, 300, 300, seed + 4) * 0.6 + noise(u, v, 480, 480, seed + 5) * 0.4
      tint(out, light, dark, 0.45 + cloud * spec.clouds + runs * 0.14 + (own - 0.5) * 0.22 + grain * 0.12)
      const pale = smooth(0.25, 0.7, fbm(u, v, 5, 5, 5, seed + 6))
      blend(out, [0.84, 0.84, 0.83], pale * 0.1)
      const ex = Math.min(px - Math.floor(px), Math.ceil(px) - px) * (mm / spec.columns)
      const ey = Math.min(py - Math.floor(py), Math.ceil(py) - py) * (mm / spec.rowCount)
      const edge = Math.min(ex, ey)
      const joint = smooth(spec.joint * 0.8, spec.joint * 0.35, edge)
      // Grout that leaked out darkens the rim of a panel.
      blend(out, dark, 0.35 * Math.exp(-edge / 24) * (0.5 + 0.5 * noise(u, v, 24, 24, seed + 7)))
      dim(out, 1 - joint * 0.5)
      out.h = -joint * 4 + grain * 0.05
      if (spec.ties > 0) tieCone(px, py, mm / spec.columns, spec.ties, out, seed)
    })
    bugHoles(sheet, spec.holes, 5, [0.34, 0.335, 0.325])
    relief(sheet, { light: 0.4, hollow: 0.2, reach: 8 })
  }

function tieCone(
  px: number,
  py: number,
  panel: number,
  ties: number,
  out: { r: number; g: number; b: number; h: number },
  seed: number,
): void {
  const tx = (px * ties - Math.floor(px * ties) - 0.5) * (panel / ties)
  const ty = (py * ties - Math.floor(py * ties) - 0.5) * (panel / ties)
  const d = Math.hypot(tx, ty)
  const radius = 15
  if (d > radius * 5) return
  const stain = tx * tx < 90 && ty > 0 ? Math.exp(-ty / 40) * 0.1 : 0
  dim(out, 1 - stain)
  const hole = smooth(radius + 1.6, radius - 1.6, d)
  const plug = smooth(radius * 0.62 + 1.2, radius * 0.62 - 1.2, d)
  dim(out, 1 - hole * (0.45 - 0.2 * plug) - 0.12 * hole * smooth(radius, -radius, tx + ty))
  dim(out, 1 + 0.04 * plug * (hash(Math.floor(px * ties), Math.floor(py * ties), seed) - 0.5))
  out.h -= hole * 6
}

/** Concrete cast against sawn boards: their grain, knots and the fins between them. */
export const boardMarked: Generator = (sheet) => {
  const { mm, seed } = sheet
  const count = 10
  fill(sheet, (u, v, out) => {
    const board = Math.floor(v * count)
    const a = (v * count - board - 0.5) * (mm / count)
    const own = hash(board, 1, seed)
    const s = seed + board * 61
    const sway = noise(u, 0.5, 3, 1, s) * 0.05
    const heart = a / 160 + (own - 0.5) * 0.8 + sway
    const depth = 0.32 + 0.3 * noise(u, 0.3, 2, 1, s + 1)
    const ring = Math.sqrt(heart * heart + depth * depth) * 26 + noise(u, v, 5, 60, s + 2) * 0.5
    const part = ring - Math.floor(ring)
    const late = part < 0.85 ? (part / 0.85) ** 2 : 1 - (part - 0.85) / 0.15
    const fibre = noise(u, v, 22, 330, s + 3) * 0.6 + noise(u, v, 60, 480, s + 4) * 0.4
    const cloud = fbm(u, v, 3, 4, 5, s + 5)
    tint(
      out,
      hex('#a9a7a2'),
      hex('#807e79'),
      0.42 + cloud * 0.4 + (own - 0.5) * 0.45 + fibre * 0.16 + late * 0.12,
    )
    const knotU = wrap(u - hash(board, 4, seed) + 0.5, 1) - 0.5
    const knotD = Math.hypot(knotU * mm * 0.7, a - (own - 0.5) * 50)
    const knot = smooth(17, 6, knotD) * (hash(board, 6, seed) > 0.4 ? 1 : 0)
    dim(out, 1 - knot * 0.14)
    const edge = mm / count / 2 - Math.abs(a)
    const fin = smooth(3.4, 1.2, edge + noise(u, v, 50, 10, seed + 8) * 0.7)
    dim(out, 1 + fin * 0.05)
    out.h = late * 1.1 + fibre * 0.65 + (own - 0.5) * 3.4 + fin * 2.2 + knot * Math.sin(knotD * 1.2) * 0.5
  })
  bugHoles(sheet, 380, 3, [0.36, 0.355, 0.345])
  relief(sheet, { light: 0.55, hollow: 0.35, reach: 6 })
}

/** Seamless cement skim, worked with a steel trowel. */
export const microcement: Generator = (sheet) => {
  const { seed } = sheet
  fill(sheet, (u, v, out) => {
    const wu = u + fbm(u, v, 3, 3, 5, seed) * 0.12
    const wv = v + fbm(u, v, 3, 3, 5, seed + 7) * 0.12
    const sweep = noise(wu, wv, 7, 19, seed + 1) * 0.5 + noise(wu, wv, 21, 8, seed + 2) * 0.5
    const scrape = noise(wu, wv, 16, 90, seed + 3) * 0.5 + noise(wu, wv, 80, 18, seed + 4) * 0.5
    const cloud = fbm(u, v, 2, 2, 5, seed + 5)
    const fine = noise(u, v, 300, 300, seed + 6)
    tint(
      out,
      hex('#c6c1b8'),
      hex('#9f9a91'),
      0.46 + cloud * 0.55 + sweep * 0.26 + scrape * 0.12 + fine * 0.04,
    )
  })
}

/** Chips of marble in cement, ground and polished. */
export const terrazzo: Generator = (sheet) => {
  const { size, seed } = sheet
  fill(sheet, (u, v, out) => {
    const sand = noise(u, v, 400, 400, seed) * 0.5 + noise(u, v, 200, 200, seed + 1) * 0.5
    tint(out, hex('#d6d0c5'), hex('#bfb8ac'), 0.5 + sand * 0.5 + fbm(u, v, 4, 4, 4, seed + 2) * 0.3)
  })
  const chips = ['#f0ece4', '#8f8a84', '#57544f', '#b98f6c', '#9c5f48', '#a9b0a6', '#e3d4b8', '#6f7d78'].map(
    hex,
  )
  const cell = newCell()
  const perMm = size / sheet.mm
  scatter(sheet, 2600, 5, (x, y, random, part) => {
    // Large chips first, then what fits between them.
    const radius =
      (part < 0.1 ? 7 + 8 * random() : part < 0.4 ? 3 + 4 * random() : 1 + 2.2 * random()) * perMm
    const pick = random()
    const colour = chips[pick < 0.42 ? 0 : 1 + Math.floor(random() * (chips.length - 1))]!
    const tone = 0.9 + random() * 0.18
    const facets = 5 + Math.floor(random() * 3)
    const phase = random() * 6
    const bite = Array.from({ length: facets }, () => 0.62 + 0.36 * random())
    stamp(
      sheet,
      { x, y, long: radius, wide: radius * (0.6 + 0.4 * random()), angle: random() * 6.3 },
      (along, across, out) => {
        let d = 0
        for (let k = 0; k < facets; k++) {
          const angle = phase + (k / facets) * Math.PI * 2
          d = Math.max(d, (along * Math.cos(angle) + across * Math.sin(angle)) / bite[k]!)
        }
        out.cover = smooth(1, 1 - 1.4 / radius, d)
        cells(x / size + along * 0.02, y / size + across * 0.02, 90, 90, seed + 4, cell)
        const inner = tone * (0.94 + 0.12 * cell.id)
        out.r = colour[0] * inner
        out.g = colour[1] * inner
        out.b = colour[2] * inner
        out.h = 0
      },
    )
  })
}
