import { flecksOf, grainOf, lawnsOf } from './grain.ts'
import { type Tidy, withoutEmpty } from './labels-tidy.ts'
import type { Sight } from './regions-sight.ts'
import { connected } from './regions-split.ts'

/** Part of a ground's pixels on which grass shows where it is a lawn in a bare ground, and neither. */
const MIXED = [0.04, 0.7] as const
/** Part of the picture that a lawn covers at least, and the ground that it lies in: shadows on a terrace are no blades. */
const [LEAST, WIDE] = [0.004, 0.05] as const

/** Parts the lawns of a model's garden, on which blades of grass show, from the bare ground that they run into. */
export function partLawns({ parts, names }: Tidy, sight: Sight): Tidy {
  const { map, count } = parts
  const isGround = names.map(({ label }) => label === 'ground')
  if (!isGround.some(Boolean)) return { parts, names }
  const luma = sight.l.map((value) => ((value + 16) / 116) ** 3)
  const lawns = lawnsOf(grainOf(flecksOf(luma, sight.width), sight.width), sight.width)
  const [all, grown] = [new Float64Array(count), new Float64Array(count)]
  for (let i = 0; i < map.length; i++) {
    all[map[i]!] = all[map[i]!]! + 1
    if (lawns[i]) grown[map[i]!] = grown[map[i]!]! + 1
  }
  const isMixed = isGround.map((is, id) => {
    const share = grown[id]! / all[id]!
    return is && all[id]! > WIDE * map.length && share > MIXED[0] && share < MIXED[1]
  })
  if (!isMixed.some(Boolean)) return { parts, names }
  const value = Int32Array.from(map, (id, i) => (isMixed[id] && lawns[i] ? id + 1 : 0))
  const pieces = connected(value, sight.width)
  const size = new Float64Array(pieces.count)
  for (const [i, piece] of pieces.map.entries()) if (value[i]! > 0) size[piece] = size[piece]! + 1
  const ids = new Map<number, number>()
  const named = [...names]
  const out = map.slice()
  for (let i = 0; i < map.length; i++) {
    const piece = pieces.map[i]!
    if (size[piece]! < LEAST * map.length) continue
    let id = ids.get(piece)
    if (id === undefined) {
      id = named.length
      ids.set(piece, id)
      named.push({ ...names[map[i]!]! })
    }
    out[i] = id
  }
  return withoutEmpty({ parts: { map: out, count: named.length }, names: named })
}
