import type { Lab } from './lab.ts'
import { gaussianHalf } from './smooth.ts'
import { CHROMA_WEIGHT, type Flow } from './tangent-flow.ts'

/** Ratio of surround to centre that makes a DoG close to a Laplacian (Marr & Hildreth 1980). */
const SURROUND = 1.6
/** Steps between 1 and √2 px for which tap weights are tabulated. */
const STEP_BINS = 32
/** How much redness and yellowness make a side count as the dark one when lightness hardly decides. */
const DARK_A = 0.1
const DARK_B = 0.2

interface Taps {
  radius: number
  /** STEP_BINS rows of 2·radius+1 weights that sum to zero. */
  weights: Float32Array
}

function dogTaps(sigma: number): Taps {
  const radius = Math.max(2, Math.ceil(2.2 * SURROUND * sigma))
  const size = 2 * radius + 1
  const weights = new Float32Array(STEP_BINS * size)
  for (let bin = 0; bin < STEP_BINS; bin++) {
    const step = 1 + ((bin + 0.5) / STEP_BINS) * (Math.SQRT2 - 1)
    let centreSum = 0
    let surroundSum = 0
    for (let k = -radius; k <= radius; k++) {
      centreSum += Math.exp(-((k * step) ** 2) / (2 * sigma ** 2))
      surroundSum += Math.exp(-((k * step) ** 2) / (2 * (SURROUND * sigma) ** 2))
    }
    for (let k = -radius; k <= radius; k++) {
      const centre = Math.exp(-((k * step) ** 2) / (2 * sigma ** 2)) / centreSum
      const surround = Math.exp(-((k * step) ** 2) / (2 * (SURROUND * sigma) ** 2)) / surroundSum
      weights[bin * size + k + radius] = centre - surround
    }
  }
  return { radius, weights }
}

/** How light a Lab difference is: by lightness first, then cool before warm, as sky before wall. */
function lightness(dl: number, da: number, db: number): number {
  return dl - DARK_A * da - DARK_B * db
}

/**
 * Length of the Lab difference (dl, da, db) with a sign: negative where the pixel is on the dark side. Beside an
 * edge, that is decided by the difference (el, ea, eb) between the two sides, which is the same all across it; on a
 * thin line, where the sides are alike, by the difference itself.
 */
function signedContrast(dl: number, da: number, db: number, el: number, ea: number, eb: number): number {
  const size = Math.sqrt(dl * dl + CHROMA_WEIGHT * (da * da + db * db))
  if (size < 1e-6) return 0
  const edge = Math.sqrt(el * el + CHROMA_WEIGHT * (ea * ea + eb * eb))
  const aligned = (dl * el + CHROMA_WEIGHT * (da * ea + db * eb)) / size
  const own = lightness(dl, da, db)
  const side = (4 * ((lightness(el, ea, eb) < 0 ? -aligned : aligned) + own)) / (edge + size)
  return size * (side < -1 ? -1 : side > 1 ? 1 : side)
}

/** One-dimensional DoG across the edge at every pixel with some energy, in ΔE; negative on the dark side. */
function acrossGradient(lab: Lab, flow: Flow, sigma: number, floor: number): Float32Array {
  const { width, height, l, a, b, coloured } = lab
  const { radius, weights } = dogTaps(sigma)
  const size = 2 * radius + 1
  const share = 1 / radius
  const out = new Float32Array(width * height)
  for (let i = 0; i < out.length; i++) {
    if (flow.energy[i]! < floor) continue
    const nx = -flow.ty[i]!
    const ny = flow.tx[i]!
    const flat = Math.abs(nx) >= Math.abs(ny)
    // Whole steps on the major axis leave one linear interpolation on the minor one.
    const step = 1 / Math.abs(flat ? nx : ny)
    const slope = flat ? ny / nx : nx / ny
    const x = i % width
    const y = (i - x) / width
    const major = flat ? x : y
    const minor = flat ? y : x
    const majorLimit = (flat ? width : height) - 1
    const minorLimit = (flat ? height : width) - 1
    const majorStride = flat ? 1 : width
    const minorStride = flat ? width : 1
    const row = Math.min(STEP_BINS - 1, ((step - 1) * (STEP_BINS / (Math.SQRT2 - 1))) | 0) * size + radius
    let dl = 0
    let da = 0
    let db = 0
    let el = 0
    let ea = 0
    let eb = 0
    for (let k = -radius; k <= radius; k++) {
      const at = minor + k * slope
      const real = at < 0 ? 0 : at > minorLimit ? minorLimit : at
      const low = real | 0
      const part = real - low
      const along = major + k < 0 ? 0 : major + k > majorLimit ? majorLimit : major + k
      const p = along * majorStride + low * minorStride
      const q = part > 0 ? p + minorStride : p
      const w = weights[row + k]!
      const vl = l[p]! + part * (l[q]! - l[p]!)
      dl += w * vl
      if (coloured) {
        const va = a[p]! + part * (a[q]! - a[p]!)
        const vb = b[p]! + part * (b[q]! - b[p]!)
        const side = k < 0 ? -share : k > 0 ? share : 0
        da += w * va
        db += w * vb
        el += side * vl
        ea += side * va
        eb += side * vb
      }
    }
    out[i] = coloured ? signedContrast(dl, da, db, el, ea, eb) : dl
  }
  return out
}

/**
 * Gaussian mean of `field` along the flow line through each pixel (line integral convolution). Only the dark side
 * can hold lines, so values of 0 and above are passed on as they are.
 */
function alongFlow(field: Float32Array, flow: Flow, sigma: number): Float32Array {
  const { width, height, tx, ty } = flow
  const half = gaussianHalf(sigma)
  const steps = Math.min(half.length - 1, Math.ceil(2.2 * sigma))
  const out = new Float32Array(width * height)
  const right = width - 1.001
  const bottom = height - 1.001
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      out[i] = field[i]!
      if (field[i]! >= 0) continue
      let sum = half[0]! * field[i]!
      let total = half[0]!
      for (let side = -1; side <= 1; side += 2) {
        let px = x
        let py = y
        let vx = side * tx[i]!
        let vy = side * ty[i]!
        for (let k = 1; k <= steps; k++) {
          px += vx
          py += vy
          if (px < 0 || py < 0 || px > right || py > bottom) break
          const ix = px | 0
          const iy = py | 0
          const fx = px - ix
          const fy = py - iy
          const p = iy * width + ix
          const top = field[p]! + fx * (field[p + 1]! - field[p]!)
          const low = field[p + width]! + fx * (field[p + width + 1]! - field[p + width]!)
          sum += half[k]! * (top + fy * (low - top))
          total += half[k]!
          const j = p + (fx > 0.5 ? 1 : 0) + (fy > 0.5 ? width : 0)
          const turn = tx[j]! * vx + ty[j]! * vy
          // A sharp turn is another edge: stop instead of smearing across a corner.
          if (turn < 0.5 && turn > -0.5) break
          vx = turn < 0 ? -tx[j]! : tx[j]!
          vy = turn < 0 ? -ty[j]! : ty[j]!
        }
      }
      out[i] = sum / total
    }
  }
  return out
}

/**
 * Flow-based difference of Gaussians (Kang, Lee, Chui 2007, "Coherent line drawing"): a one-dimensional DoG across
 * each edge, then a Gaussian along it. Colour differences count with lightness, so edges between equally light
 * colours are found. `across` and `along` are sigmas in working pixels; pixels whose flow energy is under `floor`
 * stay 0. Returns ΔE, negative on the dark side of an edge and on dark lines.
 */
export function flowDog(
  lab: Lab,
  flow: Flow,
  { across, along, floor }: { across: number; along: number; floor: number },
): Float32Array {
  return alongFlow(acrossGradient(lab, flow, across, floor), flow, along)
}
