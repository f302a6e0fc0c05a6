// Small geometries that the scenes are put together from. All sizes in metres; box-like pieces are given by their
// centre in x and z and their lower face in y, which is how furniture is dimensioned.
import {
  BoxGeometry,
  BufferGeometry,
  CatmullRomCurve3,
  CylinderGeometry,
  Float32BufferAttribute,
  LatheGeometry,
  Matrix4,
  PlaneGeometry,
  SphereGeometry,
  TubeGeometry,
  Vector2,
  Vector3,
} from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import type { AddOptions, SceneBuilder, Vec3 } from './builder.ts'
import { fbm } from './noise.ts'

/** Box that stands on y; `size` is width, height, depth. */
export function box(
  b: SceneBuilder,
  mat: string,
  [x, y, z]: Vec3,
  [w, h, d]: Vec3,
  o: AddOptions = {},
): number {
  return b.add(new BoxGeometry(w, h, d), mat, { ...o, at: [x, y + h / 2, z] })
}

/** Box between two corners. */
export function span(b: SceneBuilder, mat: string, lo: Vec3, hi: Vec3, o: AddOptions = {}): number {
  const size: Vec3 = [hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]]
  return b.add(new BoxGeometry(...size), mat, {
    ...o,
    at: [(lo[0] + hi[0]) / 2, (lo[1] + hi[1]) / 2, (lo[2] + hi[2]) / 2],
  })
}

/** Box with rounded edges of radius r that stands on y. */
export function rbox(
  b: SceneBuilder,
  mat: string,
  [x, y, z]: Vec3,
  [w, h, d]: Vec3,
  r = 0.01,
  o: AddOptions = {},
): number {
  const radius = Math.min(r, w / 2.01, h / 2.01, d / 2.01)
  return b.add(new RoundedBoxGeometry(w, h, d, r > 0.03 ? 4 : 2, radius), mat, {
    ...o,
    at: [x, y + h / 2, z],
  })
}

/** Upright cylinder that stands on y; a different top radius makes a cone. */
export function cyl(
  b: SceneBuilder,
  mat: string,
  [x, y, z]: Vec3,
  radius: number,
  height: number,
  o: AddOptions & { top?: number; sides?: number } = {},
): number {
  const geometry = new CylinderGeometry(o.top ?? radius, radius, height, o.sides ?? 32)
  return b.add(geometry, mat, { ...o, at: [x, y + height / 2, z] })
}

/** Round bar from p to q. */
export function bar(
  b: SceneBuilder,
  mat: string,
  p: Vec3,
  q: Vec3,
  radius: number,
  o: { top?: number } = {},
): number {
  const a = new Vector3(...p)
  const d = new Vector3(...q).sub(a)
  const geometry = new CylinderGeometry(o.top ?? radius, radius, d.length(), 14)
  geometry.translate(0, d.length() / 2, 0)
  const up = new Vector3(0, 1, 0)
  const axis = up.clone().cross(d).normalize()
  const angle = up.angleTo(d)
  if (axis.lengthSq() > 0) geometry.applyMatrix4(rotation(axis, angle))
  geometry.translate(a.x, a.y, a.z)
  return b.add(geometry, mat, { grain: 'y' })
}

function rotation(axis: Vector3, angle: number): Matrix4 {
  return new Matrix4().makeRotationAxis(axis, angle)
}

/** Tube through points. */
export function tube(
  b: SceneBuilder,
  mat: string,
  points: Vec3[],
  radius: number,
  o: AddOptions = {},
): number {
  const curve = new CatmullRomCurve3(points.map((p) => new Vector3(...p)))
  return b.add(new TubeGeometry(curve, points.length * 8, radius, 10), mat, { grain: 'y', ...o })
}

/** Turned body: profile of [radius, height] pairs. */
export function lathe(
  b: SceneBuilder,
  mat: string,
  at: Vec3,
  profile: [number, number][],
  o: AddOptions = {},
): number {
  const points = profile.map(([r, y]) => new Vector2(r, y))
  return b.add(new LatheGeometry(points, 40), mat, { ...o, at })
}

export function ball(b: SceneBuilder, mat: string, at: Vec3, radius: number, o: AddOptions = {}): number {
  return b.add(new SphereGeometry(radius, 36, 24), mat, { ...o, at })
}

/** Horizontal rectangle at height y, facing up. */
export function floor(
  b: SceneBuilder,
  mat: string,
  x0: number,
  z0: number,
  x1: number,
  z1: number,
  y = 0,
  o: AddOptions = {},
): number {
  const g = new PlaneGeometry(x1 - x0, z1 - z0)
  g.rotateX(-Math.PI / 2)
  return b.add(g, mat, { at: [(x0 + x1) / 2, y, (z0 + z1) / 2], world: true, ...o })
}

/** Vertical pane of glass (one sheet) spanned by two corners of its base and a height. */
export function pane(b: SceneBuilder, mat: string, p: Vec3, q: Vec3, height: number): number {
  const g = quad(p, q, [q[0], q[1] + height, q[2]], [p[0], p[1] + height, p[2]])
  return b.add(g, mat)
}

/** Two triangles through four corners. */
export function quad(a: Vec3, b: Vec3, c: Vec3, d: Vec3): BufferGeometry {
  const g = new BufferGeometry()
  g.setAttribute('position', new Float32BufferAttribute([...a, ...b, ...c, ...a, ...c, ...d], 3))
  g.computeVertexNormals()
  return g
}

/** Upholstered cushion: a rounded box whose faces swell by `puff`, with a little unevenness. */
export function cushion(
  b: SceneBuilder,
  mat: string,
  [x, y, z]: Vec3,
  [w, h, d]: Vec3,
  puff: number,
  o: AddOptions = {},
): number {
  const r = Math.min(0.06, w / 2.2, h / 2.2, d / 2.2)
  const g = new RoundedBoxGeometry(w, h, d, 5, r)
  const fine = subdivide(g, 2)
  const p = fine.getAttribute('position')
  const v = new Vector3()
  const seed = b.random() * 50
  for (let i = 0; i < p.count; i++) {
    v.fromBufferAttribute(p, i)
    const a = (2 * v.x) / w
    const c = (2 * v.y) / h
    const e = (2 * v.z) / d
    const sx = (1 - c * c) * (1 - e * e)
    const sy = (1 - a * a) * (1 - e * e)
    const sz = (1 - a * a) * (1 - c * c)
    const uneven = 0.75 + 0.5 * fbm(v.x * 5 + seed, v.z * 5 + v.y * 3, 2, 5)
    v.x += Math.sign(a) * puff * Math.max(0, sx) * Math.abs(a) * 0.6 * uneven
    v.y += Math.sign(c) * puff * Math.max(0, sy) * Math.abs(c) * uneven
    v.z += Math.sign(e) * puff * Math.max(0, sz) * Math.abs(e) * uneven
    p.setXYZ(i, v.x, v.y, v.z)
  }
  smoothNormals(fine)
  return b.add(fine, mat, { ...o, at: [x, y + h / 2, z] })
}

/** Throw pillow with four pinched corners, standing on its lower edge, facing +z. */
export function pillow(b: SceneBuilder, mat: string, size: number, thick: number, o: AddOptions): number {
  const g = new SphereGeometry(1, 56, 40)
  const p = g.getAttribute('position')
  const v = new Vector3()
  const seed = b.random() * 20
  for (let i = 0; i < p.count; i++) {
    v.fromBufferAttribute(p, i)
    // Round outline to a square one with slightly hollow sides.
    const angle = Math.atan2(v.y, v.x)
    const squareness = 1 / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle)))
    const hollow = 1 - 0.07 * (1 - (squareness - 1) / 0.4142)
    const reach = Math.hypot(v.x, v.y) * squareness * hollow
    const fold = 1 + 0.25 * (fbm(v.x * 3 + seed, v.y * 3, 3, 4) - 0.5)
    p.setXYZ(
      i,
      Math.cos(angle) * reach * size * 0.5,
      Math.sin(angle) * reach * size * 0.5,
      v.z * thick * 0.5 * fold,
    )
  }
  g.computeVertexNormals()
  return b.add(g, mat, o)
}

/** Hanging curtain between x0 and x1 at depth z, folded `folds` times, from y0 to y1. */
export function curtain(
  b: SceneBuilder,
  mat: string,
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  folds: number,
  deep: number,
  o: AddOptions = {},
): number {
  const cols = folds * 12
  const rows = 8
  const g = new PlaneGeometry(x1 - x0, y1 - y0, cols, rows)
  const p = g.getAttribute('position')
  const seed = b.random() * 30
  for (let i = 0; i < p.count; i++) {
    const t = p.getX(i) / (x1 - x0) + 0.5
    const h = p.getY(i) / (y1 - y0) + 0.5
    const phase = t * folds * Math.PI * 2 + 1.5 * (fbm(t * folds * 0.7 + seed, h * 0.6, 2, 3) - 0.5) * 3
    const depth = deep * (0.75 + 0.5 * fbm(t * folds * 0.5 + seed, 2, 2, 7)) * (0.85 + 0.25 * (1 - h))
    p.setX(i, p.getX(i) + Math.sin(phase * 2 + 1) * 0.006)
    p.setZ(i, Math.sin(phase) * depth)
  }
  g.computeVertexNormals()
  g.translate((x0 + x1) / 2, (y0 + y1) / 2, 0)
  return b.add(g, mat, { grain: 'y', ...o })
}

/** Splits each triangle in four, `times` times. */
export function subdivide(geometry: BufferGeometry, times: number): BufferGeometry {
  let flat = geometry.index ? geometry.toNonIndexed() : geometry
  for (let n = 0; n < times; n++) {
    const p = flat.getAttribute('position')
    const out: number[] = []
    const v = [new Vector3(), new Vector3(), new Vector3()]
    for (let i = 0; i < p.count; i += 3) {
      for (let c = 0; c < 3; c++) v[c]!.fromBufferAttribute(p, i + c)
      const m = [0, 1, 2].map((c) =>
        v[c]!.clone()
          .add(v[(c + 1) % 3]!)
          .multiplyScalar(0.5),
      )
      const [a, bb, c] = v as [Vector3, Vector3, Vector3]
      const [ab, bc, ca] = m as [Vector3, Vector3, Vector3]
      for (const t of [a, ab, ca, ab, bb, bc, ca, bc, c, ab, bc, ca]) out.push(t.x, t.y, t.z)
    }
    flat = new BufferGeometry()
    flat.setAttribute('position', new Float32BufferAttribute(out, 3))
  }
  return flat
}

/** Normals averaged over all triangles that meet at a place. */
export function smoothNormals(geometry: BufferGeometry): void {
  const p = geometry.getAttribute('position')
  const sums = new Map<string, Vector3>()
  const keys: string[] = []
  const a = new Vector3()
  const b = new Vector3()
  const c = new Vector3()
  for (let i = 0; i < p.count; i += 3) {
    a.fromBufferAttribute(p, i)
    b.fromBufferAttribute(p, i + 1).sub(a)
    c.fromBufferAttribute(p, i + 2).sub(a)
    const n = b.clone().cross(c)
    for (let k = 0; k < 3; k++) {
      a.fromBufferAttribute(p, i + k)
      const key = `${Math.round(a.x * 1e4)},${Math.round(a.y * 1e4)},${Math.round(a.z * 1e4)}`
      keys.push(key)
      const sum = sums.get(key)
      if (sum) sum.add(n)
      else sums.set(key, n.clone())
    }
  }
  const normals: number[] = []
  for (const key of keys) {
    const n = sums.get(key)!.clone().normalize()
    normals.push(n.x, n.y, n.z)
  }
  geometry.setAttribute('normal', new Float32BufferAttribute(normals, 3))
}
