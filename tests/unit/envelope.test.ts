import { describe, expect, test } from 'vitest'
import { openEnvelope, refuse, succeed } from '#contracts/envelope.ts'
import { AppError, ERRORS, errorNameOf, toAppError } from '#contracts/errors.ts'

describe('envelope', () => {
  test('carries success and opens to its data', () => {
    expect(openEnvelope(succeed({ a: 1 }))).toEqual({ a: 1 })
    expect(succeed(null).error).toMatchObject({ code: 0, errorCode: 0 })
  })

  test('a refusal has both pairs of names and opens to the same error', () => {
    const body = refuse(new AppError('FILE_PSD'))
    expect(body.error.code).toBe(body.error.errorCode)
    expect(body.error.message).toBe(body.error.errorMsg)
    expect(() => openEnvelope(JSON.parse(JSON.stringify(body)))).toThrowError(
      expect.objectContaining({ errorName: 'FILE_PSD', message: ERRORS.FILE_PSD.message }),
    )
  })

  test('what is no envelope is a bad response', () => {
    for (const body of [null, 'ok', { data: 1 }, { success: true, data: 1 }])
      expect(() => openEnvelope(body)).toThrowError(expect.objectContaining({ errorName: 'BAD_RESPONSE' }))
  })
})

describe('catalogue of errors', () => {
  test('numbers are unique and lead back to their names', () => {
    const entries = Object.entries(ERRORS)
    expect(new Set(entries.map(([, entry]) => entry.code)).size).toBe(entries.length)
    for (const [name, entry] of entries) expect(errorNameOf(entry.code)).toBe(name)
    expect(errorNameOf(1)).toBe('INTERNAL')
  })

  test('each entry says what happened and what to do, in Chinese', () => {
    for (const entry of Object.values(ERRORS)) {
      expect(entry.message).toMatch(/\p{Script=Han}/u)
      expect(entry.remedy).toMatch(/\p{Script=Han}/u)
    }
  })

  test('unknown throws become the fallback and keep their cause', () => {
    const cause = new Error('x')
    expect(toAppError(cause, 'NETWORK')).toMatchObject({ errorName: 'NETWORK', cause })
    const own = new AppError('CANCELLED')
    expect(toAppError(own, 'NETWORK')).toBe(own)
  })
})
