import type { RegionChange, RegionSet, Stroke } from '#contracts/surfaces.ts'
import { mergeRegions, partRegions, relabel } from '#kernels/seeing/regions-edit.ts'
import { mergeAlong, splitAlong } from '#kernels/seeing/regions-strokes.ts'
import type { Region, Seen, Spot } from '#kernels/seeing/scene.ts'

/** Id of the region at a place, parts of the sides. */
export function regionAt({ map, width, height }: Seen, x: number, y: number): number {
  const px = Math.min(width - 1, Math.floor(x * width))
  const py = Math.min(height - 1, Math.floor(y * height))
  return map[py * width + px]!
}

/** Names that are one: also what is made of something else than others of its label. */
const isNamedAlike = (one: Region, other: Region) => one.label === other.label && one.own === other.own

/**
 * Colours closer than this are of one paint, ΔE with half the weight on lightness: surfaces of one paint stand in other
 * light. Of 45 000 pairs of regions of one name in 22 photographs with reference label maps 0.94 of those that are closer are the
 * same thing, and 0.92 of those that are 9 to 12 apart; of those further apart 0.88 and less.
 */
const ALIKE = 12

function isAlike(one: Region, other: Region): boolean {
  if (!isNamedAlike(one, other) || !one.lab || !other.lab) return one === other
  const [l, a, b] = one.lab.map((value, c) => value - other.lab![c]!) as [number, number, number]
  return Math.hypot(l / 2, a, b) < ALIKE
}

/** Regions of one name that touch each other, among them one. */
function joinedWith({ map, width, regions }: Seen, id: number): number[] {
  const touching = regions.map(() => new Set<number>())
  const meet = (one: number, other: number) => {
    if (one === other || !isNamedAlike(regions[one]!, regions[other]!)) return
    touching[one]!.add(other)
    touching[other]!.add(one)
  }
  for (let i = 0; i < map.length; i++) {
    if ((i + 1) % width > 0) meet(map[i]!, map[i + 1]!)
    if (i + width < map.length) meet(map[i]!, map[i + width]!)
  }
  const found = new Set([id])
  // A set goes on over what is added to it on the way.
  for (const one of found) for (const other of touching[one]!) found.add(other)
  return [...found]
}

/** Regions that a change at a place takes, whole; see Extent. */
export function regionsAt(seen: Seen, { x, y, extent }: Pick<RegionSet, 'x' | 'y' | 'extent'>): number[] {
  const id = regionAt(seen, x, y)
  if (extent === 'joined') return joinedWith(seen, id)
  const own = seen.regions[id]!
  return extent === 'alike' ? seen.regions.filter((one) => isAlike(own, one)).map((one) => one.id) : [id]
}

/** Pixels inside of a loop by the even-odd rule, 1 where they are. @param loop parts of the sides */
function insideOf({ width, height }: Seen, loop: Stroke): Uint8Array {
  const inside = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const level = (y + 0.5) / height
    const crossings = loop.flatMap(([x, from], k) => {
      const [next, to] = loop[(k + 1) % loop.length]!
      return from <= level !== to <= level ? [x + ((next - x) * (level - from)) / (to - from)] : []
    })
    crossings.sort((one, other) => one - other)
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const [left, right] = [crossings[k]! * width - 0.5, crossings[k + 1]! * width - 0.5]
      inside.fill(1, y * width + Math.ceil(left), y * width + Math.floor(right) + 1)
    }
  }
  return inside
}

/**
 * What a loop takes, 1 a pixel: the pieces most of which lie inside of it, so that it need not follow their outlines; where these
 * are less than half of what it goes round, as of a tree that is no piece of its own, all that lies inside.
 */
export function takenAround(seen: Seen, loop: Stroke): Uint8Array {
  const { map, parts, regions } = seen
  const inside = insideOf(seen, loop)
  // Pieces are told apart by their region and by the superpixel that it is of there.
  const pieceAt = (i: number) => regions.length * (parts ? parts[i]! : 0) + map[i]!
  const pieces = new Map<number, { all: number; in: number }>()
  for (let i = 0; i < map.length; i++) {
    const piece = pieces.get(pieceAt(i)) ?? { all: 0, in: 0 }
    piece.all++
    if (inside[i]) piece.in++
    pieces.set(pieceAt(i), piece)
  }
  const isMeant = (piece: { all: number; in: number }) => 2 * piece.in > piece.all
  const [meant, around] = [...pieces.values()].reduce(
    ([sum, all], piece) => [sum + (isMeant(piece) ? piece.in : 0), all + piece.in],
    [0, 0],
  )
  return 2 * meant < around
    ? inside
    : Uint8Array.from(map, (_, i) => Number(isMeant(pieces.get(pieceAt(i))!)))
}

/** The part of a region that lies at a place, 1 a pixel; null where the region is of one piece. */
export function partAt(seen: Seen, { x, y }: Pick<RegionSet, 'x' | 'y'>): Uint8Array | null {
  const { map, parts, width, height } = seen
  if (!parts) return null
  const id = regionAt(seen, x, y)
  const px = Math.min(width - 1, Math.floor(x * width))
  const part = parts[Math.min(height - 1, Math.floor(y * height)) * width + px]
  let size = 0
  const mask = map.map((own, i) => {
    const isIn = own === id && parts[i] === part
    if (isIn) size++
    return Number(isIn)
  })
  return size < seen.regions[id]!.pixels ? Uint8Array.from(mask) : null
}

/** Sets a whole region; one whose label is said again is sure of it. */
function setOne(seen: Seen, id: number, { label, finish }: RegionSet): Seen {
  const isOther = label !== undefined && label !== seen.regions[id]!.label
  const named = isOther ? relabel(seen, id, label) : seen
  const { finish: before, ...rest } = named.regions[id]!
  const region = label === undefined ? rest : { ...rest, sure: 1 }
  // Another kind of surface is made of something else: the material of the old one does not stay.
  const made = finish ?? (isOther ? undefined : before)
  const next = made === undefined ? region : { ...region, finish: made }
  return { ...named, regions: named.regions.map((other) => (other.id === id ? next : other)) }
}

function setRegion(before: Seen, change: RegionSet): Seen {
  const { around, extent } = change
  const mask = around ? takenAround(before, around) : extent === 'part' ? partAt(before, change) : null
  const { seen, ids } = mask ? partRegions(before, mask) : { seen: before, ids: regionsAt(before, change) }
  const made = ids.reduce((now, id) => setOne(now, id, change), seen)
  // What is no plane, as a crown, is one thing where one loop goes round its pieces.
  const loose = around && change.label ? ids.filter((id) => made.regions[id]!.plane === null) : []
  return mergeRegions(made, loose)
}

/**
 * Does to a picture's regions what the user did, in that order: strokes make one region of several or cut one, and a
 * region takes the name and the finish that it was given along into what becomes of it.
 */
export function changeRegions(seen: Seen, changes: readonly RegionChange[]): Seen {
  const spots = (stroke: Stroke): Spot[] =>
    stroke.map(([x, y]) => ({ x: x * seen.width, y: y * seen.height }))
  return changes.reduce((now, change) => {
    if ('merge' in change) return mergeAlong(now, spots(change.merge))
    if ('split' in change) return splitAlong(now, spots(change.split), change.closed)
    return setRegion(now, change)
  }, seen)
}
