/** Side of a block. */
export const SIDE = 8

/** Orthonormal DCT-II of eight values: row k is the basis function of frequency k. */
const BASIS = Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
  const [k, n] = [Math.floor(i / SIDE), i % SIDE]
  return (
    (k === 0 ? Math.sqrt(1 / SIDE) : Math.sqrt(2 / SIDE)) * Math.cos(((2 * n + 1) * k * Math.PI) / (2 * SIDE))
  )
})

// The even frequencies see only sums of mirrored values, the odd ones only differences: half the work.
const [E00, E20, E21, E40, E60, E61] = [0, 16, 17, 32, 48, 49].map((i) => BASIS[i]!) as [
  number,
  number,
  number,
  number,
  number,
  number,
]
const ODD = Float32Array.from({ length: 16 }, (_, i) => BASIS[(2 * (i >> 2) + 1) * SIDE + (i & 3)]!)

function forward(block: Float32Array, at: number, step: number): void {
  const [s1, s2, s3, s4, s5, s6, s7] = [step, 2 * step, 3 * step, 4 * step, 5 * step, 6 * step, 7 * step]
  const [a, b, c, d] = [block[at]!, block[at + s1]!, block[at + s2]!, block[at + s3]!]
  const [e, f, g, h] = [block[at + s7]!, block[at + s6]!, block[at + s5]!, block[at + s4]!]
  const [p0, p1, p2, p3] = [a + e, b + f, c + g, d + h]
  const [m0, m1, m2, m3] = [a - e, b - f, c - g, d - h]
  block[at] = E00 * (p0 + p1 + p2 + p3)
  block[at + s2] = E20 * (p0 - p3) + E21 * (p1 - p2)
  block[at + s4] = E40 * (p0 - p1 - p2 + p3)
  block[at + s6] = E60 * (p0 - p3) + E61 * (p1 - p2)
  block[at + s1] = ODD[0]! * m0 + ODD[1]! * m1 + ODD[2]! * m2 + ODD[3]! * m3
  block[at + s3] = ODD[4]! * m0 + ODD[5]! * m1 + ODD[6]! * m2 + ODD[7]! * m3
  block[at + s5] = ODD[8]! * m0 + ODD[9]! * m1 + ODD[10]! * m2 + ODD[11]! * m3
  block[at + s7] = ODD[12]! * m0 + ODD[13]! * m1 + ODD[14]! * m2 + ODD[15]! * m3
}

function backward(block: Float32Array, at: number, step: number): void {
  const [s1, s2, s3, s4, s5, s6, s7] = [step, 2 * step, 3 * step, 4 * step, 5 * step, 6 * step, 7 * step]
  const [f0, f1, f2, f3] = [block[at]!, block[at + s1]!, block[at + s2]!, block[at + s3]!]
  const [f4, f5, f6, f7] = [block[at + s4]!, block[at + s5]!, block[at + s6]!, block[at + s7]!]
  const [mean, cross] = [E00 * f0, E40 * f4]
  const [u, v] = [E20 * f2 + E60 * f6, E21 * f2 + E61 * f6]
  const [p0, p1, p2, p3] = [mean + cross + u, mean - cross + v, mean - cross - v, mean + cross - u]
  const m0 = ODD[0]! * f1 + ODD[4]! * f3 + ODD[8]! * f5 + ODD[12]! * f7
  const m1 = ODD[1]! * f1 + ODD[5]! * f3 + ODD[9]! * f5 + ODD[13]! * f7
  const m2 = ODD[2]! * f1 + ODD[6]! * f3 + ODD[10]! * f5 + ODD[14]! * f7
  const m3 = ODD[3]! * f1 + ODD[7]! * f3 + ODD[11]! * f5 + ODD[15]! * f7
  block[at] = p0 + m0
  block[at + s7] = p0 - m0
  block[at + s1] = p1 + m1
  block[at + s6] = p1 - m1
  block[at + s2] = p2 + m2
  block[at + s5] = p2 - m2
  block[at + s3] = p3 + m3
  block[at + s4] = p3 - m3
}

/** Orthonormal two-dimensional DCT of a block of 8 × 8 values, in place. */
export function transformBlock(block: Float32Array): void {
  for (let i = 0; i < SIDE; i++) forward(block, i * SIDE, 1)
  for (let i = 0; i < SIDE; i++) forward(block, i, SIDE)
}

/** Its inverse, in place. */
export function restoreBlock(block: Float32Array): void {
  for (let i = 0; i < SIDE; i++) backward(block, i, SIDE)
  for (let i = 0; i < SIDE; i++) backward(block, i * SIDE, 1)
}
