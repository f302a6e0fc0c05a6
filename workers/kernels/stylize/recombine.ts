import { guidedMap } from '#kernels/guided.ts'
import type { LabPicture } from '#kernels/lab.ts'
import { channelOf, guidesOf } from './guides.ts'

/** Half the window in which brightness and detail are told apart, px, and the contrast of an edge, in steps of L. */
const [REACH, CONTRAST] = [10, 6]
/** Part of the style's detail that an edge of the source leaves when structure is locked. */
const LEFT_AT_EDGES = 0.08

/** A channel without its detail, its edges where the guide has them. */
function baseOf(guide: Float32Array, plane: Float32Array, width: number, height: number): Float32Array {
  const { slope, offset } = guidedMap(guide, plane, width, height, REACH, CONTRAST)
  return plane.map((_, i) => slope[i]! * guide[i]! + offset[i]!)
}

/** Part of the style's detail that comes over in colour, in a whole picture. */
const HUE_OF_DETAIL = 0.5
/** Texture below this, in steps of L a pixel, is as good as none. */
const NO_TEXTURE = 0.4

/** How much of the synthesised detail shows at each pixel, 0..1: no more texture comes than is wanted there. */
function gainsOf(made: LabPicture, wanted: Float32Array): Float32Array {
  const { texture } = guidesOf(made)
  return texture.map((own, i) => Math.min(1, (wanted[i]! + NO_TEXTURE) / (own + NO_TEXTURE)))
}

/** How a synthesised picture is put together with its content. */
export interface Blend {
  /** How much of the synthesised picture shows, 0..1. */
  texture: number
  /** The content's edges stay whatever the texture. */
  lock: boolean
  /** Large marks of a material, as whole bricks, come over as well; in a whole picture they would be stains. */
  large: boolean
}

/**
 * Puts a synthesised picture and the one that it was made for together: detail of both, the edges where the content
 * has them.
 * @param edges 0..1 a pixel, see structureOf
 * @param wanted texture that belongs to each pixel, see Guides
 */
export function recombine(
  content: LabPicture,
  made: LabPicture,
  edges: Float32Array,
  wanted: Float32Array,
  { texture, lock, large }: Blend,
): LabPicture {
  const { width, height } = content
  const out = new Float32Array(content.data.length)
  const guide = channelOf(content, 0)
  const gains = gainsOf(made, wanted)
  // Little texture is to be felt rather than seen.
  const most = texture ** 1.3
  const shares = edges.map((edge) => most * (1 - (lock ? (1 - LEFT_AT_EDGES) * edge : 0)))
  for (let c = 0; c < 3; c++) {
    const own = channelOf(content, c)
    const theirs = channelOf(made, c)
    const ownBase = baseOf(guide, own, width, height)
    const theirBase = baseOf(guide, theirs, width, height)
    // Where neighbouring patches differ in hue their border would be drawn into a plain sky.
    const kept = c > 0 && !large ? HUE_OF_DETAIL : 1
    for (let i = 0; i < own.length; i++) {
      const share = kept * shares[i]!
      const base = ownBase[i]! + (large ? share * share * (theirBase[i]! - ownBase[i]!) : 0)
      // Detail of both is mixed so that its strength stays, as unrelated sounds are.
      const turn = (share * gains[i]! * Math.PI) / 2
      const detail = Math.cos(turn) * (own[i]! - ownBase[i]!) + Math.sin(turn) * (theirs[i]! - theirBase[i]!)
      out[3 * i + c] = base + detail
    }
  }
  return { width, height, data: out }
}
