// What stands on shelves and hangs on walls: books, vases, framed sheets.

import { SplineCurve, Vector2 } from 'three'
import type { SceneBuilder, Vec3 } from './builder.ts'
import { box, lathe, quad, rbox, span } from './shapes.ts'

const SPINES = [
  '#e8e2d4',
  '#d9d2c3',
  '#2d3436',
  '#7b8a8b',
  '#c9b79c',
  '#8c5a3c',
  '#39525c',
  '#efeae0',
  '#a33a22',
  '#5d6650',
]

/** Row of books along +x from x = 0 to `length`, on a shelf of depth d; spines face +z. */
export function books(b: SceneBuilder, length: number, d: number, tallest: number): void {
  let x = 0
  let lean = 0
  while (x < length - 0.05) {
    const w = b.range(0.014, 0.045)
    const h = tallest * b.range(0.68, 0.98)
    const deep = d * b.range(0.66, 0.9)
    lean = b.random() < 0.06 ? 8 : 0
    const hex = SPINES[Math.floor(b.random() ** 1.35 * SPINES.length)]!
    const mat = `spine${hex}`
    rbox(
      b,
      mat,
      [x + w / 2 + lean * 0.004, 0, d / 2 - deep / 2 - b.range(0, 0.015)],
      [w - 0.0015, h, deep],
      0.004,
      { rot: [0, 0, -lean] },
    )
    if (b.random() < 0.6) {
      box(
        b,
        'label',
        [x + w / 2, h * b.range(0.55, 0.8), d / 2 + 0.0004 - 0.0001],
        [w * 0.5, h * 0.08, 0.0006],
        { at: [0, 0, 0] },
      )
    }
    x += w + lean * 0.008
    if (b.random() < 0.05) x += b.range(0.04, 0.12)
  }
}

/** Materials that `books` uses. */
export function bookMaterials(b: SceneBuilder): void {
  for (const hex of SPINES) b.mat(`spine${hex}`, { kind: 'coat', color: hex, rough: 0.6, vary: 0.35 })
  b.mat('label', { color: '#d8c9a4' })
}

/** Lying books: a small stack. */
export function stack(b: SceneBuilder, n: number, w: number, d: number): void {
  let y = 0
  for (let i = 0; i < n; i++) {
    const h = b.range(0.018, 0.034)
    const hex = SPINES[Math.floor(b.random() * SPINES.length)]!
    b.place({ at: [0, y, 0], rot: [0, b.range(-9, 9), 0] }, () => {
      rbox(b, `spine${hex}`, [0, 0, 0], [w * (1 - i * 0.05), h, d * (1 - i * 0.05)], 0.003)
    })
    y += h
  }
}

/** Turned vase; `shape` runs 0..2. */
export function vase(b: SceneBuilder, mat: string, at: Vec3, height: number, shape: number): void {
  const profiles: [number, number][][] = [
    [
      [0, 0],
      [0.2, 0.01],
      [0.3, 0.15],
      [0.36, 0.38],
      [0.3, 0.66],
      [0.13, 0.84],
      [0.12, 0.95],
      [0.16, 1],
      [0.12, 0.985],
      [0.1, 0.9],
    ],
    [
      [0, 0],
      [0.3, 0.01],
      [0.33, 0.3],
      [0.33, 0.85],
      [0.31, 1],
      [0.29, 0.98],
      [0.29, 0.5],
      [0, 0.48],
    ],
    [
      [0, 0],
      [0.18, 0.02],
      [0.52, 0.3],
      [0.62, 0.55],
      [0.5, 0.8],
      [0.3, 0.95],
      [0.31, 1],
      [0.27, 0.98],
      [0.4, 0.75],
    ],
  ]
  // A spline through the profile, so that the body has no facets.
  const spline = new SplineCurve(profiles[shape % 3]!.map(([r, y]) => new Vector2(r * height, y * height)))
  const points = spline.getPoints(48).map((p): [number, number] => [Math.max(0, p.x), p.y])
  lathe(b, mat, at, points)
}

/** Framed sheet on a wall that faces +z: w × h outside, centred at the origin. */
export function picture(b: SceneBuilder, w: number, h: number, frame: string, art: string): void {
  const t = 0.018
  for (const s of [-1, 1]) {
    span(b, frame, [s * (w / 2) - t / 2, -h / 2, 0], [s * (w / 2) + t / 2, h / 2, 0.032])
    span(b, frame, [-w / 2, s * (h / 2) - t / 2, 0], [w / 2, s * (h / 2) + t / 2, 0.032])
  }
  b.add(
    quad([-w / 2, -h / 2, 0.008], [w / 2, -h / 2, 0.008], [w / 2, h / 2, 0.008], [-w / 2, h / 2, 0.008]),
    'mount',
  )
  const m = Math.min(w, h) * 0.16
  b.add(
    quad(
      [-w / 2 + m, -h / 2 + m, 0.01],
      [w / 2 - m, -h / 2 + m, 0.01],
      [w / 2 - m, h / 2 - m, 0.01],
      [-w / 2 + m, h / 2 - m, 0.01],
    ),
    art,
    { fixed: true },
  )
}
