// Line drawing from geometry buffers: edges are found between supersampled pixels where distance, normal, object or
// texture cell change (after T. Saito and T. Takahashi, "Comprehensible Rendering of 3-D Shapes", SIGGRAPH 1990),
// each kind is drawn with its own pen, and the result is averaged down.

import { frameOf, rayDirection } from './camera.ts'
import type { PackedScene } from './packed-scene.ts'
import { RayCaster } from './ray-caster.ts'
import { Surface } from './surface.ts'

const SUPER = 3
const HALO = 6

interface Pen {
  /** Width in pixels of the finished picture. */
  width: number
  ink: number
}
const HEAVY: Pen = { width: 1.9, ink: 1 }
const MEDIUM: Pen = { width: 1.25, ink: 0.95 }
const THIN: Pen = { width: 0.8, ink: 0.8 }
const HAIR: Pen = { width: 0.55, ink: 0.42 }
const LEAF: Pen = { width: 0.55, ink: 0.5 }

interface Buffers {
  width: number
  rows: number
  depth: Float32Array
  normal: Float32Array
  point: Float32Array
  group: Int32Array
  cell: Int32Array
  /** 0 normal, 1 foliage, 2 nothing to draw. */
  style: Uint8Array
}

function castBand(
  scene: PackedScene,
  width: number,
  height: number,
  from: number,
  to: number,
  thread: number,
): Buffers {
  const w = width * SUPER
  const rows = to - from
  const n = w * rows
  const b: Buffers = {
    width: w,
    rows,
    depth: new Float32Array(n).fill(1e6),
    normal: new Float32Array(n * 3),
    point: new Float32Array(n * 3),
    group: new Int32Array(n).fill(-1),
    cell: new Int32Array(n),
    style: new Uint8Array(n),
  }
  const caster = new RayCaster(scene.bvh, thread)
  const flat = { ...scene, materials: scene.materials.map((m) => ({ ...m, bump: 0 })) }
  const surface = new Surface(flat)
  const frame = frameOf(scene.camera, width / height)
  const dir = new Float64Array(3)
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < w; x++) {
      rayDirection(frame, ((x + 0.5) / w) * 2 - 1, 1 - ((y + from + 0.5) / (height * SUPER)) * 2, dir)
      castPixel(b, y * w + x, caster, surface, flat, dir)
    }
  }
  return b
}

function castPixel(
  b: Buffers,
  i: number,
  caster: RayCaster,
  s: Surface,
  scene: PackedScene,
  dir: Float64Array,
): void {
  let [ox, oy, oz] = scene.camera.eye
  let travelled = 0
  let lawn = false
  for (let pane = 0; pane < 600; pane++) {
    const tri = caster.closest(ox, oy, oz, dir[0]!, dir[1]!, dir[2]!, 1e9)
    if (tri < 0) {
      // A step off a blade's foot can land under the ground: the foot then stands for the ground.
      if (lawn && dir[1]! < 0) record(b, i, travelled, [ox, oy, oz], [0, 1, 0], 2)
      return
    }
    travelled += caster.t
    s.load(tri, caster, dir[0]!, dir[1]!, dir[2]!, true)
    const { kind, line } = s.material
    // Window panes and lawn blades are looked through.
    if (line === 'none' && (kind === 'glass' || kind === 'leaf')) {
      lawn = kind === 'leaf'
      ox = s.px
      oy = s.py
      oz = s.pz
      continue
    }
    record(
      b,
      i,
      travelled,
      [s.px, s.py, s.pz],
      [s.nx, s.ny, s.nz],
      line === 'foliage' ? 1 : line === 'none' ? 2 : 0,
    )
    b.group[i] = scene.objects[s.object]!.group
    b.cell[i] = s.cell
    return
  }
}

function record(
  b: Buffers,
  i: number,
  depth: number,
  point: number[],
  normal: number[],
  style: number,
): void {
  b.depth[i] = depth
  b.point.set(point, i * 3)
  b.normal.set(normal, i * 3)
  b.style[i] = style
}

/** Distance of the points of p and q from each other's tangent planes: the smaller of both. */
function planeGap(b: Buffers, p: number, q: number): number {
  const P = b.point
  const N = b.normal
  const x = P[q * 3]! - P[p * 3]!
  const y = P[q * 3 + 1]! - P[p * 3 + 1]!
  const z = P[q * 3 + 2]! - P[p * 3 + 2]!
  const d = Math.abs(x * N[p * 3]! + y * N[p * 3 + 1]! + z * N[p * 3 + 2]!)
  const e = Math.abs(x * N[q * 3]! + y * N[q * 3 + 1]! + z * N[q * 3 + 2]!)
  return Math.min(d, e)
}

function penFor(b: Buffers, p: number, q: number): Pen | null {
  const zp = b.depth[p]!
  const zq = b.depth[q]!
  const near = Math.min(zp, zq)
  const leaf = b.style[p] === 1 || b.style[q] === 1
  if (b.style[p] === 2 && b.style[q] === 2) return null
  // The foot of a lawn blade: its ground is unknown.
  if ((b.style[p] === 2 && b.group[p] === -1) || (b.style[q] === 2 && b.group[q] === -1)) return null
  if (zp === 1e6 && zq === 1e6) return null
  if (leaf) {
    if (b.group[p] === b.group[q]) return Math.abs(zp - zq) > 0.3 + 0.012 * near ? LEAF : null
    const front = zp < zq ? p : q
    return b.style[front] === 1 ? LEAF : Math.abs(zp - zq) > 0.4 ? MEDIUM : THIN
  }
  if (zp === 1e6 || zq === 1e6) return near > 30 ? HAIR : HEAVY
  const same = b.group[p] === b.group[q]
  const gap = planeGap(b, p, q)
  if (gap > 0.012 + 0.0025 * near) {
    const jump = Math.abs(zp - zq)
    if (jump > 0.5) return near < 14 ? HEAVY : MEDIUM
    return jump > 0.06 ? MEDIUM : THIN
  }
  const N = b.normal
  const dot = N[p * 3]! * N[q * 3]! + N[p * 3 + 1]! * N[q * 3 + 1]! + N[p * 3 + 2]! * N[q * 3 + 2]!
  if (dot < 0.86) return same ? THIN : near < 9 ? MEDIUM : THIN
  if (!same) return THIN
  return b.cell[p] !== b.cell[q] ? HAIR : null
}

/** Draws a round pen of the given width at (x, y): the darkest ink wins. */
function stamp(
  ink: Float32Array,
  width: number,
  rows: number,
  x: number,
  y: number,
  pen: Pen,
  fade: number,
): void {
  const r = (pen.width * SUPER) / 2
  const k = Math.ceil(r)
  const dark = pen.ink * fade
  for (let j = -k; j <= k; j++) {
    const yy = y + j
    if (yy < 0 || yy >= rows) continue
    for (let i = -k; i <= k; i++) {
      const xx = x + i
      if (xx < 0 || xx >= width) continue
      const cover = Math.min(1, Math.max(0, r + 0.5 - Math.hypot(i, j))) * dark
      if (cover > ink[yy * width + xx]!) ink[yy * width + xx] = cover
    }
  }
}

/** Draws rows [y0, y1) of the picture as ink coverage 0..1 into `out` (one number a pixel). */
export function drawRows(
  scene: PackedScene,
  width: number,
  height: number,
  y0: number,
  y1: number,
  out: Float32Array,
  thread: number,
): void {
  const from = Math.max(0, y0 * SUPER - HALO)
  const to = Math.min(height * SUPER, y1 * SUPER + HALO)
  const b = castBand(scene, width, height, from, to, thread)
  const ink = new Float32Array(b.width * b.rows)
  for (let y = 0; y < b.rows; y++) {
    for (let x = 0; x < b.width; x++) {
      const p = y * b.width + x
      for (let side = 0; side < 2; side++) {
        if (side === 0 ? x + 1 >= b.width : y + 1 >= b.rows) continue
        const q = side === 0 ? p + 1 : p + b.width
        const pen = penFor(b, p, q)
        if (!pen) continue
        const z = Math.min(b.depth[p]!, b.depth[q]!)
        const fade = pen === HAIR || pen === LEAF ? Math.min(1, 7 / z + 0.12) : Math.min(1, 16 / z + 0.35)
        stamp(ink, b.width, b.rows, x, y, pen, fade)
      }
    }
  }
  for (let y = y0; y < y1; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let j = 0; j < SUPER; j++) {
        for (let i = 0; i < SUPER; i++) sum += ink[(y * SUPER + j - from) * b.width + x * SUPER + i]!
      }
      out[y * width + x] = sum / (SUPER * SUPER)
    }
  }
}
