// Unidirectional path tracer (J. Kajiya 1986) with next-event estimation. The diffuse and the glossy lobe are kept
// apart, so that each way of light is counted exactly once; see direct-light.ts.
import { type CameraFrame, frameOf, rayDirection } from './camera.ts'
import { DirectLight } from './direct-light.ts'
import type { PackedScene } from './packed-scene.ts'
import { OFFSET, PathState } from './path-state.ts'
import { hash01 } from './sampler.ts'
import { GLOSSY, Surface } from './surface.ts'

const MAX_DELTA = 10

export class PathTracer {
  /** Radiance of the last sample. */
  readonly color: Float64Array
  /** Albedo 3, normal 3, distance 1 at the first matt surface seen. */
  readonly features: Float64Array
  private readonly state: PathState
  private readonly light: DirectLight
  private readonly probe: Surface
  private readonly frame: CameraFrame
  private readonly width: number
  private readonly height: number

  constructor(scene: PackedScene, width: number, height: number, thread: number) {
    this.state = new PathState(scene, thread)
    this.light = new DirectLight(this.state)
    this.color = this.state.color
    this.features = this.state.features
    this.probe = new Surface(scene)
    this.frame = frameOf(scene.camera, width / height)
    this.width = width
    this.height = height
  }

  /** Traces sample `index` of pixel (px, py); `color` and `features` hold the result. */
  trace(px: number, py: number, index: number): void {
    const { sampler, dir } = this.state
    sampler.start(py * this.width + px, index)
    sampler.next()
    // Tent filter, sampled by importance.
    const fx = sampler.u < 0.5 ? Math.sqrt(2 * sampler.u) - 1 : 1 - Math.sqrt(2 - 2 * sampler.u)
    const fy = sampler.v < 0.5 ? Math.sqrt(2 * sampler.v) - 1 : 1 - Math.sqrt(2 - 2 * sampler.v)
    const x = ((px + 0.5 + fx * 0.85) / this.width) * 2 - 1
    const y = 1 - ((py + 0.5 + fy * 0.85) / this.height) * 2
    rayDirection(this.frame, x, y, dir)
    this.state.begin(this.frame.eye)
    this.path()
  }

  private path(): void {
    const { state } = this
    const { caster, surface: s, dir, scene } = state
    let delta = 0
    let travelled = 0
    let seen = false
    for (;;) {
      const tri = caster.closest(state.ox, state.oy, state.oz, dir[0]!, dir[1]!, dir[2]!, 1e9)
      if (tri < 0) {
        this.miss()
        if (!seen) state.noteSky()
        return
      }
      travelled += caster.t
      s.load(tri, caster, dir[0]!, dir[1]!, dir[2]!, state.bounce === 0)
      const m = s.material
      if (m.kind === 'emit') {
        const sampled = scene.objects[s.object]!.light >= 0
        if (state.seesLights || !sampled) state.add(m.emit[0], m.emit[1], m.emit[2], state.bounce)
        if (!seen) state.note(travelled, 1, 1, 1)
        return
      }
      if (m.kind === 'glass' || m.kind === 'water') {
        if (++delta > MAX_DELTA) return
        if (m.kind === 'water' && !seen && state.bounce === 0) {
          seen = true
          state.note(travelled, 1, 1, 1)
        }
        if (this.passPane(state.bounce + delta, seen || state.bounce > 0)) seen = true
        state.leaveSurface(dir[0]! * s.gx + dir[1]! * s.gy + dir[2]! * s.gz > 0 ? 1 : -1)
        continue
      }
      if (!seen) {
        seen = true
        this.noteSurface(travelled, s)
      }
      this.light.gather(state.bounce)
      if (++state.bounce > scene.maxBounces || !this.scatter() || !this.survives()) return
    }
  }

  private noteSurface(distance: number, s: Surface): void {
    const { scene } = this.state
    if (!scene.clay) {
      this.state.note(distance, s.r, s.g, s.b, s)
      return
    }
    const group = scene.objects[s.object]!.group
    this.state.note(
      distance,
      0.4 + 0.5 * hash01(group, 1, 5),
      0.4 + 0.5 * hash01(group, 2, 5),
      0.4 + 0.5 * hash01(group, 3, 5),
      s,
    )
  }

  /** Russian roulette by throughput, from the second bounce on. */
  private survives(): boolean {
    const { through, sampler, bounce } = this.state
    if (bounce <= 1) return true
    const keep = Math.min(0.95, Math.max(through[0]!, through[1]!, through[2]!) * 1.1)
    sampler.next()
    if (sampler.u >= keep) return false
    for (let c = 0; c < 3; c++) through[c]! /= keep
    return true
  }

  /** Chooses a lobe and a direction; false when the path ends. */
  private scatter(): boolean {
    const { sampler, surface } = this.state
    sampler.next()
    const share = surface.glossShare()
    return sampler.u < share ? this.scatterGloss(share) : this.scatterDiffuse(share)
  }

  private scatterGloss(share: number): boolean {
    const { state } = this
    const { sampler, surface: s, through, dir } = state
    if (!s.sampleGloss(sampler.u / share, sampler.v)) return false
    const w = s.weight / share
    const metal = s.material.kind === 'metal'
    for (let c = 0; c < 3; c++) {
      const base = c === 0 ? s.r : c === 1 ? s.g : s.b
      through[c]! *= w * (metal ? base + (1 - base) * s.fresnel : s.fresnel)
    }
    dir[0] = s.lx
    dir[1] = s.ly
    dir[2] = s.lz
    state.seesLights = s.rough < GLOSSY
    state.diffusePdf = 0
    state.leaveSurface(1)
    return true
  }

  private scatterDiffuse(share: number): boolean {
    const { state } = this
    const { sampler, surface: s, through, dir } = state
    const m = s.material
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
    if ((dir[0]! * s.gx + dir[1]! * s.gy + dir[2]! * s.gz) * flip <= 0) return false
    s.evaluate(dir[0]!, dir[1]!, dir[2]!)
    let pdf = (Math.abs(nl) / Math.PI) * (1 - share)
    if (m.kind === 'leaf') pdf *= flip > 0 ? 1 - m.through : m.through
    const w = s.diffuse / Math.max(1e-9, pdf)
    through[0]! *= s.r * w
    through[1]! *= s.g * w
    through[2]! *= s.b * w
    state.diffusePdf = pdf
    state.seesLights = false
    state.leaveSurface(flip)
    return true
  }

  private cosine(u: number, v: number, flip: number): void {
    const { surface: s, dir } = this.state
    const r = Math.sqrt(u)
    const a = r * Math.cos(2 * Math.PI * v)
    const b = r * Math.sin(2 * Math.PI * v)
    const n = Math.sqrt(1 - u) * flip
    const sign = s.nz >= 0 ? 1 : -1
    const k = -1 / (sign + s.nz)
    const c = s.nx * s.ny * k
    dir[0] = a * (1 + sign * s.nx * s.nx * k) + b * c + n * s.nx
    dir[1] = a * sign * c + b * (sign + s.ny * s.ny * k) + n * s.ny
    dir[2] = a * -sign * s.nx - b * s.ny + n * s.nz
  }

  /** Thin pane: reflect with both faces' Fresnel share, else go straight on. True when it noted the features. */
  private passPane(order: number, seen: boolean): boolean {
    const { surface: s, dir, through, sampler } = this.state
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
    const { probe, state } = this
    const { caster, dir, surface } = state
    const [dx, dy, dz] = [dir[0]!, dir[1]!, dir[2]!]
    let [x, y, z] = [surface.px, surface.py, surface.pz]
    for (let pane = 0; pane < MAX_DELTA; pane++) {
      const tri = caster.closest(x + dx * OFFSET, y + dy * OFFSET, z + dz * OFFSET, dx, dy, dz, 1e9)
      if (tri < 0) {
        state.noteSky()
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
      if (lamp) state.note(far, 1, 1, 1, probe)
      else this.noteSurface(far, probe)
      return
    }
  }

  private miss(): void {
    const { state } = this
    const { dir, env, sky, seesLights, bounce, diffusePdf: pdf } = state
    const portals = state.scene.portals.length > 0
    if (portals && !seesLights && pdf === 0) return
    sky.radiance(dir[0]!, dir[1]!, dir[2]!, seesLights, env)
    let w = 1
    if (portals && !seesLights) w = pdf / (pdf + this.light.portalPdf(state.ox, state.oy, state.oz))
    if (seesLights && bounce > 0) {
      const [x, y, z] = sky.sunDirection
      if (dir[0]! * x + dir[1]! * y + dir[2]! * z > sky.sunCosRadius) {
        for (let c = 0; c < 3; c++) env[c]! += sky.sunIrradiance[c]! * 100
      }
    }
    state.add(env[0]! * w, env[1]! * w, env[2]! * w, bounce)
  }
}
