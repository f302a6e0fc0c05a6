import type { Stroke } from '#kernels/lineart/trace.ts'

/** A traced line with the forks that its ends lie at. */
export interface Traced {
  stroke: Stroke
  closed: boolean
  forks: [number, number]
}

/** Largest bend, radians, over which a line goes on through a fork. */
const WIDEST_BEND = 0.44

/** Unit direction out of an end, over points a little way in: beside a fork a skeleton is bent. */
function outward({ stroke }: Traced, end: 0 | 1): { x: number; y: number } {
  const n = stroke.x.length
  const near = Math.min(n - 1, 2)
  const far = Math.min(n - 1, 12)
  const [a, b] = end === 0 ? [near, far] : [n - 1 - near, n - 1 - far]
  const dx = stroke.x[a]! - stroke.x[b]!
  const dy = stroke.y[a]! - stroke.y[b]!
  const length = Math.hypot(dx, dy) || 1
  return { x: dx / length, y: dy / length }
}

function reversed({ x, y, strength }: Stroke): Stroke {
  return { x: x.toReversed(), y: y.toReversed(), strength: strength.toReversed() }
}

/** The end of a line and the line. */
interface End {
  line: number
  end: 0 | 1
}

/** Pairs the ends at one fork that go on in each other, straightest first. */
function pairEnds(ends: readonly End[], lines: readonly Traced[]): [End, End][] {
  const options: { a: End; b: End; bend: number }[] = []
  for (let i = 0; i < ends.length; i++) {
    for (let j = i + 1; j < ends.length; j++) {
      const [a, b] = [ends[i]!, ends[j]!]
      if (a.line === b.line) continue
      const u = outward(lines[a.line]!, a.end)
      const v = outward(lines[b.line]!, b.end)
      const bend = Math.acos(Math.max(-1, Math.min(1, -(u.x * v.x + u.y * v.y))))
      if (bend < WIDEST_BEND) options.push({ a, b, bend })
    }
  }
  options.sort((p, q) => p.bend - q.bend)
  const taken = new Set<End>()
  const pairs: [End, End][] = []
  for (const { a, b } of options) {
    if (taken.has(a) || taken.has(b)) continue
    taken.add(a).add(b)
    pairs.push([a, b])
  }
  return pairs
}

/** Joins lines at forks where they go on in each other, so that a crossing is two lines and not four. */
export function joinChains(lines: readonly Traced[], forkCount: number): Traced[] {
  const endsAt: End[][] = Array.from({ length: forkCount }, () => [])
  lines.forEach(({ forks }, line) => {
    if (forks[0] >= 0) endsAt[forks[0]]!.push({ line, end: 0 })
    if (forks[1] >= 0) endsAt[forks[1]]!.push({ line, end: 1 })
  })
  const partner = new Map<string, End>()
  for (const ends of endsAt) {
    for (const [a, b] of pairEnds(ends, lines)) {
      partner.set(`${a.line}/${a.end}`, b)
      partner.set(`${b.line}/${b.end}`, a)
    }
  }
  const used = new Uint8Array(lines.length)
  const collect = (start: number, from: 0 | 1): Traced => {
    const joined: Stroke = { x: [], y: [], strength: [] }
    let line = start
    let entry = from
    const first = lines[start]!.forks[from]
    for (;;) {
      used[line] = 1
      const { stroke } = lines[line]!
      const piece = entry === 0 ? stroke : reversed(stroke)
      joined.x.push(...piece.x)
      joined.y.push(...piece.y)
      joined.strength.push(...piece.strength)
      const exit = entry === 0 ? 1 : 0
      const on = partner.get(`${line}/${exit}`)
      if (!on || used[on.line] === 1)
        return {
          stroke: joined,
          closed: lines[start]!.closed && line === start,
          forks: [first, lines[line]!.forks[exit]],
        }
      line = on.line
      entry = on.end
    }
  }
  const out: Traced[] = []
  lines.forEach((_, line) => {
    for (const end of [0, 1] as const) {
      if (used[line] === 0 && !partner.has(`${line}/${end}`)) out.push(collect(line, end))
    }
  })
  lines.forEach((_, line) => {
    if (used[line] === 0) out.push(collect(line, 0))
  })
  return out
}
