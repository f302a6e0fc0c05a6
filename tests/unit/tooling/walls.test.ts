import { describe, expect, it } from 'vitest'
import { breachOf, circlesOf, importsOf } from '#scripts/walls.ts'

/** A folder, what a module in it imports, and whether it may. */
const CASES = [
  ['contracts', 'zod', 'allowed'],
  ['contracts', './b.ts', 'allowed'],
  ['contracts', 'hono', 'refused'],
  ['contracts', '#src/a.ts', 'refused'],
  ['ops/relight', '#contracts/a.ts', 'allowed'],
  ['ops/relight', '#kernels/a.ts', 'allowed'],
  ['ops/relight', '#workers/image/a.ts', 'refused'],
  ['ops/relight', 'node:fs', 'refused'],
  ['contracts', '#ops/index.ts', 'refused'],
  ['workers/image', '#contracts/a.ts', 'allowed'],
  ['workers/image', '#ops/index.ts', 'allowed'],
  ['workers/image', '#kernels/a.ts', 'allowed'],
  ['workers/image', '#server/a.ts', 'refused'],
  ['workers/kernels/matting', '../raster.ts', 'allowed'],
  ['workers/kernels', 'node:fs', 'refused'],
  ['workers/kernels', '#workers/image/worker.ts', 'refused'],
  ['server/routes', '#kernels/a.ts', 'allowed'],
  ['server/routes', '#workers/image/worker.ts', 'refused'],
  ['server', '../src/a.ts', 'refused'],
  ['server', '#src/a.ts', 'refused'],
  ['src/ui', '#src/data/a.ts', 'allowed'],
  ['src/ui', '#workers/image/contract.ts', 'refused'],
  ['src/ui', '#kernels/a.ts', 'refused'],
  ['src/data', '#ops/index.ts', 'allowed'],
  ['src/data', '#ops/run-op.ts', 'refused'],
  ['ops/relight', '../inputs.ts', 'allowed'],
  ['src/ui', '../../server/a.ts', 'refused'],
  ['src/worker-clients', '#workers/image/contract.ts', 'allowed'],
  ['src/worker-clients', '#server/a.ts', 'refused'],
  ['tests/unit', '#server/a.ts', 'allowed'],
  ['tests/unit', '#studio/scenes/a.ts', 'refused'],
  ['studio/tests', '#tests/support/a.ts', 'allowed'],
  ['studio/scenes', '#tests/support/a.ts', 'refused'],
  ['src/data/tasks', '#src/ui/a.ts', 'refused'],
  ['src/data/tasks', '#src/tools/registry.ts', 'allowed'],
  ['src/data/tasks', 'antd/es/button', 'refused'],
  ['workers/kernels', '#ops/index.ts', 'allowed'],
  ['workers/kernels', '#ops/relight/run.ts', 'refused'],
  ['server', 'node:fs/promises', 'allowed'],
  ['src/app', 'node:fs', 'refused'],
  ['src/app', '@preact/signals-react', 'allowed'],
] as const

describe('walls between the folders', () => {
  it.each(CASES)('in %s: %s is %s', (folder, specifier, verdict) => {
    expect(breachOf(`${folder}/case.ts`, specifier) === null ? 'allowed' : 'refused').toBe(verdict)
  })

  it('give each page one kit of buttons and fields', () => {
    expect(breachOf('src/pages/HomePage.tsx', 'antd')).not.toBeNull()
    expect(breachOf('src/pages/HomePage.tsx', '#src/ui/Button.tsx')).toBeNull()
    expect(breachOf('src/workbenches/Canvas.tsx', 'antd')).toBeNull()
    expect(breachOf('src/workbenches/Canvas.tsx', '#src/ui/Button.tsx')).toContain('antd')
    expect(breachOf('src/workbenches/Canvas.tsx', '#src/ui/Dialog.tsx')).toBeNull()
    expect(breachOf('src/app/AntdRoot.tsx', 'antd/es/config-provider')).toBeNull()
  })

  it('keep kernels out of the facts of an operation, not out of its run', () => {
    expect(breachOf('ops/relight/facts.ts', '#kernels/a.ts')).toContain('facts')
    expect(breachOf('ops/relight/run.ts', '#kernels/a.ts')).toBeNull()
  })

  it('are seen by every way to import', () => {
    const text = `import a, { type B } from './a.ts'
import type { C } from './c.ts'
import { type D } from './d.ts'
import './style.css'
export * from './e.ts'
export type { F } from './f.ts'
void import('./g.ts')`
    expect(importsOf('x.ts', text)).toEqual([
      { specifier: './a.ts', atStart: true },
      { specifier: './c.ts', atStart: false },
      { specifier: './d.ts', atStart: false },
      { specifier: './style.css', atStart: true },
      { specifier: './e.ts', atStart: true },
      { specifier: './f.ts', atStart: false },
      { specifier: './g.ts', atStart: false },
    ])
  })
})

describe('circles of imports', () => {
  const graphOf = (edges: Record<string, string[]>) => new Map(Object.entries(edges))

  it('are found where modules import each other, however far round', () => {
    const graph = graphOf({ a: ['b'], b: ['c', 'd'], c: ['a'], d: [] })
    expect(circlesOf(graph).map((circle) => circle.toSorted())).toEqual([['a', 'b', 'c']])
  })
  it('are none where two modules share a third', () => {
    expect(circlesOf(graphOf({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([])
  })
  it('are found apart', () => {
    const graph = graphOf({ a: ['b', 'c'], b: ['a'], c: ['d'], d: ['c'] })
    expect(circlesOf(graph)).toHaveLength(2)
  })
})
