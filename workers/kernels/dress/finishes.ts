import { makeTileable } from '#kernels/materials/make-tileable.ts'
import type { Light } from '#kernels/relight/skies.ts'
import type { MaterialPicture } from '#kernels/retexture/apply.ts'
import { type Pyramid, pyramidOf } from '#kernels/retexture/pyramid.ts'
import type { Label, Region, Seen } from '#kernels/seeing/scene.ts'
import type { Finish, Look } from './look.ts'

/** Pyramids of materials that were used, kept as long as the material's object is. */
const known = new WeakMap<MaterialPicture, Pyramid>()

/** A material's pyramid, made to repeat where it does not. */
export function pyramidFor(material: MaterialPicture): Pyramid {
  const had = known.get(material)
  if (had) return had
  const made = pyramidOf(material.repeats ? material.picture : makeTileable(material.picture))
  known.set(material, made)
  return made
}

const numbers = new WeakMap<MaterialPicture, number>()
let numbered = 0

function numberOf(material: MaterialPicture): number {
  const had = numbers.get(material)
  if (had) return had
  numbered++
  numbers.set(material, numbered)
  return numbered
}

/** The same for finishes that lie the same, as long as their materials' objects live. */
export function signOf(finish: Finish | null): string {
  if (!finish) return ''
  const { material, colour, tint, turn = 0, scale = 1 } = finish
  return `${material ? numberOf(material) : 0}:${colour.join()}:${tint}:${turn}:${scale}`
}

/** Mean colour of a finish, linear light. */
export function meanOf({ material, colour, tint }: Finish): Light {
  if (!material) return colour
  const top = pyramidFor(material).levels.at(-1)!.rgb
  const mix = (c: number) => top[c]! + tint * (colour[c]! - top[c]!)
  return [mix(0), mix(1), mix(2)]
}

/** Part of a picture from which a region takes the next finish of a list. */
const COUNTS = 0.004
/** Longer than this many times their width, or filling less of their box, things are rails, slats and legs. */
const [LONG, FULL] = [3.5, 0.42]
/** Part of a small region's border that lies within one other for it to be a stone in a lawn. */
const ENCLOSED = 0.8
/** Largest part of a picture that such a stone covers. */
const STONE = 0.02

/** Regions of one plane look alike: walls in line, planes of a floor between the legs of a table. */
function planeKey({ label, plane, id }: Region): string {
  if (!plane) return `${label}#${id}`
  const [x, y, z] = plane.normal
  return `${label}/${Math.round(4 * x)},${Math.round(4 * y)},${Math.round(4 * z)}/${Math.round(plane.distance / 0.4)}`
}

/** What the outlines of regions tell. */
interface Outline {
  /** Whether it is a compact thing, no rail or slat. */
  compact: boolean
  /** Id of the region of its label that it lies within; null for none. */
  within: number | null
  /** What it is dressed as. */
  as: Label
  /** Id of the region that it is a part of, or its own. */
  of: number
}

/** Part of a picture up to which leaves in a room have to show, and how busy they then are. */
const [HOUSE_PLANT, LEAVES] = [0.02, 0.42]

/**
 * What regions are dressed as: their label, but a smooth thing in a room is no plant, whatever it was taken for,
 * unless it is sure.
 * @param busy how much pattern the source has at each pixel, 0..1 @param map ids at the same size
 */
function dressedAs(seen: Seen, map: Uint16Array, busy: Float32Array): Label[] {
  const sums = new Float64Array(seen.regions.length)
  const pixels = new Float64Array(seen.regions.length)
  for (let i = 0; i < map.length; i++) {
    sums[map[i]!] = sums[map[i]!]! + busy[i]!
    pixels[map[i]!] = pixels[map[i]!]! + 1
  }
  return seen.regions.map(({ id, label, sure }) => {
    const small = pixels[id]! < HOUSE_PLANT * map.length
    const smooth = sums[id]! < LEAVES * pixels[id]!
    const isThing = seen.setting === 'indoors' && label === 'vegetation' && sure < 1 && small && smooth
    return isThing ? 'furniture' : label
  })
}

/**
 * Reads the regions' boxes and neighbours, and what each is dressed as.
 * @param at ids of regions at the picture's size @param busy see dressedAs @param of see Outline
 */
export function outlinesOf(
  seen: Seen,
  at: Uint16Array,
  busy: Float32Array,
  of: readonly number[],
): Outline[] {
  const { map, width, height, regions } = seen
  const labels = dressedAs(seen, at, busy)
  const boxes = regions.map(() => [width, height, -1, -1] as [number, number, number, number])
  const beside = regions.map(() => new Map<number, number>())
  const meet = (a: number, b: number) => {
    beside[a]!.set(b, (beside[a]!.get(b) ?? 0) + 1)
    beside[b]!.set(a, (beside[b]!.get(a) ?? 0) + 1)
  }
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const id = map[i]!
      const box = boxes[id]!
      if (x < box[0]) box[0] = x
      if (y < box[1]) box[1] = y
      if (x > box[2]) box[2] = x
      if (y > box[3]) box[3] = y
      if (x + 1 < width && map[i + 1] !== id) meet(id, map[i + 1]!)
      if (y + 1 < height && map[i + width] !== id) meet(id, map[i + width]!)
    }
  return regions.map(({ id, label, pixels }) => {
    const [left, top, right, bottom] = boxes[id]!
    const [w, h] = [right - left + 1, bottom - top + 1]
    const all = [...beside[id]!.values()].reduce((sum, n) => sum + n, 0)
    const inside = [...beside[id]!].find(
      ([other, n]) =>
        n > ENCLOSED * all && regions[other]!.label === label && regions[other]!.pixels > 3 * pixels,
    )
    const atBorder = left === 0 || top === 0 || right === width - 1 || bottom === height - 1
    return {
      compact: Math.max(w, h) < LONG * Math.min(w, h) && pixels > FULL * w * h,
      within: inside && !atBorder ? inside[0] : null,
      as: labels[id]!,
      of: of[id]!,
    }
  })
}

/** Ranks of planes and things of each label by size. */
function ranksOf(seen: Seen): Map<string, number> {
  const all = seen.width * seen.height
  const sizes = new Map<string, number>()
  for (const region of seen.regions) {
    const key = planeKey(region)
    sizes.set(key, (sizes.get(key) ?? 0) + region.pixels)
  }
  const taken = new Map<string, number>()
  const ranks = new Map<string, number>()
  for (const [key, size] of [...sizes].sort((a, b) => b[1] - a[1])) {
    const label = key.split(/[/#]/)[0]!
    const rank = taken.get(label) ?? 0
    if (size > COUNTS * all) taken.set(label, rank + 1)
    ranks.set(key, size > COUNTS * all ? rank : 0)
  }
  return ranks
}

/** Sureness under which a label is a guess: no bold material then. */
const GUESS = 0.5

/** The plain colour of a material. */
const plainOf = (finish: Finish): Finish =>
  finish.material ? { material: null, colour: meanOf(finish), tint: 1, gloss: 0.1 } : finish

/** Whether something grows. */
function isGreen(finish: Finish): boolean {
  const [r, g, b] = meanOf(finish)
  return g > 1.1 * r && g > 1.1 * b
}

/** What a slab in a ground is made of: another material than that, but nothing that grows. */
function slabOf(list: readonly Finish[], around: Finish | null): Finish {
  const solid = list.filter((finish) => !isGreen(finish))
  return solid.find((finish) => finish !== around) ?? plainOf(solid[0] ?? list[0]!)
}

/**
 * The finish of each region, null where the source stays: its own, or its label's. A list is dealt out by size,
 * regions of one plane together; rails, slats and legs take the first, slabs in a ground another, and small things
 * any by their place. What is a part of another region looks like it, and what may be something else is plain.
 */
export function finishesOf(
  seen: Seen,
  outlines: readonly Outline[],
  look: Look,
  own: ReadonlyMap<number, Finish>,
): readonly (Finish | null)[] {
  const ranks = ranksOf(seen)
  const finishOf = (region: Region): Finish | null => {
    const { compact, within, as } = outlines[region.id]!
    const list = look.finishes[as]
    if (!list || list.length === 0) return null
    if (region.sure < GUESS && as !== 'vegetation') return plainOf(list[0]!)
    const small = region.pixels <= COUNTS * seen.width * seen.height
    if (within !== null && region.pixels <= STONE * seen.width * seen.height && as === 'ground')
      return slabOf(list, finishOf(seen.regions[within]!))
    if (region.plane) return list[ranks.get(planeKey(region))! % list.length]!
    if (!compact) return list[0]!
    const place = Math.round(region.at.x / 40) + Math.round(region.at.y / 90)
    return list[(small ? place : ranks.get(planeKey(region))!) % list.length]!
  }
  return seen.regions.map(({ id }) => {
    const { of } = outlines[id]!
    return own.get(id) ?? own.get(of) ?? finishOf(seen.regions[of]!)
  })
}
