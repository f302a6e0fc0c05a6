import { between, type Tally } from './room-box-evidence.ts'
import { FLOOR_NET } from './room-box-floor-weights.ts'
import { type Evidence, extentAt, judge, rayOfCorner, type Sides } from './room-box-score.ts'
import { sidesAgree } from './room-box-sides.ts'

/** Part of an edge of the back wall next to a corner that is looked at by itself. */
const CORNER = 0.18
/** Lines of the grid above and below a corner on which its upright edge should go on, and end. */
const REACH = 14

/**
 * What speaks for a height of the floor's far edge when the other three sides are known: shares of its edges that
 * show, alone and together, for furniture hides some of them and has edges of its own.
 */
function floorSigns(evidence: Evidence, [l, t, r, b]: Sides): number[] {
  const { grid, rays, ways, side } = evidence
  const tally: Tally = { seen: 0, edge: 0, signed: 0 }
  const share = ({ seen, edge }: Tally): number => (seen > 4 ? edge / seen : 0)
  const { level, upright, xs, ys } = grid
  const back = share(between(level, b, l, r, tally))
  const backSeen = tally.seen / side
  const signed = tally.seen > 4 ? Math.abs(tally.signed) / tally.seen : 0
  const part = Math.max(2, Math.round(CORNER * (r - l)))
  const nearLeft = share(between(level, b, l, Math.min(r, l + part), tally))
  const nearRight = share(between(level, b, Math.max(l, r - part), r, tally))
  const left = rayOfCorner({ grid, rays }, l, b)
  const right = rayOfCorner({ grid, rays }, r, b)
  const [fl, fr] = [share(left.edge), share(right.edge)]
  const [sl, sr] = [left, right].map(({ edge }) =>
    edge.seen > 4 ? Math.abs(edge.signed) / edge.seen : 0,
  ) as [number, number]
  const last = upright.places - 1
  const above = [l, r].map((k) => share(between(upright, k, Math.max(t, b - REACH), b, tally)))
  const below = [l, r].map((k) =>
    share(between(upright, k, Math.min(last, b + 3), Math.min(last, b + REACH), tally)),
  )
  let [ends, past, early] = [0, 0, 0]
  for (const way of ways) {
    const across = way.x < 0 ? way.x / xs[l]! : way.x / xs[r]!
    const steep = way.y / ys[b]!
    if (way.y <= 0 || steep <= 1 || across > steep) continue
    const off = (1 / steep - way.free) * way.length
    if (off < -3.5) early++
    else if (off > 3.5) past++
    else ends++
  }
  const all = Math.max(4, ends + past + early)
  const tall = Math.log(-ys[t]! / ys[b]!)
  const deep = Math.log(1 / ys[b]!)
  const wide = Math.log((xs[r]! - xs[l]!) / ys[b]!)
  return [
    back,
    signed,
    nearLeft + nearRight,
    Math.max(nearLeft, nearRight),
    Math.min(nearLeft, nearRight),
    fl + fr,
    Math.max(fl, fr),
    Math.min(fl, fr),
    sl + sr,
    Math.max(fl, fr) * back,
    Math.sqrt(Math.max(fl, fr) * Math.max(nearLeft, nearRight)),
    (left.edge.edge + right.edge.edge) / side,
    back * backSeen,
    (left.beyond + right.beyond) / side,
    above[0]! + above[1]!,
    Math.max(above[0]!, above[1]!),
    below[0]! + below[1]!,
    Math.max(below[0]!, below[1]!),
    ends / all,
    past / all,
    ends / 40,
    tall,
    tall * tall,
    deep,
    deep * deep,
    wide,
    wide * wide,
    judge(evidence, [l, t, r, b]) / side,
  ]
}

function rank(signs: readonly number[]): number {
  let sum = 0
  signs.forEach((sign, k) => {
    sum += sign * FLOOR_NET.direct[k]!
  })
  for (const { weights, bias, out } of FLOOR_NET.hidden) {
    let own: number = bias
    signs.forEach((sign, k) => {
      own += sign * weights[k]!
    })
    sum += out * Math.tanh(own)
  }
  return sum
}

/** Least height of the eye over the floor, in distances of the back wall, and px of an edge that must be visible. */
const LEAST_DROP = 0.06
const LEAST_SEEN = 20
/** What full agreement with the names of pixels adds to a floor's rank. */
const AGREED = 16

/**
 * A box with its floor where most speaks for it. What stands on floors is what misleads most about a room, so that
 * the floor's far edge is decided by itself, after the three sides that are seen better.
 */
export function settleFloor(evidence: Evidence, sides: Sides): Sides {
  const [l, t, r] = sides
  const { ys, level } = evidence.grid
  const tally: Tally = { seen: 0, edge: 0, signed: 0 }
  // A floor that ends below the picture stays there.
  if (between(level, sides[3], l, r, tally).seen < LEAST_SEEN) return sides
  let best = sides
  let most = -Infinity
  for (let b = 0; b < ys.length; b++) {
    if (ys[b]! < LEAST_DROP || between(level, b, l, r, tally).seen < LEAST_SEEN) continue
    const named = sidesAgree(evidence.places, extentAt(evidence.grid, [l, t, r, b]))
    const score = rank(floorSigns(evidence, [l, t, r, b])) + AGREED * named
    if (score <= most) continue
    most = score
    best = [l, t, r, b]
  }
  return best
}
