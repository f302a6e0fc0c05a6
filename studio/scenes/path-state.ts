// What the parts of the tracer share while they follow one path: position, throughput, result and features.

import type { PackedScene } from './packed-scene.ts'
import { RayCaster } from './ray-caster.ts'
import { Sampler } from './sampler.ts'
import { makeSky, type Sky } from './sky.ts'
import { Surface } from './surface.ts'

/** Distance by which a ray starts off the surface, metres. */
export const OFFSET = 4e-4

export class PathState {
  /** Radiance gathered so far. */
  readonly color = new Float64Array(3)
  /** Albedo 3, normal 3, distance 1 at the first matt surface seen. */
  readonly features = new Float64Array(7)
  readonly scene: PackedScene
  readonly caster: RayCaster
  readonly sampler = new Sampler()
  readonly surface: Surface
  readonly sky: Sky
  readonly dir = new Float64Array(3)
  readonly env = new Float64Array(3)
  readonly through = new Float64Array(3)
  ox = 0
  oy = 0
  oz = 0
  bounce = 0
  /** Whether the next surface's own light counts: it was not sampled at the last one. */
  seesLights = true
  /** Density of the last diffuse direction, 0 after a glossy one. */
  diffusePdf = 0
  private readonly clamp: number

  constructor(scene: PackedScene, thread: number) {
    this.scene = scene
    this.caster = new RayCaster(scene.bvh, thread)
    this.surface = new Surface(scene)
    this.sky = makeSky(scene.sky)
    this.clamp = 5 / scene.exposure
  }

  /** Starts a path at the eye; `dir` has been set. */
  begin([x, y, z]: readonly [number, number, number]): void {
    this.color.fill(0)
    this.features.fill(0)
    this.through.fill(1)
    this.leave(x, y, z)
    this.bounce = 0
    this.seesLights = true
    this.diffusePdf = 0
  }

  /** Sets the origin of the next ray. */
  leave(x: number, y: number, z: number): void {
    this.ox = x
    this.oy = y
    this.oz = z
  }

  /** Sets the origin of the next ray a little off the surface, on the side of its normal (1) or behind it (-1). */
  leaveSurface(side: number): void {
    const { surface: s } = this
    const k = OFFSET * side
    this.leave(s.px + s.gx * k, s.py + s.gy * k, s.pz + s.gz * k)
  }

  /** Adds radiance seen after `bounce` reflections, limited so that rare bright paths leave no specks. */
  add(r: number, g: number, b: number, bounce: number): void {
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

  /** Notes the features of surface `s`. */
  note(distance: number, r: number, g: number, b: number, s: Surface = this.surface): void {
    const { features: f } = this
    f[0] = r
    f[1] = g
    f[2] = b
    f[3] = s.nx
    f[4] = s.ny
    f[5] = s.nz
    f[6] = distance
  }

  noteSky(): void {
    this.features.fill(1, 0, 3)
    this.features[6] = 500
  }
}
