import { z } from 'zod'

let segmenter: Intl.Segmenter | undefined

/** What a reader takes for characters: a face of several code points is one. */
export function clustersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/**
 * The longest beginning of a text that is no larger than `most`, cut between characters.
 * @param sizeOf size of a piece; its length when left out
 */
export function clipText(text: string, most: number, sizeOf = (piece: string) => piece.length): string {
  if (sizeOf(text) <= most) return text
  let size = 0
  let kept = ''
  for (const cluster of clustersOf(text)) {
    size += sizeOf(cluster)
    if (size > most) break
    kept += cluster
  }
  return kept
}

/** Ends of lines and tabs, which are shown as a space. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
/** Scripts in which a joiner of no width changes how letters are drawn. */
const JOINING = ['Arabic', 'Syriac', 'Devanagari', 'Bengali', 'Gujarati', 'Malayalam', 'Sinhala', 'Tamil']

/** What is there and cannot be seen, or makes something else be seen. */
const UNSEEN = new RegExp(
  [
    // Control characters.
    '[\\0-\\x1f\\x7f-\\x9f]',
    // Marks that turn the reading direction.
    '[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]',
    // What takes no width, or is an empty letter.
    '[\\u00ad\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u2060-\\u2065\\u206a-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb]',
    // Joiners outside of emoji and of such scripts, and at an end.
    `(?<![\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f\\p{M}${JOINING.map((script) => `\\p{Script=${script}}`).join('')}])[\\u200c\\u200d]`,
    '[\\u200c\\u200d]+(?=\\.|$)',
    // Tags, other than those in flags of regions.
    '(?<!\\u{1f3f4}[\\u{e0020}-\\u{e007f}]*)[\\u{e0000}-\\u{e007f}]',
  ].join('|'),
  'gu',
)

/** Spaces that are unlike the usual one only in their width, at the ends. */
const ENDS = /^\s+|\s+$/gu

/** A user's name of a file as it is shown and stored: what cannot be seen and what turns other letters around is left out. */
export function shownName(name: string): string {
  return name.toWellFormed().replace(BREAKS, ' ').replace(UNSEEN, '').replace(ENDS, '')
}

/** A user's name of a file in what is stored and sent. */
export const zFileName = z.string().max(255).overwrite(shownName)

/** What Windows refuses. */
const REFUSED = /[<>:"/\\|?*]/g
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/i
/** Ends that Windows drops, and a dot that hides a file. */
const LOOSE = /^[. ]+|[. ]+$/g

/** Longest name that is given, bytes of UTF-8: a number and an ending still fit into the 255 of file systems. */
const MOST_BYTES = 180
const FALLBACK = '未命名'

const encoder = new TextEncoder()
const bytesOf = (text: string): number => encoder.encode(text).length

/** Splits a file name before its extension; a name that begins with its only dot has none. */
export function splitName(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.')
  return dot > 0 && name.length - dot <= 12 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}

/**
 * A file name that every system saves and unpacks where it should: as it is shown, without folders, nothing that
 * Windows refuses or reserves, at most 180 bytes. Never empty.
 * @param tail what the name keeps at its end however long it is; its extension when left out
 */
export function safeFileName(name: string, tail?: string): string {
  const plain = shownName(name).normalize('NFC').replace(REFUSED, '_').replace(LOOSE, '')
  const allowed = RESERVED.test(plain) ? `_${plain}` : plain
  const [stem, end] =
    tail && allowed.endsWith(tail) ? [allowed.slice(0, -tail.length), tail] : splitName(allowed)
  const clipped = clipText(stem, MOST_BYTES - bytesOf(end), bytesOf)
  const short = clipped === stem ? stem : clipped.replace(/[. ]+$/, '')
  return short === '' ? FALLBACK + end : short + end
}
