import { cells, fbm, hash, newCell, noise, smooth, wrap } from './noise.ts'
import { dim, fill, type Generator, hex, type Rgb, relief, tint } from './sheet.ts'
import { scatter, stamp } from './stamps.ts'

interface WeaveSpec {
  readonly light: string
  readonly dark: string
  /** Threads a repeat, each way. */
  readonly threads: number
  /** How uneven the threads are, 0..1: linen is, canvas is not. */
  readonly slub: number
}

/** Plain weave: threads of uneven thickness that pass over and under. */
export const weave =
  (spec: WeaveSpec): Generator =>
  (sheet) => {
    const { seed } = sheet
    const n = spec.threads
    const [light, dark] = [hex(spec.light), hex(spec.dark)]
    fill(sheet, (u, v, out) => {
      const bu = u + noise(u, v, 5, 40, seed) * 0.0016
      const bv = v + noise(u, v, 40, 5, seed + 1) * 0.0016
      const i = Math.floor(bu * n)
      const j = Math.floor(bv * n)
      const x = bu * n - i - 0.5
      const y = bv * n - j - 0.5
      const warpThread = wrap(i, n)
      const weftThread = wrap(j, n)
      const thickWarp =
        0.43 +
        spec.slub *
          (0.12 * noise((warpThread + 0.5) / n, v, n, 9, seed + 2) + 0.08 * (hash(warpThread, 1, seed) - 0.5))
      const thickWeft =
        0.43 +
        spec.slub *
          (0.12 * noise(u, (weftThread + 0.5) / n, 9, n, seed + 3) + 0.08 * (hash(weftThread, 2, seed) - 0.5))
      const over = (warpThread + weftThread) % 2 === 0 ? 1 : -1
      const warpTop = (1 - (x / thickWarp) ** 2) * 0.8 + over * Math.cos(y * Math.PI) * 0.8
      const weftTop = (1 - (y / thickWeft) ** 2) * 0.8 - over * Math.cos(x * Math.PI) * 0.8
      const isWarp = warpTop > weftTop
      const top = Math.max(warpTop, weftTop)
      const own = isWarp ? hash(warpThread, 3, seed) : hash(weftThread, 4, seed)
      const along = isWarp ? noise(u, v, n, 24, seed + 5) : noise(u, v, 24, n, seed + 6)
      const twist = isWarp ? noise(u, v, n * 4, n, seed + 7) : noise(u, v, n, n * 4, seed + 8)
      tint(
        out,
        dark,
        light,
        0.36 +
          smooth(-0.9, 1.5, top) * 0.5 +
          (own - 0.5) * 0.42 * spec.slub +
          along * 0.2 * spec.slub +
          twist * 0.2,
      )
      const hole = smooth(-0.15, -0.75, top)
      dim(out, 1 - hole * 0.6)
    })
  }

/** Loops of thick yarn in a heap. */
export const boucle: Generator = (sheet) => {
  const { size } = sheet
  fill(sheet, (_u, _v, out) => tint(out, hex('#b9ae9a'), hex('#b9ae9a'), 0))
  scatter(sheet, 22000, 3, (x, y, random, part) => {
    const radius = (0.006 + 0.0065 * random()) * size
    const thick = 0.3 + 0.14 * random()
    const level = part * 2.4
    const tone = 0.86 + 0.2 * random()
    const open = random() * 6.3
    const place = { x, y, long: radius, wide: radius * (0.62 + 0.38 * random()), angle: random() * 6.3 }
    stamp(sheet, place, (along, across, out) => {
      const d = Math.hypot(along, across)
      const turn = Math.atan2(across, along)
      const ring = 1 - Math.abs(d - (1 - thick)) / thick
      const gap = Math.cos(turn - open) > 0.93 ? 0 : 1
      out.cover = smooth(0, 0.25, ring) * gap
      const round = Math.sqrt(Math.max(0, 1 - (1 - ring) ** 2))
      const lit = 0.6 + 0.4 * round + 0.1 * Math.sin(turn + place.angle + 2.4)
      const ply = 1 + 0.06 * Math.sin(turn * 14 + d * 9)
      out.r = 0.93 * lit * tone * ply
      out.g = 0.895 * lit * tone * ply
      out.b = 0.835 * lit * tone * ply
      out.h = level * 0.6 + round
    })
  })
  relief(sheet, { light: 0.05, hollow: 0.35, reach: 2 })
}

/** Velvet: a pile that shines where it leans. */
export const velvet: Generator = (sheet) => {
  const { seed } = sheet
  fill(sheet, (u, v, out) => {
    const wu = u + fbm(u, v, 2, 2, 4, seed) * 0.12
    const wv = v + fbm(u, v, 2, 2, 4, seed + 4) * 0.12
    const lean = fbm(wu, wv, 3, 2, 4, seed + 1)
    const crush = smooth(0.1, 0.5, noise(wu, wv, 4, 5, seed + 2))
    const pile = noise(u, v, 512, 512, seed + 5) * 0.55 + noise(u, v, 260, 360, seed + 6) * 0.45
    tint(out, hex('#37463d'), hex('#7d9184'), 0.34 + lean * 0.5 + crush * 0.18 + pile * 0.16)
  })
}

interface LeatherSpec {
  readonly light: string
  readonly dark: string
}

/** Grained leather: pebbles of a fine net, with creases and soft clouds. */
export const leather =
  (spec: LeatherSpec): Generator =>
  (sheet) => {
    const { seed } = sheet
    const cell = newCell()
    const fine = newCell()
    const [light, dark] = [hex(spec.light), hex(spec.dark)]
    fill(sheet, (u, v, out) => {
      const wu = u + fbm(u, v, 30, 30, 3, seed) * 0.006
      const wv = v + fbm(u, v, 30, 30, 3, seed + 5) * 0.006
      cells(wu, wv, 105, 105, seed + 1, cell)
      cells(wu, wv, 230, 230, seed + 2, fine)
      const groove = smooth(0.02, 0.24, cell.second - cell.near)
      const small = smooth(0.0, 0.3, fine.second - fine.near)
      const crease =
        smooth(0.05, 0.005, Math.abs(fbm(u, v, 6, 6, 4, seed + 6))) *
        smooth(0, 0.4, noise(u, v, 3, 3, seed + 7))
      const cloud = fbm(u, v, 4, 4, 4, seed + 3)
      tint(out, dark, light, 0.5 + cloud * 0.5 + (cell.id - 0.5) * 0.16 + (groove - 0.7) * 0.35)
      out.h = groove * (0.55 + 0.25 * cell.id) + small * 0.12 - crease * 0.35
    })
    relief(sheet, { light: 0.62, hollow: 0.2, reach: 2, shine: 0.1 })
  }

/** Loop-pile carpet in rows, of mottled wool. */
export const carpet: Generator = (sheet) => {
  const { seed } = sheet
  const n = 110
  const cell = newCell()
  fill(sheet, (u, v, out) => {
    const shifted = v + (Math.floor(u * n) % 2) * (0.5 / n)
    cells(u, shifted, n, n, seed, cell, 0.45)
    const dome = Math.sqrt(Math.max(0, 1 - (cell.near / 0.72) ** 2))
    const fibre = noise(u, v, 512, 512, seed + 1) * 0.6 + noise(u, v, 330, 330, seed + 2) * 0.4
    const mottle = fbm(u, v, 5, 5, 4, seed + 3)
    tint(
      out,
      hex('#8d816c'),
      hex('#e0d5bf'),
      0.18 + dome * 0.55 + (cell.id - 0.5) * 0.42 + fibre * 0.2 + mottle * 0.14,
    )
    out.h = dome * 2.2 + fibre * 0.4
  })
  relief(sheet, { light: 0.22, hollow: 0.3, reach: 4 })
}

/** A sheer curtain: soft folds, with the light through two layers where they overlap. */
export const sheer: Generator = (sheet) => {
  const { seed } = sheet
  const n = 240
  fill(sheet, (u, v, out) => {
    const bent = u + noise(u, v, 3, 1, seed) * 0.03
    const fold = Math.sin(bent * Math.PI * 2 * 5 + noise(bent, v, 5, 1, seed + 1) * 2.2)
    const edge = smooth(0.55, 1, fold) * 0.6 + smooth(-0.5, -1, fold) * 0.35
    const tx = Math.abs(Math.sin(bent * Math.PI * n))
    const ty = Math.abs(Math.sin(v * Math.PI * n))
    const gauze = (tx ** 3 + ty ** 3) * 0.5
    const slub =
      smooth(0.45, 0.75, noise(u, v, 6, n, seed + 2)) + smooth(0.45, 0.75, noise(bent, v, n, 4, seed + 3))
    tint(
      out,
      hex('#cfcabf'),
      hex('#ffffff'),
      0.58 + fold * 0.3 - edge * 0.16 + (gauze - 0.4) * 0.16 + slub * 0.08,
    )
  })
}

/** Rattan: open cane work, six-way as in chair seats. */
export const rattan: Generator = (sheet) => {
  const { seed } = sheet
  const n = 8
  const cane = (across: number, width: number) => 1 - (across / width) ** 2
  fill(sheet, (u, v, out) => {
    tint(out, hex('#4a3826'), hex('#5a4530'), 0.5 + noise(u, v, 40, 40, seed) * 0.4)
    let top = -1
    // Pairs upright and lying, then the two diagonals over and under them.
    const layers: readonly (readonly [number, number, number])[] = [
      [u * n, v, 0.1],
      [v * n, u, 0.1],
      [(u + v) * n, u - v, 0.11],
      [(u - v) * n, u + v, 0.11],
    ]
    for (let k = 0; k < 4; k++) {
      const [position, along, width] = layers[k]!
      const place = k < 2 ? position : position + 0.5
      const base = Math.floor(place) + 0.5
      const offsets = k < 2 ? [-0.16, 0.16] : [0]
      for (const offset of offsets) {
        const d = place - base - offset
        const w = k < 2 ? width * 0.72 : width
        if (Math.abs(d) > w) continue
        const wave = Math.sin(along * Math.PI * 2 * n + (k % 2 ? 0 : Math.PI) + (offset > 0 ? 1.2 : 0)) * 0.55
        const h = cane(d, w) + wave + k * 0.12
        if (h < top) continue
        top = h
        const own = hash(wrap(Math.floor(place), n), k * 3 + (offset > 0 ? 1 : 0), seed)
        const fibre = noise(u, v, 300, 300, seed + k) * 0.5 + noise(u, v, 60, 60, seed + 5) * 0.5
        const lit = 0.72 + 0.28 * cane(d, w) - (d / w) * 0.12 + wave * 0.1
        tint(out, hex('#b98a4f'), hex('#dfbd86'), 0.4 + own * 0.5 + fibre * 0.3, lit)
      }
    }
    out.h = Math.max(-1, top) * 1.2
  })
  relief(sheet, { light: 0.12, hollow: 0.45, reach: 3 })
}

/** Wool felt: fibres pressed in every direction. */
export const felt: Generator = (sheet) => {
  const { size, seed } = sheet
  const base: Rgb = hex('#8d8f90')
  fill(sheet, (u, v, out) => {
    const cloud = fbm(u, v, 10, 10, 5, seed)
    const grain = noise(u, v, 400, 400, seed + 1)
    tint(out, hex('#7f8182'), hex('#9fa1a1'), 0.5 + cloud * 0.5 + grain * 0.3)
  })
  scatter(sheet, 9000, 7, (x, y, random) => {
    const long = (0.006 + 0.014 * random()) * size
    const bright = random() < 0.5 ? 1.16 : 0.85
    const bow = (random() - 0.5) * 1.4
    stamp(sheet, { x, y, long, wide: 3.2, angle: random() * 6.3 }, (along, across, out) => {
      const d = Math.abs(across * 3.2 - bow * (1 - along * along) * 2)
      out.cover = smooth(1.1, 0.2, d) * 0.34 * (1 - along * along)
      out.r = base[0] * bright
      out.g = base[1] * bright
      out.b = base[2] * bright
      out.h = 0
    })
  })
}
