// What the tracer knows of the point it stands on: geometry, texture and the two lobes of its reflection.
// Rough dielectric coat and metals: GGX with Smith shadowing (B. Walter et al. 2007), visible normals sampled
// after E. Heitz, JCGT 7(4), 2018; Fresnel by C. Schlick 1994.

import type { Material } from './materials.ts'
import type { PackedScene } from './packed-scene.ts'
import type { RayCaster } from './ray-caster.ts'
import { meanColor, type Texel, texel } from './textures.ts'

/** From this roughness on, lights are sampled for the glossy lobe; below, glossy rays find them themselves. */
export const GLOSSY = 0.2

export class Surface {
  px = 0
  py = 0
  pz = 0
  nx = 0
  ny = 0
  nz = 0
  gx = 0
  gy = 0
  gz = 0
  /** Towards the viewer. */
  vx = 0
  vy = 0
  vz = 0
  r = 0
  g = 0
  b = 0
  alpha = 0
  rough = 0
  f0 = 0
  cell = 0
  object = 0
  material!: Material
  /** Results of `evaluate`: diffuse with cosine, and the glossy lobe with cosine. */
  diffuse = 0
  gloss = 0
  /** Results of `sampleGloss`. */
  lx = 0
  ly = 0
  lz = 0
  weight = 0
  fresnel = 0
  private readonly scene: PackedScene
  private readonly means: [number, number, number][]
  private readonly t0: Texel = { r: 0, g: 0, b: 0, rough: 0, height: 0, cell: 0 }
  private readonly t1: Texel = { r: 0, g: 0, b: 0, rough: 0, height: 0, cell: 0 }

  constructor(scene: PackedScene) {
    this.scene = scene
    this.means = scene.materials.map(meanColor)
  }

  /** Loads the hit `tri` of a ray with direction (dx, dy, dz) whose barycentrics the caster holds. */
  load(tri: number, caster: RayCaster, dx: number, dy: number, dz: number, detailed: boolean): void {
    const { scene } = this
    const k = tri * 9
    const T = scene.bvh.tris
    let gx = T[k + 4]! * T[k + 8]! - T[k + 5]! * T[k + 7]!
    let gy = T[k + 5]! * T[k + 6]! - T[k + 3]! * T[k + 8]!
    let gz = T[k + 3]! * T[k + 7]! - T[k + 4]! * T[k + 6]!
    let l = 1 / Math.sqrt(gx * gx + gy * gy + gz * gz)
    if (gx * dx + gy * dy + gz * dz > 0) l = -l
    gx *= l
    gy *= l
    gz *= l
    const N = scene.normals
    const u = caster.u
    const v = caster.v
    const w = 1 - u - v
    let nx = N[k]! * w + N[k + 3]! * u + N[k + 6]! * v
    let ny = N[k + 1]! * w + N[k + 4]! * u + N[k + 7]! * v
    let nz = N[k + 2]! * w + N[k + 5]! * u + N[k + 8]! * v
    if (nx * gx + ny * gy + nz * gz < 0) {
      nx = -nx
      ny = -ny
      nz = -nz
    }
    // A smooth normal must not turn away from the viewer.
    const facing = nx * dx + ny * dy + nz * dz
    if (facing > -0.01) {
      nx -= dx * (facing + 0.01)
      ny -= dy * (facing + 0.01)
      nz -= dz * (facing + 0.01)
    }
    l = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz)
    this.nx = nx * l
    this.ny = ny * l
    this.nz = nz * l
    this.gx = gx
    this.gy = gy
    this.gz = gz
    this.vx = -dx
    this.vy = -dy
    this.vz = -dz
    this.px = T[k]! + T[k + 3]! * u + T[k + 6]! * v
    this.py = T[k + 1]! + T[k + 4]! * u + T[k + 7]! * v
    this.pz = T[k + 2]! + T[k + 5]! * u + T[k + 8]! * v
    const id = scene.objectOf[tri]!
    const object = scene.objects[id]!
    this.object = id
    const m = scene.materials[object.material]!
    this.material = m
    this.paint(m, tri, u, v, w, id, detailed, object.material)
    this.r = Math.min(0.92, this.r * object.tint[0])
    this.g = Math.min(0.92, this.g * object.tint[1])
    this.b = Math.min(0.92, this.b * object.tint[2])
    this.alpha = Math.max(0.0009, this.rough * this.rough)
    this.f0 = m.kind === 'coat' || m.kind === 'water' ? 0.04 : 0
  }

  private paint(
    m: Material,
    tri: number,
    u: number,
    v: number,
    w: number,
    id: number,
    detailed: boolean,
    index: number,
  ): void {
    this.rough = m.rough
    this.cell = 0
    if (m.texture === 'none' || !detailed) {
      const c = this.means[index]!
      this.r = c[0]
      this.g = c[1]
      this.b = c[2]
      return
    }
    const C = this.scene.coords
    const k = tri * 6
    const tu = C[k]! * w + C[k + 2]! * u + C[k + 4]! * v
    const tv = C[k + 1]! * w + C[k + 3]! * u + C[k + 5]! * v
    const t = this.t0
    texel(m, tu, tv, id, t)
    this.r = t.r
    this.g = t.g
    this.b = t.b
    this.cell = t.cell
    if (m.bump > 0) this.bump(m, tu, tv, id, t.height)
  }

  /** Tilts the normal by the slope of the texture's height, measured over a small step in both directions. */
  private bump(m: Material, u: number, v: number, id: number, height: number): void {
    const step = Math.max(0.0006, m.bump * 0.5)
    texel(m, u + step, v, id, this.t1)
    const du = ((this.t1.height - height) * m.bump) / step
    texel(m, u, v + step, id, this.t1)
    const dv = ((this.t1.height - height) * m.bump) / step
    // The projection's axes: any tangent pair does, as relief is isotropic to the eye.
    const up = Math.abs(this.ny) > 0.9
    const ax = up ? 1 : -this.nz
    const az = up ? 0 : this.nx
    const s = 1 / Math.hypot(ax, az)
    const bx = this.ny * az * s
    const by = (this.nz * ax - this.nx * az) * s
    const bz = -this.ny * ax * s
    this.nx -= du * ax * s + dv * bx
    this.ny -= dv * by
    this.nz -= du * az * s + dv * bz
    const l = 1 / Math.hypot(this.nx, this.ny, this.nz)
    this.nx *= l
    this.ny *= l
    this.nz *= l
  }

  private schlick(cos: number): number {
    const x = 1 - cos
    return this.f0 + (1 - this.f0) * x * x * x * x * x
  }

  /** Probability with which the glossy lobe is followed. */
  glossShare(): number {
    if (this.material.kind === 'metal') return 1
    if (this.f0 === 0) return 0
    const nv = Math.max(0.001, this.nx * this.vx + this.ny * this.vy + this.nz * this.vz)
    const f = this.schlick(nv)
    const d = Math.max(this.r, this.g, this.b) * (1 - f)
    return Math.min(0.8, Math.max(0.12, f / (f + d + 1e-4)))
  }

  /** Both lobes, without colour, for light from direction l; fills `diffuse`, `gloss` and `fresnel`. */
  evaluate(lx: number, ly: number, lz: number): void {
    const m = this.material
    const nl = this.nx * lx + this.ny * ly + this.nz * lz
    const gl = this.gx * lx + this.gy * ly + this.gz * lz
    this.diffuse = 0
    this.gloss = 0
    if (m.kind === 'leaf') {
      this.diffuse = (Math.abs(nl) * (gl > 0 ? 1 - m.through : m.through)) / Math.PI
      return
    }
    if (nl <= 0 || gl <= 0) return
    const nv = Math.max(0.001, this.nx * this.vx + this.ny * this.vy + this.nz * this.vz)
    if (m.kind !== 'metal') {
      const pass = this.f0 > 0 ? (1 - this.schlick(nv)) * (1 - this.schlick(nl)) : 1
      this.diffuse = (nl * pass) / Math.PI
    }
    if (this.rough < GLOSSY || (this.f0 === 0 && m.kind !== 'metal')) return
    const hx = lx + this.vx
    const hy = ly + this.vy
    const hz = lz + this.vz
    const s = 1 / Math.sqrt(hx * hx + hy * hy + hz * hz)
    const nh = (hx * this.nx + hy * this.ny + hz * this.nz) * s
    const vh = (hx * this.vx + hy * this.vy + hz * this.vz) * s
    const a2 = this.alpha * this.alpha
    const q = nh * nh * (a2 - 1) + 1
    const d = a2 / (Math.PI * q * q)
    this.fresnel = this.schlick(vh)
    const f = m.kind === 'metal' ? 1 : this.fresnel
    this.gloss = (d * this.smith(nv, a2) * this.smith(nl, a2) * f) / (4 * nv)
  }

  private smith(cos: number, a2: number): number {
    return (2 * cos) / (cos + Math.sqrt(a2 + (1 - a2) * cos * cos))
  }

  /** Draws a direction of the glossy lobe from two uniform numbers; false when it goes under the surface. */
  sampleGloss(u1: number, u2: number): boolean {
    const { nx, ny, nz, alpha: a } = this
    const sign = nz >= 0 ? 1 : -1
    const k = -1 / (sign + nz)
    const c = nx * ny * k
    const tx = 1 + sign * nx * nx * k
    const ty = sign * c
    const tz = -sign * nx
    const by = sign + ny * ny * k
    const vz = Math.max(0.001, nx * this.vx + ny * this.vy + nz * this.vz)
    const vx = tx * this.vx + ty * this.vy + tz * this.vz
    const vy = c * this.vx + by * this.vy - ny * this.vz
    let wx = a * vx
    let wy = a * vy
    const wl = 1 / Math.sqrt(wx * wx + wy * wy + vz * vz)
    wx *= wl
    wy *= wl
    const wz = vz * wl
    const side = wx * wx + wy * wy
    const s = side > 1e-12 ? 1 / Math.sqrt(side) : 0
    const ax = side > 1e-12 ? -wy * s : 1
    const ay = side > 1e-12 ? wx * s : 0
    const r = Math.sqrt(u1)
    const p1 = r * Math.cos(2 * Math.PI * u2)
    const half = 0.5 * (1 + wz)
    const p2 = (1 - half) * Math.sqrt(1 - p1 * p1) + half * r * Math.sin(2 * Math.PI * u2)
    const p3 = Math.sqrt(Math.max(0, 1 - p1 * p1 - p2 * p2))
    let hx = a * (p1 * ax + p2 * -wz * ay + p3 * wx)
    let hy = a * (p1 * ay + p2 * wz * ax + p3 * wy)
    let hz = Math.max(1e-6, p2 * (wx * ay - wy * ax) + p3 * wz)
    const hl = 1 / Math.sqrt(hx * hx + hy * hy + hz * hz)
    hx *= hl
    hy *= hl
    hz *= hl
    const vh = vx * hx + vy * hy + vz * hz
    const lx = 2 * vh * hx - vx
    const ly = 2 * vh * hy - vy
    const lz = 2 * vh * hz - vz
    if (lz <= 0) return false
    this.lx = lx * tx + ly * c + lz * nx
    this.ly = lx * ty + ly * by + lz * ny
    this.lz = lx * tz - ly * ny + lz * nz
    if (this.lx * this.gx + this.ly * this.gy + this.lz * this.gz <= 0) return false
    this.fresnel = this.schlick(Math.max(0, vh))
    this.weight = this.smith(lz, a * a)
    return true
  }
}
