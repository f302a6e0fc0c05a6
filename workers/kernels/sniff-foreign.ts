import type { FormatId } from '#contracts/formats.ts'

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end))

/** Stands for any one byte. */
const ANY = '…'

/** First bytes of files, as Latin letters. */
const MARKS: readonly (readonly [FormatId, ...starts: string[]])[] = [
  ['pdf', '%PDF-', '\xef\xbb\xbf%PDF-'],
  ['eps', '%!PS', '\xc5\xd0\xd3\xc6'],
  ['jxl', '\xff\x0a', '\0\0\0\x0cJXL '],
  ['jp2', '\0\0\0\x0cjP  ', '\xff\x4f\xff\x51'],
  ['jxr', 'II\xbc'],
  ['exr', '\x76\x2f\x31\x01'],
  ['hdr', '#?RADIANCE', '#?RGBE'],
  ['dds', 'DDS '],
  ['qoi', 'qoif'],
  ['xcf', 'gimp xcf'],
  ['raw', 'FUJIFILMCCD-RAW', 'IIU\0', 'IIRO', 'IIRS', 'MMOR', 'II*\0…………CR', '…………ftypcrx '],
  ['skp', '\xff\xfe\xff\x0eS\0k\0e\0t\0c\0h\0U\0p\0'],
  ['max', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['wmf', '\xd7\xcd\xc6\x9a', `\x01\0\0\0${ANY.repeat(36)} EMF`],
  ['zip', 'PK\x03\x04', 'PK\x05\x06'],
  ['rar', 'Rar!\x1a\x07'],
  ['sevenZip', '7z\xbc\xaf\x27\x1c'],
  ['gzip', '\x1f\x8b\x08'],
  ['audio', 'ID3', 'OggS', 'fLaC', 'RIFF…………WAVE', '…………ftypM4A '],
  ['video', 'RIFF…………AVI ', '\x1a\x45\xdf\xa3'],
  [
    'video',
    ...['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'qt  ', 'M4V ', 'avc1', '3gp4', '3gp5'].map(
      (brand) => `…………ftyp${brand}`,
    ),
  ],
  // An icon has no word: nothing, the kind (icon, pointer), how many there are, and a size of each.
  ['ico', '\0\0\x01\0…\0', '\0\0\x02\0…\0'],
]

const begins = (head: string, start: string) =>
  head.length >= start.length && [...start].every((letter, i) => letter === ANY || letter === head[i])

/** Tags that only originals of cameras have in a TIFF's first directory: DNG's version, and a colour filter's pattern. */
const RAW_TAGS = [0xc612, 0x828e]
const PHOTOMETRIC = 0x0106
/** Values of the photometric interpretation that mean the sensor's own numbers. */
const SENSOR = [32_803, 34_892]

/** Whether a TIFF is a camera's original, whose pictures are only previews (DNG, NEF, ARW and their like). */
function isCameraTiff(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = bytes[0] === 0x49
  if (bytes.length < 8) return false
  const at = view.getUint32(4, little)
  if (at + 2 > bytes.length) return false
  const count = view.getUint16(at, little)
  let isPreview = false
  let make = ''
  for (let entry = at + 2; entry + 12 <= Math.min(bytes.length, at + 2 + 12 * count); entry += 12) {
    const tag = view.getUint16(entry, little)
    const value = view.getUint32(entry + 8, little)
    if (RAW_TAGS.includes(tag)) return true
    if (tag === PHOTOMETRIC && SENSOR.includes(view.getUint16(entry + 8, little))) return true
    if (tag === 0x00fe) isPreview = (value & 1) === 1
    if (tag === 0x010f) make = ascii(bytes, value, value + 8)
  }
  return isPreview && /^(NIKON|SONY|PENTAX|SAMSUNG)/i.test(make)
}

/** What a file is that the tools do not read; null for one that they may. */
export function foreignKind(bytes: Uint8Array): FormatId | null {
  const head = ascii(bytes, 0, 48)
  const found = MARKS.find(([, ...starts]) => starts.some((start) => begins(head, start)))
  if (found) return found[0]
  const isTiff = begins(head, 'II*\0') || begins(head, 'MM\0*')
  return isTiff && isCameraTiff(bytes) ? 'raw' : null
}
