import { asciiOfBinaryDxf, isBinaryDxf } from './binary-dxf.ts'

/** Code pages by the number that drawings write in $DWGCODEPAGE, as TextDecoder names them. */
const PAGES: Record<string, string> = {
  936: 'gb18030',
  950: 'big5',
  932: 'shift_jis',
  949: 'euc-kr',
  874: 'windows-874',
  1250: 'windows-1250',
  1251: 'windows-1251',
  1252: 'windows-1252',
  1253: 'windows-1253',
  1254: 'windows-1254',
  1255: 'windows-1255',
  1256: 'windows-1256',
  1257: 'windows-1257',
  1258: 'windows-1258',
}

/** Other ways in which releases write them. */
const NAMED_PAGES: Record<string, string> = {
  'UTF-8': 'utf-8',
  UTF8: 'utf-8',
  GB2312: 'gb18030',
  BIG5: 'big5',
}

/** What a file may be in whatever it declares. Of equal ones the first is taken. */
const JUDGED = ['utf-8', 'gb18030', 'big5', 'shift_jis'] as const
const UNDECLARED = [...JUDGED, 'windows-1252'] as const

/** Lead bytes of the characters in common use, which each standard sets first. */
const COMMON_LEADS: Record<string, readonly [first: number, last: number]> = {
  gb18030: [0xb0, 0xd7],
  big5: [0xa4, 0xc6],
  shift_jis: [0x88, 0x97],
  'euc-kr': [0xb0, 0xc8],
}

/** Pages whose letters stand alone among those of ASCII; whole words are in the other ones. */
const LATIN = new Set(['windows-1250', 'windows-1252', 'windows-1254', 'windows-1257', 'windows-1258'])

/** Characters that building plans and their layers are full of: simplified, traditional and Japanese. */
const OFTEN = new Set(
  '客厅廳卧臥室主次房间間厨廚餐卫衛生浴阳陽台臺书書储儲藏衣帽玄关關走道廊楼樓梯电電井水管设設备備门門窗墙牆柱梁板轴軸' +
    '线線标標注尺寸文字家具洁潔图圖层層名面积積平方米高度长長宽寬厚毫单單位比例说說明意本均以为為公司入口出前后後左右上下' +
    '东東南西北中大小新旧舊老人儿兒童男女工作学學习習会會议議办辦休息区區域接待庭院花园園露天空调調机機冰箱洗晾保姆影音健身' +
    '茶酒吧沙发發床柜櫃桌椅砖磚石材木地毯涂塗料吊顶頂灯燈一二三四五六七八九十第号號共总總计計阶階段施给給排暖通消防火安全' +
    '疏散结結构構造混凝土钢鋼筋砌体體隔断斷的是在不有和与與及或按见見详詳甲现現场場定做洋居寝所便押納収脱槽壁開部屋車庫物置' +
    '縁側食堂淋盥傢俱檯雨遮',
)

/** What a character says for its encoding, for each of its bytes. */
const SAYS = {
  often: 2,
  likely: 1,
  letter: 0.5,
  /** One letter above ASCII in a word, in UTF-8: no chance makes two such bytes. */
  accent: 0.7,
  common: 0.3,
  halfKana: 0,
  lone: 1.5,
  run: -1,
  rare: -1,
  broken: -3,
}
/** What the declared encoding has ahead of any other one, for each byte. */
const DECLARED = 0.5
/** Bytes of texts that are judged: those of a house with all its layers. */
const MOST_BYTES = 65_536

/** The lines that hold bytes above ASCII, each once. */
function foreignLines(bytes: Uint8Array): Uint8Array[] {
  const lines = new Map<string, Uint8Array>()
  let taken = 0
  for (let k = 0; k < bytes.length && taken < MOST_BYTES; k++) {
    if (bytes[k]! < 0x80) continue
    const start = bytes.lastIndexOf(10, k) + 1
    const end = bytes.indexOf(10, k)
    const line = bytes.subarray(start, Math.min(end < 0 ? bytes.length : end, start + 4096))
    k = end < 0 ? bytes.length : end
    const key = String.fromCharCode(...line)
    if (lines.has(key)) continue
    lines.set(key, line)
    taken += line.length
  }
  return [...lines.values()]
}

function commonOf(encoding: string): Set<string> {
  const [first, last] = COMMON_LEADS[encoding] ?? [1, 0]
  const pairs: number[] = []
  for (let lead = first; lead <= last; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) pairs.push(lead, trail, 10)
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(pairs)))
}

const utf8Length = (code: number): number => (code < 0x800 ? 2 : code < 0x10000 ? 3 : 4)

const BROKEN = /[\ufffd\x80-\x9f\ue000-\uf8ff]/
const HALF_KANA = /[\uff61-\uff9f]/
/** Kana, the signs of measures and punctuation of full width. */
const LIKELY = /[\u3040-\u30ff\u3000-\u3020\uff01-\uff60°²³±×Φφ㎡]/
const HAN_OR_HANGUL = /[\u4e00-\u9fff\uac00-\ud7a3]/

/** Whether the texts read well in an encoding: the mean of what their bytes say for it. */
function merit(lines: readonly Uint8Array[], encoding: string): number {
  const decoder = new TextDecoder(encoding)
  const common = commonOf(encoding)
  const isWide = encoding in COMMON_LEADS
  let sum = 0
  let bytes = 0
  const says = (character: string, alone: boolean): number => {
    if (BROKEN.test(character)) return SAYS.broken
    if (OFTEN.has(character)) return SAYS.often
    if (HALF_KANA.test(character)) return SAYS.halfKana
    if (LIKELY.test(character)) return SAYS.likely
    if (common.has(character)) return encoding === 'euc-kr' ? SAYS.likely : SAYS.common
    if (isWide) return SAYS.rare
    if (LATIN.has(encoding)) return !alone ? SAYS.run : /[à-ÿ]/.test(character) ? SAYS.lone : SAYS.letter
    if (encoding !== 'utf-8') return SAYS.letter
    return HAN_OR_HANGUL.test(character) ? SAYS.common : alone ? SAYS.accent : SAYS.letter
  }
  for (const line of lines)
    for (const [run] of decoder.decode(line).matchAll(/[^\0-\x7f]+/g))
      for (const character of run) {
        const size =
          encoding === 'utf-8'
            ? utf8Length(character.codePointAt(0)!)
            : isWide && !HALF_KANA.test(character) && !BROKEN.test(character)
              ? 2
              : 1
        sum += size * says(character, run.length === 1)
        bytes += size
      }
  return sum / Math.max(1, bytes)
}

/** What the head of a drawing declares: UTF-8 since AutoCAD 2007, the code page of its system before; null for nothing. */
function declaredIn(head: string): string | null {
  const variable = (name: string) =>
    new RegExp(`\\${name}\\s+\\d+\\s+(\\S+)`).exec(head)?.[1]?.toUpperCase() ?? ''
  if (variable('$ACADVER') >= 'AC1021') return 'utf-8'
  const page = variable('$DWGCODEPAGE')
  return NAMED_PAGES[page] ?? PAGES[/\d+$/.exec(page)?.[0] ?? ''] ?? null
}

/**
 * The encoding of a drawing file's texts, as TextDecoder names it. All of them are read in each encoding that is met
 * in plans, and the one that reads best is taken: many programs declare another one than they write. What is declared
 * is taken where none reads clearly better.
 * @param bytes the whole file
 */
export function encodingOfDxf(bytes: Uint8Array): string {
  const declared = declaredIn(String.fromCharCode(...bytes.subarray(0, 8192)))
  const lines = foreignLines(bytes)
  if (lines.length === 0) return declared ?? 'utf-8'
  let best = declared ?? 'gb18030'
  let most = merit(lines, best) + (declared ? DECLARED : 0)
  for (const encoding of declared ? JUDGED : UNDECLARED) {
    const found = encoding === declared ? Number.NEGATIVE_INFINITY : merit(lines, encoding)
    if (found > most) [best, most] = [encoding, found]
  }
  return best
}

/**
 * The text of a drawing file, in ASCII or binary form.
 * @param bytes the whole file
 * @throws AppError FILE_DAMAGED for a binary one that holds nothing
 */
export function textOfDxf(bytes: Uint8Array): string {
  const ascii = isBinaryDxf(bytes) ? asciiOfBinaryDxf(bytes) : bytes
  return new TextDecoder(encodingOfDxf(ascii)).decode(ascii)
}
