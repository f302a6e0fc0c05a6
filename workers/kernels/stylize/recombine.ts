import { guidedMap } from '#kernels/guided.ts'
import { channelOf } from './guides.ts'
import type { LabPicture } from './lab.ts'

/** Half the window in which brightness and detail are told apart, px, and the contrast of an edge, in steps of L. */
const [REACH, CONTRAST] = [10, 6]
/** Part of the style's detail that an edge of the source leaves when structure is locked. */
const LEFT_AT_EDGES = 0.08

/** A channel without its detail, its edges where the guide has them. */
function baseOf(guide: Float32Array, plane: Float32Array, width: number, height: number): Float32Array {
  const { slope, offset } = guidedMap(guide, plane, width, height, REACH, CONTRAST)
  return plane.map((_, i) => slope[i]! * guide[i]! + offset[i]!)
}

/**
 * Puts a synthesised picture and the one that it was made for together: slow changes and detail of each in their
 * parts, the edges always where the content has them.
 * @param edges 0..1 a pixel, see structureOf
 * @param texture how much of the synthesised picture shows, 0..1
 * @param lock the content's edges stay whatever the texture
 */
export function recombine(
  content: LabPicture,
  made: LabPicture,
  edges: Float32Array,
  texture: number,
  lock: boolean,
): LabPicture {
  const { width, height } = content
  const out = new Float32Array(content.data.length)
  const guide = channelOf(content, 0)
  const shares = edges.map((edge) => texture * (1 - (lock ? (1 - LEFT_AT_EDGES) * edge : 0)))
  for (let c = 0; c < 3; c++) {
    const own = channelOf(content, c)
    const theirs = channelOf(made, c)
    const ownBase = baseOf(guide, own, width, height)
    const theirBase = baseOf(guide, theirs, width, height)
    for (let i = 0; i < own.length; i++) {
      const share = shares[i]!
      // Detail of both is mixed so that its strength stays, as unrelated sounds are.
      const turn = (share * Math.PI) / 2
      const base = ownBase[i]! + share * share * (theirBase[i]! - ownBase[i]!)
      const detail = Math.cos(turn) * (own[i]! - ownBase[i]!) + Math.sin(turn) * (theirs[i]! - theirBase[i]!)
      out[3 * i + c] = base + detail
    }
  }
  return { width, height, data: out }
}
