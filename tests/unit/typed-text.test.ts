import { describe, expect, it } from 'vitest'
import { foldText, readCode, readNumber, readPhone, snapNumber } from '#contracts/typed-text.ts'
import { findHits } from '#src/app/palette-search.ts'
import { searchTools } from '#src/tools/search.ts'
import { isComposingKey, isEnter } from '#src/ui/enter-key.ts'

describe('what is typed and pasted', () => {
  it.each([
    ['138 0013 8000', '13800138000'],
    ['+86 138-0013-8000', '13800138000'],
    ['+86138', '138'],
    ['0086 13800138000', '13800138000'],
    ['8613800138000', '13800138000'],
    ['１３８００１３８０００', '13800138000'],
    ['张工 13800138000（微信同号）', '13800138000'],
    ['1380', '1380'],
    ['', ''],
  ])('reads the number of %j', (text, phone) => expect(readPhone(text)).toBe(phone))

  it.each([
    [' 123456', '123456'],
    ['１２３４５６', '123456'],
    ['123 456', '123456'],
    ['【筑绘】验证码 123456，10 分钟内有效，请勿告诉他人。', '123456'],
    ['【筑绘】尾号 138000 的用户：您的验证码是：654321，10 分钟内有效', '654321'],
    ['654321 是您的验证码，10分钟内有效', '654321'],
    ['Your code is 123-456.', '123456'],
    ['12', '12'],
    ['12345678', '123456'],
  ])('reads the code of %j', (text, code) => expect(readCode(text)).toBe(code))

  it.each([
    ['1600.5', 1600.5],
    ['１６００．５', 1600.5],
    ['1,600', 1600],
    ['12。5', 12.5],
    ['-3', -3],
    ['.5', 0.5],
    ['', null],
    ['abc', null],
    ['1.2.3', null],
    ['12e5', null],
  ])('reads the number of %j', (text, number) => expect(readNumber(text)).toBe(number))

  it('rounds to the decimals of the step and clamps', () => {
    expect(snapNumber(1600.5, { min: 0, max: 8000 })).toBe(1601)
    expect(snapNumber(1600.5, { min: 0, max: 8000, step: 100 })).toBe(1601)
    expect(snapNumber(0.26, { min: 0, max: 1, step: 0.1 })).toBe(0.3)
    expect(snapNumber(9000, { min: 0, max: 8000 })).toBe(8000)
    expect(snapNumber(-1, { min: 10, max: 8000 })).toBe(10)
  })
})

describe('search', () => {
  it('finds full-width letters like the others', () => {
    expect(foldText('ＤＸＦ')).toBe('dxf')
    const found = searchTools('dxf').map(({ id }) => id)
    expect(found.length).toBeGreaterThan(0)
    expect(searchTools('ＤＸＦ').map(({ id }) => id)).toEqual(found)
    expect(findHits('ＤＸＦ').map(({ key }) => key)).toEqual(findHits('dxf').map(({ key }) => key))
  })
})

describe('Enter', () => {
  it('is not the one that ends a composition, told by the flag or by Safari’s key code', () => {
    expect(isEnter({ key: 'Enter', isComposing: false, keyCode: 13 })).toBe(true)
    expect(isEnter({ key: 'Enter', isComposing: true, keyCode: 13 })).toBe(false)
    expect(isEnter({ key: 'Enter', isComposing: false, keyCode: 229 })).toBe(false)
    expect(isEnter({ key: 'a', isComposing: false, keyCode: 65 })).toBe(false)
    expect(isComposingKey({ isComposing: false, keyCode: 229 })).toBe(true)
  })
})
