/**
 * Gaps between stems, hairs and legs of which a refined mask has found a part only, with a haze in the rest: the ground
 * is followed from there as far as its colour goes on, behind thin parts of the subject as well.
 */
import { doubtAround } from './gaps.ts'
import type { ColoursSay } from './palettes.ts'
import type { Picture } from './picture.ts'
import { GROUND, SUBJECT, UNKNOWN } from './shared-samples.ts'
import { thickParts } from './thick-parts.ts'

/** Mask value up to which a pixel is surely the ground's, and up to which one may be haze. */
const [CLEAR, HAZE] = [4, 235] as const
/** By how much a colour may be off the ground's beside it, and off the ground's behind a part of the subject, 0..255. */
const [BESIDE, BEHIND] = [20, 10] as const
/** How much of the ground's colour stays with each step: it may change slowly. */
const KEPT = 0.5
/**
 * What colours say at most of ground, −1..1, and at most where the network is sure of the subject; see ColoursSay. There
 * the gap is no wider than twice a half width, px at 1024 px: what is wider may be white petals before a white wall.
 */
const [SAID, SAID_SURELY, NARROW] = [0, -0.6, 3] as const
/** How thick a part of the subject may be that the ground is followed behind, px at 1024 px. */
const THICK = 7
/** How many px around what was cleared are found anew. */
const ANEW = 3

type Step = readonly [x: number, y: number]
const BESIDES: readonly Step[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
]
const ALL_WAYS: readonly Step[] = [...BESIDES, [1, 1], [-1, -1], [1, -1], [-1, 1]]

/** Ground that is followed. */
class Followed {
  /** Places that were reached, in order. */
  reached: number[] = []
  readonly #picture: Picture
  /** 1 where the ground is seen. */
  readonly #isGround: Uint8Array
  /** Interleaved RGBA of the ground, 0..255, where it was reached; elsewhere the picture's own. */
  readonly #colour: Uint8ClampedArray

  constructor(picture: Picture, mask: Uint8Array) {
    this.#picture = picture
    this.#isGround = new Uint8Array(mask.length)
    for (let at = 0; at < mask.length; at++) if (mask[at]! <= CLEAR) this.#isGround[at] = 1
    this.#colour = new Uint8ClampedArray(picture.data)
  }

  /** Takes a place for ground where it has the colour that the ground has at another one. */
  #reach(at: number, from: number, most: number): boolean {
    const colour = this.#colour
    for (let c = 0; c < 3; c++) if (Math.abs(colour[4 * at + c]! - colour[4 * from + c]!) > most) return false
    for (let c = 0; c < 3; c++)
      colour[4 * at + c] = colour[4 * at + c]! + KEPT * (colour[4 * from + c]! - colour[4 * at + c]!)
    this.#isGround[at] = 1
    this.reached.push(at)
    return true
  }

  /** The place some px away; −1 outside of the picture. */
  #placeAt(at: number, [dx, dy]: Step, px: number): number {
    const { width, height } = this.#picture
    const x = (at % width) + px * dx
    const y = Math.floor(at / width) + px * dy
    return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x
  }

  /**
   * Reaches what may be ground and has the colour of the first ground in a direction, and what goes on from there.
   * @param places all that may be ground
   * @param may 1 there
   * @param far how far away that ground may be, px
   */
  reachFrom(
    places: readonly number[],
    may: Uint8Array,
    ways: readonly Step[],
    far: number,
    most: number,
  ): void {
    const before = this.reached.length
    for (const at of places) {
      if (this.#isGround[at] === 1) continue
      for (const way of ways) {
        let px = 1
        while (px < far && this.#isGround[this.#placeAt(at, way, px)] === 0) px++
        const from = this.#placeAt(at, way, px)
        if (this.#isGround[from] === 1 && this.#reach(at, from, most)) break
      }
    }
    for (let k = before; k < this.reached.length; k++) {
      const from = this.reached[k]!
      for (const way of BESIDES) {
        const at = this.#placeAt(from, way, 1)
        if (this.#isGround[at] === 0 && may[at] === 1) this.#reach(at, from, BESIDE)
      }
    }
  }

  /** Leaves out of what was reached from some number on the parts that hold a square of 2·radius + 1 px. */
  leaveThick(from: number, radius: number): void {
    if (this.reached.length === from) return
    const { width, height } = this.#picture
    const set = new Uint8Array(width * height)
    for (const at of this.reached.slice(from)) set[at] = 1
    const thick = thickParts(set, width, height, radius)
    for (const at of this.reached.slice(from)) if (thick[at] === 1) this.#isGround[at] = 0
    this.reached = this.reached.filter((at) => this.#isGround[at] === 1)
  }

  /** Whether nothing but ground is beside a place: it cannot be mixed. */
  isWithin(at: number): boolean {
    return ALL_WAYS.every((way) => this.#isGround[this.#placeAt(at, way, 1)] !== 0)
  }
}

/** Places in doubt around what was cleared, in order. */
function rimOf(
  cleared: readonly number[],
  { width, height }: Picture,
  mask: Uint8Array,
  kinds: Int8Array,
): Int32Array {
  const isRim = new Uint8Array(mask.length)
  let count = 0
  for (const at of cleared) {
    const x = at % width
    const y = (at - x) / width
    for (let v = Math.max(0, y - ANEW); v <= Math.min(height - 1, y + ANEW); v++) {
      for (let u = Math.max(0, x - ANEW); u <= Math.min(width - 1, x + ANEW); u++) {
        const near = v * width + u
        if (kinds[near] !== UNKNOWN || mask[near] === 0 || isRim[near] === 1) continue
        isRim[near] = 1
        count++
      }
    }
  }
  const rim = new Int32Array(count)
  for (let at = 0, n = 0; n < count; at++) if (isRim[at] === 1) rim[n++] = at
  return rim
}

/**
 * Clears the haze in gaps that were found in part, in place: there the ground is sure now. What has a colour that is rather
 * the subject's stays, and so does what the network is sure of, but for narrow ends of such gaps.
 * @param mask refined, 0..255, one a pixel
 * @param kinds what was sure before it was refined, as coloursSay has it; what turns out otherwise is noted there
 * @returns places in doubt around what was cleared, in order: their shares can be found better now
 */
export function clearGaps(
  picture: Picture,
  colours: ColoursSay,
  mask: Uint8Array,
  kinds: Int8Array,
): Int32Array {
  const { width, height } = picture
  const scale = Math.max(width, height) / 1024
  const [haze, gaps]: [number[], number[]] = [[], []]
  const may = new Uint8Array(mask.length)
  for (let at = 0; at < mask.length; at++) {
    if (mask[at]! <= CLEAR) continue
    const said = colours.of(at)
    if (said > SAID) continue
    if (kinds[at] === UNKNOWN && mask[at]! <= HAZE) {
      haze.push(at)
      may[at] = 1
    } else if (said <= SAID_SURELY) gaps.push(at)
  }
  const followed = new Followed(picture, mask)
  followed.reachFrom(haze, may, BESIDES, 1, BESIDE)
  followed.reachFrom(haze, may, ALL_WAYS, Math.round(THICK * scale), BEHIND)
  const found = followed.reached.length
  for (const at of gaps) may[at] = 1
  followed.reachFrom(gaps, may, BESIDES, 1, BESIDE)
  followed.leaveThick(found, Math.round(NARROW * scale))
  // What was sure of the subject there may be mixed.
  const solid = followed.reached.filter((at) => kinds[at] === SUBJECT)
  for (const at of solid) doubtAround(at, 1, picture, kinds)
  const cleared = followed.reached.filter((at) => followed.isWithin(at))
  for (const at of cleared) [mask[at], kinds[at]] = [0, GROUND]
  return rimOf(cleared, picture, mask, kinds)
}
