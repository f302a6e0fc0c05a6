import { connected } from '#kernels/connected.ts'
import { NO_SIDE } from './sides.ts'

/** How much of a side has to be seen, in parts of what a thing hides of it: filling makes no more than there is to copy. */
const SEEN = 1
/** A side of which a thing hides less than this part of itself does not count. */
const HIDES = 0.05
/** Part of a thing's surroundings that has to be the side that it stands before: where it is less, the thing is not known as a whole, or stands before a window. */
const BARE = 2 / 3
/** How wide its surroundings are, in parts of the longer side. */
const RIM = 0.012

/** Pixels of the surroundings of each thing, and how many of them show the side that is there. */
function rimsOf(
  things: { map: Int32Array; count: number },
  mask: Uint8Array,
  own: Uint8Array,
  width: number,
) {
  const [all, bare] = [new Uint32Array(things.count), new Uint32Array(things.count)]
  const of = Int32Array.from(things.map, (thing, i) => (mask[i]! > 127 ? thing : -1))
  const steps = Math.max(1, Math.round(RIM * Math.max(width, mask.length / width)))
  let front: number[] = []
  for (let i = 0; i < of.length; i++) if (of[i]! >= 0) front.push(i)
  for (let step = 0; step < steps; step++) {
    const next: number[] = []
    for (const i of front) {
      const x = i % width
      for (const j of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
        if (of[j] !== -1) continue
        const thing = of[i]!
        of[j] = thing
        next.push(j)
        all[thing] = all[thing]! + 1
        bare[thing] = bare[thing]! + own[j]!
      }
    }
    front = next
  }
  return { all, bare }
}

/**
 * The things that can be taken away cleanly: those before sides of which at least as much is seen as they hide, and that
 * have mostly these sides around them. Things that touch are one.
 * @param mask width·height values; above 127 is a thing
 * @param own 1 where what shows is the side that is there, and not something before, on or in it
 * @param sides as sidesOf tells
 * @param count how many sides there are
 * @returns 255 where something goes, 0 elsewhere
 */
export function clearable(
  mask: Uint8Array,
  own: Uint8Array,
  { sides, count, width }: { sides: Uint8Array; count: number; width: number },
): Uint8Array {
  const things = connected(
    Int32Array.from(mask, (value) => Number(value > 127)),
    width,
  )
  const seen = new Uint32Array(count)
  const size = new Uint32Array(things.count)
  const hidden = new Uint32Array(things.count * count)
  for (let i = 0; i < mask.length; i++) {
    const side = sides[i]!
    const thing = things.map[i]!
    if (mask[i]! > 127) size[thing] = size[thing]! + 1
    if (side === NO_SIDE) continue
    if (mask[i]! > 127) hidden[thing * count + side] = hidden[thing * count + side]! + 1
    else seen[side] = seen[side]! + own[i]!
  }
  const { all, bare } = rimsOf(things, mask, own, width)
  const goes = Array.from(size, (pixels, thing) => {
    const before = hidden.subarray(thing * count, (thing + 1) * count)
    const isSeen = before.every((part, side) => part < HIDES * pixels || seen[side]! >= SEEN * part)
    return isSeen && bare[thing]! >= BARE * all[thing]!
  })
  return mask.map((value, i) => (value > 127 && goes[things.map[i]!] ? 255 : 0))
}
