import type { Matrix3 } from '#kernels/lines/homography.ts'

/** A point of a picture, px from its upper left corner. */
export interface Point {
  x: number
  y: number
}

/** Corners of a flat rectangle as a picture shows it: upper left, upper right, lower right, lower left. */
export type Corners = readonly [Point, Point, Point, Point]

/** Least area of a plane's picture, px²: less is a line. */
const LEAST_AREA = 16

function turns([a, b, c, d]: Corners): number[] {
  const corner = (p: Point, q: Point, r: Point) => (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x)
  return [corner(a, b, c), corner(b, c, d), corner(c, d, a), corner(d, a, b)]
}

/** True when four corners can be the picture of a rectangle: convex, in order, and more than a line. */
export function isPlane(corners: Corners): boolean {
  const found = turns(corners)
  const area = Math.abs(found[0]! + found[2]!) / 2
  return area >= LEAST_AREA && (found.every((turn) => turn > 1e-6) || found.every((turn) => turn < -1e-6))
}

/** The matrix that takes the unit square's corners to four points of a picture (P. Heckbert, 1989). */
function fromSquare([a, b, c, d]: Corners): Matrix3 {
  const dx1 = b.x - c.x
  const dx2 = d.x - c.x
  const dy1 = b.y - c.y
  const dy2 = d.y - c.y
  const sx = a.x - b.x + c.x - d.x
  const sy = a.y - b.y + c.y - d.y
  const det = dx1 * dy2 - dx2 * dy1
  const g = (sx * dy2 - dx2 * sy) / det
  const h = (dx1 * sy - sx * dy1) / det
  return [
    b.x - a.x + g * b.x,
    d.x - a.x + h * d.x,
    a.x,
    b.y - a.y + g * b.y,
    d.y - a.y + h * d.y,
    a.y,
    g,
    h,
    1,
  ]
}

/** Inverse of a matrix, up to its scale, which a homography does not have. */
function adjugate(m: Matrix3): Matrix3 {
  const [a, b, c, d, e, f, g, h, i] = m
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
}

/**
 * The matrix that takes a point of a picture to its place on a plane.
 * @param corners the rectangle in the picture, px
 * @param width of the rectangle on the plane, in any unit; the answer is in it
 * @param height of the rectangle
 * @throws RangeError when the corners are not the picture of a rectangle
 */
export function planeOf(corners: Corners, width: number, height: number): Matrix3 {
  if (!isPlane(corners)) throw new RangeError('the corners are no picture of a rectangle')
  const m = adjugate(fromSquare(corners))
  // Positive in front of the camera, where the rectangle's middle is.
  const middle = corners.reduce((sum, { x, y }) => sum + m[6] * x + m[7] * y + m[8], 0)
  const sign = middle < 0 ? -1 : 1
  return [
    m[0] * width * sign,
    m[1] * width * sign,
    m[2] * width * sign,
    m[3] * height * sign,
    m[4] * height * sign,
    m[5] * height * sign,
    m[6] * sign,
    m[7] * sign,
    m[8] * sign,
  ]
}
