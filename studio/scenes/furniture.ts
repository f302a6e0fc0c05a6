// Furniture shared by the scenes, modelled at real sizes. Each piece stands on y = 0 at the origin and faces +z.

import { BufferGeometry, Float32BufferAttribute, Vector3 } from 'three'
import type { Light, SceneBuilder, Vec3 } from './builder.ts'
import { growLeafPlant } from './foliage-indoor.ts'
import { ball, bar, cushion, cyl, lathe, pillow, rbox, smoothNormals, tube } from './shapes.ts'

/** Three-seat sofa of width w with loose cushions on an oak base. */
export function sofa(b: SceneBuilder, w: number, fabric: string, wood: string): void {
  const inner = w - 0.36
  rbox(b, wood, [0, 0.13, 0], [w - 0.1, 0.06, 0.86], 0.012)
  for (const x of [-1, 1])
    for (const z of [-0.36, 0.36]) cyl(b, wood, [x * (w / 2 - 0.14), 0, z], 0.017, 0.14, { top: 0.024 })
  rbox(b, fabric, [0, 0.19, 0.02], [inner + 0.02, 0.13, 0.84], 0.03)
  for (const s of [-1, 1]) cushion(b, fabric, [s * (w / 2 - 0.095), 0.19, 0], [0.19, 0.43, 0.92], 0.018)
  cushion(b, fabric, [0, 0.19, -0.38], [inner + 0.02, 0.56, 0.18], 0.012)
  const n = w > 2.2 ? 3 : 2
  for (let i = 0; i < n; i++) {
    const x = -inner / 2 + ((i + 0.5) * inner) / n
    cushion(b, fabric, [x, 0.315, 0.08], [inner / n - 0.008, 0.16, 0.76], 0.028)
    cushion(b, fabric, [x, 0.45, -0.2], [inner / n - 0.02, 0.4, 0.2], 0.035, { rot: [-12, 0, 0] })
  }
}

/** Throw pillows on a sofa: [x, size, material, turn]. */
export function pillows(b: SceneBuilder, list: [number, number, string, number][]): void {
  for (const [x, size, mat, turn] of list) {
    pillow(b, mat, size, 0.17, { at: [x, 0.49 + size / 2, 0.06], rot: [-20, turn * 0.6, turn] })
  }
}

/** Lounge chair: bent timber frame, slung seat and back cushions. */
export function loungeChair(b: SceneBuilder, wood: string, fabric: string): void {
  for (const s of [-1, 1]) {
    const x = s * 0.345
    tube(
      b,
      wood,
      [
        [x, 0, 0.36],
        [x * 0.99, 0.3, 0.345],
        [x * 0.98, 0.548, 0.33],
      ],
      0.0175,
    )
    tube(
      b,
      wood,
      [
        [x, 0, -0.42],
        [x * 0.99, 0.26, -0.36],
        [x * 0.97, 0.56, -0.3],
      ],
      0.0175,
    )
    tube(
      b,
      wood,
      [
        [x, 0.315, 0.35],
        [x, 0.3, 0.1],
        [x, 0.245, -0.37],
      ],
      0.015,
    )
    armRest(b, wood, x, s)
    bar(b, wood, [x * 0.82, 0.26, -0.3], [x * 0.74, 0.84, -0.53], 0.014)
  }
  bar(b, wood, [-0.345, 0.3, 0.33], [0.345, 0.3, 0.33], 0.015)
  bar(b, wood, [-0.345, 0.25, -0.34], [0.345, 0.25, -0.34], 0.015)
  for (const [y, z] of [
    [0.42, -0.36],
    [0.62, -0.44],
    [0.82, -0.52],
  ] as const) {
    bar(b, wood, [-0.28, y, z], [0.28, y, z], 0.011)
  }
  for (let i = 0; i < 5; i++) {
    const t = i / 4
    rbox(b, wood, [0, 0.272 - t * 0.05 + 0.028, 0.26 - t * 0.52], [0.66, 0.014, 0.05], 0.005, {
      rot: [5, 0, 0],
    })
  }
  cushion(b, fabric, [0, 0.31, 0.01], [0.61, 0.13, 0.66], 0.026, { rot: [5, 0, 0] })
  cushion(b, fabric, [0, 0.425, -0.325], [0.6, 0.52, 0.13], 0.03, { rot: [-21, 0, 0] })
}

/** Flat arm that widens to the front, with soft edges. */
function armRest(b: SceneBuilder, wood: string, x: number, s: number): void {
  const n = 28
  const rows: Vector3[][] = []
  for (let i = 0; i <= n; i++) {
    const t = i / n
    const z = -0.36 + 0.82 * t
    const y = 0.56 - 0.03 * Math.sin(t * Math.PI) + 0.012 * t
    const end = Math.min(1, Math.min(t, 1 - t) * 9)
    const half =
      (0.022 + 0.022 * Math.sin(t * Math.PI * 0.62) ** 2) * Math.sqrt(Math.max(0.02, end * (2 - end)))
    const row: Vector3[] = []
    for (let k = 0; k < 14; k++) {
      const a = (k / 14) * Math.PI * 2
      const c = Math.sign(Math.cos(a)) * Math.abs(Math.cos(a)) ** 0.6
      const d = Math.sign(Math.sin(a)) * Math.abs(Math.sin(a)) ** 0.6
      row.push(new Vector3(x + s * 0.008 + c * half, y + d * 0.014 * Math.sqrt(Math.max(0.05, end)), z))
    }
    rows.push(row)
  }
  const p: number[] = []
  const put = (v: Vector3) => p.push(v.x, v.y, v.z)
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 14; k++) {
      const l = (k + 1) % 14
      for (const v of [rows[i]![k]!, rows[i]![l]!, rows[i + 1]![l]!]) put(v)
      for (const v of [rows[i]![k]!, rows[i + 1]![l]!, rows[i + 1]![k]!]) put(v)
    }
  }
  for (const row of [rows[0]!, rows[n]!]) {
    const centre = row.reduce((sum, v) => sum.add(v), new Vector3()).divideScalar(14)
    for (let k = 0; k < 14; k++) for (const v of [row[k]!, row[(k + 1) % 14]!, centre]) put(v)
  }
  const g = new BufferGeometry()
  g.setAttribute('position', new Float32BufferAttribute(p, 3))
  smoothNormals(g)
  b.add(g, wood, { grain: 'z' })
}

/** Round table with a tapered top on three legs. */
export function roundTable(b: SceneBuilder, radius: number, height: number, top: string, leg: string): void {
  lathe(
    b,
    top,
    [0, height - 0.032, 0],
    [
      [0, 0],
      [radius - 0.04, 0],
      [radius - 0.004, 0.018],
      [radius, 0.025],
      [radius - 0.004, 0.032],
      [0, 0.032],
    ],
  )
  for (let i = 0; i < 3; i++) {
    const a = (i / 3) * Math.PI * 2 + 0.5
    bar(
      b,
      leg,
      [Math.cos(a) * radius * 0.72, 0, Math.sin(a) * radius * 0.72],
      [Math.cos(a) * radius * 0.5, height - 0.03, Math.sin(a) * radius * 0.5],
      0.015,
      { top: 0.022 },
    )
  }
}

/** Standing lamp with a linen drum shade and a lit bulb. */
export function floorLamp(b: SceneBuilder, metal: string, shade: string, bulb: string, power: number): void {
  cyl(b, metal, [0, 0, 0], 0.14, 0.018)
  bar(b, metal, [0, 0.018, 0], [0, 1.5, 0], 0.009)
  drum(b, shade, [0, 1.32, 0], 0.21, 0.18, 0.3)
  bulbAt(b, bulb, [0, 1.46, 0], 0.045, power)
}

/** Open cone of cloth. */
export function drum(b: SceneBuilder, mat: string, at: Vec3, low: number, top: number, height: number): void {
  lathe(b, mat, at, [
    [low, 0],
    [(low + top) / 2, height / 2],
    [top, height],
  ])
}

/** Glowing ball that the tracer samples; `emit` of the material must equal `power` times warm white. */
export function bulbAt(b: SceneBuilder, mat: string, at: Vec3, radius: number, power: number): void {
  const id = ball(b, mat, at, radius)
  const light: Light = {
    kind: 'sphere',
    p: b.world(at),
    a: [0, 0, 0],
    b: [0, 0, 0],
    radius,
    emit: warmWhite(power),
  }
  b.light(id, light)
}

export function warmWhite(power: number): Vec3 {
  return [power, power * 0.66, power * 0.36]
}

/** Big-leaved pot plant. */
export function potPlant(b: SceneBuilder, height: number, pot: string, seed: number): void {
  lathe(
    b,
    pot,
    [0, 0, 0],
    [
      [0, 0],
      [0.15, 0],
      [0.185, 0.3],
      [0.19, 0.33],
      [0.175, 0.33],
      [0.165, 0.28],
      [0, 0.28],
    ],
  )
  growLeafPlant(b, height, 0.28, seed)
}
