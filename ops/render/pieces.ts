import type { Label } from '#contracts/surfaces.ts'
import {
  BECOMING,
  COLOUR_ROWS,
  FILLERS,
  LABEL_ROWS,
  MOOD_ROWS,
  type Mood,
  NEGATIONS,
  PALETTE_ROWS,
  PLACES_NAMED,
  THINGS,
} from './lexicon.ts'
import { FINISH_ROWS } from './lexicon-finishes.ts'
import { RENDER_STYLES } from './styles.ts'

/** What a word of the lexicon says. */
export type Meaning =
  | { kind: 'finish'; finish: string; labels: readonly Label[]; title: string }
  | { kind: 'colour'; colour: string; title: string }
  | { kind: 'mood'; mood: Mood; title: string }
  | { kind: 'palette'; colours: readonly string[]; title: string }
  | { kind: 'style'; id: string; title: string }
  | { kind: 'label'; labels: readonly Label[] }
  | { kind: 'negation' }
  | { kind: 'filler' }
  | { kind: 'thing' }

/** A piece of the prompt: a word of the lexicon, or what stands between two. */
export type Piece = { text: string; meaning: Meaning | null }

const split = (words: string) => words.split('|')

function* entries(): Generator<[word: string, meaning: Meaning]> {
  for (const [words, meaning] of [
    [FILLERS, { kind: 'filler' }],
    [PLACES_NAMED, { kind: 'filler' }],
    [THINGS, { kind: 'thing' }],
    [NEGATIONS, { kind: 'negation' }],
  ] as const)
    for (const word of split(words)) yield [word, meaning]
  for (const word of BECOMING) yield [word, { kind: 'filler' }]
  for (const [labels, words] of LABEL_ROWS)
    for (const word of split(words)) yield [word, { kind: 'label', labels }]
  for (const [colour, words] of COLOUR_ROWS)
    for (const word of split(words)) yield [word, { kind: 'colour', colour, title: split(words)[0]! }]
  for (const [colours, words] of PALETTE_ROWS)
    for (const word of split(words)) yield [word, { kind: 'palette', colours, title: split(words)[0]! }]
  for (const [mood, words] of MOOD_ROWS)
    for (const word of split(words)) yield [word, { kind: 'mood', mood, title: split(words)[0]! }]
  for (const { id, title, words } of RENDER_STYLES)
    for (const word of words) yield [word, { kind: 'style', id, title }]
  for (const [finish, labels, words] of FINISH_ROWS)
    for (const word of split(words)) yield [word, { kind: 'finish', finish, labels, title: split(words)[0]! }]
}

const LATIN = /[a-z0-9é]/

/** Words by their first character, the longest first. */
let lexicon: Map<string, [word: string, meaning: Meaning][]> | null = null

function lexiconOf(): NonNullable<typeof lexicon> {
  if (lexicon) return lexicon
  lexicon = new Map()
  for (const entry of entries()) {
    const first = entry[0][0]!
    const known = lexicon.get(first)
    if (known) known.push(entry)
    else lexicon.set(first, [entry])
  }
  for (const list of lexicon.values()) list.sort((a, b) => b[0].length - a[0].length)
  return lexicon
}

/** How many characters the word takes at this place, with an English plural; 0 where it does not stand there. */
function lengthAt(text: string, at: number, word: string): number {
  if (!text.startsWith(word, at)) return 0
  if (!LATIN.test(word[0]!)) return word.length
  if (at > 0 && LATIN.test(text[at - 1]!)) return 0
  const rest = /^(?:e?s)?(?![a-z0-9é])/.exec(text.slice(at + word.length))
  return rest ? word.length + rest[0].length : 0
}

/** Closes a colour's name in Chinese, as in 深蓝色, 蓝色系 or 米白色调; 色彩, 系列 and 调整 are words of their own. */
const COLOUR_ENDING = /(?:色(?![彩块])|(?<=色))(?:[系调](?![列统整]))?/y
const ENDS_AS_COLOUR: ReadonlySet<Meaning['kind']> = new Set(['colour', 'palette', 'finish'])

/** How many characters after a word only say that it is a colour. */
function endingAt(text: string, at: number, { kind }: Meaning): number {
  if (!ENDS_AS_COLOUR.has(kind)) return 0
  COLOUR_ENDING.lastIndex = at
  return COLOUR_ENDING.exec(text)?.[0].length ?? 0
}

/**
 * Cuts a prompt into words of the lexicon, the longest that fit, and what stands between them.
 * @param text in small letters
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let gap = ''
  for (let at = 0; at < text.length; ) {
    let taken = 0
    for (const [word, meaning] of lexiconOf().get(text[at]!) ?? []) {
      taken = lengthAt(text, at, word)
      if (taken === 0) continue
      taken += endingAt(text, at + taken, meaning)
      if (gap) pieces.push({ text: gap, meaning: null })
      gap = ''
      pieces.push({ text: text.slice(at, at + taken), meaning })
      break
    }
    if (taken === 0) gap += text[at]
    at += Math.max(1, taken)
  }
  if (gap) pieces.push({ text: gap, meaning: null })
  return pieces
}
