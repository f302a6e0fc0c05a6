const MOST_BYTES = 180
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
/** Control characters, marks that turn the reading direction or cannot be seen, and what Windows refuses. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff<>:"/\\|?*]/g
const FALLBACK = '未命名'

const encoder = new TextEncoder()
const bytesOf = (text: string) => encoder.encode(text).length

/** Splits a file name before its extension; a name that begins with its only dot has none. */
function split(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.')
  return dot > 0 && name.length - dot <= 12 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}

/** The beginning of a text that fits in `most` bytes of UTF-8, without half a character. */
function clip(text: string, most: number): string {
  let size = 0
  let kept = ''
  for (const char of text) {
    size += bytesOf(char)
    if (size > most) break
    kept += char
  }
  return kept
}

/**
 * A file name that every system unpacks where it should: no folders, no control characters or marks that turn
 * the reading direction, nothing that Windows reserves, at most 180 bytes. Never empty.
 */
export function safeFileName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(UNSAFE, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
  const [stem, extension] = split(plain)
  const short = clip(stem, MOST_BYTES - bytesOf(extension)).trimEnd() + extension
  if (short === '' || short === extension) return FALLBACK + extension
  return RESERVED.test(short) ? `_${short}` : short
}

/** What two names have in common when a system that ignores case takes them for one. */
const keyOf = (path: string) => path.normalize('NFKC').toLowerCase()

/**
 * Safe names for an archive, in order, none twice: a name that is taken gets a number, as in `立面 (2).png`.
 * @param names file names as the user knows them
 * @param taken paths that are in the archive already
 * @param folder put before every name
 */
export function archiveNames(names: readonly string[], taken: Iterable<string> = [], folder = ''): string[] {
  const used = new Set(Array.from(taken, keyOf))
  const next = new Map<string, number>()
  const place = folder === '' ? '' : `${safeFileName(folder)}/`
  return names.map((name) => {
    const safe = safeFileName(name)
    let path = place + safe
    if (used.has(keyOf(path))) {
      const [stem, extension] = split(safe)
      let number = next.get(keyOf(path)) ?? 2
      const first = keyOf(path)
      do path = `${place}${stem} (${number++})${extension}`
      while (used.has(keyOf(path)))
      next.set(first, number)
    }
    used.add(keyOf(path))
    return path
  })
}
