import { expect, it } from 'vitest'
import { concernsEngines, ERRORS, remedyForOperator } from '#contracts/errors.ts'

it('sends no operator to an operator where an error concerns engines', () => {
  const theirs = Object.values(ERRORS).filter(({ code }) => concernsEngines(code))
  expect(theirs.length).toBeGreaterThan(8)
  for (const { remedy } of theirs) {
    expect(remedyForOperator(remedy)).not.toMatch(/联系|请请|，$/)
    expect(remedyForOperator(remedy)).not.toBe('')
  }
  expect(concernsEngines(ERRORS.TICKETS_SHORT.code)).toBe(false)
})
