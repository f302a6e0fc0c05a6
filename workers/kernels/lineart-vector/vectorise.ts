import type { VectorDrawing, VectorLine } from '#contracts/vector-drawing.ts'
import type { Stroke } from '#kernels/lineart/trace.ts'
import { median } from '#kernels/median.ts'
import type { Plane, Raster } from '#kernels/raster.ts'
import { type Chain, type Fork, traceChains } from './chains.ts'
import { distanceInside, inkCoverage } from './coverage.ts'
import { centre, toPolyline } from './fit.ts'
import { joinChains, type Traced } from './join-chains.ts'
import { takeSolids, traceOutlines } from './solids.ts'
import { thin } from './thin.ts'

/** Coverage from which a pixel belongs to a line: a line of half a pixel still does. */
const INK = 0.3

/** Ink across a line at the middle of a chain, as a width in px: the lower quartile, since other lines add to it. */
function penWidth(pixels: readonly number[], inside: Float32Array, { data }: Plane): number {
  const widths = pixels.map((i) => {
    const radius = inside[i]!
    // One pixel wide: its own coverage and what lies in its neighbours tells.
    return radius < 1.2 ? Math.max(0.5, data[i]! * 1.2) : 2 * radius - 0.7
  })
  widths.sort((a, b) => a - b)
  return widths[Math.floor(widths.length / 2)] ?? 1
}

/** Chain → stroke at the middle of its ink; ends at forks, which thinning bends, are cut back and set on the fork. */
function toTraced(chain: Chain, ink: Plane, inside: Float32Array): Traced {
  const { width } = ink
  const { pixels } = chain
  const cut = chain.forks.map((fork, end) => {
    if (fork < 0) return 0
    const radius = inside[end === 0 ? pixels[0]! : pixels.at(-1)!]!
    return Math.min(Math.ceil(radius + 1), Math.floor((pixels.length - 4) / 2))
  })
  const kept = pixels.slice(Math.max(0, cut[0]!), pixels.length - Math.max(0, cut[1]!))
  const pen = penWidth(kept, inside, ink)
  const raw: Stroke = {
    x: kept.map((i) => i % width),
    y: kept.map((i) => Math.floor(i / width)),
    strength: kept.map(() => pen),
  }
  const stroke = centre(raw, ink, inside)
  return { stroke, closed: chain.closed, forks: chain.forks }
}

/** Whether a chain is a spur that thinning leaves at a thick place, or a speck. */
function isSpur({ pixels, forks, closed }: Chain, inside: Float32Array, grain: number): boolean {
  if (closed) return pixels.length < 6
  const free = forks.filter((fork) => fork < 0).length
  if (free === 0) return false
  const radius = Math.max(...[pixels[0]!, pixels.at(-1)!].map((i) => inside[i]!))
  return pixels.length < Math.max(free === 2 ? 4 + grain : 3, 2.4 * radius)
}

/**
 * Puts forks together that a chain no longer than the lines are thick lies between: where two lines cross, thinning
 * leaves two forks. Those chains go.
 */
function mergeForks(chains: readonly Chain[], forks: readonly Fork[], inside: Float32Array) {
  const into = forks.map((_, i) => i)
  const root = (i: number): number => (into[i] === i ? i : root(into[i]!))
  const kept = chains.filter(({ pixels, forks: [a, b] }) => {
    if (a < 0 || b < 0 || a === b || pixels.length > 3 * inside[pixels[pixels.length >> 1]!]! + 1) return true
    into[root(a)] = root(b)
    return false
  })
  const members: Fork[][] = forks.map(() => [])
  forks.forEach((fork, i) => {
    members[root(i)]!.push(fork)
  })
  const merged = members.map((group) => ({
    x: group.reduce((sum, { x }) => sum + x / group.length, 0),
    y: group.reduce((sum, { y }) => sum + y / group.length, 0),
  }))
  const renamed = kept.map((chain): Chain => {
    const [a, b] = chain.forks.map((fork) => (fork < 0 ? -1 : root(fork)))
    return { ...chain, forks: [a!, b!] }
  })
  return { chains: renamed, forks: merged }
}

/** Adds the place of a fork to an end that stops there. */
function reachForks({ stroke, forks, closed }: Traced, places: readonly Fork[]): Traced {
  const [first, last] = forks.map((fork) => (fork >= 0 ? places[fork]! : null))
  const pen = stroke.strength[0] ?? 1
  const add = [first, last].map((fork) => (fork && !closed ? [fork] : []))
  return {
    forks,
    closed,
    stroke: {
      x: [...add[0]!.map(({ x }) => x), ...stroke.x, ...add[1]!.map(({ x }) => x)],
      y: [...add[0]!.map(({ y }) => y), ...stroke.y, ...add[1]!.map(({ y }) => y)],
      strength: [...add[0]!.map(() => pen), ...stroke.strength, ...add[1]!.map(() => pen)],
    },
  }
}

/** In-place 3 × 3 binomial blur of the inner pixels, which closes the paper's grain. */
function soften({ width, height, data }: Plane): void {
  const from = data.slice()
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      let sum = 4 * from[i]!
      for (const step of [1, -1, width, -width]) sum += 2 * from[i + step]!
      for (const step of [width + 1, width - 1, 1 - width, -width - 1]) sum += from[i + step]!
      data[i] = sum / 16
    }
  }
}

/**
 * Line drawing → polylines. The ink is thinned to its middle lines (Zhang & Suen 1984), which are cut at forks, set to
 * the middle of the ink with sub-pixel precision, joined where they go straight on through a crossing, and simplified
 * with sharp corners. Areas thicker than a pen become outlines.
 *
 * @param drawing dark ink on white, or on a transparent ground
 * @param grainy pencil: the grain of its paper is closed first, and short dashes are left out
 * @param onProgress hears rising values from 0 to 1
 */
export function vectorise(drawing: Raster, grainy: boolean, onProgress: (p: number) => void): VectorDrawing {
  const ink = inkCoverage(drawing)
  const { width, height } = ink
  const unit = Math.max(0.75, Math.max(drawing.width, drawing.height) / 1024)
  if (grainy) for (let round = 0; round < 2; round++) soften(ink)
  const mask = new Uint8Array(ink.data.length)
  for (let i = 0; i < mask.length; i++) mask[i] = ink.data[i]! > (grainy ? INK + 0.1 : INK) ? 1 : 0
  onProgress(0.1)
  const solid = takeSolids(mask, distanceInside(mask, width, height), width, height, 3.2 * unit + 1)
  const inside = distanceInside(mask, width, height)
  onProgress(0.25)
  thin(mask, width)
  onProgress(0.55)
  const found = traceChains(mask, width)
  const { chains, forks } = mergeForks(found.chains, found.forks, inside)
  const grain = grainy ? 10 * unit : 0
  const traced = chains
    .filter((chain) => !isSpur(chain, inside, grain))
    .map((chain) => toTraced(chain, ink, inside))
  onProgress(0.75)
  // The empty border is one pixel wide, and pixel centres lie at halves of the picture's coordinates.
  const place = (points: readonly number[]): number[] => points.map((v) => v - 0.5)
  const lines = joinChains(traced, forks.length).map((line): VectorLine => {
    const { stroke, closed } = reachForks(line, forks)
    return { points: place(toPolyline(stroke, closed)), closed, width: median(stroke.strength, 1) }
  })
  onProgress(0.95)
  const solids = traceOutlines(solid, width, height, 12).map(place)
  onProgress(1)
  return {
    width: drawing.width,
    height: drawing.height,
    lines: lines.filter(({ points }) => points.length >= 4),
    solids,
  }
}
