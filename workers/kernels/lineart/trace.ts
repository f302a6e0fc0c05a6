import type { Ridges } from './ridges.ts'
import type { Flow } from './tangent-flow.ts'

/** A drawn line: points in working pixels about one pixel apart, with the ΔE response at each. */
export interface Stroke {
  x: number[]
  y: number[]
  strength: number[]
}

/** Share of the previous heading that is kept at each step. */
const MOMENTUM = 0.25

/** The eight neighbours in turning order. */
const DX = [1, 1, 0, -1, -1, -1, 0, 1]
const DY = [0, 1, 1, 1, 0, -1, -1, -1]

/** Everything the tracer carries from step to step. */
interface Tracing {
  ridges: Ridges
  flow: Flow
  /** 1 for crests already in a stroke or beside one. */
  used: Uint8Array
}

/** Marks the crests on both sides of a traced pixel, which belong to the same line, as used. */
function claimSides({ ridges, flow, used }: Tracing, px: number, py: number): void {
  const i = py * flow.width + px
  const direction = Math.round(Math.atan2(flow.tx[i]!, -flow.ty[i]!) / (Math.PI / 4)) & 7
  for (const side of [direction, (direction + 4) & 7]) {
    const qx = px + DX[side]!
    const qy = py + DY[side]!
    if (qx < 0 || qy < 0 || qx >= flow.width || qy >= flow.height) continue
    const j = qy * flow.width + qx
    const crest = ridges.at[j]!
    if (crest < 0) continue
    const parallel = Math.abs(flow.tx[i]! * flow.tx[j]! + flow.ty[i]! * flow.ty[j]!)
    if (parallel > 0.8) used[crest] = 1
  }
}

/** Best crest to go on to from pixel (px, py) heading (vx, vy); looks one pixel ahead, then two. -1 for none. */
function nextCrest(tracing: Tracing, px: number, py: number, vx: number, vy: number): number {
  const { ridges, flow } = tracing
  const here = ridges.at[py * flow.width + px]!
  const heading = Math.round(Math.atan2(vy, vx) / (Math.PI / 4)) & 7
  for (let reach = 1; reach <= 2; reach++) {
    let best = -1
    let bestCost = 2.2 * reach
    for (let turn = -1; turn <= 1; turn++) {
      const d = (heading + turn) & 7
      const qx = px + DX[d]! * reach
      const qy = py + DY[d]! * reach
      if (qx < 0 || qy < 0 || qx >= flow.width || qy >= flow.height) continue
      const j = qy * flow.width + qx
      const crest = ridges.at[j]!
      if (crest < 0) continue
      const angle = Math.acos(Math.min(1, Math.abs(vx * flow.tx[j]! + vy * flow.ty[j]!)))
      const gap = Math.hypot(ridges.x[crest]! - ridges.x[here]!, ridges.y[crest]! - ridges.y[here]!)
      const cost = gap + angle
      if (cost < bestCost) {
        bestCost = cost
        best = j
      }
    }
    if (best >= 0) return best
  }
  return -1
}

/** Follows one line from a seed pixel in one direction, adding points until it ends or meets another stroke. */
function follow(tracing: Tracing, seed: number, sign: number, into: Stroke): void {
  const { ridges, flow, used } = tracing
  const { width } = flow
  let pixel = seed
  let vx = sign * flow.tx[seed]!
  let vy = sign * flow.ty[seed]!
  for (;;) {
    const px = pixel % width
    const py = (pixel - px) / width
    const next = nextCrest(tracing, px, py, vx, vy)
    if (next < 0) return
    const crest = ridges.at[next]!
    into.x.push(ridges.x[crest]!)
    into.y.push(ridges.y[crest]!)
    into.strength.push(ridges.strength[crest]!)
    if (used[crest] === 1) return
    used[crest] = 1
    claimSides(tracing, next % width, Math.floor(next / width))
    const along = vx * flow.tx[next]! + vy * flow.ty[next]!
    // Momentum carries the line straight over a crossing, where the flow belongs to neither line.
    vx = MOMENTUM * vx + (1 - MOMENTUM) * (along < 0 ? -flow.tx[next]! : flow.tx[next]!)
    vy = MOMENTUM * vy + (1 - MOMENTUM) * (along < 0 ? -flow.ty[next]! : flow.ty[next]!)
    const speed = Math.hypot(vx, vy)
    vx /= speed
    vy /= speed
    pixel = next
  }
}

/**
 * Links crests into strokes, strongest first, with hysteresis: a stroke starts where the response reaches `high`
 * ΔE and goes on through anything that findRidges kept. Linking by position and direction is Steger 1998, §4.
 */
export function traceStrokes(ridges: Ridges, flow: Flow, high: number): Stroke[] {
  const used = new Uint8Array(ridges.count)
  const tracing: Tracing = { ridges, flow, used }
  const pixels = new Int32Array(ridges.count)
  for (let i = 0; i < ridges.at.length; i++) if (ridges.at[i]! >= 0) pixels[ridges.at[i]!] = i
  const seeds = Uint32Array.from({ length: ridges.count }, (_, i) => i).filter(
    (i) => ridges.strength[i]! >= high,
  )
  seeds.sort((a, b) => ridges.strength[b]! - ridges.strength[a]! || a - b)
  const strokes: Stroke[] = []
  for (const seed of seeds) {
    if (used[seed] === 1) continue
    used[seed] = 1
    const pixel = pixels[seed]!
    claimSides(tracing, pixel % flow.width, Math.floor(pixel / flow.width))
    const back: Stroke = { x: [], y: [], strength: [] }
    follow(tracing, pixel, -1, back)
    const stroke: Stroke = {
      x: back.x.reverse(),
      y: back.y.reverse(),
      strength: back.strength.reverse(),
    }
    stroke.x.push(ridges.x[seed]!)
    stroke.y.push(ridges.y[seed]!)
    stroke.strength.push(ridges.strength[seed]!)
    follow(tracing, pixel, 1, stroke)
    strokes.push(stroke)
  }
  return strokes
}
