// Procedural surfaces in metres: (u, v) run over the surface, u along the grain.
// Each texture mixes the material's two colours, may darken joints, and names the board, slab or tile it hit,
// which the line drawing uses for hairlines. Height feeds bump mapping (J. Blinn 1978).
import type { Material } from './materials.ts'
import { type Cell, fbm, noise, worley } from './noise.ts'
import { hash01 } from './sampler.ts'

export interface Texel {
  r: number
  g: number
  b: number
  rough: number
  height: number
  /** Id of the board, tile or slab; 0 where the texture has none. */
  cell: number
}

const cell: Cell = { near: 0, second: 0, id: 0 }

function mix(m: Material, k: number, gain: number, out: Texel): void {
  const t = k < 0 ? 0 : k > 1 ? 1 : k
  out.r = (m.color[0] + (m.color2[0] - m.color[0]) * t) * gain
  out.g = (m.color[1] + (m.color2[1] - m.color[1]) * t) * gain
  out.b = (m.color[2] + (m.color2[2] - m.color[2]) * t) * gain
}

/** Share of wood grain at a point, 0..1; `seed` shifts it from board to board. */
function grain(u: number, v: number, seed: number): number {
  const wave = fbm(u * 0.9 + seed * 17.3, v * 5 + seed * 7.7, 3, 5)
  const ring = 0.5 + 0.5 * Math.sin((v * 38 + wave * 15 + seed * 40) * 1.0)
  const fibre = fbm(u * 9 + seed * 5, v * 260, 2, 9)
  const pore = noise(u * 26 + seed * 3, v * 620, 23)
  return 0.3 * ring * wave * 1.6 + 0.35 * wave + 0.28 * fibre + 0.1 * pore
}

/** Edge of a cell of size (w, h): 0 on the joint of width `gap`, 1 inside. */
function joint(fu: number, fv: number, w: number, h: number, gap: number): number {
  const d = Math.min(fu, w - fu, fv, h - fv)
  return d < gap ? d / gap : 1
}

function boards(
  m: Material,
  u: number,
  v: number,
  seed: number,
  out: Texel,
  length: number,
  gap: number,
): void {
  const row = Math.floor(v / m.scale)
  const shift = hash01(row, 3, 77) * length
  const col = Math.floor((u + shift) / length)
  const id = hash01(row, col, 41 + (seed & 255))
  const g = grain(u + id * 30, v - row * m.scale, id * 9 + 1)
  const edge = joint(u + shift - col * length, v - row * m.scale, length, m.scale, gap)
  mix(m, 0.9 * g + (id - 0.5) * 0.55, (0.88 + 0.24 * hash01(row, col, 5)) * (0.45 + 0.55 * edge), out)
  out.height = edge + 0.15 * g
  out.cell = 1 + Math.floor(id * 60000)
}

function tiles(
  m: Material,
  u: number,
  v: number,
  out: Texel,
  w: number,
  h: number,
  gap: number,
  bond: number,
): void {
  const row = Math.floor(v / h)
  const uu = u + (row & 1 ? bond * w : 0)
  const col = Math.floor(uu / w)
  const id = hash01(row, col, 12)
  const d = Math.min(uu - col * w, (col + 1) * w - uu, v - row * h, (row + 1) * h - v)
  const inside = d < gap * 0.5 ? 0 : d < gap ? (d / gap - 0.5) * 2 : 1
  const stain = fbm(u * 3, v * 3, 4, 3)
  const fine = noise(u * 220, v * 220, 8)
  mix(m, (id - 0.5) * m.vary * 2 + stain * 0.7 - 0.1 + (fine - 0.5) * 0.25, 0.55 + 0.45 * inside, out)
  out.height = inside + 0.05 * fine
  out.cell = 1 + Math.floor(id * 60000)
}

function terrazzo(m: Material, u: number, v: number, out: Texel): void {
  mix(m, 0, 0.96 + 0.08 * noise(u * 300, v * 300, 2), out)
  for (let layer = 0; layer < 3; layer++) {
    const s = m.scale / (1 + layer * 0.9)
    worley(u / s + layer * 31.7, v / s, 50 + layer, cell)
    const size = 0.16 + 0.28 * hash01(Math.floor(cell.id * 9999), layer, 6)
    if (cell.near < size && cell.second - cell.near > 0.12) {
      const k = hash01(Math.floor(cell.id * 9999), layer, 7)
      const shade = 0.45 + 0.75 * hash01(Math.floor(cell.id * 9999), layer, 8)
      mix(m, 0.25 + k * 0.75, shade, out)
      if (k > 0.9) {
        out.r *= 1.5
        out.g *= 0.72
        out.b *= 0.55
      }
    }
  }
  if (m.vary > 0) {
    const c = Math.min(
      Math.abs(u / m.vary - Math.round(u / m.vary)),
      Math.abs(v / m.vary - Math.round(v / m.vary)),
    )
    if (c * m.vary < 0.0025) mix(m, 1, 0.35, out)
    out.cell = 1 + ((Math.floor(u / m.vary) * 73 + Math.floor(v / m.vary) * 151) & 32767)
  }
}

function concrete(m: Material, u: number, v: number, out: Texel): void {
  const cloud = fbm(u * 0.9, v * 0.9, 4, 3)
  const streak = fbm(u * 5, v * 0.35, 3, 19)
  const fine = noise(u * 150, v * 150, 4)
  const pit = noise(u * 45, v * 45, 14)
  mix(m, cloud * 1.1 + (streak - 0.5) * 0.5 - 0.15, 0.95 + 0.1 * fine, out)
  if (pit > 0.93) {
    out.r *= 0.8
    out.g *= 0.8
    out.b *= 0.8
  }
  out.height = 0.25 * fine - (pit > 0.93 ? 0.6 : 0)
  if (m.scale > 0.01 && m.vary > 0) {
    const w = m.scale * 2
    const du = Math.abs(u / w - Math.round(u / w)) * w
    const dv = Math.abs(v / m.scale - Math.round(v / m.scale)) * m.scale
    if (du < 0.006 || dv < 0.006) {
      mix(m, 1, 0.6, out)
      out.height = -1
    }
    const hu = Math.abs(u / w - Math.floor(u / w) - 0.5) * w - w * 0.3
    const hv = Math.abs(v / m.scale - Math.floor(v / m.scale) - 0.5) * m.scale - m.scale * 0.28
    if (hu * hu + hv * hv < 0.00035) mix(m, 1, 0.35, out)
    out.cell = 1 + ((Math.floor(u / w) * 53 + Math.floor(v / m.scale) * 97) & 32767)
  }
}

function fabric(m: Material, u: number, v: number, out: Texel): void {
  const s = m.scale
  const iu = Math.floor(u / s)
  const iv = Math.floor(v / s)
  const over = (iu + iv) & 1
  const fu = u / s - iu - 0.5
  const fv = v / s - iv - 0.5
  const thread = over ? 1 - fu * fu * 3 : 1 - fv * fv * 3
  const yarn = over ? hash01(iv, 0, 3) : hash01(iu, 1, 3)
  const soft = fbm(u * 7, v * 7, 3, 6)
  mix(m, yarn * 0.55 + soft * 0.45, 0.8 + 0.22 * thread + 0.16 * (soft - 0.5), out)
  out.height = thread
}

function rug(m: Material, u: number, v: number, out: Texel): void {
  const pile = fbm(u * 90, v * 90, 2, 2)
  const row = noise(u * 6, v * 160, 9)
  const soft = fbm(u * 2.2, v * 2.2, 3, 4)
  // Two offset frames of thin lines, drawn by hand-like wavering distances.
  const wob = (fbm(u * 1.7, v * 1.7, 2, 8) - 0.5) * 0.05
  const a = Math.abs((u + wob) / m.scale - Math.floor((u + wob) / m.scale) - 0.5) * m.scale
  const b = Math.abs((v - wob) / (m.scale * 0.8) - Math.floor((v - wob) / (m.scale * 0.8)) - 0.5) * m.scale
  const line = a < 0.011 || b < 0.011 ? 0.75 : 0
  mix(m, line + 0.16 * soft, 0.78 + 0.3 * pile + 0.14 * (row - 0.5), out)
  out.height = pile
}

function stone(m: Material, u: number, v: number, out: Texel): void {
  const s = 1 / m.scale
  const warp = fbm(u * s * 0.6, v * s * 0.6, 4, 2)
  const vein = Math.abs(fbm(u * s * 0.8 + warp * 2.2, v * s * 0.8 + warp, 5, 6) - 0.5)
  const k = Math.max(0, 1 - vein * 16) * 0.7 + (fbm(u * s * 3, v * s * 3, 3, 9) - 0.4) * 0.5
  const speck = noise(u * 260, v * 260, 3)
  mix(m, k, 0.93 + 0.14 * speck, out)
  out.height = fbm(u * s * 6, v * s * 6, 3, 12)
}

function gravel(m: Material, u: number, v: number, out: Texel): void {
  worley(u / m.scale, v / m.scale, 4, cell)
  const edge = Math.min(1, (cell.second - cell.near) * 2.6)
  mix(m, cell.id, (0.45 + 0.55 * edge) * (0.8 + 0.35 * hash01(Math.floor(cell.id * 9999), 1, 2)), out)
  out.height = edge * (0.6 + 0.4 * cell.id) - cell.near * 0.4
}

function art(m: Material, u: number, v: number, seed: number, out: Texel): void {
  // Abstract sheets: a sun, a hill line and a wash, placed by the object's seed.
  const h = (k: number) => hash01(seed, k, 9)
  const paper = 0.94 + 0.06 * noise(u * 160, v * 160, 4)
  mix(m, 0.02, paper, out)
  const hill =
    (h(1) - 0.6) * 0.2 + 0.07 * Math.sin(u * (3 + 4 * h(2)) + h(3) * 6) + 0.02 * fbm(u * 6, seed, 3, 3)
  const second = hill - 0.09 - 0.05 * Math.sin(u * 5 + h(4) * 6)
  const wash = fbm(u * 5, v * 14, 4, seed & 63)
  const r = Math.hypot(u - (h(5) - 0.5) * 0.3, v - 0.05 - h(6) * 0.12)
  if (r < 0.06 + 0.05 * h(7)) {
    out.r = 0.68 * paper
    out.g = 0.1 * paper
    out.b = 0.045 * paper
  }
  if (v < hill) mix(m, 0.45 + 0.25 * wash, paper, out)
  if (v < second) mix(m, 0.75 + 0.35 * wash, paper, out)
}

function lawn(m: Material, u: number, v: number, out: Texel): void {
  const patch = fbm(u * 0.35, v * 0.35, 4, 3)
  const blade = fbm(u * 24, v * 24, 3, 7)
  mix(m, patch * 1.2 - 0.2 + (blade - 0.5) * 0.5, 0.6 + 0.7 * blade, out)
  out.height = blade
}

export type TextureName = keyof typeof TEXTURES

type Texture = (m: Material, u: number, v: number, seed: number, out: Texel) => void

const TEXTURES = {
  wood: (m, u, v, seed, out) => {
    const g = grain(u / m.scale, v / m.scale, (seed % 97) / 9)
    mix(m, g * 1.15 - 0.1, 0.95 + 0.1 * hash01(seed, 2, 3), out)
    out.height = g
  },
  boards: (m, u, v, seed, out) => boards(m, u, v, seed, out, m.scale * 11, 0.0022),
  decking: (m, u, v, seed, out) => boards(m, u, v, seed, out, 40, 0.006),
  bricks: (m, u, v, _seed, out) => tiles(m, u, v, out, m.scale, m.scale * 0.28, 0.008, 0.5),
  tiles: (m, u, v, _seed, out) => tiles(m, u, v, out, m.scale, m.scale, 0.004, 0),
  pavers: (m, u, v, _seed, out) => tiles(m, u, v, out, m.scale * 2, m.scale, 0.014, 0.5),
  terrazzo: (m, u, v, _seed, out) => terrazzo(m, u, v, out),
  concrete: (m, u, v, _seed, out) => concrete(m, u, v, out),
  plaster: (m, u, v, _seed, out) => {
    const trowel = fbm(u * 2.4 + 0.4 * fbm(u * 6, v * 2, 2, 4), v * 4, 4, 5)
    const fine = fbm(u * 70, v * 70, 2, 8)
    mix(m, trowel, 0.985 + 0.03 * fine, out)
    out.height = trowel * 2 + fine * 0.3
  },
  fabric: (m, u, v, _seed, out) => fabric(m, u, v, out),
  rug: (m, u, v, _seed, out) => rug(m, u, v, out),
  stone: (m, u, v, _seed, out) => stone(m, u, v, out),
  gravel: (m, u, v, _seed, out) => gravel(m, u, v, out),
  art,
  lawn: (m, u, v, _seed, out) => lawn(m, u, v, out),
  bark: (m, u, v, _seed, out) => {
    const k = fbm(u * 5, v * 34, 4, 3)
    mix(m, k, 0.6 + 0.8 * k, out)
    out.height = k
  },
  ripples: (m, u, v, _seed, out) => {
    mix(m, 0, 1, out)
    out.height = fbm(u * 3.2, v * 5.5, 3, 3) + 0.25 * fbm(u * 14, v * 17, 2, 6)
  },
} satisfies Record<string, Texture>

/** Evaluates the material's texture at (u, v) metres into `out`. `seed` is the object's. */
export function texel(m: Material, u: number, v: number, seed: number, out: Texel): void {
  out.r = m.color[0]
  out.g = m.color[1]
  out.b = m.color[2]
  out.rough = m.rough
  out.height = 0
  out.cell = 0
  if (m.texture !== 'none') TEXTURES[m.texture](m, u, v, seed, out)
}

/** Flat mean colour of a textured material, for bounces where detail cannot be seen. */
export function meanColor(m: Material): [number, number, number] {
  if (m.texture === 'none') return m.color
  const k = m.texture === 'rug' || m.texture === 'art' || m.texture === 'terrazzo' ? 0.2 : 0.45
  return [0, 1, 2].map((c) => m.color[c]! + (m.color2[c]! - m.color[c]!) * k) as [number, number, number]
}
