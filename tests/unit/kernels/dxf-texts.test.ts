import { describe, expect, it } from 'vitest'
import { encodingOfDxf } from '#kernels/cad/dxf-encoding.ts'
import { wordsOfMtext, wordsOfText } from '#kernels/cad/dxf-words.ts'
import { sheetOfDxf } from '#kernels/cad/sheet.ts'
import { bytesIn } from '#tests/support/plans/code-pages.ts'
import { dxfFile } from '#tests/support/plans/dxf.ts'

const ROOMS = {
  simplified: ['客厅', '卧室', '卫生间'],
  traditional: ['客廳', '主臥室', '廚房', '陽台'],
  japanese: ['リビング', '洋室', '洗面所'],
  western: ['Küche', 'Wohnfläche 12.3 m²', 'dégagement'],
}

/** A drawing whose head declares a page and a release, and whose texts are in a page of their own. */
function drawing(page: string, declared: string, release: string, words: readonly string[]) {
  const head = `0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\n${release}\n9\n$DWGCODEPAGE\n3\n${declared}\n0\nENDSEC\n`
  const body = dxfFile([
    ...([
      [0, 'LINE'],
      [8, '0'],
      [10, 0],
      [20, 0],
      [11, 9000],
      [21, 6000],
    ] as const),
    ...words.flatMap(
      (word, k) =>
        [
          [0, 'TEXT'],
          [8, '0'],
          [10, 1000 * k],
          [20, 500],
          [40, 300],
          [1, word],
        ] as const,
    ),
  ])
  return bytesIn(page, head + body)
}

const textsOf = (bytes: Uint8Array): string[] =>
  sheetOfDxf(new TextDecoder(encodingOfDxf(bytes)).decode(bytes)).drawn.texts.map(({ text }) => text)

describe('the encoding of a drawing', () => {
  it.each([
    ['gb18030', 'ANSI_1252', 'AC1015', ROOMS.simplified],
    ['gb18030', 'ANSI_936', 'AC1015', ROOMS.simplified],
    ['gb18030', 'ANSI_950', 'AC1015', ROOMS.simplified],
    ['gb18030', 'ANSI_932', 'AC1015', ROOMS.simplified],
    ['gb18030', 'ANSI_1251', 'AC1015', ROOMS.simplified],
    ['gb18030', 'ANSI_936', 'AC1032', ROOMS.simplified],
    ['gb18030', 'gb2312', 'AC1009', ROOMS.simplified],
    ['big5', 'ANSI_936', 'AC1015', ROOMS.traditional],
    ['big5', 'ANSI_1252', 'AC1015', ROOMS.traditional],
    ['big5', 'ANSI_950', 'AC1015', ROOMS.traditional],
    ['shift_jis', 'ANSI_1252', 'AC1015', ROOMS.japanese],
    ['shift_jis', 'ANSI_936', 'AC1015', ROOMS.japanese],
    ['shift_jis', 'dos932', 'AC1009', ['ﾄｲﾚ', 'ｷｯﾁﾝ']],
    ['utf-8', 'ANSI_936', 'AC1015', ROOMS.simplified],
    ['utf-8', 'ANSI_1252', 'AC1015', ROOMS.traditional],
    ['utf-8', 'ANSI_932', 'AC1032', ROOMS.japanese],
    ['windows-1252', 'ANSI_1252', 'AC1015', ROOMS.western],
    ['windows-1251', 'ANSI_1251', 'AC1015', ['Кухня', 'СПАЛЬНЯ']],
    ['euc-kr', 'ANSI_949', 'AC1015', ['거실', '침실', '주방']],
  ])('of texts in %s is found though it declares %s in release %s', (page, declared, release, words) => {
    expect(textsOf(drawing(page, declared, release, words))).toEqual(words)
  })

  it('is that of nearly all its texts where one is cut in a character', () => {
    const whole = drawing('gb18030', 'ANSI_1252', 'AC1015', [...ROOMS.simplified, '餐厅'])
    // The lead byte of 厅 stays without its second one.
    const at = whole.lastIndexOf(0xcc)
    expect(textsOf(whole.filter((_, k) => k !== at + 1)).slice(0, 3)).toEqual(ROOMS.simplified)
  })
})

describe('the texts of a drawing', () => {
  it.each([
    [String.raw`{\fSimSun|b0|i0|c134|p2;\C1;客厅}\P{\H0.7x;12.3m\S2^ ;}`, ['客厅', '12.3m²']],
    [String.raw`\S1#4;`, ['¼']],
    [String.raw`2\S1/4;`, ['2¼']],
    [String.raw`2\S3/16;`, ['2 3/16']],
    [String.raw`10\S+0.1^-0.2;`, ['10+0.1/-0.2']],
    [String.raw`CO\S^ 2;`, ['CO₂']],
    [String.raw`4\Sth^ ;`, ['4th']],
    [String.raw`\A1;甲\T1.1;乙\W0.8;丙\Q15;丁\~戊`, ['甲乙丙丁 戊']],
    [String.raw`\pxqc,i2;\Fgbcbig.shx|c134;中\X下\L线\l`, ['中', '下线']],
    [String.raw`D:\\Plan\{1\}`, ['D:\\Plan{1}']],
    ['%%c100 45%%d %%P0.000 %%u净%%u 50%%%', ['Φ100 45° ±0.000 净 50%']],
    [String.raw`\U+5BA2\M+5CCFC \M+1967B`, ['客厅 本']],
    ['甲^I乙^J丙\u0001', ['甲 乙', '丙']],
  ])('%s is %j', (coded, lines) => {
    expect(wordsOfMtext(coded)).toEqual(lines)
  })

  it('write their signs in plain texts too', () => {
    expect(wordsOfText('%%u%%132@200 %%D%%p%%C')).toEqual(['Φ@200 °±Φ'])
  })
})
