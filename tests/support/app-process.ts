import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const START_MS = 30_000
const CODE_MS = 10_000

function makeDataDir(): string {
  const parent = process.env.TMPDIR ?? join(ROOT, '.cache/tmp')
  mkdirSync(parent, { recursive: true })
  return mkdtempSync(join(parent, 'data-'))
}

/** A mainland number that no other test of this run uses. */
export function freshPhone(): string {
  return `13${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`
}

/** The server as a user runs it: a process of its own, with a real database and the built app. */
export class AppProcess {
  readonly dataDir = makeDataDir()
  /** Known after start(); the port stays the same over restarts, so that an open page finds it again. */
  url = ''
  /** Everything that the process has printed so far. */
  output = ''
  /** How the process ended where nobody stopped it, with the last of what it printed; null while it runs. */
  broke: string | null = null
  readonly #settings: Record<string, string>
  readonly #root: string
  #child: ChildProcess | undefined
  #watchers = new Set<() => void>()

  /** @param root the project's folder, or that of a copy of it */
  constructor(settings: Record<string, string> = {}, root = ROOT) {
    this.#settings = settings
    this.#root = root
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Starts the process and waits until it prints its address. */
  async start(): Promise<this> {
    const from = this.output.length
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: this.#root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: this.url ? new URL(this.url).port : '0',
        HOST: '127.0.0.1',
        DATA_DIR: this.dataDir,
        LOG_LEVEL: 'warn',
        SMS_IP_HOURLY: '10000',
        // Other tests have the other core.
        LOCAL_THREADS: '1',
        ...this.#settings,
      },
    })
    this.#child = child
    this.broke = null
    child.once('exit', (code, signal) => {
      if (this.#child === child) this.broke = `${signal ?? code}\n${this.output.slice(-2000)}`
    })
    const take = (chunk: Buffer) => {
      this.output += chunk.toString('utf8')
      for (const watcher of this.#watchers) watcher()
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    this.url = await this.#printed(/筑绘已启动：(http:\S+)/, from, START_MS)
    return this
  }

  /** Where in the output a later code() starts to look. */
  mark(): number {
    return this.output.length
  }

  /** The code that the console sign-in printed for this number after `from`. */
  code(phone: string, from: number): Promise<string> {
    const masked = `${phone.slice(0, 3)}\\*{4}${phone.slice(7)}`
    return this.#printed(new RegExp(`验证码 ${masked}：(\\d{6})`), from, CODE_MS)
  }

  /** Ends the process, in good order or with SIGKILL as a crash would, and waits for its end. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise<void>((settle) => child.once('exit', () => settle()))
    child.kill(signal)
    await ended
  }

  /** Stops the process and removes its data. */
  async dispose(): Promise<void> {
    await this.stop()
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 })
  }

  #printed(pattern: RegExp, from: number, limitMs: number): Promise<string> {
    return new Promise((settle, reject) => {
      const child = this.#child
      const finish = (end: () => void) => {
        clearTimeout(timer)
        this.#watchers.delete(look)
        child?.off('exit', died)
        end()
      }
      const look = () => {
        const found = pattern.exec(this.output.slice(from))?.[1]
        if (found) finish(() => settle(found))
      }
      const fail = (why: string) =>
        finish(() => reject(new Error(`${why}: ${pattern}\n${this.output.slice(from)}`)))
      const died = () => fail('the server ended before it printed')
      const timer = setTimeout(() => fail(`the server did not print within ${limitMs} ms`), limitMs)
      child?.once('exit', died)
      this.#watchers.add(look)
      look()
    })
  }
}
