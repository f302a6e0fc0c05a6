import type { Cube } from '#kernels/grade/cube.ts'
import { type LabPicture, writeLab, writeRgb } from '#kernels/lab.ts'
import { toLinear } from '#kernels/srgb.ts'
import { transport } from './transport.ts'

/** Nodes of the table along each side. */
const SIZE = 25
/** Most colours of either picture that are looked at. */
const MOST_SAMPLES = 30_000
/** Part of all samples at which a node follows its own as much as one of its neighbours. */
const QUIET_SHARE = 0.0003
/** Most that samples count against a neighbour: it keeps the map smooth where many pixels have one colour. */
const MOST_WEIGHT = 6
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

/** Lab of each node of the table. */
function nodeColours(): Float32Array {
  const lab = new Float32Array(3 * SIZE ** 3)
  for (let node = 0; node < SIZE ** 3; node++) {
    const r = toLinear((node % SIZE) / (SIZE - 1))
    const g = toLinear((Math.floor(node / SIZE) % SIZE) / (SIZE - 1))
    const b = toLinear(Math.floor(node / (SIZE * SIZE)) / (SIZE - 1))
    writeLab(r, g, b, lab, 3 * node)
  }
  return lab
}

/** Most that contrast between like colours may grow: beyond it a compressed picture's blocks and bands come out. */
const MOST_STRETCH = 1.2

/** Moves the moves of two nodes towards each other until they differ by no more than their colours allow. */
function limitPair(field: Float32Array, lab: Float32Array, i: number, j: number): void {
  const room =
    MOST_STRETCH * Math.hypot(lab[j]! - lab[i]!, lab[j + 1]! - lab[i + 1]!, lab[j + 2]! - lab[i + 2]!)
  const size = Math.hypot(field[j]! - field[i]!, field[j + 1]! - field[i + 1]!, field[j + 2]! - field[i + 2]!)
  if (size <= room) return
  const give = 0.5 * (1 - room / size)
  for (let c = 0; c < 3; c++) {
    const apart = give * (field[j + c]! - field[i + c]!)
    field[i + c] = field[i + c]! + apart
    field[j + c] = field[j + c]! - apart
  }
}

/** Keeps moves of like colours alike, in place, so that no flat part of a picture is torn apart or stained. */
function limitStretch(field: Float32Array, lab: Float32Array): void {
  const steps = [1, SIZE, SIZE * SIZE]
  for (let sweep = 0; sweep < SIZE; sweep++) {
    for (let node = 0; node < SIZE ** 3; node++) {
      const inside = steps.filter((step) => Math.floor(node / step) % SIZE < SIZE - 1)
      for (const step of inside) limitPair(field, lab, 3 * node, 3 * (node + step))
      // Greys, which walls and clouds are made of, lie along the diagonal.
      if (inside.length === 3) limitPair(field, lab, 3 * node, 3 * (node + 1 + SIZE + SIZE * SIZE))
    }
  }
}

/** The table that moves each node's colour by a field, three values a node. */
function tableOf(field: Float32Array, lab: Float32Array): Cube {
  limitStretch(field, lab)
  const table = new Float32Array(field.length)
  for (let p = 0; p < field.length; p += 3)
    writeShown(lab[p]! + field[p]!, lab[p + 1]! + field[p + 1]!, lab[p + 2]! + field[p + 2]!, table, p)
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

/**
 * Factors by which brightness changes at most where light and shade are kept: a white material in a dim room is no
 * lamp.
 */
const [DARKEST, BRIGHTEST] = [0.4, 1.35]

/**
 * Brightness as it would be if a material had changed and the light on it had not.
 * @param part 0 gives `made` back, 1 keeps all of the light and shade
 */
function shaded(light: number, made: number, own: number, theirs: number, part: number): number {
  const ratio = Math.min(BRIGHTEST, Math.max(DARKEST, theirs / Math.max(1, own)))
  return made + part * (light * ratio - made)
}

/** Brightness from which a colour may be light itself: a bright window, a lamp. */
const GLARE = 86
/** How much of it stays: a window that turns brown looks like a wall. */
const GLARE_KEPT = 0.4

/**
 * Brings light back into a field of moves, in place: a masked part keeps its light and shade, a whole picture what
 * glares.
 * @param own, theirs mean brightness of the pictures
 */
function keepLightOf(
  field: Float32Array,
  lab: Float32Array,
  own: number,
  theirs: number,
  part: number,
): void {
  for (let p = 0; p < field.length; p += 3) {
    const light = lab[p]!
    if (part > 0) {
      field[p] = shaded(light, light + field[p]!, own, theirs, part) - light
      continue
    }
    const glare = GLARE_KEPT * Math.min(1, Math.max(0, (light - GLARE) / (100 - GLARE)))
    if (field[p]! < 0) field[p] = field[p]! * (1 - glare)
    for (let c = 1; c < 3; c++) field[p + c] = field[p + c]! - glare * (lab[p + c]! + field[p + c]!)
  }
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
  const lab = nodeColours()
  keepLightOf(field, lab, momentsOf(source).mean[0]!, momentsOf(target).mean[0]!, keepLight)
  return tableOf(field, lab)
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
  const lab = nodeColours()
  const field = lab.map(
    (value, i) => (value - own.mean[i % 3]!) * gains[i % 3]! + theirs.mean[i % 3]! - value,
  )
  keepLightOf(field, lab, own.mean[0]!, theirs.mean[0]!, keepLight)
  return tableOf(field, lab)
}
