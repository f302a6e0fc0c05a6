import { randomFrom } from '#contracts/random.ts'
// Low plants: bushes, tufts of grass and lawn of single bent blades.

import { Vector3 } from 'three'
import type { SceneBuilder, Vec3 } from './builder.ts'
import { flatTri, leaf, limb, type Plant, Soup } from './foliage.ts'
import { fbm } from './noise.ts'

/** Clipped or loose bush: leaves over an ellipsoid (or a box when `square`). */
export function bush(size: Vec3, leafSize: number, count: number, seed: number, square: boolean): Plant {
  const random = randomFrom(seed)
  const parts = Array.from({ length: 4 }, () => new Soup())
  const core = new Soup()
  const between = (a: number, b: number) => a + (b - a) * random()
  for (let i = 0; i < count; i++) {
    const d = new Vector3(between(-1, 1), between(-0.7, 1), between(-1, 1))
    if (d.lengthSq() > 1 && !square) continue
    if (square) {
      const m = Math.max(Math.abs(d.x), Math.abs(d.y), Math.abs(d.z))
      const areas = [size[1] * size[2], size[0] * size[2], size[0] * size[1]]
      const pick = random() * (areas[0]! + areas[1]! + areas[2]!)
      d.divideScalar(m)
      if (pick < areas[0]!) d.set(Math.sign(d.x), between(-1, 1), between(-1, 1))
      else if (pick < areas[0]! + areas[1]!) d.set(between(-1, 1), 1, between(-1, 1))
      else d.set(between(-1, 1), between(-1, 1), Math.sign(d.z))
      d.multiplyScalar(between(0.9, 1.02))
    } else d.normalize().multiplyScalar(between(0.72, 1.05))
    const lump = square ? 1 : 0.8 + 0.45 * fbm(d.x * 2.2 + seed, d.z * 2.2 + d.y, 3, 3)
    const at = new Vector3((d.x * size[0]) / 2, ((d.y + 1) * size[1]) / 2, (d.z * size[2]) / 2)
    at.x *= lump
    at.y = size[1] / 2 + (at.y - size[1] / 2) * lump
    at.z *= lump
    const out = d
      .clone()
      .normalize()
      .add(new Vector3(between(-1, 1), between(-0.4, 1), between(-1, 1)))
      .normalize()
    const n = d
      .clone()
      .normalize()
      .add(new Vector3(between(-0.8, 0.8), between(0, 0.9), between(-0.8, 0.8)))
      .normalize()
    const l = leafSize * between(0.7, 1.3)
    leaf(parts[Math.floor(random() * 4)]!, at, out, n, l, l * 0.5)
  }
  const low = new Vector3(0, size[1] * 0.1, 0)
  limb(core, new Vector3(0, 0, 0), low.clone().setY(size[1] * 0.5), 0.02, 0.02, 5)
  return { wood: core.geometry(), leaves: parts.map((s) => s.geometry()) }
}

/** Tuft of long bent blades: ornamental grass, or bamboo-like leaves when `wide`. */
export function tuft(height: number, spread: number, blades: number, width: number, seed: number): Plant {
  const random = randomFrom(seed)
  const parts = Array.from({ length: 3 }, () => new Soup())
  for (let i = 0; i < blades; i++) {
    const phi = random() * Math.PI * 2
    const lean = spread * (0.15 + 0.85 * random())
    blade(
      parts[i % 3]!,
      new Vector3(Math.cos(phi), 0, Math.sin(phi)).multiplyScalar(0.12 * Math.sqrt(random())),
      new Vector3(Math.cos(phi), 0, Math.sin(phi)),
      height * (0.6 + 0.5 * random()),
      lean,
      width,
    )
  }
  const core = new Soup()
  limb(core, new Vector3(0, 0, 0), new Vector3(0, 0.05, 0), 0.03, 0.03, 5)
  return { wood: core.geometry(), leaves: parts.map((s) => s.geometry()) }
}

/** One blade in three pieces that bends over towards `d`. */
function blade(s: Soup, p: Vector3, d: Vector3, height: number, lean: number, width: number): void {
  const side = new Vector3(-d.z, 0, d.x)
  const at = (t: number) =>
    p
      .clone()
      .addScaledVector(d, lean * height * t * t)
      .setY(p.y + height * (t - 0.32 * Math.min(1, lean) * t * t * t))
  let left = at(0).addScaledVector(side, width / 2)
  let right = at(0).addScaledVector(side, -width / 2)
  for (let k = 1; k <= 4; k++) {
    const t = k / 4
    const w = (width / 2) * (1 - t ** 2)
    const c = at(t)
    if (k === 4) flatTri(s, left, right, c)
    else {
      const l = c.clone().addScaledVector(side, w)
      const r = c.clone().addScaledVector(side, -w)
      flatTri(s, left, right, r)
      flatTri(s, left, r, l)
      left = l
      right = r
    }
  }
}

/** Lawn: single blades where `inside` holds, denser and finer near the eye. */
export function lawn(
  b: SceneBuilder,
  mat: string,
  eye: Vec3,
  area: [number, number, number, number],
  inside: (x: number, z: number) => boolean,
  count: number,
): void {
  const random = randomFrom(99)
  const parts = Array.from({ length: 8 }, () => new Soup())
  const [x0, z0, x1, z1] = area
  const v = new Vector3()
  for (let i = 0; i < count; i++) {
    const x = x0 + (x1 - x0) * random()
    const z = z0 + (z1 - z0) * random()
    const far = Math.hypot(x - eye[0], z - eye[2])
    if (random() > Math.min(1, (7 / far) ** 1.6) || !inside(x, z)) continue
    const phi = random() * Math.PI * 2
    const patch = fbm(x * 1.3, z * 1.3, 3, 5)
    const h = (0.035 + 0.04 * random()) * (0.7 + 0.8 * patch)
    const w = 0.0042 + 0.0008 * far
    const lean = 0.3 + 0.9 * random()
    const d = v.set(Math.cos(phi), 0, Math.sin(phi)).clone()
    const p = new Vector3(x, 0, z)
    const side = new Vector3(-d.z, 0, d.x).multiplyScalar(w / 2)
    const mid = p
      .clone()
      .addScaledVector(d, lean * h * 0.3)
      .setY(h * 0.6)
    const tip = p
      .clone()
      .addScaledVector(d, lean * h)
      .setY(h)
    const s = parts[Math.min(7, Math.floor(patch * 5 + random() * 4))]!
    const n = new Vector3(d.x * -0.35, 0.9, d.z * -0.35).normalize()
    s.tri(p.clone().add(side), p.clone().sub(side), mid, n, n, n)
    s.tri(mid.clone().add(side), mid.clone().sub(side), tip, n, n, n)
  }
  b.group(() => {
    for (let k = 0; k < parts.length; k++) {
      const t = k / 7
      b.add(parts[k]!.geometry(), mat, { tint: [0.85 + 0.35 * t, 0.9 + 0.16 * t, 0.85 - 0.1 * t] })
    }
  })
}
