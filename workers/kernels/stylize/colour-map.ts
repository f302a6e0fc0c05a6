import type { Cube } from '#kernels/grade/cube.ts'
import { toLinear } from '#kernels/grade/tones.ts'
import { type LabPicture, writeLab, writeRgb } from './lab.ts'
import { transport } from './transport.ts'

/** Nodes of the table along each side. */
const SIZE = 25
/** Most colours of either picture that are looked at. */
const MOST_SAMPLES = 30_000
/** Part of all samples at which a node follows its own as much as one of its neighbours. */
const QUIET_SHARE = 0.0003
/** Most that samples count against a neighbour: it keeps the map smooth where many pixels have one colour. */
const MOST_WEIGHT = 1.2
const SWEEPS = 120

/** Every n-th colour of what is marked (all where `marked` is left out), at random within its step. */
export function sampleColours(
  { data }: LabPicture,
  marked: Uint8Array | null,
  random: () => number,
): Float32Array {
  const places: number[] = []
  for (let i = 0; i < data.length / 3; i++) if (!marked || marked[i]! > 127) places.push(i)
  const step = Math.max(1, places.length / MOST_SAMPLES)
  const out = new Float32Array(3 * Math.floor(places.length / step))
  for (let n = 0; n < out.length / 3; n++) {
    const from = 3 * places[Math.min(places.length - 1, Math.floor((n + random()) * step))]!
    out.set(data.subarray(from, from + 3), 3 * n)
  }
  return out
}

const clamp01 = (v: number) => (v < 0 ? 0 : v > 1 ? 1 : v)

/** Sums of the samples' moves at each node, shared out by distance, and how many samples count there. */
function gather(from: Float32Array, to: Float32Array): { moves: Float32Array; counts: Float32Array } {
  const moves = new Float32Array(3 * SIZE ** 3)
  const counts = new Float32Array(SIZE ** 3)
  const rgb = new Float32Array(3)
  for (let p = 0; p < from.length; p += 3) {
    writeRgb(from[p]!, from[p + 1]!, from[p + 2]!, rgb, 0)
    const at = [0, 1, 2].map((c) => clamp01(rgb[c]!) * (SIZE - 1))
    const low = at.map((v) => Math.min(SIZE - 2, Math.floor(v)))
    for (let corner = 0; corner < 8; corner++) {
      let [weight, node, stride] = [1, 0, 1]
      for (let c = 0; c < 3; c++) {
        const up = (corner >> c) & 1
        const part = at[c]! - low[c]!
        weight *= up ? part : 1 - part
        node += (low[c]! + up) * stride
        stride *= SIZE
      }
      counts[node] = counts[node]! + weight
      for (let c = 0; c < 3; c++)
        moves[3 * node + c] = moves[3 * node + c]! + weight * (to[p + c]! - from[p + c]!)
    }
  }
  return { moves, counts }
}

/** For each node the six beside it in the table, -1 beyond its border. */
function neighbours(): Int32Array {
  const out = new Int32Array(6 * SIZE ** 3).fill(-1)
  for (let node = 0; node < SIZE ** 3; node++) {
    for (let c = 0, stride = 1; c < 3; c++, stride *= SIZE) {
      const place = Math.floor(node / stride) % SIZE
      if (place > 0) out[6 * node + 2 * c] = node - stride
      if (place < SIZE - 1) out[6 * node + 2 * c + 1] = node + stride
    }
  }
  return out
}

/** Fits a smooth field of moves to what the nodes want: least squares with differences of neighbours, by sweeps. */
function smooth(moves: Float32Array, counts: Float32Array, samples: number): Float32Array {
  const field = new Float32Array(moves.length)
  const beside = neighbours()
  const quiet = QUIET_SHARE * samples
  const over = 1.7
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let node = 0; node < counts.length; node++) {
      const count = counts[node]!
      const weight = Math.min(MOST_WEIGHT, count / quiet)
      const own = count > 0 ? weight / count : 0
      let total = weight
      let [l, a, b] = [own * moves[3 * node]!, own * moves[3 * node + 1]!, own * moves[3 * node + 2]!]
      for (let n = 6 * node; n < 6 * node + 6; n++) {
        const other = beside[n]!
        if (other < 0) continue
        total++
        l += field[3 * other]!
        a += field[3 * other + 1]!
        b += field[3 * other + 2]!
      }
      const at = 3 * node
      field[at] = field[at]! + over * (l / total - field[at]!)
      field[at + 1] = field[at + 1]! + over * (a / total - field[at + 1]!)
      field[at + 2] = field[at + 2]! + over * (b / total - field[at + 2]!)
    }
  }
  return field
}

/** Writes a colour that can be shown: chroma gives way, brightness and hue stay. */
function writeShown(l: number, a: number, b: number, out: Float32Array, at: number): void {
  const light = Math.min(100, Math.max(0, l))
  let [low, high] = [0, 1]
  for (let step = 0; step < 8; step++) {
    const chroma = step === 0 ? 1 : (low + high) / 2
    writeRgb(light, chroma * a, chroma * b, out, at)
    const fits = [0, 1, 2].every((c) => out[at + c]! >= -0.002 && out[at + c]! <= 1.002)
    if (fits) low = chroma
    else high = chroma
    if (low === 1) break
  }
  writeRgb(light, low * a, low * b, out, at)
  for (let c = 0; c < 3; c++) out[at + c] = clamp01(out[at + c]!)
}

/** A colour table from what becomes of a Lab colour; `change` gets each node's and changes it in place. */
function tableOf(change: (lab: Float32Array, node: number) => void): Cube {
  const table = new Float32Array(3 * SIZE ** 3)
  const lab = new Float32Array(3)
  for (let node = 0; node < SIZE ** 3; node++) {
    const r = toLinear((node % SIZE) / (SIZE - 1))
    const g = toLinear((Math.floor(node / SIZE) % SIZE) / (SIZE - 1))
    const b = toLinear(Math.floor(node / (SIZE * SIZE)) / (SIZE - 1))
    writeLab(r, g, b, lab, 0)
    change(lab, node)
    writeShown(lab[0]!, lab[1]!, lab[2]!, table, 3 * node)
  }
  return { title: '', dimensions: 3, size: SIZE, low: [0, 0, 0], high: [1, 1, 1], table }
}

/** Mean and standard deviation of each of the three channels. */
function momentsOf(cloud: Float32Array): { mean: number[]; spread: number[] } {
  const count = Math.max(1, cloud.length / 3)
  const mean = [0, 0, 0]
  const square = [0, 0, 0]
  for (let i = 0; i < cloud.length; i++) {
    mean[i % 3] = mean[i % 3]! + cloud[i]! / count
    square[i % 3] = square[i % 3]! + cloud[i]! ** 2 / count
  }
  return { mean, spread: square.map((value, c) => Math.sqrt(Math.max(0, value - mean[c]! ** 2))) }
}

/** Brightness changes by no more than this factor where light and shade are kept. */
const MOST_DIMMING = 2.5

/**
 * Brightness as it would be if a material had changed and the light on it had not.
 * @param part 0 gives `made` back, 1 keeps all of the light and shade
 */
function shaded(light: number, made: number, own: number, theirs: number, part: number): number {
  const ratio = Math.min(MOST_DIMMING, Math.max(1 / MOST_DIMMING, theirs / Math.max(1, own)))
  return made + part * (light * ratio - made)
}

/**
 * The table that gives one picture the colours of another by optimal transport. The transport of samples is fitted
 * by a smooth field over all colours, so that a sky stays without bands.
 * @param source, target Lab colours, three values each (see sampleColours)
 * @param keepLight how much of the source's light and shade stays, 0..1
 */
export function transportTable(
  source: Float32Array,
  target: Float32Array,
  keepLight: number,
  random: () => number,
): Cube {
  const moved = transport(source, target, random)
  const { moves, counts } = gather(source, moved)
  const field = smooth(moves, counts, source.length / 3)
  const [own, theirs] = [momentsOf(source).mean[0]!, momentsOf(target).mean[0]!]
  return tableOf((lab, node) => {
    const light = lab[0]!
    for (let c = 0; c < 3; c++) lab[c] = lab[c]! + field[3 * node + c]!
    lab[0] = shaded(light, lab[0]!, own, theirs, keepLight)
  })
}

/** Contrast is changed by no more than this factor either way. */
const MOST_GAIN = 2.2

/**
 * The table of the quick way: mean and spread of each Lab channel become those of the other picture (E. Reinhard,
 * M. Ashikhmin, B. Gooch, P. Shirley: Color Transfer between Images, IEEE CG&A 2001).
 * @param keepLight see transportTable
 */
export function momentTable(source: Float32Array, target: Float32Array, keepLight: number): Cube {
  const [own, theirs] = [momentsOf(source), momentsOf(target)]
  const gains = own.spread.map((spread, c) =>
    Math.min(MOST_GAIN, Math.max(1 / MOST_GAIN, theirs.spread[c]! / Math.max(0.5, spread))),
  )
  return tableOf((lab) => {
    const light = lab[0]!
    for (let c = 0; c < 3; c++) lab[c] = (lab[c]! - own.mean[c]!) * gains[c]! + theirs.mean[c]!
    lab[0] = shaded(light, lab[0]!, own.mean[0]!, theirs.mean[0]!, keepLight)
  })
}
