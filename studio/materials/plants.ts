import { fbm, noise, smooth } from './noise.ts'
import { fill, type Generator, hex, type Rgb, relief, type Sheet, tint } from './sheet.ts'
import { scatter, stamp } from './stamps.ts'

const mixed = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
]

interface BladesSpec {
  readonly count: number
  /** Half length, mm. */
  readonly long: number
  /** Half width, px of the full sheet. */
  readonly wide: number
  readonly deep: string
  readonly fresh: string
  readonly dry: string
  /** Share of dry blades, 0..1. */
  readonly drought: number
  /** Direction of growth, radians, and how far blades stray from it. */
  readonly lean: number
  readonly stray: number
}

/** Blades of grass, lower and darker ones first. */
function sowBlades(sheet: Sheet, spec: BladesSpec, salt: number): void {
  const perMm = sheet.size / sheet.mm
  const [deep, fresh, dry] = [hex(spec.deep), hex(spec.fresh), hex(spec.dry)]
  scatter(sheet, spec.count, salt, (x, y, random, part) => {
    const u = x / sheet.size
    const v = y / sheet.size
    const patch = noise(u, v, 4, 4, sheet.seed + 31) * 0.6 + noise(u, v, 11, 11, sheet.seed + 32) * 0.4
    const angle = spec.lean + (random() - 0.5) * 2 * spec.stray + patch * 0.7
    const long = spec.long * perMm * (0.55 + 0.75 * random())
    const wide = spec.wide + 1.2
    const bow = (random() - 0.5) * 1.6
    const base =
      random() < spec.drought * (1 + patch) ? dry : mixed(deep, fresh, 0.35 + 0.5 * part + patch * 0.4)
    const tone = (0.36 + 0.64 * part) * (0.85 + 0.3 * random())
    stamp(sheet, { x, y, long, wide: wide + Math.abs(bow) * 2.4, angle }, (along, across, out) => {
      const taper = spec.wide * Math.sqrt(Math.max(0, (1 - along) / 2)) + 0.15
      const offset = across * (wide + Math.abs(bow) * 2.4) - bow * 2.4 * (along * along - 0.3)
      out.cover = smooth(taper + 0.6, taper - 0.5, Math.abs(offset))
      const side = offset > 0 ? 0.9 : 1.07
      const gain = tone * side * (0.74 + 0.26 * (along * 0.5 + 0.5))
      out.r = base[0] * gain
      out.g = base[1] * gain
      out.b = base[2] * gain
      out.h = part * 20 + along * 3
    })
  })
}

function soil(sheet: Sheet, dark: string, light: string): void {
  fill(sheet, (u, v, out) => {
    tint(out, hex(dark), hex(light), 0.5 + fbm(u, v, 30, 30, 4, sheet.seed) * 0.8)
  })
}

/** Lawn, mown, from above. */
export const lawn: Generator = (sheet) => {
  soil(sheet, '#232a14', '#39421f')
  const spec = {
    long: 17,
    wide: 1.25,
    deep: '#4a6a2c',
    fresh: '#8fb055',
    dry: '#b5ab6e',
    lean: 0,
    stray: Math.PI,
  }
  sowBlades(sheet, { ...spec, count: 62000, drought: 0.05 }, 1)
  relief(sheet, { light: 0, hollow: 0.2, reach: 14 })
}

/** Rough grass with flowers. */
export const meadow: Generator = (sheet) => {
  const { size, mm } = sheet
  soil(sheet, '#262a15', '#403f20')
  const spec = {
    long: 46,
    wide: 1.35,
    deep: '#4f6228',
    fresh: '#a3ad58',
    dry: '#c2ac68',
    lean: -1.3,
    stray: 1.3,
  }
  sowBlades(sheet, { ...spec, count: 34000, drought: 0.13 }, 1)
  const petals = ['#f4efe2', '#e8c23e', '#b98ac9', '#d9653f', '#6f86c9'].map(hex)
  scatter(sheet, 760, 9, (x, y, random) => {
    const u = x / size
    const v = y / size
    const kind = Math.floor(
      (noise(u, v, 3, 3, sheet.seed + 8) * 0.9 + 0.5 + (random() - 0.5) * 0.5) * petals.length,
    )
    const colour = petals[Math.min(petals.length - 1, Math.max(0, kind))]!
    const radius = (13 + 17 * random()) * (size / mm)
    const leaves = 5 + Math.floor(random() * 4)
    const turn = random() * 6
    const squash = 0.6 + 0.4 * random()
    stamp(sheet, { x, y, long: radius, wide: radius * squash, angle: random() * 6 }, (along, across, out) => {
      const d = Math.hypot(along, across)
      const angle = Math.atan2(across, along)
      const rim = 0.7 + 0.28 * Math.cos(leaves * angle + turn)
      out.cover = smooth(rim + 0.08, rim - 0.16, d)
      const heart = smooth(0.3, 0.2, d)
      const gain = (0.72 + 0.4 * d) * (1 - 0.12 * across)
      out.r = (colour[0] * (1 - heart) + 0.82 * heart) * gain
      out.g = (colour[1] * (1 - heart) + 0.62 * heart) * gain
      out.b = (colour[2] * (1 - heart) + 0.15 * heart) * gain
      out.h = 30
    })
  })
}

interface LeavesSpec {
  readonly count: number
  /** Half length of a leaf, mm. */
  readonly long: number
  /** Width to length. */
  readonly slim: number
  readonly colours: readonly string[]
  /** Lobes: 0 for a plain leaf, 3 or 5 for ivy. */
  readonly lobes: number
  /** Mean direction of the tips and how far they stray, radians. */
  readonly lean: number
  readonly stray: number
  /** Size of clumps that share a colour, a repeat; 0 for none. */
  readonly clumps: number
}

/** How far a leaf's outline reaches at a place along it: 1 at the widest. */
function outline(along: number, lobes: number): number {
  const t = (along + 1) / 2
  const plain = Math.sin(Math.PI * t ** 0.8) ** 0.75
  if (lobes === 0) return plain
  return Math.max(0.12, plain * (0.62 + 0.38 * Math.cos((t - 0.32) * Math.PI * lobes)))
}

/** Leaves upon leaves: the lowest in deep shade, the top ones lit. */
export const foliage =
  (spec: LeavesSpec): Generator =>
  (sheet) => {
    const { size, mm, seed } = sheet
    soil(sheet, '#11180c', '#1d2713')
    const colours = spec.colours.map(hex)
    scatter(sheet, spec.count, 21, (x, y, random, part) => {
      const u = x / size
      const v = y / size
      const clump = spec.clumps > 0 ? noise(u, v, spec.clumps, spec.clumps, seed + 3) * 0.9 : 0
      const pick = Math.min(
        0.999,
        Math.max(0, 0.5 + clump * 0.9 + (random() - 0.5) * (spec.clumps > 0 ? 0.5 : 1)),
      )
      const base = colours[Math.floor(pick * colours.length)]!
      const long = spec.long * (size / mm) * (0.6 + 0.6 * random())
      const wide = long * spec.slim * (0.8 + 0.4 * random())
      const angle = spec.lean + (random() - 0.5) * 2 * spec.stray
      const depth = noise(u, v, 7, 7, seed + 4) * 0.5 + 0.5
      const tone = (0.26 + 0.78 * part ** 0.85) * (0.84 + 0.32 * random()) * (0.82 + 0.28 * depth)
      const tilt = (random() - 0.5) * 0.5
      stamp(sheet, { x, y, long, wide, angle }, (along, across, out) => {
        const rim = outline(along, spec.lobes)
        const d = Math.abs(across) / Math.max(0.02, rim)
        out.cover = smooth(1.02, 1 - 1.4 / wide, d)
        if (out.cover <= 0) return
        const midrib = smooth(0.1, 0.02, Math.abs(across))
        const veins = smooth(0.75, 0.95, Math.abs(Math.sin((along - Math.abs(across) * 0.8) * 9)))
        const fold = across > 0 ? 1 - 0.16 - tilt * 0.3 : 1 + 0.1 + tilt * 0.3
        const gain = tone * fold * (1 + 0.12 * midrib + 0.05 * veins - 0.18 * d * d + 0.1 * along)
        out.r = base[0] * gain
        out.g = base[1] * gain
        out.b = base[2] * gain
        out.h = part * 60 + rim * 3
      })
    })
    relief(sheet, { light: 0, hollow: 0.25, reach: 26 })
  }

/** Moss: cushions of tiny shoots. */
export const moss: Generator = (sheet) => {
  const { size, seed } = sheet
  soil(sheet, '#2a2f14', '#454a20')
  const [deep, fresh, tip] = ['#4d5f22', '#8ea046', '#b9c36a'].map(hex) as [Rgb, Rgb, Rgb]
  scatter(sheet, 60000, 3, (x, y, random, part) => {
    const u = x / size
    const v = y / size
    const cushion = 0.5 + 0.5 * (fbm(u, v, 6, 6, 3, seed + 5) * 1.4)
    const radius = (2.6 + 3.4 * random()) * (size / 1024)
    const base = mixed(mixed(deep, fresh, cushion), tip, random() < 0.16 ? 0.7 : random() * 0.2)
    const tone = (0.42 + 0.58 * part) * (0.66 + 0.5 * cushion) * (0.85 + 0.3 * random())
    const arms = 5 + Math.floor(random() * 3)
    const turn = random() * 6
    stamp(sheet, { x, y, long: radius, wide: radius, angle: 0 }, (along, across, out) => {
      const d = Math.hypot(along, across)
      const star = 0.55 + 0.42 * Math.cos(arms * Math.atan2(across, along) + turn)
      out.cover = smooth(star + 0.25, star - 0.2, d)
      const gain = tone * (1.14 - 0.4 * d - 0.1 * (along + across))
      out.r = base[0] * gain
      out.g = base[1] * gain
      out.b = base[2] * gain
      out.h = cushion * 8 + part
    })
  })
  relief(sheet, { light: 0.03, hollow: 0.3, reach: 12 })
}

/** Reeds: tall stems, upright, some broken. */
export const reeds: Generator = (sheet) => {
  soil(sheet, '#2a2416', '#463c24')
  const spec = { wide: 2.2, deep: '#7a6a3a', fresh: '#cdb97e', dry: '#e3d3a0', lean: -Math.PI / 2 }
  sowBlades(sheet, { ...spec, count: 2600, long: 330, drought: 0.3, stray: 0.16 }, 1)
  sowBlades(
    sheet,
    { ...spec, count: 1500, long: 120, drought: 0.2, stray: 0.6, deep: '#5f6a34', fresh: '#a5a862' },
    2,
  )
}
