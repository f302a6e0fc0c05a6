import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chunkGroups } from '#scripts/build/chunks.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

describe('a start prints its own lines alone', () => {
  it('for npm knows every setting of the project', () => {
    const { stderr } = spawnSync('npm', ['config', 'get', 'cache'], { cwd: ROOT, encoding: 'utf8' })
    expect(stderr).not.toMatch(/project config/i)
  })

  it('for the bundler has a name for each group of modules', () => {
    for (const { name, debugName } of chunkGroups) expect(typeof name === 'string' || debugName).toBeTruthy()
  })

  it('for no style sheet takes rules out of another one, which loses where they come from', async () => {
    const folder = join(ROOT, 'src')
    const sheets = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.css'))
    expect(sheets.length).toBeGreaterThan(20)
    for (const sheet of sheets)
      expect([sheet, /composes:[^;]*\bfrom\b/.test(await readFile(join(folder, sheet), 'utf8'))]).toEqual([
        sheet,
        false,
      ])
  })
})
