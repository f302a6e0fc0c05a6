import { toEncoded, toLinear } from './srgb.ts'

/** Colours of a profile with a matrix and three curves (ICC.1:2022, 8.4.3), such as Display P3 and Adobe RGB. */
interface MatrixProfile {
  /** Encoded 0..255 to light 0..1, of red, green and blue. */
  curves: Float32Array[]
  /** Light of the profile to light of sRGB, by rows. */
  matrix: readonly number[]
}

/** XYZ under D50, as profiles have it, to the light of sRGB under D65 (Bradford; Lindbloom). */
const SRGB_OF_XYZ = [
  ...[3.1338561, -1.6168667, -0.4906146],
  ...[-0.9787684, 1.9161415, 0.033454],
  ...[0.0719453, -0.2289914, 1.4052427],
]
/** Light of Display P3 to that of sRGB; both under D65. */
const SRGB_OF_P3 = [
  ...[1.2249401, -0.2249404, 0],
  ...[-0.0420569, 1.0420571, 0],
  ...[-0.0196376, -0.0786361, 1.0982735],
]
/** Nearer to sRGB than this, colours are left as they are. */
const NEAR = 0.004
/** Steps of light that are told apart: the curve of sRGB is steepest at black, 13 values of 255 a 256th. */
const STEPS = 16_384

/** Light to 0..255 of sRGB. */
const encodeTable = () => Uint8ClampedArray.from({ length: STEPS + 1 }, (_, i) => 255 * toEncoded(i / STEPS))
let encoded: Uint8ClampedArray | undefined

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const ascii = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length))
const FIXED = 65_536

/** Tags of a profile by their names. */
function tagsOf(profile: Uint8Array): Map<string, Uint8Array> {
  const view = viewOf(profile)
  const count = Math.min(view.getUint32(128), 200)
  return new Map(
    Array.from({ length: count }, (_, i) => {
      const at = 132 + 12 * i
      const start = view.getUint32(at + 4)
      return [ascii(profile, at, 4), profile.subarray(start, start + view.getUint32(at + 8))] as const
    }),
  )
}

/** A parametric curve (10.18). */
function parametric(kind: number, [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0]: number[]) {
  return (x: number): number => {
    if (kind === 0) return x ** g
    const floor = kind < 3 ? -b / a : d
    if (x >= floor) return Math.max(0, a * x + b) ** g + (kind === 2 ? c : kind === 4 ? e : 0)
    return kind === 1 ? 0 : kind === 2 ? c : c * x + (kind === 4 ? f : 0)
  }
}

/** A curve (10.6, 10.18) as a table; null for one of another kind. */
function curveOf(tag: Uint8Array): Float32Array | null {
  const view = viewOf(tag)
  const kind = ascii(tag, 0, 4)
  let curve: (x: number) => number
  if (kind === 'para') {
    const count = [1, 3, 4, 5, 7][view.getUint16(8)] ?? 0
    const numbers = Array.from({ length: count }, (_, i) => view.getInt32(12 + 4 * i) / FIXED)
    curve = parametric(view.getUint16(8), numbers)
  } else if (kind === 'curv') {
    const count = view.getUint32(8)
    const gamma = count === 1 ? view.getUint16(12) / 256 : 1
    curve =
      count < 2
        ? (x) => x ** gamma
        : (x) => {
            const at = x * (count - 1)
            const low = Math.min(count - 2, Math.floor(at))
            const [from, to] = [view.getUint16(12 + 2 * low), view.getUint16(14 + 2 * low)]
            return (from + (to - from) * (at - low)) / 65_535
          }
  } else return null
  return Float32Array.from({ length: 256 }, (_, v) => curve(v / 255))
}

function multiply(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 9 }, (_, i) => {
    const [row, column] = [3 * Math.floor(i / 3), i % 3]
    return [0, 1, 2].reduce((sum, k) => sum + (a[row + k] ?? 0) * (b[3 * k + column] ?? 0), 0)
  })
}

function readProfile(profile: Uint8Array): MatrixProfile | null {
  if (profile.length < 132 || ascii(profile, 16, 8) !== 'RGB XYZ ') return null
  const tags = tagsOf(profile)
  const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => tags.get(name))
  const curves = ['rTRC', 'gTRC', 'bTRC'].map((name) => curveOf(tags.get(name) ?? new Uint8Array(12)))
  if (columns.some((tag) => !tag) || curves.some((curve) => !curve)) return null
  const matrix = Array.from({ length: 9 }, (_, i) => {
    const tag = columns[i % 3]
    return tag ? viewOf(tag).getInt32(8 + 4 * Math.floor(i / 3)) / FIXED : 0
  })
  return { curves: curves.flatMap((curve) => curve ?? []), matrix: multiply(SRGB_OF_XYZ, matrix) }
}

/** Whether colours are those of sRGB, as far as anybody sees. */
function isSrgb({ curves, matrix }: MatrixProfile): boolean {
  const isPlain = matrix.every((value, i) => Math.abs(value - (i % 4 === 0 ? 1 : 0)) < NEAR)
  return (
    isPlain && curves.every((curve) => curve.every((value, v) => Math.abs(value - toLinear(v / 255)) < NEAR))
  )
}

function convert(data: Uint8ClampedArray, { curves, matrix }: MatrixProfile): void {
  const [red, green, blue] = curves
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, k = 0] = matrix
  if (!red || !green || !blue) return
  encoded ??= encodeTable()
  const table = encoded
  const value = (light: number) => table[light <= 0 ? 0 : light >= 1 ? STEPS : Math.round(light * STEPS)] ?? 0
  for (let i = 0; i < data.length; i += 4) {
    const [x, y, z] = [red[data[i] ?? 0] ?? 0, green[data[i + 1] ?? 0] ?? 0, blue[data[i + 2] ?? 0] ?? 0]
    data[i] = value(a * x + b * y + c * z)
    data[i + 1] = value(d * x + e * y + f * z)
    data[i + 2] = value(g * x + h * y + k * z)
  }
}

/**
 * Converts RGBA pixels in place from a profile's colours to sRGB. Colours that sRGB cannot show become their nearest
 * channel by channel, as in browsers. Profiles with tables, and for other colours than RGB, change nothing.
 */
export function profileToSrgb(data: Uint8ClampedArray, profile: Uint8Array): void {
  try {
    const read = readProfile(profile)
    if (read && !isSrgb(read)) convert(data, read)
  } catch (thrown) {
    // A profile that points beyond itself says nothing.
    if (!(thrown instanceof RangeError)) throw thrown
  }
}

/** The same from Display P3, where a file only names it. */
export function p3ToSrgb(data: Uint8ClampedArray): void {
  const curve = Float32Array.from({ length: 256 }, (_, v) => toLinear(v / 255))
  convert(data, { curves: [curve, curve, curve], matrix: SRGB_OF_P3 })
}
