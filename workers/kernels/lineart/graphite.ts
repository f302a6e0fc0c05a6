/** Side of the paper's repeating grain, a power of two. */
const TILE = 256

/** A number 0..1 that depends on the two integers and the seed alone (Wellons' lowbias32 mixing). */
export function hash(x: number, y: number, seed: number): number {
  let h = (Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)) | 0
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Height 0..1 of drawing paper: two octaves of tiling value noise, flattened to an even spread. */
export function paperGrain(): Float32Array {
  const octave = (cell: number, seed: number): Float32Array => {
    const cells = TILE / cell
    const out = new Float32Array(TILE * TILE)
    for (let y = 0; y < TILE; y++) {
      for (let x = 0; x < TILE; x++) {
        const cx = Math.floor(x / cell)
        const cy = Math.floor(y / cell)
        const fx = x / cell - cx
        const fy = y / cell - cy
        const at = (i: number, j: number): number => hash((cx + i) % cells, (cy + j) % cells, seed)
        const top = at(0, 0) + fx * (at(1, 0) - at(0, 0))
        const low = at(0, 1) + fx * (at(1, 1) - at(0, 1))
        out[y * TILE + x] = top + fy * (low - top)
      }
    }
    return out
  }
  const fine = octave(2, 11)
  const coarse = octave(4, 23)
  return fine.map((v, i) => Math.min(1, Math.max(0, 0.5 + 1.35 * (0.6 * v + 0.4 * coarse[i]! - 0.5))))
}

/** Grain at a real position in paper units, repeating every 256. */
export function grainAt(grain: Float32Array, x: number, y: number): number {
  const ix = Math.floor(x)
  const iy = Math.floor(y)
  const fx = x - ix
  const fy = y - iy
  const x0 = ix & (TILE - 1)
  const x1 = (ix + 1) & (TILE - 1)
  const r0 = (iy & (TILE - 1)) * TILE
  const r1 = ((iy + 1) & (TILE - 1)) * TILE
  const top = grain[r0 + x0]! + fx * (grain[r0 + x1]! - grain[r0 + x0]!)
  const low = grain[r1 + x0]! + fx * (grain[r1 + x1]! - grain[r1 + x0]!)
  return top + fy * (low - top)
}

/** Graphite left on paper by a pressure 0..1 at a grain height 0..1: light pressure only touches the peaks. */
export function deposit(pressure: number, grain: number): number {
  if (pressure <= 0) return 0
  const reach = (pressure * 1.7 + 0.12 - (1 - grain) * 0.7) * 1.8
  const cover = reach < 0 ? 0 : reach > 1 ? 1 : reach
  return cover * (0.2 + 0.62 * pressure)
}

/** One direction of hatching. */
interface HatchLayer {
  /** Direction of the strokes: cosine and sine of their angle. */
  cos: number
  sin: number
  /** Darkness 0..1 at which the layer begins, and over which it comes to full pressure. */
  from: number
  over: number
  seed: number
}

/** A smooth wave of period 1 between -1 and 1: two parabolas, close to a sine and much cheaper. */
function wave(t: number): number {
  const u = t - Math.floor(t)
  return u < 0.5 ? 16 * u * (0.5 - u) : 16 * (u - 0.5) * (u - 1)
}

/** Hatching as a draughtsman lays it: one diagonal for half-tones, a second and a third across it for shade. */
export const HATCH_LAYERS: readonly HatchLayer[] = [
  { cos: 0.645, sin: -0.764, from: 0.2, over: 0.5, seed: 1 },
  { cos: 0.868, sin: -0.497, from: 0.5, over: 0.4, seed: 2 },
  { cos: 0.814, sin: 0.581, from: 0.72, over: 0.35, seed: 3 },
]

/**
 * Pressure 0..1 of one hatching layer at a point, in drawing units (1/1024 of the longer side): separate strokes of
 * jittered length, place and tilt, tapered at both ends (after Salisbury et al. 1994, "Interactive pen-and-ink
 * illustration": strokes come in as the wanted tone needs them). `darkness` is the wanted tone, 0 white to 1 black;
 * `pixel` is the size of an output pixel in drawing units, for the antialiasing.
 */
export function hatchPressure(
  layer: HatchLayer,
  darkness: number,
  x: number,
  y: number,
  pixel: number,
): number {
  const level = (darkness - layer.from) / layer.over
  if (level <= 0) return 0
  const spacing = 3.4
  const length = 64
  const { cos, sin } = layer
  const along = x * cos + y * sin
  // A slow wave bends the rows, so that they do not look ruled.
  const across = y * cos - x * sin + wave(along * 0.0034 + 0.3 * layer.seed) + 0.5 * wave(x * 0.008)
  const row = Math.floor(across / spacing)
  const shifted = along / length + 7 * hash(row, 0, layer.seed)
  const segment = Math.floor(shifted)
  const t = shifted - segment
  const chance = hash(row, segment, layer.seed + 40)
  const pressure = Math.min(1, level) * 0.62 + 0.16 - 0.24 * chance
  if (pressure <= 0) return 0
  const tilt = (hash(row, segment, layer.seed + 80) - 0.5) * 0.9
  const centre = (row + 0.5) * spacing + (chance - 0.5) * 1.1 + tilt * (t - 0.5)
  const half = 0.45 + 0.5 * Math.min(1, level)
  const cover = (half - Math.abs(across - centre)) / pixel + 0.5
  if (cover <= 0) return 0
  // Where the shade is deep the strokes of a row run into each other.
  const taper = Math.min(1, Math.max(Math.min(t * 7, (1 - t) * 5), level * 0.7))
  return Math.min(1, cover) * pressure * taper
}
