import { expect, test } from 'vitest'
import { antdRules } from '#scripts/build/antd-styles.ts'

const rules = antdRules()

test('the rules of components, of their parts and of what they open are there', () => {
  for (const part of ['btn', 'segmented', 'slider', 'switch', 'select-dropdown', 'dropdown-menu', 'tooltip'])
    expect(rules).toContain(`.ant-${part}`)
  expect(rules).toContain('.ant-input-textarea')
})

test('colours are variables, one set for each theme', () => {
  expect(rules).toContain('var(--ant-color-primary)')
  const values = [...rules.matchAll(/--ant-color-bg-container:([^;}]+)/g)].map(([, value]) => value)
  expect(values).toEqual(['#ffffff', '#1c2024'])
  expect(rules).toMatch(/:root\{[^}]*--ant-color-bg-container:#ffffff/)
  expect(rules).toMatch(/\[data-theme="dark"\]\{[^}]*--ant-color-bg-container:#1c2024/)
})

test('a component that has its own value of a shared variable has it in its own rule', () => {
  expect(rules).toMatch(
    /\[data-theme="dark"\] \.zhuhui\.ant-tooltip-css-var\{[^}]*--ant-color-bg-spotlight:#343a40/,
  )
})

test('nothing is said of elements that are not of antd', () => {
  const selectors = [...rules.matchAll(/(?<=^|\})([^{}@]+)\{/g)].map(([, selector = '']) => selector.trim())
  const foreign = selectors.filter(
    (selector) => !/ant|^:root$|^\[data-theme="dark"\]$|^\d|^from|^to/.test(selector),
  )
  expect(foreign).toEqual([])
})
