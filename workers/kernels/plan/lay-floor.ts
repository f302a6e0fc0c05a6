import type { Level, Pyramid } from '#kernels/retexture/pyramid.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'
import type { Floor } from './floors.ts'

/** A material's picture ready to lay. */
export interface LaidMaterial {
  pyramid: Pyramid
  /** What its width stands for, mm. */
  repeatMm: number
}

/** A floor as it is laid in a room: gives linear light by place. */
export interface Laid {
  /** Writes red, green and blue of the place (mm from the room's upper left corner) to `out`. */
  at: (xMm: number, yMm: number, out: Float32Array) => void
}

/** Contrast of a material that is kept: lines have to be read on it. */
const CONTRAST = 0.6
/** Boards and tiles differ by this much. */
const PIECE = 0.05
/** Joint, mm, and how dark it is. */
const JOINT_MM = 5
const JOINT = 0.3

const linearOf = (colour: string): [number, number, number] =>
  [1, 3, 5].map((k) => LINEAR_OF_BYTE[Number.parseInt(colour.slice(k, k + 2), 16)]!) as [
    number,
    number,
    number,
  ]

/** A number 0..1 that looks random and stays the same for a piece. */
function hash(a: number, b: number): number {
  let n = Math.imul(a | 0, 0x27d4eb2d) ^ Math.imul(b | 0, 0x165667b1)
  n = Math.imul(n ^ (n >>> 15), 0x85ebca6b)
  return ((n ^ (n >>> 13)) >>> 0) / 4294967296
}

/** How much of a pixel a joint covers whose middle is `away` mm off. */
function jointCover(away: number, mmPerPx: number): number {
  const half = Math.max(JOINT_MM, mmPerPx) / 2
  const cover = (half + mmPerPx / 2 - Math.abs(away)) / mmPerPx
  // Finer than a pixel it is as much fainter.
  return Math.max(0, Math.min(1, cover)) * Math.min(1, Math.max(0.45, JOINT_MM / mmPerPx))
}

function sample({ width, height, rgb }: Level, u: number, v: number, out: Float32Array): void {
  const fx = (u - Math.floor(u)) * width - 0.5
  const fy = (v - Math.floor(v)) * height - 0.5
  const x0 = Math.floor(fx)
  const y0 = Math.floor(fy)
  const tx = fx - x0
  const ty = fy - y0
  const xa = ((x0 + width) % width) * 3
  const xb = ((x0 + 1 + width) % width) * 3
  const ya = ((y0 + height) % height) * width * 3
  const yb = ((y0 + 1 + height) % height) * width * 3
  for (let c = 0; c < 3; c++) {
    const upper = rgb[ya + xa + c]! * (1 - tx) + rgb[ya + xb + c]! * tx
    const lower = rgb[yb + xa + c]! * (1 - tx) + rgb[yb + xb + c]! * tx
    out[c] = upper * (1 - ty) + lower * ty
  }
}

/**
 * Prepares a floor for a room.
 * @param material null lays the even colour, with its joints
 * @param turned along y instead of x
 * @param mmPerPx of the picture that is painted
 */
export function layFloor(
  floor: Floor,
  material: LaidMaterial | null,
  turned: boolean,
  mmPerPx: number,
): Laid {
  const colour = linearOf(floor.colour)
  const levels = material?.pyramid.levels ?? []
  const tile = levels[0]
  const texel = material && tile ? material.repeatMm / tile.width : 1
  const wanted = Math.max(0, Math.round(Math.log2(Math.max(1, mmPerPx / texel))))
  const level = levels[Math.min(levels.length - 1, wanted)]
  const mean = levels.at(-1)?.rgb ?? new Float32Array([1, 1, 1])
  const { joint } = floor
  // Joints that would come closer than a few pixels are a grey veil.
  const jointed = joint && joint.wide / mmPerPx > 4 ? joint : null
  return {
    at(xMm, yMm, out) {
      const [u, v] = turned ? [yMm, xMm] : [xMm, yMm]
      let [shiftU, shiftV, light] = [0, 0, 1]
      let cover = 0
      if (jointed) {
        const row = Math.floor(v / jointed.wide)
        const shift = jointed.staggered ? hash(row, 7) * jointed.long : 0
        const column = Math.floor((u + shift) / jointed.long)
        const inV = v - (row + 0.5) * jointed.wide
        const inU = u + shift - (column + 0.5) * jointed.long
        cover = Math.max(
          jointCover(jointed.wide / 2 - Math.abs(inV), mmPerPx),
          jointCover(jointed.long / 2 - Math.abs(inU), mmPerPx),
        )
        light = 1 + PIECE * 2 * (hash(row, column + 31) - 0.5)
        shiftU = hash(row + 5, column) * 4000
        shiftV = hash(row, column + 9) * 4000
      }
      if (level && material) {
        const repeatV = (material.repeatMm * level.height) / level.width
        if (floor.upright) sample(level, (v + shiftU) / material.repeatMm, (u + shiftV) / repeatV, out)
        else sample(level, (u + shiftU) / material.repeatMm, (v + shiftV) / repeatV, out)
        for (let c = 0; c < 3; c++)
          out[c] = colour[c]! * Math.max(0, 1 + CONTRAST * (out[c]! / Math.max(0.01, mean[c]!) - 1))
      } else for (let c = 0; c < 3; c++) out[c] = colour[c]!
      const dim = light * (1 - JOINT * cover)
      for (let c = 0; c < 3; c++) out[c] = out[c]! * dim
    },
  }
}
