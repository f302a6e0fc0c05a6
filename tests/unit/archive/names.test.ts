import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { archiveNames, safeFileName } from '#workers/archive/names.ts'

describe('a safe file name', () => {
  it.each([
    ['立面 终稿.png', '立面 终稿.png'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['..\\..\\windows\\a.dll', '_.._windows_a.dll'],
    ['C:\\a.png', 'C__a.png'],
    ['a\u0000b\nc.png', 'a_b_c.png'],
    ['报价\u202egnp.exe', '报价_gnp.exe'],
    ['CON.png', '_CON.png'],
    ['com1', '_com1'],
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

describe('names of an archive', () => {
  it('numbers what comes twice, also where only the case differs', () => {
    expect(archiveNames(['名.png', '名.png', '名.PNG', '名 (2).png', '别.jpg'])).toEqual([
      '名.png',
      '名 (2).png',
      '名 (3).PNG',
      '名 (2) (2).png',
      '别.jpg',
    ])
  })

  it('minds what is there already, in folders as well', () => {
    expect(archiveNames(['a.png', 'a.png'], ['缩略图/a.png', 'a.png'], '缩略图')).toEqual([
      '缩略图/a (2).png',
      '缩略图/a (3).png',
    ])
  })

  it('never gives a name twice', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a.png', 'A.png', 'a (2).png', 'a (3).png', 'b')), (names) => {
        const given = archiveNames(names)
        expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(names.length)
      }),
    )
  })
})
