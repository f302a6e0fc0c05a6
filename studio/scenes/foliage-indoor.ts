// Indoor plants: a few stems with large, gently folded leaves made of small grids.
import { BufferGeometry, CatmullRomCurve3, Float32BufferAttribute, TubeGeometry, Vector3 } from 'three'
import { randomFrom } from '#contracts/random.ts'
import type { SceneBuilder } from './builder.ts'
import { smoothNormals } from './shapes.ts'

/** One leaf: length l along `d`, broadest past the middle, drooping and folded along its rib. */
function bigLeaf(
  out: number[],
  p: Vector3,
  d: Vector3,
  up: Vector3,
  l: number,
  w: number,
  droop: number,
): void {
  const side = d.clone().cross(up).normalize()
  const n = side.clone().cross(d).normalize()
  const rows = 8
  const cols = 4
  const at = (i: number, j: number): Vector3 => {
    const t = i / rows
    const s = (j / cols) * 2 - 1
    const half = (w / 2) * Math.sin(Math.PI * Math.min(1, t * 0.92 + 0.06)) ** 0.8 * (0.75 + 0.45 * t)
    return p
      .clone()
      .addScaledVector(d, l * t)
      .addScaledVector(side, half * s)
      .addScaledVector(n, Math.abs(s) * half * 0.35 - droop * l * t * t + 0.012 * Math.sin(t * 17) * s)
  }
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) {
      const a = at(i, j)
      const b = at(i + 1, j)
      const c = at(i + 1, j + 1)
      const e = at(i, j + 1)
      for (const v of [a, b, c, a, c, e]) out.push(v.x, v.y, v.z)
    }
  }
}

/** Stems with leaves from `base` up to `height`; uses the materials `stem` and `bigleaf`. */
export function growLeafPlant(b: SceneBuilder, height: number, base: number, seed: number): void {
  const random = randomFrom(seed)
  const between = (lo: number, hi: number) => lo + (hi - lo) * random()
  b.group(() => {
    for (let k = 0; k < 3; k++) {
      const phi = (k / 3) * Math.PI * 2 + random()
      const lean = between(0.08, 0.2) * height
      const tall = height * (k === 0 ? 1 : between(0.62, 0.88))
      const curve = new CatmullRomCurve3([
        new Vector3(Math.cos(phi) * 0.03, base, Math.sin(phi) * 0.03),
        new Vector3(Math.cos(phi) * lean * 0.35, base + (tall - base) * 0.5, Math.sin(phi) * lean * 0.35),
        new Vector3(Math.cos(phi) * lean, tall, Math.sin(phi) * lean),
      ])
      b.add(new TubeGeometry(curve, 12, 0.009, 7), 'stem')
      const leaves = Math.round((tall - base) / 0.062)
      for (let i = 0; i < leaves; i++) {
        const t = 0.22 + 0.78 * (i / (leaves - 1))
        const a = i * 2.4 + phi
        const rise = 0.15 + 0.75 * t ** 3
        const d = new Vector3(Math.cos(a), rise, Math.sin(a)).normalize()
        const out: number[] = []
        bigLeaf(
          out,
          curve.getPoint(t),
          d,
          new Vector3(0, 1, 0),
          between(0.2, 0.32),
          between(0.12, 0.19),
          between(0.15, 0.5),
        )
        const g = new BufferGeometry()
        g.setAttribute('position', new Float32BufferAttribute(out, 3))
        smoothNormals(g)
        const tone = between(0.7, 1.25)
        b.add(g, 'bigleaf', { tint: [tone * between(0.85, 1.1), tone, tone] })
      }
    }
  })
}
