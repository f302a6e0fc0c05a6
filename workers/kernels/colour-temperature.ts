import { linearOfXyz } from '#kernels/lab.ts'

/** Linear light, red, green and blue. */
type Light = readonly [number, number, number]

/**
 * XYZ of luminance 1 on the Planckian locus.
 * @source Kim et al. 2002, "Design of advanced color temperature control system for HDTV applications": cubic splines
 */
function planckian(kelvin: number): Light {
  const t = 1000 / kelvin
  const x =
    kelvin < 4000
      ? ((-0.2661239 * t - 0.2343589) * t + 0.8776956) * t + 0.17991
      : ((-3.0258469 * t + 2.1070379) * t + 0.2226347) * t + 0.24039
  const y =
    kelvin < 2222
      ? ((-1.1063814 * x - 1.3481102) * x + 2.18555832) * x - 0.20219683
      : kelvin < 4000
        ? ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867
        : ((3.081758 * x - 5.8733867) * x + 3.75112997) * x - 0.37001483
  return [x / y, 1, (1 - x - y) / y]
}

/** What a camera is balanced to, kelvin: that of D65, so that it comes out white. */
const WHITE = linearOfXyz(...planckian(6504))

/** Colour of a light of a colour temperature, 1700 to 25,000 kelvin: linear sRGB of luma about 1, white at that of D65. */
export function lightOfKelvin(kelvin: number): Light {
  const [r, g, b] = linearOfXyz(...planckian(kelvin))
  return [r / WHITE[0], g / WHITE[1], b / WHITE[2]]
}
