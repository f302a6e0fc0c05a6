import { AppError } from '#contracts/errors.ts'
import { p3ToSrgb, profileToSrgb } from '#kernels/icc.ts'
import { primaryProperties } from '#kernels/isobmff.ts'
import type { Raster } from '#kernels/raster.ts'

interface HeifImage {
  get_width(): number
  get_height(): number
  is_primary(): boolean
  has_alpha_channel(): boolean
  is_premultiplied_alpha(): boolean
  /** Decodes into `target` and calls back with it, or with null where that fails. */
  display(target: Raster, done: (made: Raster | null) => void): void
  free(): void
}

/** What is used of libheif (libheif-js). */
export interface HeifLibrary {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] }
}

/** Number of Display P3 among the colours that a file can name (ITU-T H.273, 8.1). */
const P3 = 12

/** To sRGB, by the profile or by the name that the main picture has. */
function convertColours(data: Uint8ClampedArray, bytes: Uint8Array): void {
  for (const { name, start, end } of primaryProperties(bytes)) {
    if (name !== 'colr') continue
    const kind = String.fromCharCode(...bytes.subarray(start, start + 4))
    if (kind === 'prof' || kind === 'rICC') {
      profileToSrgb(data, bytes.subarray(start + 4, end))
      return
    }
    const primaries = ((bytes[start + 4] ?? 0) << 8) | (bytes[start + 5] ?? 0)
    if (kind !== 'nclx' || primaries !== P3) continue
    p3ToSrgb(data)
    return
  }
}

function divideByAlpha(data: Uint8ClampedArray): void {
  for (let i = 0; i < data.length; i += 4) {
    const a = data[i + 3] ?? 0
    if (a > 0 && a < 255) for (let c = 0; c < 3; c++) data[i + c] = ((data[i + c] ?? 0) * 255) / a
  }
}

/**
 * Reads the main picture of a HEIC, upright, in sRGB, with straight alpha.
 * @throws AppError FILE_DAMAGED
 */
export async function readHeic(bytes: Uint8Array, { HeifDecoder }: HeifLibrary): Promise<Raster> {
  const images = new HeifDecoder().decode(bytes)
  try {
    const image = images.find((one) => one.is_primary()) ?? images[0]
    if (!image) throw new AppError('FILE_DAMAGED')
    const [width, height] = [image.get_width(), image.get_height()]
    const made = await new Promise<Raster | null>((resolve) =>
      image.display({ width, height, data: new Uint8ClampedArray(4 * width * height) }, resolve),
    )
    if (!made) throw new AppError('FILE_DAMAGED')
    if (image.has_alpha_channel() && image.is_premultiplied_alpha()) divideByAlpha(made.data)
    convertColours(made.data, bytes)
    return made
  } finally {
    for (const image of images) image.free()
  }
}
