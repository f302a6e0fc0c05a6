import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowsers } from './browser.mjs'
import { ensureBuild } from './build.mjs'
import { ensureDependencies } from './install.mjs'
import { alone } from './lock.mjs'
import { PINNED_NODE, ROOT, runCommand } from './process.mjs'
import { fail, heading, SetupError, say } from './report.mjs'

async function pinned(args, env = {}) {
  const { code } = await runCommand(PINNED_NODE, args, { env: { ...process.env, ...env } })
  return code
}

const setUp = () =>
  alone(async () => {
    await ensureDependencies()
    await ensureBuild()
  })

async function start() {
  await setUp()
  return pinned(['server/main.ts'], { NODE_ENV: process.env.NODE_ENV ?? 'production' })
}

/** Server with restart on change, and vite's dev server, which sends /api on to it. One ends, both end. */
async function dev(args) {
  await alone(ensureDependencies)
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const children = [
    spawn(
      PINNED_NODE,
      ['--watch-path=server', '--watch-path=contracts', '--watch-path=ops', 'server/main.ts'],
      {
        cwd: ROOT,
        stdio: 'inherit',
      },
    ),
    spawn(PINNED_NODE, [vite, ...args], { cwd: ROOT, stdio: 'inherit' }),
  ]
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  const codes = await Promise.all(
    children.map(
      (child) =>
        new Promise((settle) => {
          child.once('close', (code) => {
            stop()
            settle(code ?? 0)
          })
        }),
    ),
  )
  return Math.max(...codes)
}

async function test(args) {
  await setUp()
  return pinned(['scripts/test.ts', ...args], await ensureBrowsers())
}

async function bench([name, ...rest]) {
  if (!name || !existsSync(join(ROOT, 'tests/bench', `${name}.ts`))) {
    throw new SetupError('没有这个测量项目。', '用法：npm run bench -- 名称，名称见 tests/bench/ 目录。')
  }
  await setUp()
  return pinned([`tests/bench/${name}.ts`, ...rest], await ensureBrowsers())
}

const MODES = { start, dev, test, bench }

/**
 * Carries out one mode and ends the process with its exit code.
 * @param {keyof MODES} mode
 * @param {string} title
 * @param {string[]} args
 */
export async function run(mode, title, args) {
  process.chdir(ROOT)
  heading(`筑绘 · ${title}`)
  try {
    process.exitCode = await MODES[mode](args)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    fail(error.message)
    if (error.remedy) say(`    ${error.remedy}`)
    process.exitCode = 1
    // Whoever reads the last line of a test run still learns that it failed.
    if (mode === 'test') say('0 passed, 1 failed')
  }
}
