import { reshapeMask } from '#kernels/mask/reshape.ts'

interface Casting {
  width: number
  height: number
  /** How far a shadow reaches to the lower right, px. */
  reach: number
  /** Deviation of its softness, px. */
  soft: number
}

/**
 * Shadow that things cast to the lower right: full at their foot, gone at its reach.
 * @param things 1 where they stand
 * @returns 0..255 a pixel
 */
export function castShadow(things: Uint8Array, { width, height, reach, soft }: Casting): Uint8Array {
  const out = new Uint8Array(things.length)
  const fall = 255 / Math.max(1, reach)
  const line = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    // What lies above to the left: the line is gone through from the right, so it still holds the row above.
    for (let x = width - 1; x >= 0; x--) {
      const i = y * width + x
      const before = x > 0 ? line[x - 1]! - fall : 0
      line[x] = things[i] ? 255 : Math.max(0, before)
      out[i] = line[x]!
    }
  }
  return soft > 0.5 ? reshapeMask(out, width, height, { kind: 'feather', radius: 2 * soft }) : out
}

/** How much of the sky things take from their surroundings: a soft rim about them, 0..255 a pixel. */
export function rimShadow(things: Uint8Array, width: number, height: number, soft: number): Uint8Array {
  const full = things.map((value) => (value ? 255 : 0))
  return reshapeMask(full, width, height, { kind: 'feather', radius: 2 * soft })
}
