import type { Surface3, View } from '#kernels/seeing/scene.ts'

/** Stands for "none of the planes is seen here". */
export const NO_SIDE = 255

/**
 * Which side of a room each pixel shows when nothing stands in it: the plane that the pixel's ray meets first, since a
 * room is convex.
 * @param view the camera; its size is that of the answer
 * @param planes the room's sides, at most 255
 * @returns width·height indices into `planes`, NO_SIDE where the ray meets none
 */
export function sidesOf(view: View, planes: readonly Surface3[]): Uint8Array {
  const { width, height, focal, shift = 0 } = view
  const out = new Uint8Array(width * height).fill(NO_SIDE)
  for (let y = 0, i = 0; y < height; y++) {
    const dy = y + 0.5 - height / 2 - shift
    for (let x = 0; x < width; x++, i++) {
      const dx = x + 0.5 - width / 2
      let nearest = Infinity
      for (let k = 0; k < planes.length; k++) {
        const { normal, distance } = planes[k]!
        const towards = normal[0] * dx + normal[1] * dy + normal[2] * focal
        if (towards >= -1e-9) continue
        const far = distance / towards
        if (far >= nearest) continue
        nearest = far
        out[i] = k
      }
    }
  }
  return out
}
