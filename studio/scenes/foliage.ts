import { randomFrom } from '#contracts/random.ts'
// Plants: recursive branching (after H. Honda 1971 and J. Weber & J. Penn, "Creation and Rendering of Realistic
// Trees", SIGGRAPH 1995, much reduced), leaves as folded diamonds, grass as single bent blades.

import { BufferGeometry, Float32BufferAttribute, Vector3 } from 'three'
import type { SceneBuilder, Vec3 } from './builder.ts'

/** A soup of triangles with normals, filled by hand. */
export class Soup {
  readonly p: number[] = []
  readonly n: number[] = []
  tri(a: Vector3, b: Vector3, c: Vector3, na: Vector3, nb: Vector3, nc: Vector3): void {
    this.p.push(a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z)
    this.n.push(na.x, na.y, na.z, nb.x, nb.y, nb.z, nc.x, nc.y, nc.z)
  }
  geometry(): BufferGeometry {
    const g = new BufferGeometry()
    g.setAttribute('position', new Float32BufferAttribute(this.p, 3))
    g.setAttribute('normal', new Float32BufferAttribute(this.n, 3))
    return g
  }
}

export function flatTri(s: Soup, a: Vector3, b: Vector3, c: Vector3): void {
  const n = b.clone().sub(a).cross(c.clone().sub(a)).normalize()
  s.tri(a, b, c, n, n, n)
}

/** Tapered limb from p to q. */
export function limb(s: Soup, p: Vector3, q: Vector3, r0: number, r1: number, sides: number): void {
  const d = q.clone().sub(p).normalize()
  const x = new Vector3(0.3, 0.1, 1).cross(d).normalize()
  const y = d.clone().cross(x)
  const ring = (at: Vector3, r: number, k: number): [Vector3, Vector3] => {
    const n = x
      .clone()
      .multiplyScalar(Math.cos((k / sides) * 2 * Math.PI))
      .addScaledVector(y, Math.sin((k / sides) * 2 * Math.PI))
    return [at.clone().addScaledVector(n, r), n]
  }
  for (let k = 0; k < sides; k++) {
    const [a, na] = ring(p, r0, k)
    const [b, nb] = ring(p, r0, k + 1)
    const [c, nc] = ring(q, r1, k + 1)
    const [e, ne] = ring(q, r1, k)
    s.tri(a, b, c, na, nb, nc)
    s.tri(a, c, e, na, nc, ne)
  }
}

/** Folded leaf of length l and width w at p, along d, with its face about n. */
export function leaf(s: Soup, p: Vector3, d: Vector3, n: Vector3, l: number, w: number): void {
  const side = d.clone().cross(n).normalize()
  const tip = p
    .clone()
    .addScaledVector(d, l)
    .addScaledVector(n, -l * 0.12)
  const mid = p.clone().addScaledVector(d, l * 0.45)
  const left = mid
    .clone()
    .addScaledVector(side, w / 2)
    .addScaledVector(n, w * 0.14)
  const right = mid
    .clone()
    .addScaledVector(side, -w / 2)
    .addScaledVector(n, w * 0.14)
  flatTri(s, p, left, tip)
  flatTri(s, p, tip, right)
}

export interface TreeOptions {
  height: number
  /** Share of the height without branches. */
  clear: number
  /** Half-width of the crown over its height, as a share of height. */
  spread: number
  leaf: number
  leafWidth: number
  /** Leaves on one twig. */
  density: number
  levels: number
  seed: number
  stems?: number
}

export interface Plant {
  wood: BufferGeometry
  /** Leaves in a few parts, so that tints vary over the crown. */
  leaves: BufferGeometry[]
}

/** Grows a tree at the origin. */
export function growTree(o: TreeOptions): Plant {
  const random = randomFrom(o.seed)
  const wood = new Soup()
  const parts = Array.from({ length: 5 }, () => new Soup())
  const between = (a: number, b: number) => a + (b - a) * random()

  function twig(p: Vector3, d: Vector3, length: number): void {
    for (let i = 0; i < o.density; i++) {
      const at = p.clone().addScaledVector(d, length * (0.15 + 0.95 * random()))
      at.add(new Vector3(between(-1, 1), between(-1, 1), between(-1, 1)).multiplyScalar(length * 0.32))
      const out = d
        .clone()
        .add(new Vector3(between(-1, 1), between(-0.9, 0.7), between(-1, 1)))
        .normalize()
      const n = new Vector3(between(-0.8, 0.8), between(0.2, 1), between(-0.8, 0.8)).normalize()
      const size = o.leaf * between(0.7, 1.25)
      leaf(parts[Math.floor(random() * 5)]!, at, out, n, size, size * o.leafWidth)
    }
  }

  function branch(p: Vector3, dir: Vector3, length: number, radius: number, level: number): void {
    const steps = level === 0 ? 5 : 3
    let at = p.clone()
    const d = dir.clone()
    for (let i = 0; i < steps; i++) {
      const bend = level === 0 ? 0.07 : 0.22
      d.add(
        new Vector3(between(-bend, bend), level > 0 ? between(0, 0.16) : 0, between(-bend, bend)),
      ).normalize()
      const next = at.clone().addScaledVector(d, length / steps)
      const r0 = radius * (1 - (i / steps) * 0.55)
      const r1 = radius * (1 - ((i + 1) / steps) * 0.55)
      if (radius > 0.004) limb(wood, at, next, r0, r1, level === 0 ? 10 : level === 1 ? 7 : 4)
      const t = (i + 1) / steps
      if (level < o.levels && (level > 0 || t > o.clear)) sprout(next, d, length, r1, level, t)
      at = next
    }
    if (level >= o.levels - 1) twig(at.addScaledVector(d, -length * 0.4), d, length * 0.9)
  }

  function sprout(at: Vector3, d: Vector3, length: number, radius: number, level: number, t: number): void {
    const count = level === 0 ? 3 : 2
    const turn = random() * Math.PI * 2
    for (let k = 0; k < count; k++) {
      const phi = turn + (k / count) * Math.PI * 2 + between(-0.5, 0.5)
      const x = new Vector3(0.2, 0.1, 1).cross(d).normalize()
      const y = d.clone().cross(x)
      const open = level === 0 ? between(0.7, 1.15) * (1.15 - 0.5 * t) : between(0.5, 0.95)
      const out = d
        .clone()
        .multiplyScalar(Math.cos(open))
        .addScaledVector(x, Math.sin(open) * Math.cos(phi))
        .addScaledVector(y, Math.sin(open) * Math.sin(phi))
      const reach =
        level === 0 ? o.height * o.spread * (1.15 - 0.45 * Math.abs(t - 0.55)) : length * between(0.55, 0.72)
      branch(at, out.normalize(), reach, radius * (level === 0 ? 0.5 : 0.58), level + 1)
    }
  }

  const stems = o.stems ?? 1
  for (let i = 0; i < stems; i++) {
    const phi = (i / stems) * Math.PI * 2 + 0.4
    const lean = stems > 1 ? 0.2 + 0.12 * random() : 0.02
    const d = new Vector3(Math.cos(phi) * lean, 1, Math.sin(phi) * lean).normalize()
    const foot = new Vector3(Math.cos(phi), 0, Math.sin(phi)).multiplyScalar(stems > 1 ? 0.09 : 0)
    branch(
      foot,
      d,
      o.height * 0.78 * (stems > 1 ? 0.85 + 0.3 * random() : 1),
      o.height * (stems > 1 ? 0.011 : 0.019),
      0,
    )
  }
  return { wood: wood.geometry(), leaves: parts.map((s) => s.geometry()) }
}

/** Puts a grown plant into the scene, all in one line group. */
export function plant(
  b: SceneBuilder,
  p: Plant,
  mats: { wood: string; leaf: string },
  at: Vec3,
  o: { turn?: number; scale?: number; tint?: Vec3 } = {},
): void {
  b.group(() => {
    const rot: Vec3 = [0, o.turn ?? 0, 0]
    const scale = o.scale ?? 1
    b.add(p.wood, mats.wood, { at, rot, scale, grain: 'y' })
    const base = o.tint ?? [1, 1, 1]
    for (const part of p.leaves) {
      const k = b.range(0.72, 1.28)
      const warm = b.range(0.88, 1.16)
      b.add(part, mats.leaf, { at, rot, scale, tint: [base[0] * k * warm, base[1] * k, base[2] * k] })
    }
  })
}

/** Clump of bamboo: jointed culms with fans of narrow leaves. */
export function growBamboo(height: number, culms: number, radius: number, seed: number): Plant {
  const random = randomFrom(seed)
  const wood = new Soup()
  const parts = Array.from({ length: 4 }, () => new Soup())
  const between = (a: number, b: number) => a + (b - a) * random()
  for (let c = 0; c < culms; c++) {
    const phi = random() * Math.PI * 2
    const foot = new Vector3(Math.cos(phi), 0, Math.sin(phi)).multiplyScalar(radius * Math.sqrt(random()))
    const lean = new Vector3(between(-0.1, 0.1), 0, between(-0.1, 0.1))
    const tall = height * between(0.75, 1.05)
    const joints = Math.round(tall / 0.27)
    const at = (t: number) =>
      foot
        .clone()
        .addScaledVector(lean, tall * t * t * 1.6)
        .setY(tall * t)
    for (let j = 0; j < joints; j++) {
      const t = j / joints
      const r = 0.017 * (1 - 0.75 * t)
      limb(wood, at(t), at((j + 0.96) / joints), r, r * 0.97, 8)
      limb(wood, at((j + 0.96) / joints), at((j + 1) / joints), r * 1.2, r * 1.2, 8)
      if (t < 0.3) continue
      for (let k = 0; k < 3; k++) {
        const a = random() * Math.PI * 2
        const d = new Vector3(Math.cos(a), between(0.1, 0.8), Math.sin(a)).normalize()
        const p = at((j + 1) / joints)
        const q = p.clone().addScaledVector(d, between(0.2, 0.5) * (1.15 - 0.5 * t))
        limb(wood, p, q, 0.0032, 0.0016, 3)
        for (let l = 0; l < 9; l++) {
          const base = p.clone().lerp(q, 0.35 + 0.65 * random())
          const out = new Vector3(between(-1, 1), between(-1.1, 0.25), between(-1, 1))
            .addScaledVector(d, 0.8)
            .normalize()
          const n = new Vector3(between(-0.5, 0.5), 1, between(-0.5, 0.5)).normalize()
          const size = between(0.1, 0.19)
          leaf(parts[Math.floor(random() * 4)]!, base, out, n, size, size * 0.13)
        }
      }
    }
  }
  return { wood: wood.geometry(), leaves: parts.map((s) => s.geometry()) }
}
