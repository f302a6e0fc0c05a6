import { expect, it } from 'vitest'
import { findOpIds } from '#scripts/op-ids.ts'

const IDS = ['grade', 'render', 'chat']

it.each([
  ["if (task.op === 'grade') a()"],
  ["const x = 'render' !== tool?.op"],
  ["switch (op) { case 'grade': a(); break; default: b() }"],
  ["const LIST = ['grade', 'render'] as const"],
  ["const SET = new Set(['render', 'chat'])"],
  ["const WORDS = { grade: 'a', render: 'b' }"],
  ["const ONE: Partial<Record<OpId, string>> = { grade: 'a' }"],
  ["const ONE: readonly OpId[] = ['grade']"],
])('finds an operation that is known by its name: %s', (text) => {
  expect(findOpIds('a.tsx', text, IDS)).toHaveLength(1)
})

it.each([
  ["const tool = { id: 'wash', op: 'grade' }"],
  ["run({ op: 'render', params: {} })"],
  ["if (tool.workbench === 'chat') a()"],
  ['if (task.op === tool.op) a()'],
  ["const PAGES = { chat: 'a', home: 'b' }"],
  ["const words = ['grade', 'other']"],
])('leaves other words alone: %s', (text) => {
  expect(findOpIds('a.tsx', text, IDS)).toEqual([])
})
