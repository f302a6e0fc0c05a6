// Unidirectional path tracer (J. Kajiya 1986) with next-event estimation of sun, lamps and window portals;
// portals and diffuse scattering are combined by the balance heuristic (E. Veach 1997), lobes are kept apart:
// each way of light is counted by exactly one of them.
import { RayCaster } from './bvh.ts'
import { type CameraFrame, frameOf, rayDirection } from './camera.ts'
import type { PackedScene } from './packed-scene.ts'
import { Sampler } from './sampler.ts'
import { makeSky, type Sky } from './sky.ts'
import { GLOSSY, Surface } from './surface.ts'

const OFFSET = 4e-4
const MAX_DELTA = 10

export class PathTracer {
  /** Radiance of the last sample. */
  readonly color = new Float64Array(3)
  /** Albedo 3, normal 3, distance 1 at the first matt surface seen. */
  readonly features = new Float64Array(7)
  private readonly scene: PackedScene
  private readonly caster: RayCaster
  private readonly sampler = new Sampler()
  private readonly surface: Surface
  private readonly probe: Surface
  private readonly sky: Sky
  private readonly frame: CameraFrame
  private readonly width: number
  private readonly height: number
  private readonly dir = new Float64Array(3)
  private readonly env = new Float64Array(3)
  private readonly through = new Float64Array(3)
  private readonly weights: Float64Array
  private readonly portalArea: number[]
  private readonly portalNormal: [number, number, number][]
  private readonly clamp: number

  constructor(scene: PackedScene, width: number, height: number, thread: number) {
    this.scene = scene
    this.caster = new RayCaster(scene.bvh, thread)
    this.surface = new Surface(scene)
    this.probe = new Surface(scene)
    this.sky = makeSky(scene.sky)
    this.frame = frameOf(scene.camera, width / height)
    this.width = width
    this.height = height
    this.weights = new Float64Array(scene.lights.length)
    this.clamp = 5 / scene.exposure
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

  /** Traces sample `index` of pixel (px, py); `color` and `features` hold the result. */
  trace(px: number, py: number, index: number): void {
    const { sampler, frame, dir, color, features, through } = this
    sampler.start(py * this.width + px, index)
    sampler.next()
    // Tent filter, sampled by importance.
    const fx = sampler.u < 0.5 ? Math.sqrt(2 * sampler.u) - 1 : 1 - Math.sqrt(2 - 2 * sampler.u)
    const fy = sampler.v < 0.5 ? Math.sqrt(2 * sampler.v) - 1 : 1 - Math.sqrt(2 - 2 * sampler.v)
    const x = ((px + 0.5 + fx * 0.85) / this.width) * 2 - 1
    const y = 1 - ((py + 0.5 + fy * 0.85) / this.height) * 2
    rayDirection(frame, x, y, dir)
    color.fill(0)
    features.fill(0)
    through.fill(1)
    this.path(frame.eye[0], frame.eye[1], frame.eye[2])
  }

  private path(ex: number, ey: number, ez: number): void {
    const { caster, surface: s, dir, through, sampler, scene } = this
    let ox = ex
    let oy = ey
    let oz = ez
    let bounce = 0
    let delta = 0
    let travelled = 0
    let seesLights = true
    let diffusePdf = 0
    let seen = false
    for (;;) {
      const tri = caster.closest(ox, oy, oz, dir[0]!, dir[1]!, dir[2]!, 1e9)
      if (tri < 0) {
        this.miss(ox, oy, oz, bounce, seesLights, diffusePdf)
        if (!seen) this.noteSky()
        return
      }
      travelled += caster.t
      s.load(tri, caster, dir[0]!, dir[1]!, dir[2]!, bounce === 0)
      const m = s.material
      if (m.kind === 'emit') {
        if (seesLights || scene.objects[s.object]!.light < 0)
          this.add(m.emit[0], m.emit[1], m.emit[2], bounce)
        if (!seen) this.note(travelled, 1, 1, 1)
        return
      }
      if (m.kind === 'glass' || m.kind === 'water') {
        if (++delta > MAX_DELTA) return
        if (m.kind === 'water' && !seen && bounce === 0) {
          seen = true
          this.note(travelled, 1, 1, 1)
        }
        if (this.passPane(bounce + delta, seen || bounce > 0)) seen = true
        const side = dir[0]! * s.gx + dir[1]! * s.gy + dir[2]! * s.gz > 0 ? OFFSET : -OFFSET
        ox = s.px + s.gx * side
        oy = s.py + s.gy * side
        oz = s.pz + s.gz * side
        continue
      }
      if (!seen) {
        seen = true
        this.note(travelled, s.r, s.g, s.b)
      }
      this.direct(bounce)
      if (++bounce > scene.maxBounces) return
      sampler.next()
      const share = s.glossShare()
      if (sampler.u < share) {
        if (!s.sampleGloss(sampler.u / share, sampler.v)) return
        const w = s.weight / share
        const metal = m.kind === 'metal'
        for (let c = 0; c < 3; c++) {
          const base = c === 0 ? s.r : c === 1 ? s.g : s.b
          through[c]! *= w * (metal ? base + (1 - base) * s.fresnel : s.fresnel)
        }
        dir[0] = s.lx
        dir[1] = s.ly
        dir[2] = s.lz
        seesLights = s.rough < GLOSSY
        diffusePdf = 0
        ox = s.px + s.gx * OFFSET
        oy = s.py + s.gy * OFFSET
        oz = s.pz + s.gz * OFFSET
      } else {
        const u = (sampler.u - share) / (1 - share)
        let flip = 1
        let rest = u
        if (m.kind === 'leaf') {
          if (u < m.through) {
            flip = -1
            rest = u / m.through
          } else rest = (u - m.through) / (1 - m.through)
        }
        this.cosine(rest, sampler.v, flip)
        const nl = dir[0]! * s.nx + dir[1]! * s.ny + dir[2]! * s.nz
        if ((dir[0]! * s.gx + dir[1]! * s.gy + dir[2]! * s.gz) * flip <= 0) return
        s.evaluate(dir[0]!, dir[1]!, dir[2]!)
        diffusePdf = (Math.abs(nl) / Math.PI) * (1 - share)
        if (m.kind === 'leaf') diffusePdf *= flip > 0 ? 1 - m.through : m.through
        const w = s.diffuse / Math.max(1e-9, diffusePdf)
        through[0]! *= s.r * w
        through[1]! *= s.g * w
        through[2]! *= s.b * w
        seesLights = false
        ox = s.px + s.gx * OFFSET * flip
        oy = s.py + s.gy * OFFSET * flip
        oz = s.pz + s.gz * OFFSET * flip
      }
      if (bounce > 1) {
        const keep = Math.min(0.95, Math.max(through[0]!, through[1]!, through[2]!) * 1.1)
        sampler.next()
        if (sampler.u >= keep) return
        for (let c = 0; c < 3; c++) through[c]! /= keep
      }
    }
  }

  private cosine(u: number, v: number, flip: number): void {
    const s = this.surface
    const r = Math.sqrt(u)
    const a = r * Math.cos(2 * Math.PI * v)
    const b = r * Math.sin(2 * Math.PI * v)
    const n = Math.sqrt(1 - u) * flip
    const sign = s.nz >= 0 ? 1 : -1
    const k = -1 / (sign + s.nz)
    const c = s.nx * s.ny * k
    this.dir[0] = a * (1 + sign * s.nx * s.nx * k) + b * c + n * s.nx
    this.dir[1] = a * sign * c + b * (sign + s.ny * s.ny * k) + n * s.ny
    this.dir[2] = a * -sign * s.nx - b * s.ny + n * s.nz
  }

  /** Thin pane: reflect with both faces' Fresnel share, else go straight on. True when it noted the features. */
  private passPane(order: number, seen: boolean): boolean {
    const { surface: s, dir, through, sampler } = this
    const cos = Math.abs(dir[0]! * s.nx + dir[1]! * s.ny + dir[2]! * s.nz)
    const f = 0.04 + 0.96 * (1 - cos) ** 5
    const reflect = s.material.kind === 'glass' ? (2 * f) / (1 + f) : f
    // The first pane gets more reflected rays than its share, so that faint reflections are not noisy.
    const p = order === 1 ? Math.min(0.9, Math.max(reflect, 0.2)) : reflect
    sampler.next()
    if (sampler.u < p) {
      // Features always come from behind the pane, so that they do not flicker with the choice.
      if (!seen && s.material.kind === 'glass') this.noteBehind()
      const d = 2 * (dir[0]! * s.nx + dir[1]! * s.ny + dir[2]! * s.nz)
      dir[0]! -= d * s.nx
      dir[1]! -= d * s.ny
      dir[2]! -= d * s.nz
      if (dir[0]! * s.gx + dir[1]! * s.gy + dir[2]! * s.gz < 0) dir[1] = Math.abs(dir[1]!)
      for (let c = 0; c < 3; c++) through[c]! *= reflect / p
      return !seen
    }
    const w = (1 - reflect) / (1 - p)
    through[0]! *= w * s.r
    through[1]! *= w * s.g
    through[2]! *= w * s.b
    return false
  }

  /** Notes the features of what lies straight behind the pane at hand. */
  private noteBehind(): void {
    const { caster, dir, surface, probe } = this
    const [dx, dy, dz] = [dir[0]!, dir[1]!, dir[2]!]
    let [x, y, z] = [surface.px, surface.py, surface.pz]
    for (let pane = 0; pane < MAX_DELTA; pane++) {
      const tri = caster.closest(x + dx * OFFSET, y + dy * OFFSET, z + dz * OFFSET, dx, dy, dz, 1e9)
      if (tri < 0) {
        this.noteSky()
        return
      }
      probe.load(tri, caster, dx, dy, dz, true)
      x = probe.px
      y = probe.py
      z = probe.pz
      if (probe.material.kind === 'glass') continue
      const eye = this.frame.eye
      const far = Math.hypot(x - eye[0], y - eye[1], z - eye[2])
      const lamp = probe.material.kind === 'emit' || probe.material.kind === 'water'
      if (lamp) this.note(far, 1, 1, 1, probe)
      else this.note(far, probe.r, probe.g, probe.b, probe)
      return
    }
  }

  private add(r: number, g: number, b: number, bounce: number): void {
    const { through: t, color } = this
    let x = t[0]! * r
    let y = t[1]! * g
    let z = t[2]! * b
    const peak = Math.max(x, y, z)
    const limit = bounce === 0 ? this.clamp * 8 : this.clamp
    if (peak > limit) {
      const k = limit / peak
      x *= k
      y *= k
      z *= k
    }
    if (!(peak >= 0)) return
    color[0]! += x
    color[1]! += y
    color[2]! += z
  }

  private note(distance: number, r: number, g: number, b: number, s: Surface = this.surface): void {
    const { features: f } = this
    f[0] = r
    f[1] = g
    f[2] = b
    f[3] = s.nx
    f[4] = s.ny
    f[5] = s.nz
    f[6] = distance
  }

  private noteSky(): void {
    this.features.fill(1, 0, 3)
    this.features[6] = 500
  }

  private miss(ox: number, oy: number, oz: number, bounce: number, seesLights: boolean, pdf: number): void {
    const { dir, env, sky } = this
    const portals = this.scene.portals.length > 0
    if (portals && !seesLights && pdf === 0) return
    sky.radiance(dir[0]!, dir[1]!, dir[2]!, seesLights, env)
    let w = 1
    if (portals && !seesLights) w = pdf / (pdf + this.portalPdf(ox, oy, oz))
    if (seesLights && bounce > 0) {
      const [x, y, z] = sky.sunDirection
      if (dir[0]! * x + dir[1]! * y + dir[2]! * z > sky.sunCosRadius) {
        for (let c = 0; c < 3; c++) env[c]! += sky.sunIrradiance[c]! * 100
      }
    }
    this.add(env[0]! * w, env[1]! * w, env[2]! * w, bounce)
  }

  /** Density with which portal sampling from this point would choose the current direction. */
  private portalPdf(ox: number, oy: number, oz: number): number {
    const { scene, dir } = this
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
  private direct(bounce: number): void {
    const portals = this.scene.portals.length > 0
    const lamps = this.scene.lights.length > 0
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
    this.sampler.next()
    const pick = this.sampler.u * total
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
  private gain = 1

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
    const s = this.surface
    const d = s.diffuse * diffuseWeight
    if (d + s.gloss <= 0) return
    const k = x * s.gx + y * s.gy + z * s.gz > 0 ? OFFSET : -OFFSET
    const seen =
      this.caster.visible(s.px + s.gx * k, s.py + s.gy * k, s.pz + s.gz * k, x, y, z, far) * this.gain
    if (seen <= 0) return
    const metal = s.material.kind === 'metal'
    this.add(
      r * seen * (s.r * d + s.gloss * (metal ? s.r : 1)),
      g * seen * (s.g * d + s.gloss * (metal ? s.g : 1)),
      b * seen * (s.b * d + s.gloss * (metal ? s.b : 1)),
      bounce + 1,
    )
  }

  private directSun(bounce: number): void {
    const { sky, sampler, surface: s } = this
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
    const { scene, sampler, surface: s, dir, env } = this
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
    this.sky.radiance(x, y, z, false, env)
    const w = pdf / (pdf + scatter * share)
    this.connect(x, y, z, 1e9, env[0]! / pdf, env[1]! / pdf, env[2]! / pdf, w, bounce)
  }

  private directLamp(bounce: number): void {
    const { scene, sampler, surface: s, weights } = this
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
    const { surface: s } = this
    const { p, a, b, emit } = this.scene.lights[i]!
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
    const { surface: s } = this
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
