import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
/** What it takes to build and to run the project. */
const PARTS = [
  'contracts',
  'ops',
  'public',
  'scripts',
  'server',
  'src',
  'workers',
  'package.json',
  'vite.config.ts',
]
/** What nothing writes into. */
const LINKED = ['node_modules', 'models']

/** A copy of the project that can be changed, built and run. */
export class ProjectCopy {
  readonly root: string

  constructor() {
    const parent = process.env.TMPDIR ?? join(ROOT, '.cache/tmp')
    mkdirSync(parent, { recursive: true })
    this.root = mkdtempSync(join(parent, 'copy-'))
    for (const part of PARTS) cpSync(join(ROOT, part), join(this.root, part), { recursive: true })
    for (const part of LINKED) symlinkSync(join(ROOT, part), join(this.root, part))
  }

  /** Copies a folder of the project to another place in the copy. */
  add(from: string, to: string): void {
    cpSync(join(ROOT, from), join(this.root, to), { recursive: true })
  }

  /** Puts text behind another in a file. @throws RangeError where the file does not hold it once */
  insert(file: string, behind: string, text: string): void {
    const path = join(this.root, file)
    const parts = readFileSync(path, 'utf8').split(behind)
    if (parts.length !== 2) throw new RangeError(`${file} holds ${parts.length - 1} times: ${behind}`)
    writeFileSync(path, parts.join(behind + text))
  }

  /** Builds the app, without the compressed copies of its files. */
  build(): void {
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
    const args = ['build', '--mode', 'test', '--logLevel', 'error']
    const { status, stdout, stderr } = spawnSync(process.execPath, [vite, ...args], {
      cwd: this.root,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`the copy could not be built\n${stdout}\n${stderr}`)
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 })
  }
}
