import type { Label, Region, Seen } from '#kernels/seeing/scene.ts'
import { horizonAt, scaledView } from '#kernels/seeing/view.ts'
import { type Box, boxiness, type Shape, shapesOf } from './shapes.ts'

/**
 * What a thing in a room is by its outline: a cushion of the largest seat, one of another seat, one that lies on a
 * seat; a board, a bar or a top; what is turned, and the field of a picture; something round, that may be any of these; null where nothing is sure.
 */
export type Form = 'seat' | 'other seat' | 'cushion' | 'hard' | 'pale' | 'round' | null

/** Parts of a picture between which the outline of a thing tells what it is. */
const [LEAST, MOST] = [0.0003, 0.04]
/** Part of a rectangle of the scene that a board or a picture fills. */
const BOARD = 0.96
/** How well an ellipse covers what is round, and how much wider than high a top is that one looks down on. */
const [ROUND, TOP] = [0.93, 1.5]
/** Something turned: how far its rows stray and what they hold, the part of a picture it covers, width by height. */
const TURNED = { stray: 0.05, closed: 0.97, most: 0.0045, wide: 1.6 } as const
/**
 * A seat or its back: parts of a picture for one beside another and by itself, how convex and how sure it is; how convex
 * the largest piece of a sofa is at least, of which part of a picture that is and the whole sofa, and of how many pieces;
 * and how much of its outline runs to the vanishing points at most.
 */
const SEAT = {
  least: 0.0045,
  alone: 0.007,
  convex: 0.925,
  sure: 0.3,
  inSofa: 0.85,
  piece: 0.0025,
  whole: 0.015,
  sofa: 5,
  boxy: 0.67,
} as const
/**
 * What joins a seat: how convex it is, its part of a picture, part of either's outline that it shares, length in
 * widths at most.
 */
const JOINS = { convex: 0.74, least: 0.0004, shared: 0.14, long: 7 } as const
/**
 * A seam of a seat, as between an arm and a cushion: its part of a picture at most, part of its outline that lies at
 * furniture at least, and part of a picture of what joins a seat across it.
 */
const SEAM = { most: 0.0012, within: 0.8, across: 0.002 } as const
/**
 * A loose cushion by the largest piece of its seat, width by height at most, and how much of its foot lies on the
 * seat.
 */
const LOOSE = { part: 0.75, wide: 1.45, on: 0.5 } as const
/** Part of its outline at which something lies between the pieces of a seat, and a seam along them. */
const [HELD, SEWN] = [0.5, 0.35]
/** How convex a thing is that may be a seat as well. */
const BULGING = 0.81
/**
 * Part of its outline at which the field of a picture lies in its frame, and a picture on a wall; and one whose
 * outline a shadow frays.
 */
const [FRAMED, HUNG, FRAYED] = [0.9, 0.5, 0.85]
/** What of its rows a frame holds itself at most. */
const FRAME = 0.6

/** Regions with what is known of their outlines. */
interface Facts {
  boxes: readonly Box[]
  /** Length of the border with each neighbour, px. */
  beside: readonly ReadonlyMap<number, number>[]
  /** What each is dressed as. */
  labels: readonly Label[]
  /** Whether it is neither a rail nor a slat. */
  compact: readonly boolean[]
  /** Whether a thing has no outlines but those that its light gives it: nothing tells a cabinet in the sun from a seat. */
  faint: boolean
}

/** Length of a region's outline, px. @param beside lengths by neighbours */
export function outlineOf(beside: ReadonlyMap<number, number>): number {
  let all = 0
  for (const length of beside.values()) all += length
  return all
}

/** Part of a region's outline, 0..1, that lies at those that are asked for. @param beside lengths by neighbours */
export function partAt(beside: ReadonlyMap<number, number>, isIt: (id: number) => boolean): number {
  let [all, some] = [0, 0]
  for (const [id, length] of beside) {
    all += length
    if (isIt(id)) some += length
  }
  return some / Math.max(1, all)
}

/** Part of a region's foot under which one of those lies that are asked for. */
function partOn({ map, width, height }: Seen, id: number, box: Box, isIt: (id: number) => boolean): number {
  let [all, some] = [0, 0]
  for (let x = box.left; x <= box.right; x++)
    for (let y = box.bottom; y >= box.top; y--) {
      if (map[y * width + x] !== id) continue
      all++
      if (y + 1 < height && isIt(map[(y + 1) * width + x]!)) some++
      break
    }
  return some / Math.max(1, all)
}

/**
 * Part of its outline, and of its foot, at which a sliver on a wall has that wall around it, and how wide it is at most, in
 * parts of the picture's width, or px of a small one.
 */
const SLIVER = { around: 0.4, under: 0.5, wide: 0.0045, least: 3 } as const

/**
 * Slivers on the walls of a room that stand on nothing and hang from nothing: edges of pictures that were seen by
 * themselves.
 */
export function sliversOf(seen: Seen, { boxes, beside, labels, compact }: Omit<Facts, 'faint'>): boolean[] {
  return seen.regions.map(({ id, pixels }) => {
    if (seen.setting !== 'indoors' || labels[id] !== 'furniture' || compact[id]) return false
    const most = Math.max(SLIVER.least, SLIVER.wide * seen.width)
    if (2 * pixels > most * outlineOf(beside[id]!)) return false
    const isWall = (other: number) => labels[other] === 'wall'
    const isAround = partAt(beside[id]!, isWall) > SLIVER.around
    return isAround && partOn(seen, id, boxes[id]!, isWall) > SLIVER.under
  })
}

/** Whether something turned stands there, as a vase before a seat. */
function isTurned({ stray, closed }: Shape, { left, top, right, bottom }: Box): boolean {
  const wide = (right - left + 1) / (bottom - top + 1)
  return stray < TURNED.stray && closed > TURNED.closed && wide < TURNED.wide
}

/**
 * A lamp on its cord: how wide and how long the cord is in widths and heights of the lamp, width by height of that, and
 * what it fills of an ellipse.
 */
const PENDANT = { cord: 0.3, long: 0.5, wide: [0.7, 1.6], fills: 0.9 } as const

/** Whether a lamp hangs there on a cord that was seen as a part of it. */
function isPendant({ map, width }: Seen, id: number, { left, top, right, bottom }: Box): boolean {
  const rows: number[] = []
  for (let y = top; y <= bottom; y++) {
    let own = 0
    for (let x = left; x <= right; x++) if (map[y * width + x] === id) own++
    rows.push(own)
  }
  const most = Math.max(...rows)
  const cord = rows.findIndex((own) => own > PENDANT.cord * most)
  const body = rows.slice(cord)
  const pixels = body.reduce((sum, own) => sum + own, 0)
  const [least, largest] = PENDANT.wide
  const wide = most / body.length
  return (
    cord > PENDANT.long * body.length &&
    wide > least &&
    wide < largest &&
    pixels > (PENDANT.fills * Math.PI * most * body.length) / 4
  )
}

/** Sureness under which a piece of a room's wall may be something that hangs before it. */
const HUNG_BEFORE = 0.3

/** Pieces of a room's walls that are lamps or vases before them by their outline: a model's are as bright as the wall. */
export function thingsBeforeWalls(seen: Seen, boxes: readonly Box[]): boolean[] {
  const { regions, setting, width, height } = seen
  if (setting !== 'indoors') return regions.map(() => false)
  const [least, most] = [LEAST * width * height, TURNED.most * width * height]
  const shapes = shapesOf(
    seen,
    boxes,
    ({ label, sure, pixels }) => label === 'wall' && sure < HUNG_BEFORE && pixels > least && pixels < most,
  )
  return shapes.map((shape, id) => {
    if (!shape) return false
    return shape.disc > ROUND || isTurned(shape, boxes[id]!) || isPendant(seen, id, boxes[id]!)
  })
}

/** Whether something narrow that bends lies among furniture, as the edge of a cushion does. */
function isSeamOf(
  { width, height, regions }: Seen,
  id: number,
  shape: Shape | null | undefined,
  { beside, labels }: Pick<Facts, 'beside' | 'labels'>,
): boolean {
  if (!shape || labels[id] !== 'furniture' || regions[id]!.pixels > SEAM.most * width * height) return false
  const within = partAt(beside[id]!, (other) => labels[other] === 'furniture')
  return shape.convex < JOINS.convex && within > SEAM.within
}

/** Seats: groups of rounded pieces under the eye, each with its largest first. */
function seatsOf(
  seen: Seen,
  shapes: readonly (Shape | null)[],
  { boxes, beside, labels, compact }: Facts,
): Region[][] {
  const { width, height, regions } = seen
  const all = width * height
  const horizon = horizonAt(scaledView(seen.view, width, height), width / 2)
  const isRounded = ({ id, pixels }: Region, convex: number, least: number) => {
    const shape = shapes[id]
    if (!shape || pixels < least * all) return false
    const under = (boxes[id]!.top + boxes[id]!.bottom) / 2 > horizon
    return under && shape.quad < BOARD && shape.disc < ROUND && shape.convex > convex
  }
  const isSeam = (id: number) => isSeamOf(seen, id, shapes[id], { beside, labels })
  const outlines = beside.map(outlineOf)
  const isSeat = (region: Region, convex: number, least: number) =>
    region.sure > SEAT.sure &&
    compact[region.id]! &&
    isRounded(region, convex, least) &&
    boxiness(seen, region.id, boxes[region.id]!) < SEAT.boxy
  const mayJoin = (region: Region, group: ReadonlySet<number>) => {
    const box = boxes[region.id]!
    const [w, h] = [box.right - box.left + 1, box.bottom - box.top + 1]
    if (!isRounded(region, JOINS.convex, JOINS.least) || Math.max(w, h) > JOINS.long * Math.min(w, h))
      return false
    const meets = (one: number, isOther: (id: number) => boolean) =>
      [...beside[one]!].some(
        ([id, length]) => isOther(id) && length > JOINS.shared * Math.min(outlines[id]!, outlines[one]!),
      )
    const isIn = (id: number) => group.has(id)
    const isAcross = (id: number) => isSeam(id) && meets(id, isIn)
    const mayMeetAcross = region.pixels > SEAM.across * all
    if (!meets(region.id, (id) => isIn(id) || (mayMeetAcross && isAcross(id)))) return false
    // A vase before a seat stands on something else.
    const mayStand = region.pixels < TURNED.most * all && isTurned(shapes[region.id]!, box)
    return !mayStand || partOn(seen, region.id, box, (id) => group.has(id)) > LOOSE.on
  }
  const met = new Set<number>()
  const seats: Region[][] = []
  for (const first of [...regions].sort((a, b) => b.pixels - a.pixels)) {
    if (met.has(first.id) || !isSeat(first, SEAT.inSofa, SEAT.piece)) continue
    const group = new Set([first.id])
    for (let had = 0; had < group.size; ) {
      had = group.size
      for (const region of regions) {
        if (!group.has(region.id) && !met.has(region.id) && mayJoin(region, group)) group.add(region.id)
      }
    }
    const size = [...group].reduce((sum, id) => sum + regions[id]!.pixels, 0)
    const isOne =
      isSeat(first, SEAT.convex, SEAT.least) && (group.size > 1 || first.pixels >= SEAT.alone * all)
    if (!isOne && (group.size < SEAT.sofa || size < SEAT.whole * all)) continue
    for (const id of group) met.add(id)
    seats.push([...group].map((id) => regions[id]!))
  }
  const sizeOf = (seat: readonly Region[]) => seat.reduce((sum, { pixels }) => sum + pixels, 0)
  return seats.sort((a, b) => sizeOf(b) - sizeOf(a))
}

/** Whether it is the field of a picture: in a frame, or in what hangs on a wall behind a plant. */
function isField(
  id: number,
  { quad }: Shape,
  shapes: readonly (Shape | null)[],
  { beside, labels }: Pick<Facts, 'beside' | 'labels'>,
): boolean {
  const shown = (of: number) => new Map([...beside[of]!].filter(([other]) => labels[other] !== 'vegetation'))
  if (quad > BOARD) return partAt(beside[id]!, (other) => (shapes[other]?.closed ?? 1) < FRAME) > FRAMED
  // What hides a corner of the field hides a side of its frame.
  const own = shown(id)
  if (own.size === beside[id]!.size) return false
  return [...own.keys()].some((frame) => {
    const around = shown(frame)
    around.delete(id)
    const hangs = partAt(around, (other) => labels[other] === 'wall') > FRAYED
    return hangs && partAt(own, (other) => other === frame) > FRAMED
  })
}

/** The form of what is no seat. */
function formOf(
  { id, pixels }: Region,
  shape: Shape,
  seen: Seen,
  shapes: readonly (Shape | null)[],
  { boxes, beside, labels, compact, faint }: Facts,
): Form {
  const box = boxes[id]!
  const all = seen.width * seen.height
  const wide = (box.right - box.left + 1) / (box.bottom - box.top + 1)
  if (shape.closed < FRAME) return 'hard'
  const isWall = (other: number) => labels[other] === 'wall'
  const isHung = (least: number) =>
    partAt(beside[id]!, isWall) > least && partOn(seen, id, box, isWall) > least
  if (compact[id] && isField(id, shape, shapes, { beside, labels })) return 'pale'
  if (shape.quad > BOARD && compact[id]) return isHung(HUNG) ? 'pale' : 'hard'
  if (compact[id] && isHung(FRAYED)) return 'pale'
  if (shape.disc > ROUND) return wide > TOP && pixels > 2 * LEAST * all ? 'hard' : 'pale'
  if (isPendant(seen, id, box)) return 'pale'
  if (!compact[id]) return shape.quad > BOARD ? 'hard' : null
  if (pixels < TURNED.most * all && isTurned(shape, box)) return 'pale'
  if (faint || pixels < SEAT.least * all || shape.convex < BULGING) return null
  return boxiness(seen, id, box) < SEAT.boxy ? 'round' : 'hard'
}

/** The forms of a room's furniture; null for all else. */
export function formsOf(seen: Seen, facts: Facts): Form[] {
  const { regions, setting } = seen
  const all = seen.width * seen.height
  if (setting !== 'indoors') return regions.map(() => null)
  const shapes = shapesOf(
    seen,
    facts.boxes,
    ({ id, pixels }) => facts.labels[id] === 'furniture' && pixels > LEAST * all && pixels < MOST * all,
  )
  const forms = regions.map((region): Form => {
    const shape = shapes[region.id]
    return shape ? formOf(region, shape, seen, shapes, facts) : null
  })
  for (const [rank, seat] of seatsOf(seen, shapes, facts).entries()) {
    const ids = new Set(seat.map(({ id }) => id))
    const largest = Math.max(...seat.map(({ pixels }) => pixels))
    for (const { id, pixels } of seat) {
      const box = facts.boxes[id]!
      const square = box.right - box.left < LOOSE.wide * (box.bottom - box.top)
      const lies = seat.length > 3 && square && partOn(seen, id, box, (other) => ids.has(other)) > LOOSE.on
      const loose = lies && pixels < LOOSE.part * largest
      forms[id] = loose ? 'cushion' : rank === 0 ? 'seat' : 'other seat'
    }
  }
  // What is left between pieces of a seat is one more of them, and then what that holds.
  for (let round = 0; round < 2; round++) {
    for (const { id } of regions) {
      if (forms[id] !== null || !shapes[id]) continue
      const least = isSeamOf(seen, id, shapes[id], facts) ? SEWN : HELD
      const isHeldBy = (form: Form) =>
        partAt(facts.beside[id]!, (other) => forms[other] === form || forms[other] === 'cushion') > least
      forms[id] = (['seat', 'other seat'] as const).find(isHeldBy) ?? null
    }
  }
  return forms
}
