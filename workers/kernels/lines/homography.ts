/** A 3 × 3 matrix, rows one after another, applied to column vectors (x, y, 1). */
export type Matrix3 = readonly [number, number, number, number, number, number, number, number, number]

/** a · b. */
export function multiply(a: Matrix3, b: Matrix3): Matrix3 {
  const cell = (r: number, c: number): number =>
    a[3 * r]! * b[c]! + a[3 * r + 1]! * b[3 + c]! + a[3 * r + 2]! * b[6 + c]!
  return [
    cell(0, 0),
    cell(0, 1),
    cell(0, 2),
    cell(1, 0),
    cell(1, 1),
    cell(1, 2),
    cell(2, 0),
    cell(2, 1),
    cell(2, 2),
  ]
}

/** Image of a point; w ≤ 0 means behind the camera. */
export function project(m: Matrix3, x: number, y: number): { x: number; y: number; w: number } {
  const w = m[6] * x + m[7] * y + m[8]
  return { x: (m[0] * x + m[1] * y + m[2]) / w, y: (m[3] * x + m[4] * y + m[5]) / w, w }
}

/** The smallest rotation that takes unit vector `from` to unit vector `to` (Rodrigues). */
export function rotationBetween(
  from: readonly [number, number, number],
  to: readonly [number, number, number],
): Matrix3 {
  const [ax, ay, az] = from
  const [bx, by, bz] = to
  const x = ay * bz - az * by
  const y = az * bx - ax * bz
  const z = ax * by - ay * bx
  const c = ax * bx + ay * by + az * bz
  const k = 1 / (1 + c)
  return [
    c + k * x * x,
    k * x * y - z,
    k * x * z + y,
    k * x * y + z,
    c + k * y * y,
    k * y * z - x,
    k * x * z - y,
    k * y * z + x,
    c + k * z * z,
  ]
}

/** Transposed: the inverse of a rotation. */
export function transpose(m: Matrix3): Matrix3 {
  return [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]]
}
