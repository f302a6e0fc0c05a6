/**
 * What the colours of a subject and of the ground tell: a colour that is often seen among sure pixels of one side and hardly
 * ever among the other's is that side's. Colours of both sides, and mixtures that neither side shows, tell nothing.
 */
import type { Picture } from './picture.ts'

/** Cells of a palette along each of red, green and blue. */
const STEPS = 32
const CELLS = STEPS ** 3
/** Share of a side below which a colour counts as hardly seen there. */
const FAINT = 1e-4
/** Sure pixels that count are so far apart, px: the others say the same. */
const SAMPLED = 3
/** Agreement with the network from which on, and up to which, palettes are believed. */
const [DOUBTFUL, RELIABLE] = [0.7, 0.9] as const
/** How many times the sure subject the unknown pixels that lean to it may be. */
const ENOUGH = 4
/** The network's opinion for the subject below which its colours do not count. */
const CONTRARY = 0.25

const cellOf = (data: Picture['data'], at: number) =>
  ((data[4 * at]! >> 3) << 10) | ((data[4 * at + 1]! >> 3) << 5) | (data[4 * at + 2]! >> 3)

/** Counts as shares of their sum, each spread over its neighbours (1 2 1 along every axis): colours vary a little. */
function paletteOf(counts: Float32Array): Float32Array {
  const sum = Math.max(
    1,
    counts.reduce((all, count) => all + count, 0),
  )
  let from = counts
  for (const step of [1, STEPS, STEPS * STEPS])
    from = from.map((count, i, all) => {
      const along = Math.floor(i / step) % STEPS
      const below = along > 0 ? all[i - step]! : 0
      const above = along < STEPS - 1 ? all[i + step]! : 0
      return (2 * count + below + above) / 4
    })
  return from.map((count) => count / sum)
}

/**
 * Tells from colours alone which side pixels belong to. A pixel counts only as far as its neighbours agree, since a mixture
 * may look like the other side by chance; the subject's colours count only where the network does not contradict them; and
 * none do where they contradict the network often or sure pixels show little of the subject.
 * @param mask the network's opinion, 0..255, one a pixel
 * @param sure 1 for sure pixels of the subject, −1 for those of the ground, 0 for unknown ones
 * @param places those that are asked about
 * @returns for each of them −1 (surely ground) .. 1 (surely subject)
 */
export function sidesOf(
  { width, height, data }: Picture,
  mask: Uint8Array,
  sure: Int8Array,
  places: Int32Array,
): Float32Array {
  const counts = [new Float32Array(CELLS), new Float32Array(CELLS)] as const
  let subjects = 1
  for (let at = 0; at < sure.length; at += SAMPLED) {
    if (sure[at] === 0) continue
    const side = counts[sure[at] === 1 ? 0 : 1]
    const cell = cellOf(data, at)
    side[cell] = side[cell]! + 1
    if (sure[at] === 1) subjects += SAMPLED
  }
  const [subject, ground] = [paletteOf(counts[0]), paletteOf(counts[1])]
  const said = subject.map((part, cell) => (part - ground[cell]!) / (part + ground[cell]! + FAINT))
  const sides = new Float32Array(places.length)
  let [same, all, leaning] = [0, 1e-6, 1]
  for (let n = 0; n < places.length; n++) {
    const at = places[n]!
    const x = at % width
    const y = (at - x) / width
    let around = 0
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
        const near = v * width + u
        around += said[cellOf(data, near)]! / 9
      }
    const own = said[cellOf(data, at)]!
    if (around * own > 0) sides[n] = Math.sign(own) * Math.min(Math.abs(around), Math.abs(own))
    if (sure[at] !== 0) continue
    const both = sides[n]! * ((2 * mask[at]!) / 255 - 1)
    same += both
    all += Math.abs(both)
    if (mask[at]! > 127) leaning++
  }
  const agreed = Math.min(1, Math.max(0, (same / all - DOUBTFUL) / (RELIABLE - DOUBTFUL)))
  const trust = agreed * Math.min(1, (ENOUGH * subjects) / leaning)
  for (let n = 0; n < places.length; n++) {
    const allowed = (mask[places[n]!]! / 255 - CONTRARY) / (0.5 - CONTRARY)
    sides[n] = sides[n]! * trust * (sides[n]! < 0 ? 1 : Math.min(1, Math.max(0, allowed)))
  }
  return sides
}
