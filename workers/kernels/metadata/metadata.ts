import { joinBytes } from '#kernels/join-bytes.ts'
import { sniff } from '#kernels/sniff.ts'
import { exifBlock, type Told } from './exif.ts'
import { stripGif } from './gif.ts'
import { profileOfHeif, stripHeif } from './heif.ts'
import { profileOfJpeg, stripJpeg, tellJpeg } from './jpeg.ts'
import { profileOfPng, profilePng, resolvePng, stripPng } from './png.ts'
import { profileOfWebp, tellWebp } from './webp.ts'

/** Packs or unpacks a zlib stream. */
type Zlib = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>

const kindOf = (bytes: Uint8Array) => sniff(bytes.subarray(0, 4096), bytes.length).kind

function strip(bytes: Uint8Array, told: Told): Uint8Array[] {
  switch (kindOf(bytes)) {
    case 'jpeg':
      return stripJpeg(bytes, told)
    case 'png':
      return stripPng(bytes, told.density ?? 0)
    case 'webp':
      return tellWebp(bytes, { exif: exifBlock({ density: told.density ?? 0 }) })
    case 'avif':
      return stripHeif(bytes, told)
    case 'gif':
      return stripGif(bytes)
    default:
      return [bytes]
  }
}

/**
 * The same picture, bit for bit, without places, times, camera and words about it, and without other pictures and films
 * that lie behind it; its colour profile stays. Types other than JPEG, PNG, WebP, AVIF and GIF come back as they are.
 * @param told what stays: how a JPEG stands, and the resolution
 * @returns parts of the file in order
 */
export function stripMetadata(bytes: Uint8Array, told: Told = {}): Uint8Array[] {
  try {
    return strip(bytes, told)
  } catch (thrown) {
    // Lengths that point beyond the file: what is damaged is found by decoding.
    if (thrown instanceof RangeError) return [bytes]
    throw thrown
  }
}

/**
 * An encoded JPEG, PNG or WebP with a resolution and a colour profile.
 * @param density pixels an inch; 0 for none
 * @param profile an ICC profile; null for none
 */
export async function tell(
  bytes: Uint8Array,
  { density, profile }: { density: number; profile: Uint8Array<ArrayBuffer> | null },
  deflate: Zlib,
): Promise<Uint8Array<ArrayBuffer>> {
  if (density <= 0 && !profile) return joinBytes([bytes])
  switch (kindOf(bytes)) {
    case 'jpeg':
      return joinBytes(tellJpeg(bytes, density, profile))
    case 'png': {
      const coloured = profile ? profilePng(bytes, await deflate(profile)) : bytes
      return joinBytes(density > 0 ? resolvePng(coloured, density) : [coloured])
    }
    case 'webp':
      return joinBytes(tellWebp(bytes, { exif: exifBlock({ density }), profile }))
    default:
      return joinBytes([bytes])
  }
}

/** Profiles say at this place which colours they are for. */
const SPACE_AT = 16

/** The colour profile for RGB that a picture carries; null without one, and for one of other colours. */
export async function profileOf(bytes: Uint8Array, inflate: Zlib): Promise<Uint8Array<ArrayBuffer> | null> {
  const found = await findProfile(bytes, inflate)
  if (!found || String.fromCharCode(...found.subarray(SPACE_AT, SPACE_AT + 4)) !== 'RGB ') return null
  return joinBytes([found])
}

async function findProfile(bytes: Uint8Array, inflate: Zlib): Promise<Uint8Array | null> {
  switch (kindOf(bytes)) {
    case 'jpeg':
      return joinBytes(profileOfJpeg(bytes) ?? [])
    case 'png': {
      const packed = profileOfPng(bytes)
      return packed && inflate(joinBytes([packed])).catch(() => null)
    }
    case 'webp':
      return profileOfWebp(bytes)
    case 'avif':
      return profileOfHeif(bytes)
    default:
      return null
  }
}
