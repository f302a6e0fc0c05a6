import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outputName } from '#contracts/file-names.ts'
import { clipText, clustersOf, safeFileName, shownName, zFileName } from '#contracts/safe-name.ts'
import { archiveNames } from '#workers/archive/names.ts'

describe('a safe file name', () => {
  it.each([
    ['立面 终稿.png', '立面 终稿.png'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['..\\..\\windows\\a.dll', '_.._windows_a.dll'],
    ['C:\\a.png', 'C__a.png'],
    ['a\u0000b\nc.png', 'ab c.png'],
    ['报价\u202egnp.exe', '报价gnp.exe'],
    ['CON.png', '_CON.png'],
    ['com1', '_com1'],
    ['nul .txt', '_nul .txt'],
    ['CON\u200b.png', '_CON.png'],
    ['立面.png\u202e. .', '立面.png'],
    ['\u200b\u202e', '未命名'],
    ['剖面\u2066A\u2069-\u200bA.png', '剖面A-A.png'],
    ['con-sole.png', 'con-sole.png'],
    ['结尾的点. . .', '结尾的点'],
    ['.png', 'png'],
    ['', '未命名'],
    ['...', '未命名'],
    ['e\u0301te\u0301.jpg', '\u00e9t\u00e9.jpg'],
    ['\ud800半个.png', '\ufffd半个.png'],
  ])('%j becomes %j', (given, safe) => expect(safeFileName(given)).toBe(safe))

  it('is short enough for every file system, keeps its extension and no half character', () => {
    const name = safeFileName(`${'长'.repeat(300)}🏠.jpeg`)
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(180)
    expect(name).toMatch(/^长+\.jpeg$/)
  })

  it('stays safe whatever it is made from, and does not change again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (given) => {
        const name = safeFileName(given)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
        expect(name).not.toMatch(/[\u0000-\u001f\u007f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]|^\.|[. ]$|^$/)
        expect(safeFileName(name)).toBe(name)
      }),
      { numRuns: 1000 },
    )
  })
})

const FAMILY = '👨‍👩‍👧‍👦'

describe('a name that is shown', () => {
  it.each([
    ['报价\u202egnp.exe', '报价gnp.exe'],
    ['\u2067abc\u2069.png', 'abc.png'],
    ['客\u200b厅\ufeff\u2060\u00ad.png', '客厅.png'],
    ['a\u0007b\r\nc\u2028d\te.png', 'ab c d e.png'],
    ['客厅.png \u3000', '客厅.png'],
    ['a\u200db\u200c.png', 'ab.png'],
    ['a\u{e0041}b.png', 'ab.png'],
    // What is seen stays as it is.
    [`${FAMILY} 家 1:100 "终稿"?.png`, `${FAMILY} 家 1:100 "终稿"?.png`],
    [
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.png',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.png',
    ],
    ['می\u200cخواهم.png', 'می\u200cخواهم.png'],
    ['❤️.png', '❤️.png'],
    ['con.png', 'con.png'],
  ])('%j is shown as %j', (given, shown) => {
    expect(shownName(given)).toBe(shown)
    expect(zFileName.parse(given)).toBe(shown)
  })
})

describe('a text that is too long', () => {
  it('is cut between characters', () => {
    expect(clipText(`${'长'.repeat(119)}${FAMILY}末`, 121)).toBe('长'.repeat(119))
    expect(clipText('e\u0301e\u0301', 3)).toBe('e\u0301')
    expect(clustersOf(`客${FAMILY}❤️`)).toEqual(['客', FAMILY, '❤️'])
  })

  it('keeps its ending, whole characters, and one name for a download and in an archive', () => {
    for (let length = 50; length < 60; length++) {
      const name = outputName(`${'长'.repeat(length)}${FAMILY.repeat(8)}.png`, '智能抠图', 'image/png')
      expect(name).toMatch(/^长+(👨‍👩‍👧‍👦)*_智能抠图\.png$/u)
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(180)
      expect(archiveNames([name])).toEqual([name])
    }
  })
})
