import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { antdRules } from '#scripts/build/antd-styles.ts'

const rules = await antdRules(resolve(import.meta.dirname, '../../../src'))

test('the rules of components, of their parts and of what they open are there', () => {
  for (const part of ['btn', 'segmented', 'slider', 'switch', 'select-dropdown', 'dropdown-menu', 'tooltip'])
    expect(rules).toContain(`.ant-${part}`)
  expect(rules).toContain('.ant-input-textarea')
})

test('no colour is fixed: each theme sets the variables at run time', () => {
  expect(rules).not.toMatch(/--ant-color-primary:/)
  expect(rules).toContain('var(--ant-color-primary)')
})
