import { z } from 'zod'

/** Named rights of routes and calls, one table for both sides. A visitor has none of them. */
export const RULES = {
  /** Runs this site: its engines and its settings. */
  operator: { title: '管理员' },
} as const

/** Name of a right. */
export type RuleId = keyof typeof RULES
export const zRule = z.enum(Object.keys(RULES) as [RuleId, ...RuleId[]])

/** Whether somebody with these rights may go where a rule stands; everybody may where there is none. */
export function isAllowed(rule: RuleId | undefined, rights: readonly RuleId[]): boolean {
  return rule === undefined || rights.includes(rule)
}
