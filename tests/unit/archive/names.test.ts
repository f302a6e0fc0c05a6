import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { archiveNames } from '#workers/archive/names.ts'

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
