import { LIMITS, LUT_TYPE } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import { FORMATS, type FormatId, isPictureName } from '#contracts/formats.ts'
import { isBinaryDxf } from './cad/binary-dxf.ts'
import { foreignKind } from './sniff-foreign.ts'

/** What a file's first bytes say it is. */
export type FileKind = FormatId | 'empty' | 'unknown'

export interface Sniffed {
  kind: FileKind
  /** MIME type of the content; empty when unknown. */
  type: string
  /** Pixels as stored, before EXIF orientation; 0 when the header at hand does not tell. */
  width: number
  height: number
}

/** Bytes from the start of a file that are enough to sniff it; more are of use for JPEGs with big headers. */
export const SNIFF_BYTES = 64 * 1024

interface Size {
  width: number
  height: number
}
const NO_SIZE: Size = { width: 0, height: 0 }

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end))

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Size from a JPEG's first frame header (ITU-T T.81, B.2.2). */
function jpegSize(bytes: Uint8Array): Size {
  const view = viewOf(bytes)
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return NO_SIZE
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + view.getUint16(at + 2)
  }
  return NO_SIZE
}

/** Size from a WebP's first chunk: lossy, lossless or extended (WebP container specification). */
function webpSize(bytes: Uint8Array): Size {
  if (bytes.length < 30) return NO_SIZE
  const view = viewOf(bytes)
  const chunk = ascii(bytes, 12, 16)
  if (chunk === 'VP8 ')
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (chunk !== 'VP8X') return NO_SIZE
  const uint24 = (at: number) => view.getUint16(at, true) | ((bytes[at + 2] ?? 0) << 16)
  return { width: uint24(24) + 1, height: uint24(27) + 1 }
}

/** Largest size that an ISO-BMFF picture's `ispe` properties name (ISO/IEC 23008-12). */
function heifSize(bytes: Uint8Array): Size {
  const view = viewOf(bytes)
  let best = NO_SIZE
  for (let at = 4; at + 16 <= bytes.length; at++) {
    if (bytes[at] !== 0x69 || ascii(bytes, at, at + 4) !== 'ispe') continue
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    if (size.width * size.height > best.width * best.height) best = size
  }
  return best
}

/** Kind of an ISO-BMFF file by its brands. */
function heifKind(bytes: Uint8Array): 'avif' | 'heic' | null {
  if (ascii(bytes, 4, 8) !== 'ftyp') return null
  const end = Math.min(viewOf(bytes).getUint32(0), bytes.length, 256)
  const brands = ascii(bytes, 8, Math.max(12, end))
  if (/avif|avis/.test(brands)) return 'avif'
  return /heic|heix|hevc|hevx|heim|heis|mif1|msf1/.test(brands) ? 'heic' : null
}

/** A drawing in binary: AutoCAD's own format, or DXF's other form. */
function binaryDrawing(bytes: Uint8Array): 'dwg' | 'dxf' | null {
  if (/^AC(1\.|10)\d\d/.test(ascii(bytes, 0, 6))) return 'dwg'
  return isBinaryDxf(bytes) ? 'dxf' : null
}

/** Sizes of the heads that a bitmap may have, behind its own of 14 bytes. */
const BITMAP_HEADS = [12, 16, 40, 52, 56, 64, 108, 124]

/** Size of a bitmap (Windows, OS/2); null for what only begins like one. */
function bitmapSize(bytes: Uint8Array): Size | null {
  const view = viewOf(bytes)
  if (bytes.length < 26 || ascii(bytes, 0, 2) !== 'BM') return null
  const head = view.getUint32(14, true)
  if (!BITMAP_HEADS.includes(head)) return null
  if (head === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) }
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
}

/** Kind of a text file that is a picture, a drawing, a model or a colour table. */
function textKind(bytes: Uint8Array): 'svg' | 'dxf' | 'obj' | 'cube' | 'html' | null {
  const head = ascii(bytes, 0, 4096)
  const start = head.replace(/^(\xef\xbb\xbf)?\s*/, '')
  if (start.startsWith('<') && /<svg[\s>]/i.test(head) && !/<html[\s>]/i.test(head)) return 'svg'
  if (/^<(!doctype html|html)\b/i.test(start)) return 'html'
  if (/^(999\r?\n.*\r?\n\s*)*0+\s*\r?\n\s*SECTION\s/.test(start)) return 'dxf'
  if (/^\s*LUT_[13]D_SIZE\s/m.test(head)) return 'cube'
  return /^v\s+-?[\d.]+\s+-?[\d.]+\s+-?[\d.]+/m.test(head) ? 'obj' : null
}

/**
 * Finds what a file is from its first bytes, without decoding anything.
 * @param bytes start of the file, best SNIFF_BYTES of it or all
 * @param size bytes of the whole file
 */
export function sniff(bytes: Uint8Array, size: number): Sniffed {
  if (size === 0) return { kind: 'empty', type: '', ...NO_SIZE }
  const found = (kind: FormatId, pixels: Size = NO_SIZE): Sniffed => ({
    kind,
    type: FORMATS[kind].type,
    ...pixels,
  })
  if (bytes.length >= 12) {
    const view = viewOf(bytes)
    const magic = view.getUint32(0)
    if (magic >>> 8 === 0xffd8ff) return found('jpeg', jpegSize(bytes))
    if (magic === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a) {
      return found(
        'png',
        bytes.length >= 24 ? { width: view.getUint32(16), height: view.getUint32(20) } : NO_SIZE,
      )
    }
    if (/^GIF8[79]a/.test(ascii(bytes, 0, 6))) {
      return found('gif', { width: view.getUint16(6, true), height: view.getUint16(8, true) })
    }
    if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return found('webp', webpSize(bytes))
    if (magic === 0x49492a00 || magic === 0x4d4d002a) return found(foreignKind(bytes) ?? 'tiff')
    if (magic === 0x38425053 && bytes.length >= 26)
      return found('psd', { width: view.getUint32(18), height: view.getUint32(14) })
    const bitmap = bitmapSize(bytes)
    if (bitmap) return found('bmp', bitmap)
    if (ascii(bytes, 0, 4) === 'glTF') return found('glb')
    const drawing = binaryDrawing(bytes)
    if (drawing) return found(drawing)
    const heif = heifKind(bytes)
    if (heif) return found(heif, heifSize(bytes))
  }
  const text = foreignKind(bytes) ?? textKind(bytes)
  return text ? found(text) : { kind: 'unknown', type: '', ...NO_SIZE }
}

/**
 * The refusal of a file that is no picture that the tools take: it says what the bytes are, where they tell.
 * @param name name that the user knows the file by
 */
function refusalOf(kind: FileKind, name: string): AppError {
  if (kind === 'svg') return new AppError('FILE_SVG')
  if (kind === 'dxf') return new AppError('FILE_DXF')
  if (kind === 'dwg') return new AppError('FILE_DWG')
  if (kind === 'empty' || kind === 'unknown')
    return new AppError(isPictureName(name) ? 'FILE_MISMATCH' : 'FILE_NOT_IMAGE')
  const { title } = FORMATS[kind]
  if (/图片|原片|图标|纹理|图元/.test(title))
    return new AppError('FILE_NOT_IMAGE', `还不能打开${spaced(title)}`)
  return isPictureName(name)
    ? new AppError('FILE_MISMATCH', `扩展名是图片，内容其实是${spaced(title)}`)
    : new AppError('FILE_NOT_IMAGE', `这是${spaced(title)}，不是图片`)
}

/** Latin letters stand apart from Chinese ones. */
const spaced = (title: string) => (/^[A-Za-z\d]/.test(title) ? ` ${title}` : title)

/**
 * Refuses what is no picture that the tools take, by its header alone. A picture under a wrong extension is
 * taken; its true type is in the answer. A truncated body is only found by decoding.
 * @param bytes start of the file, best SNIFF_BYTES of it or all
 * @param size bytes of the whole file
 * @param fileName name that the user knows it by
 * @param allowOthers takes 3D models (GLB, OBJ) and colour tables (.cube) as well
 * @throws AppError FILE_EMPTY, FILE_TOO_BIG, FILE_SVG, FILE_DXF, FILE_DWG, FILE_MISMATCH, FILE_NOT_IMAGE,
 *   FILE_TOO_MANY_PIXELS, FILE_TOO_SMALL
 */
export function checkImageFile(
  bytes: Uint8Array,
  size: number,
  fileName: string,
  allowOthers = false,
): Sniffed {
  const sniffed = sniff(bytes, size)
  const { kind, width, height } = sniffed
  if (kind === 'empty') throw new AppError('FILE_EMPTY')
  if (size > LIMITS.uploadBytes) throw new AppError('FILE_TOO_BIG')
  if (allowOthers && (kind === 'glb' || kind === 'cube')) return sniffed
  if (allowOthers && kind === 'obj' && /\.obj$/i.test(fileName)) return sniffed
  // One that begins with long comments, or is none: reading it tells.
  if (allowOthers && kind === 'unknown' && /\.cube$/i.test(fileName))
    return { ...sniffed, kind: 'cube', type: LUT_TYPE }
  const use = kind === 'unknown' ? 'foreign' : FORMATS[kind].use
  if (use !== 'picture' && use !== 'converted') throw refusalOf(kind, fileName)
  checkPixels(width, height)
  return sniffed
}

/**
 * Refuses pictures that are too large to decode or too small to be of use; 0 × 0 means unknown and passes.
 * @throws AppError FILE_TOO_MANY_PIXELS, FILE_TOO_SMALL
 */
export function checkPixels(width: number, height: number): void {
  if (width * height > LIMITS.pixels) {
    const tenThousands = Math.round((width * height) / 10_000)
    throw new AppError(
      'FILE_TOO_MANY_PIXELS',
      `图片为 ${width} × ${height}（${tenThousands} 万像素），上限 5000 万像素`,
    )
  }
  if (width > 0 && height > 0 && Math.min(width, height) < LIMITS.minSide)
    throw new AppError('FILE_TOO_SMALL')
}
