import type { ReadText } from '#kernels/ocr/read-texts.ts'
import { kindByThing, mainKindOf, roomKindOf } from './kinds.ts'
import type { Room } from './read-plan.ts'
import type { Cell } from './rooms.ts'

/** Whether a text stands right under another one, in letters of its size. */
function isUnder(upper: ReadText, lower: ReadText): boolean {
  if (upper.turned || lower.turned) return false
  const high = upper.bottom - upper.top
  const ratio = (lower.bottom - lower.top) / high
  const gap = lower.top - upper.bottom
  const common = Math.min(upper.right, lower.right) - Math.max(upper.left, lower.left)
  const shorter = Math.min(upper.right - upper.left, lower.right - lower.left)
  return ratio > 0.75 && ratio < 1.33 && gap > -0.3 * high && gap < 0.9 * high && common > 0.6 * shorter
}

/** A name is written in one script's words; figures, sizes and lone letters are no names. */
const isWord = ({ text }: ReadText): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Latin}]{2}/u.test(text)
const isWest = ({ text }: ReadText): boolean => !/[\u2e80-\uffff]/.test(text)

/** A name with the words of an alphabet that stand right above and below it. */
function wholeName(label: ReadText, others: readonly ReadText[]): ReadText {
  let whole = label
  for (const other of others) {
    if (other === label || !isWord(other) || !isWest(other) || !isWest(whole)) continue
    const isBelow = isUnder(whole, other)
    if (!isBelow && !isUnder(other, whole)) continue
    whole = {
      text: isBelow ? `${whole.text} ${other.text}` : `${other.text} ${whole.text}`,
      sure: Math.min(whole.sure, other.sure),
      left: Math.min(whole.left, other.left),
      right: Math.max(whole.right, other.right),
      top: Math.min(whole.top, other.top),
      bottom: Math.max(whole.bottom, other.bottom),
    }
  }
  return whole
}

/** The kind of room that a word naming a piece of furniture tells, alone or with the lines above and below it; see kindByThing. */
function thingKindOf(word: ReadText, words: readonly ReadText[]): ReturnType<typeof kindByThing> {
  if (roomKindOf(word.text) !== null) return kindByThing(word.text)
  const whole = kindByThing(
    wholeName(
      word,
      words.filter(({ text }) => roomKindOf(text) === null),
    ).text,
  )
  return whole === undefined ? kindByThing(word.text) : whole
}

/** A name as it is printed, without what reading adds: blanks between Chinese characters, a colon at its end. */
const printedName = (text: string): string =>
  text
    .replace(/(?<=[\u2e80-\uffff])\s+(?=[\u2e80-\uffff])/g, '')
    .replace(/[\s:：]+$/, '')
    .trim()

/** A word that stands in this many rooms, and at least in this share of them, is no room's name. */
const MARK_ROOMS = 3
const MARK_SHARE = 0.6

/** Words that a watermark writes over all rooms. */
function watermarksIn(named: ReadonlyMap<number, readonly ReadText[]>, rooms: number): Set<string> {
  const seen = new Map<string, Set<number>>()
  for (const [id, texts] of named)
    for (const { text } of texts) seen.set(text, (seen.get(text) ?? new Set()).add(id))
  const isMark = ([text, ids]: [string, Set<number>]) =>
    roomKindOf(text) === null && ids.size >= MARK_ROOMS && ids.size >= MARK_SHARE * rooms
  return new Set([...seen].filter(isMark).map(([text]) => text))
}

/** Share of a text's box that a room must take for the text to stand in it, where the box's middle lies on a line. */
const STANDS = 0.25

/**
 * Number of the room in which a text stands: that at its middle, else the one that takes most of its box, as letters and
 * lines through them are no room.
 * @param map number of the room, a value a pixel
 */
export function roomOfText(
  map: Uint16Array,
  width: number,
  { left, right, top, bottom }: Pick<ReadText, 'left' | 'right' | 'top' | 'bottom'>,
): number {
  const at = map[Math.round((top + bottom) / 2) * width + Math.round((left + right) / 2)] ?? 0
  if (at > 0) return at
  const counts = new Map<number, number>()
  for (let y = Math.max(0, Math.floor(top)); y < Math.ceil(bottom); y++)
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, Math.ceil(right)); x++) {
      const id = map[y * width + x] ?? 0
      if (id > 0) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
  const [id = 0, count = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
  return count > STANDS * (right - left) * (bottom - top) ? id : 0
}

/** Gives the rooms the names that stand in them. @param map number of the cell, a value a pixel @param texts px */
export function nameRooms(
  cells: readonly Cell[],
  map: Uint16Array,
  width: number,
  texts: readonly ReadText[],
): Room[] {
  const named = new Map<number, ReadText[]>()
  for (const text of texts) {
    const id = roomOfText(map, width, text)
    if (id === 0 || (!isWord(text) && !roomKindOf(text.text) && kindByThing(text.text) === undefined))
      continue
    named.set(id, [...(named.get(id) ?? []), text])
  }
  const marks = watermarksIn(named, cells.length)
  return cells.map((cell) => {
    const words = (named.get(cell.id) ?? []).filter(({ text }) => !marks.has(text))
    const things = words.map((word) => thingKindOf(word, words))
    const here = words.filter((_, k) => things[k] === undefined)
    // A room's own name tells more than what stands in it.
    const kind = mainKindOf(here.flatMap(({ text }) => roomKindOf(text) ?? []))
    const byThings = mainKindOf(things.flatMap((thing) => thing ?? []))
    const first = here.find(({ text }) => kind !== null && roomKindOf(text) === kind) ?? here[0] ?? null
    const label = first && wholeName(first, here)
    const name = printedName(label?.text ?? '')
    // Both lines tell more than one of them: a master over a bath is a bath.
    return {
      ...cell,
      name,
      label,
      kind: (label !== first && roomKindOf(name)) || kind || byThings || 'other',
    }
  })
}
