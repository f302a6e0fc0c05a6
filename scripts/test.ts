/**
 * Runs every check of the project, also past a failure, and ends with one line `N passed, N failed`. Two steps run side by
 * side: either leaves a core idle at times, while it waits for a page or a socket. Called by scripts/ensure.mjs, which has
 * installed, built and found a browser.
 * With arguments it runs only the steps named: `npm test -- unit server`.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'

interface Step {
  readonly name: string
  readonly title: string
  /** A package's script and its arguments, run with this Node. */
  readonly command: readonly [script: string, ...args: string[]]
  /** Where the runner writes its results; a step without one counts as a single test. */
  readonly report?: { readonly file: string; readonly count: (json: unknown) => Count }
}
interface Count {
  passed: number
  failed: number
  skipped: number
  /** Tests, among those that passed, that failed the first time. */
  flaky?: number
}
interface Outcome extends Count {
  readonly step: Step
  readonly ms: number
}

const ROOT = resolve(import.meta.dirname, '..')
/** Chromium puts a socket in its temporary folder, whose whole path may hold 108 bytes. */
const LONGEST_SOCKET_FOLDER = 60
/** Ends a step that hangs, not one that a busy machine slows down. */
const STEP_LIMIT_MS = 45 * 60_000

const zVitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  /** Files that failed before any of their tests ran count as well. */
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})
const zPlaywrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  errors: z.array(z.unknown()).default([]),
})

function countVitest(json: unknown): Count {
  const report = zVitestReport.parse(json)
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests,
  }
}

function countPlaywright(json: unknown): Count {
  const { stats, errors } = zPlaywrightReport.parse(json)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    flaky: stats.flaky,
  }
}

/** A file system in memory, where the system has one: databases and profiles there wait for no disk. */
const IN_MEMORY = '/dev/shm'
/** Memory, and space in that file system, from which a run uses it, bytes: browsers and networks need most of it. */
const ROOM_IN_MEMORY = 8 * 2 ** 30

function hasRoomInMemory(): boolean {
  if (!existsSync(IN_MEMORY)) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return Math.min(bavail * bsize, freemem()) > ROOM_IN_MEMORY
}

function makeScratch(): string {
  if (hasRoomInMemory()) return mkdtempSync(join(IN_MEMORY, 'zhuhui-'))
  const inside = join(ROOT, '.cache/tmp')
  mkdirSync(inside, { recursive: true })
  return mkdtempSync(inside.length > LONGEST_SOCKET_FOLDER ? join(tmpdir(), 'zhuhui-') : join(inside, 't-'))
}

/** @param name that of the step and of vitest’s project */
function vitestStep(name: string, title: string, scratch: string): Step {
  const file = join(scratch, `${name}.json`)
  return {
    name,
    title,
    command: [
      'vitest/vitest.mjs',
      'run',
      `--project=${name}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    report: { file, count: countVitest },
  }
}

/** In the order in which they begin: the long ones first, so that both of the last ones end at about the same time. */
function stepsOf(scratch: string): readonly Step[] {
  return [
    {
      name: 'browser',
      title: '浏览器测试',
      command: ['@playwright/test/cli.js', 'test'],
      report: { file: join(scratch, 'browser.json'), count: countPlaywright },
    },
    vitestStep('unit', '单元测试', scratch),
    vitestStep('server', '服务端测试', scratch),
    vitestStep('parity', '两个平台的结果', scratch),
    {
      name: 'lint',
      title: '代码规范（biome）',
      command: ['@biomejs/biome/bin/biome', 'ci', '--colors=off', '.'],
    },
    { name: 'unused', title: '无用代码（knip）', command: ['knip/bin/knip.js'] },
    {
      name: 'types',
      title: '类型（tsc）',
      // Each of several checkers would resolve the types that all files share anew: twice the work in all.
      command: ['typescript/bin/tsc', '-b', '--checkers', '1', '--builders', '2'],
    },
    { name: 'ops', title: '操作只在 ops/ 里有名字', command: ['../scripts/op-ids.ts'] },
    { name: 'walls', title: '文件夹之间的引用', command: ['../scripts/walls.ts'] },
  ]
}

/** @param isLive prints as it goes; otherwise all of it at the end, so that what runs beside it does not mix in */
function execute(step: Step, scratch: string, isLive: boolean): Promise<number> {
  const [script, ...args] = step.command
  return new Promise((settle) => {
    const output = isLive ? 'inherit' : 'pipe'
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
      cwd: ROOT,
      stdio: ['ignore', output, output],
      timeout: STEP_LIMIT_MS,
      env: {
        ...process.env,
        TMPDIR: scratch,
        // Servers and engines are started a hundred times: their code is read and compiled once.
        NODE_COMPILE_CACHE: join(scratch, 'compiled'),
        PLAYWRIGHT_JSON_OUTPUT_FILE: join(scratch, 'browser.json'),
        ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
      },
    })
    const printed: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk))
    child.once('error', () => settle(127))
    child.once('close', (code) => {
      if (!isLive) process.stdout.write(`\n▶ ${step.title}\n${Buffer.concat(printed)}`)
      settle(code ?? 1)
    })
  })
}

function countOf(step: Step, code: number): Count {
  const single = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  if (!step.report) return single
  if (!existsSync(step.report.file)) return { passed: 0, failed: 1, skipped: 0 }
  const count = step.report.count(JSON.parse(readFileSync(step.report.file, 'utf8')))
  // A runner that fails without a failed test (an unhandled rejection, no test found) still failed.
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

async function runStep(step: Step, scratch: string, isLive: boolean): Promise<Outcome> {
  if (isLive) console.log(`\n▶ ${step.title}`)
  const started = performance.now()
  const code = await execute(step, scratch, isLive)
  const outcome = { step, ms: performance.now() - started, ...countOf(step, code) }
  console.log(`${outcome.failed === 0 ? '✓' : '✗'} ${summarize(outcome)}`)
  return outcome
}

function summarize({ step, ms, passed, failed, skipped, flaky }: Outcome): string {
  const rest = (skipped ? `，跳过 ${skipped}` : '') + (flaky ? `，第二次才通过 ${flaky}` : '')
  return `${step.title}：通过 ${passed}，失败 ${failed}${rest}，用时 ${(ms / 1000).toFixed(1)} 秒`
}

const scratch = makeScratch()
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

const wanted = process.argv.slice(2)
const steps = stepsOf(scratch)
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`没有这个步骤：${unknown.join('、')}。可用：${steps.map((step) => step.name).join('、')}`)
  process.exit(2)
}

const chosen = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const outcomes: Outcome[] = []
const waiting = [...chosen]
async function runWaiting(isLive: boolean): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift())
    outcomes.push(await runStep(step, scratch, isLive))
}
const started = performance.now()
await Promise.all([runWaiting(true), runWaiting(false)])
const seconds = (performance.now() - started) / 1000
outcomes.sort((a, b) => steps.indexOf(a.step) - steps.indexOf(b.step))
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
console.log(`\n${outcomes.map((outcome) => `  ${summarize(outcome)}`).join('\n')}`)
console.log(`  合计用时 ${seconds.toFixed(1)} 秒\n`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
console.log(`${passed} passed, ${failed} failed`)
