import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
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
] as const

const fileOf = (index: number) => `${CASES[index]?.[0]}/case-${index}.ts`
let folder: string
let report: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'imports-'))
  const { vcs: _, ...config } = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'))
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(config))
  for (const [index, [, specifier]] of CASES.entries()) {
    const file = join(folder, fileOf(index))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `export { thing } from '${specifier}'\n`)
  }
  const args = ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=100', '.']
  report = spawnSync(process.execPath, [BIOME, ...args], { cwd: folder, encoding: 'utf8' }).stdout
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('directions of imports', () => {
  it.each(CASES.map((entry, index) => [...entry, index] as const))(
    'in %s: %s is %s',
    (_, _specifier, verdict, index) => {
      expect(report.includes(fileOf(index)) ? 'refused' : 'allowed').toBe(verdict)
    },
  )
})
