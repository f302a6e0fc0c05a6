/** Code pages by the digit that \M+ names them with. */
const PAGES: Record<string, string> = { 1: 'shift_jis', 2: 'big5', 3: 'euc-kr', 5: 'gb18030' }

/** Signs that %% writes by a letter or a number; under- and overlining are left out. */
const SIGNS: Record<string, string> = {
  c: 'Φ',
  d: '°',
  p: '±',
  '%': '%',
  u: '',
  o: '',
  k: '',
  // Kinds of reinforcing steel in the fonts that Chinese offices use.
  130: 'Φ',
  131: 'Φ',
  132: 'Φ',
  133: 'Φ',
}

const FRACTIONS: Record<string, string> = {
  '1/2': '½',
  '1/3': '⅓',
  '2/3': '⅔',
  '1/4': '¼',
  '3/4': '¾',
  '1/5': '⅕',
  '2/5': '⅖',
  '3/5': '⅗',
  '4/5': '⅘',
  '1/6': '⅙',
  '5/6': '⅚',
  '1/8': '⅛',
  '3/8': '⅜',
  '5/8': '⅝',
  '7/8': '⅞',
}

const PLAIN = '0123456789+-=()n'
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ'
const LOWERED = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ'

/** A text in small signs; as it is where one of its letters has none. */
function inSigns(text: string, signs: string): string {
  const found = [...text].map((letter) => signs[PLAIN.indexOf(letter)])
  return found.includes(undefined) ? text : found.join('')
}

/** Characters that every kind of text writes by codes: \U+XXXX, \M+NXXXX, %%NNN and %% with a letter. */
function decodeCodes(text: string): string {
  return text
    .replace(/\\U\+([0-9A-Fa-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(
      /\\M\+(\d)([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})/g,
      (code, page: string, lead: string, trail: string) =>
        PAGES[page]
          ? new TextDecoder(PAGES[page]).decode(
              Uint8Array.of(Number.parseInt(lead, 16), Number.parseInt(trail, 16)),
            )
          : code,
    )
    .replace(
      /%%(\d{3}|[cdpuok%])/gi,
      (_, sign: string) => SIGNS[sign.toLowerCase()] ?? String.fromCharCode(Number(sign)),
    )
}

/** What stands above and below in a stack: raised, lowered, a fraction, or two tolerances. */
function unstack(stacked: string, before: string): string {
  const [, top = '', mark = '', bottom = ''] = /^((?:\\.|[^\\^/#])*)([\^/#]?)(.*)$/s.exec(stacked) ?? []
  const [above, below] = [top, bottom].map((part) => part.replace(/\\(.)/gs, '$1').trim()) as [string, string]
  if (mark === '' || (above === '' && below === '')) return above
  if (below === '') return inSigns(above, RAISED)
  if (above === '') return inSigns(below, LOWERED)
  const fraction = `${above}/${below}`
  if (mark !== '^' && FRACTIONS[fraction]) return FRACTIONS[fraction]
  // 2 and 3/16 are not 23/16.
  return /\d$/.test(before) && /^\d/.test(above) ? ` ${fraction}` : fraction
}

/**
 * One code of an MTEXT: a stack, paragraphs, what ends with a semicolon (height, font, colour …), lines above and
 * below, a break, a space that does not break, an escaped character, a bracket or a control character.
 */
const CODE =
  /\\S((?:\\.|[^\\;])*);|\\p[^;]*;|\\[ACcFfHQTW][^;\\{}]*;|\\[LlOoKk]|(\\[PXNn]|\^[JM]|\n)|(\\~|\^I)|\^ |\\(.)|[{}]/gs

/** Control characters, which a picture of the text could not hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f]/g

/** Longest text that is taken, characters. */
const LONGEST = 400

const tidy = (line: string): string => line.replace(CONTROLS, '').slice(0, LONGEST).trim()

/** Lines of a TEXT or an ATTRIB: one. */
export function wordsOfText(text: string): string[] {
  return [tidy(decodeCodes(text.slice(0, 8 * LONGEST)))].filter(Boolean)
}

/** Lines of an MTEXT, without the codes of its look. */
export function wordsOfMtext(text: string): string[] {
  const coded = decodeCodes(text.slice(0, 8 * LONGEST))
  let plain = ''
  let at = 0
  for (const found of coded.matchAll(CODE)) {
    const [code, stacked, lineEnd, space, escaped] = found
    plain += coded.slice(at, found.index)
    at = found.index + code.length
    if (stacked !== undefined) plain += unstack(stacked, plain)
    else if (lineEnd) plain += '\n'
    else if (space) plain += ' '
    else if (code === '^ ') plain += '^'
    else plain += escaped ?? ''
  }
  return (plain + coded.slice(at)).split('\n').map(tidy).filter(Boolean)
}
