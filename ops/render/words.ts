import { LABEL_TITLES, type Label } from '#contracts/surfaces.ts'
import { BECOMING, BECOMING_ENGLISH, BEFORE, type Mood } from './lexicon.ts'
import { type Meaning, type Piece, piecesOf } from './pieces.ts'

/** What an understood word asks for. */
export type Wish =
  /** `told` where the prompt names the labels itself: then all of their surfaces have it. */
  | { kind: 'finish'; finish: string; labels: readonly Label[]; told: boolean }
  | { kind: 'mood'; mood: Mood }
  | { kind: 'palette'; colours: readonly string[] }
  | { kind: 'style'; id: string }
  /** Nothing is added that the picture does not show, so what is not wanted is not there. */
  | { kind: 'absent' }

export interface UnderstoodWord {
  /** As it stands in the prompt, in small letters. */
  word: string
  /** What becomes of it, in Chinese. */
  what: string
  /** Asked not to be. */
  not: boolean
  wish: Wish
}

export interface PromptReading {
  understood: UnderstoodWord[]
  /** What only a generative engine can draw, in the order of the prompt. */
  left: string[]
}

const STOP = /[，。；！？,.;!?\n]/
/** Joins two words of one list. */
const JOIN = /^[、/&+\s]*$/
const AND = /^(和|与|及|或|and|or)$/
/** Begins what is wanted again after what is not. */
const WANTED = new Set([...BECOMING, '用', '要', '采用', '使用', '改用', '换用', '选用', 'with'])

const isSpace = (piece: Piece | undefined) =>
  piece !== undefined && piece.meaning === null && !piece.text.trim()

/** Whether nothing but fillers and joints stands between two pieces. */
function areTogether(pieces: readonly Piece[], from: number, to: number, joins: boolean): boolean {
  for (let i = from + 1; i < to; i++) {
    const { text, meaning } = pieces[i]!
    if (meaning?.kind === 'filler' && (joins || !AND.test(text))) continue
    if (meaning === null && (/^[\s:：=—-]*$/.test(text) || (joins && JOIN.test(text)))) continue
    return false
  }
  return true
}

/** Index of the next or last piece that means something, beyond fillers and spaces. */
function neighbour(pieces: readonly Piece[], at: number, step: 1 | -1): number {
  for (let i = at + step; i >= 0 && i < pieces.length; i += step) {
    const { meaning } = pieces[i]!
    if (meaning && meaning.kind !== 'filler') return i
  }
  return -1
}

/** Labels that a material or colour is said to be for, with those listed beside them; each label is claimed once. */
class Targets {
  readonly #pieces: readonly Piece[]
  readonly #claimed = new Set<number>()

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces
  }

  isClaimed(at: number): boolean {
    return this.#claimed.has(at)
  }

  /** @param first piece that the words for the material begin with: its colour, or itself */
  find(at: number, first: number): Label[] {
    const before = this.#list(first, -1)
    const found = before.length > 0 ? before : this.#list(at, 1)
    for (const index of found) this.#claimed.add(index)
    return found.flatMap((index) => {
      const { meaning } = this.#pieces[index]!
      return meaning?.kind === 'label' ? meaning.labels : []
    })
  }

  #list(at: number, step: 1 | -1): number[] {
    const found: number[] = []
    for (let last = at; ; ) {
      const next = neighbour(this.#pieces, last, step)
      const [from, to] = step > 0 ? [last, next] : [next, last]
      const isLabel = next >= 0 && this.#pieces[next]!.meaning?.kind === 'label'
      if (!isLabel || this.#claimed.has(next) || !areTogether(this.#pieces, from, to, last !== at))
        return found
      found.push(next)
      last = next
    }
  }
}

const titlesOf = (labels: readonly Label[]) =>
  [...new Set(labels)].map((label) => LABEL_TITLES[label]).join('、')

/** Every picture of a place shows some of these: to name one without a wish asks for nothing. */
const SURFACES: ReadonlySet<Label> = new Set(['wall', 'roof', 'ground', 'floor', 'ceiling'])
const LETTER = /[\p{L}\p{N}]/u

/** Whether a piece's clause says nothing that is not understood, on one side of it. */
function isPlain(pieces: readonly Piece[], at: number, step: 1 | -1): boolean {
  for (let i = at + step; i >= 0 && i < pieces.length; i += step) {
    const { text, meaning } = pieces[i]!
    if (meaning?.kind === 'negation' || meaning?.kind === 'thing') return false
    if (meaning) continue
    const parts = text.split(STOP)
    if (LETTER.test(parts.at(step > 0 ? 0 : -1)!)) return false
    if (parts.length > 1) return true
  }
  return true
}

/** Whether a label's clause only names a surface, as in 别墅外立面. */
function onlyNames(pieces: readonly Piece[], at: number): boolean {
  const { meaning } = pieces[at]!
  const isSurface = meaning?.kind === 'label' && meaning.labels.every((label) => SURFACES.has(label))
  return isSurface && isPlain(pieces, at, -1) && isPlain(pieces, at, 1)
}

/** Whether what stands from `first` to `last` is said of a thing beside it, as in 米色窗帘: no wall gets that colour. */
function isOfThing(pieces: readonly Piece[], first: number, last: number): boolean {
  const isThing = (i: number) => i >= 0 && pieces[i]!.meaning?.kind === 'thing'
  const [before, after] = [neighbour(pieces, first, -1), neighbour(pieces, last, 1)]
  return (
    (isThing(before) && areTogether(pieces, before, first, false)) ||
    (isThing(after) && areTogether(pieces, last, after, false))
  )
}

/** Whether one of some words stands before a piece in its clause, or in one that goes on with 'and'. */
function isLedBy(pieces: readonly Piece[], at: number, words: readonly string[]): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const { text, meaning } = pieces[i]!
    if (words.includes(text)) return true
    if (meaning === null && STOP.test(text) && pieces[i + 1]!.text !== 'and') return false
  }
  return false
}

/** A verb that puts one material in the place of another; what is only laid on it, as by 铺上, leaves it there. */
const REPLACES = /[成为]$/

/** Whether what stands between two pieces says that the first becomes the second, in whatever way or in its place. */
function becomes(pieces: readonly Piece[], from: number, to: number, way: 'any' | 'replaced'): boolean {
  return pieces
    .slice(from + 1, Math.max(from + 1, to))
    .some(
      ({ text }) =>
        (BECOMING.includes(text) && (way === 'any' || REPLACES.test(text))) ||
        isLedBy(pieces, from, BECOMING_ENGLISH.get(text) ?? []),
    )
}

/** The colour that stands before a material, or that it is to become, as in 地毯换成灰色; -1 where there is none. */
function dyeOf(pieces: readonly Piece[], at: number): number {
  const isColour = (i: number) => i >= 0 && pieces[i]!.meaning?.kind === 'colour'
  const before = neighbour(pieces, at, -1)
  if (isColour(before) && areTogether(pieces, before, at, false)) return before
  const after = neighbour(pieces, at, 1)
  if (!isColour(after) || !areTogether(pieces, at, after, false)) return -1
  const next = neighbour(pieces, after, 1)
  const isTaken =
    next >= 0 && pieces[next]!.meaning?.kind === 'finish' && areTogether(pieces, after, next, false)
  return becomes(pieces, at, after, 'any') && !isTaken ? after : -1
}

/** The material of a finish, which may name a colour behind an @; a colour alone is given back as it is. */
export const materialOf = (finish: string): string => finish.split('@')[0]!

/** A colour of a material's own dyes it. */
function dyed(pieces: readonly Piece[], at: number): { finish: string; title: string; by: number } | null {
  const { meaning } = pieces[at]!
  if (meaning?.kind !== 'finish') return null
  const by = dyeOf(pieces, at)
  const colour = by >= 0 ? pieces[by]!.meaning : null
  if (colour?.kind !== 'colour') return null
  return {
    finish: `${materialOf(meaning.finish)}@${colour.colour}`,
    title: `${colour.title}的${meaning.title}`,
    by,
  }
}

const inOne = (first: string, second: string) =>
  /[a-z]$/.test(first) ? `${first} ${second}` : `${first}${second}`

/** Where a material is to go, and whether the prompt says so. */
type Place = { labels: readonly Label[]; told: boolean }

/** What is to take the place of a material or colour, as in 草坪换成砾石 or 白色墙面改为红砖; -1 where nothing is. */
function successorOf(pieces: readonly Piece[], at: number): number {
  const isOf = (i: number, kind: Meaning['kind']) => i >= 0 && pieces[i]!.meaning?.kind === kind
  /** The next piece of a kind beyond fillers; -1 where another one comes first. */
  const following = (i: number, kind: Meaning['kind']) => {
    const next = neighbour(pieces, i, 1)
    return isOf(next, kind) && areTogether(pieces, i, next, false) ? next : -1
  }
  const label = following(at, 'label')
  const last = label >= 0 ? label : at
  const colour = following(last, 'colour')
  const material = following(colour >= 0 ? colour : last, 'finish')
  // A colour of its own dyes a material.
  if (material < 0 && label < 0 && isOf(at, 'finish')) return -1
  const first = colour >= 0 ? colour : material
  if (!becomes(pieces, last, first, 'replaced')) return -1
  return material >= 0 ? material : colour
}

/** Makes fillers of the words before what something was, as in 墙面从白色改成灰色. */
function withoutOrigins(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map(({ text, meaning }, at) => {
    const isOrigin = meaning === null && BEFORE.includes(text.trim()) && successorOf(pieces, at + 1) >= 0
    return { text, meaning: isOrigin ? { kind: 'filler' } : meaning }
  })
}

/** Reads a prompt that was cut into pieces. */
class Reader {
  readonly #pieces: readonly Piece[]
  readonly #targets: Targets
  /** Pieces that another one has taken into itself. */
  readonly #taken = new Set<number>()
  /** Where the materials were whose places others take. */
  readonly #inherited = new Map<number, Place>()
  readonly #understood: UnderstoodWord[] = []
  readonly #left: { at: number; word: string }[] = []
  #not = false

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces
    this.#targets = new Targets(pieces)
    for (let i = 0; i < pieces.length; i++) {
      const dye = dyed(pieces, i)
      if (dye) this.#taken.add(dye.by)
    }
  }

  read(): PromptReading {
    const labels: number[] = []
    this.#pieces.forEach((piece, at) => {
      const { meaning, text } = piece
      if (meaning === null) this.#readGap(at, text)
      else if (meaning.kind === 'negation') this.#not = true
      else if (meaning.kind === 'filler') this.#not &&= !WANTED.has(text)
      else if (meaning.kind === 'thing') this.#leave(at, text)
      else if (meaning.kind === 'label') labels.push(at)
      else if (!this.#taken.has(at)) this.#readWord(at, text, meaning)
    })
    // What was named and given nothing would have to be drawn anew.
    for (const at of labels)
      if (!this.#targets.isClaimed(at) && !onlyNames(this.#pieces, at))
        this.#leave(at, this.#pieces[at]!.text)
    const left = this.#left.sort((a, b) => a.at - b.at).map(({ word }) => word)
    return { understood: this.#understood, left: [...new Set(left)] }
  }

  #readGap(at: number, text: string): void {
    for (const part of text.split(/([，。；！？,.;!?\n、]|——)/)) {
      const word = part.trim()
      if (STOP.test(part)) this.#not = false
      else if (LETTER.test(word)) this.#leave(at, word)
    }
  }

  #leave(at: number, word: string): void {
    if (this.#not) this.#note(word, `不会添加${word}`, { kind: 'absent' })
    else this.#left.push({ at, word })
  }

  #note(word: string, what: string, wish: Wish, not = this.#not): void {
    this.#understood.push({ word, what, not, wish })
  }

  /** Where a material goes that takes another one's place: tiles that become boards are the floor's all the same. */
  #inherit(at: number, usual: readonly Label[]): Place {
    const last = this.#inherited.get(at)
    if (last?.told) return last
    const both = usual.filter((label) => last?.labels.includes(label))
    return { labels: both.length > 0 ? both : usual, told: false }
  }

  #readWord(at: number, text: string, meaning: Meaning): void {
    const no = this.#not ? '不用' : ''
    if (meaning.kind === 'mood')
      this.#note(text, `${no}${meaning.title}`, { kind: 'mood', mood: meaning.mood })
    if (meaning.kind === 'style')
      this.#note(text, `${no}${meaning.title}风格`, { kind: 'style', id: meaning.id })
    if (meaning.kind === 'palette')
      this.#note(text, `${no}${meaning.title}`, { kind: 'palette', colours: meaning.colours })
    if (meaning.kind !== 'finish' && meaning.kind !== 'colour') return
    const dye = dyed(this.#pieces, at)
    const [first, last] = dye ? [Math.min(at, dye.by), Math.max(at, dye.by)] : [at, at]
    const told = this.#targets.find(at, first)
    const word = dye ? inOne(this.#pieces[dye.by]!.text, text) : text
    if (told.length === 0 && isOfThing(this.#pieces, first, last)) {
      this.#leave(first, word)
      return
    }
    const finish = dye?.finish ?? (meaning.kind === 'finish' ? meaning.finish : meaning.colour)
    const usual = meaning.kind === 'finish' ? meaning.labels : (['wall'] as const)
    const place = told.length > 0 ? { labels: told, told: true } : this.#inherit(at, usual)
    const title = dye?.title ?? meaning.title
    const successor = successorOf(this.#pieces, at)
    if (successor >= 0) {
      this.#inherited.set(successor, place)
      const next = this.#pieces[successor]!.meaning
      const isSame = next?.kind === 'finish' && materialOf(next.finish) === materialOf(finish)
      const what = `${titlesOf(place.labels)}：不用${title}`
      if (!isSame) this.#note(word, what, { kind: 'finish', finish, ...place }, true)
      return
    }
    const what = `${titlesOf(place.labels)}：${no}${title}`
    this.#note(word, what, { kind: 'finish', finish, ...place })
  }
}

/**
 * Reads which words of a prompt steer a render without a generative engine: materials and colours (for a label where
 * one is named), time of day, weather, season, light, planting and style, in Chinese and English. The longest word
 * counts; what follows 不要, 没有 or without up to the next stop is asked not to be.
 */
export function readPrompt(text: string): PromptReading {
  const plain = text.normalize('NFKC').toLowerCase()
  const pieces = piecesOf(plain).filter((piece) => !isSpace(piece) || piece.text.includes('\n'))
  return new Reader(withoutOrigins(pieces)).read()
}
