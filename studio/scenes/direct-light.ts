// Next-event estimation: light that reaches a point straight from the sun, a window portal or a lamp.
// Portal samples are weighted against diffuse scattering by the balance heuristic (E. Veach 1997).
import { OFFSET, type PathState } from './path-state.ts'

export class DirectLight {
  private readonly state: PathState
  private readonly weights: Float64Array
  private readonly portalArea: number[]
  private readonly portalNormal: [number, number, number][]
  /** Inverse of the chance with which the present kind of light was chosen. */
  private gain = 1

  constructor(state: PathState) {
    const { scene } = state
    this.state = state
    this.weights = new Float64Array(scene.lights.length)
    const crosses = scene.portals.map(({ a, b }) => [
      a[1] * b[2] - a[2] * b[1],
      a[2] * b[0] - a[0] * b[2],
      a[0] * b[1] - a[1] * b[0],
    ])
    this.portalArea = crosses.map((c) => Math.hypot(...c))
    this.portalNormal = crosses.map((c, i) => {
      const l = this.portalArea[i]!
      return [c[0]! / l, c[1]! / l, c[2]! / l]
    })
  }

  /** Density with which portal sampling from this point would choose the current direction. */
  portalPdf(ox: number, oy: number, oz: number): number {
    const { scene, dir } = this.state
    let sum = 0
    for (let i = 0; i < scene.portals.length; i++) {
      const { p, a, b } = scene.portals[i]!
      const n = this.portalNormal[i]!
      const cos = dir[0]! * n[0] + dir[1]! * n[1] + dir[2]! * n[2]
      if (Math.abs(cos) < 1e-6) continue
      const t = ((p[0] - ox) * n[0] + (p[1] - oy) * n[1] + (p[2] - oz) * n[2]) / cos
      if (t <= 0) continue
      const x = ox + dir[0]! * t - p[0]
      const y = oy + dir[1]! * t - p[1]
      const z = oz + dir[2]! * t - p[2]
      const u = (x * a[0] + y * a[1] + z * a[2]) / (a[0] * a[0] + a[1] * a[1] + a[2] * a[2])
      const v = (x * b[0] + y * b[1] + z * b[2]) / (b[0] * b[0] + b[1] * b[1] + b[2] * b[2])
      if (u < 0 || u > 1 || v < 0 || v > 1) continue
      sum += (t * t) / (Math.abs(cos) * this.portalArea[i]!)
    }
    return sum / scene.portals.length
  }

  /** All ways of direct light at the first surface; after it one of them, chosen by chance. */
  gather(bounce: number): void {
    const portals = this.state.scene.portals.length > 0
    const lamps = this.state.scene.lights.length > 0
    this.gain = 1
    if (bounce === 0 || (!portals && !lamps)) {
      this.directSun(bounce)
      if (portals) this.directPortal(bounce)
      if (lamps) this.directLamp(bounce)
      return
    }
    const wp = portals ? 2 : 0
    const wl = lamps ? 1 : 0
    const total = 1 + wp + wl
    this.state.sampler.next()
    const pick = this.state.sampler.u * total
    if (pick < 1) {
      this.gain = total
      this.directSun(bounce)
    } else if (pick < 1 + wp) {
      this.gain = total / wp
      this.directPortal(bounce)
    } else {
      this.gain = total / wl
      this.directLamp(bounce)
    }
  }

  /** Adds light (r, g, b per unit of the lobes) that arrives along (x, y, z) if nothing is in its way. */
  private connect(
    x: number,
    y: number,
    z: number,
    far: number,
    r: number,
    g: number,
    b: number,
    diffuseWeight: number,
    bounce: number,
  ): void {
    const s = this.state.surface
    const d = s.diffuse * diffuseWeight
    if (d + s.gloss <= 0) return
    const k = x * s.gx + y * s.gy + z * s.gz > 0 ? OFFSET : -OFFSET
    const seen =
      this.state.caster.visible(s.px + s.gx * k, s.py + s.gy * k, s.pz + s.gz * k, x, y, z, far) * this.gain
    if (seen <= 0) return
    const metal = s.material.kind === 'metal'
    this.state.add(
      r * seen * (s.r * d + s.gloss * (metal ? s.r : 1)),
      g * seen * (s.g * d + s.gloss * (metal ? s.g : 1)),
      b * seen * (s.b * d + s.gloss * (metal ? s.b : 1)),
      bounce + 1,
    )
  }

  private directSun(bounce: number): void {
    const { sky, sampler, surface: s } = this.state
    const e = sky.sunIrradiance
    if (e[0] <= 0) return
    const [sx, sy, sz] = sky.sunDirection
    if (s.material.kind !== 'leaf' && sx * s.gx + sy * s.gy + sz * s.gz < -0.02) return
    sampler.next()
    const spread = Math.sqrt(1 - sky.sunCosRadius * sky.sunCosRadius)
    const r = Math.sqrt(sampler.u) * spread
    const phi = sampler.v * 2 * Math.PI
    const h = Math.hypot(sx, sz)
    const ux = sz / h
    const uz = -sx / h
    const c = r * Math.cos(phi)
    const d = r * Math.sin(phi)
    let x = sx + c * ux + d * (sy * uz)
    let y = sy + d * (sz * ux - sx * uz)
    let z = sz + c * uz - d * (sy * ux)
    const l = 1 / Math.hypot(x, y, z)
    x *= l
    y *= l
    z *= l
    s.evaluate(x, y, z)
    this.connect(x, y, z, 1e9, e[0], e[1], e[2], 1, bounce)
  }

  private directPortal(bounce: number): void {
    const { scene, sampler, surface: s, dir, env } = this.state
    sampler.next()
    const n = scene.portals.length
    const i = Math.min(n - 1, Math.floor(sampler.u * n))
    const u = sampler.u * n - i
    const { p, a, b } = scene.portals[i]!
    let x = p[0] + a[0] * u + b[0] * sampler.v - s.px
    let y = p[1] + a[1] * u + b[1] * sampler.v - s.py
    let z = p[2] + a[2] * u + b[2] * sampler.v - s.pz
    const d2 = x * x + y * y + z * z
    const l = 1 / Math.sqrt(d2)
    x *= l
    y *= l
    z *= l
    s.evaluate(x, y, z)
    if (s.diffuse + s.gloss <= 0) return
    dir[0] = x
    dir[1] = y
    dir[2] = z
    const pdf = this.portalPdf(s.px, s.py, s.pz)
    if (pdf <= 0) return
    const scatter = s.material.kind === 'leaf' ? s.diffuse : (s.nx * x + s.ny * y + s.nz * z) / Math.PI
    const share = s.material.kind === 'leaf' ? 1 : 1 - s.glossShare()
    this.state.sky.radiance(x, y, z, false, env)
    const w = pdf / (pdf + scatter * share)
    this.connect(x, y, z, 1e9, env[0]! / pdf, env[1]! / pdf, env[2]! / pdf, w, bounce)
  }

  private directLamp(bounce: number): void {
    const { scene, sampler, surface: s } = this.state
    const { weights } = this
    let total = 0
    for (let i = 0; i < weights.length; i++) {
      const q = scene.lights[i]!
      const x = q.p[0] + (q.a[0] + q.b[0]) / 2 - s.px
      const y = q.p[1] + (q.a[1] + q.b[1]) / 2 - s.py
      const z = q.p[2] + (q.a[2] + q.b[2]) / 2 - s.pz
      const size = q.kind === 'sphere' ? q.radius * q.radius : Math.hypot(...q.a) * Math.hypot(...q.b)
      weights[i] = (size * Math.max(...q.emit)) / (x * x + y * y + z * z + size)
      total += weights[i]!
    }
    sampler.next()
    let pick = sampler.u * total
    let i = 0
    while (i < weights.length - 1 && pick >= weights[i]!) pick -= weights[i++]!
    const chance = weights[i]! / total
    const u = Math.min(0.999999, pick / weights[i]!)
    const q = scene.lights[i]!
    if (q.kind === 'sphere') this.lampSphere(q.p, q.radius, q.emit, u, sampler.v, chance, bounce)
    else this.lampRect(i, u, sampler.v, chance, bounce)
  }

  private lampRect(i: number, u: number, v: number, chance: number, bounce: number): void {
    const { surface: s } = this.state
    const { p, a, b, emit } = this.state.scene.lights[i]!
    let x = p[0] + a[0] * u + b[0] * v - s.px
    let y = p[1] + a[1] * u + b[1] * v - s.py
    let z = p[2] + a[2] * u + b[2] * v - s.pz
    const d = Math.sqrt(x * x + y * y + z * z)
    x /= d
    y /= d
    z /= d
    const cx = a[1] * b[2] - a[2] * b[1]
    const cy = a[2] * b[0] - a[0] * b[2]
    const cz = a[0] * b[1] - a[1] * b[0]
    const facing = Math.abs(x * cx + y * cy + z * cz) / (d * d * chance)
    s.evaluate(x, y, z)
    this.connect(x, y, z, d - 2e-3, emit[0] * facing, emit[1] * facing, emit[2] * facing, 1, bounce)
  }

  /** Uniform sampling of the cone that a sphere fills (P. Shirley et al. 1996). */
  private lampSphere(
    p: [number, number, number],
    radius: number,
    emit: [number, number, number],
    u: number,
    v: number,
    chance: number,
    bounce: number,
  ): void {
    const { surface: s } = this.state
    const x = p[0] - s.px
    const y = p[1] - s.py
    const z = p[2] - s.pz
    const d2 = x * x + y * y + z * z
    const d = Math.sqrt(d2)
    if (d <= radius * 1.001) return
    const cosMax = Math.sqrt(1 - (radius * radius) / d2)
    const cos = 1 - u * (1 - cosMax)
    const sin = Math.sqrt(Math.max(0, 1 - cos * cos))
    const wx = x / d
    const wy = y / d
    const wz = z / d
    const sign = wz >= 0 ? 1 : -1
    const k = -1 / (sign + wz)
    const c = wx * wy * k
    const e = sin * Math.cos(2 * Math.PI * v)
    const f = sin * Math.sin(2 * Math.PI * v)
    const lx = e * (1 + sign * wx * wx * k) + f * c + cos * wx
    const ly = e * sign * c + f * (sign + wy * wy * k) + cos * wy
    const lz = -e * sign * wx - f * wy + cos * wz
    const w = (2 * Math.PI * (1 - cosMax)) / chance
    s.evaluate(lx, ly, lz)
    this.connect(lx, ly, lz, d * cos - radius * 1.05, emit[0] * w, emit[1] * w, emit[2] * w, 1, bounce)
  }
}
