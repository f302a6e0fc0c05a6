import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
/** The runtime that everything but this folder runs on: a dependency, so its version is pinned. */
export const PINNED_NODE = join(
  ROOT,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)
const PARENT_CHECK_MS = 250
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Calls `orphaned` once when the process that started this one is gone. npm puts a shell in between, and a
 * shell that is told to stop dies without telling its child: the server would keep its port for ever.
 * @returns {() => void} stops watching
 */
function watchParent(orphaned) {
  if (!process.env.npm_lifecycle_event) return () => undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    orphaned()
  }, PARENT_CHECK_MS)
  return () => clearInterval(timer)
}

/**
 * Runs a command, passing signals on, and waits for its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, errorsOnly?: boolean }} [options]
 *   quiet: output is kept, not shown; errorsOnly: what it reports when all is well is not shown
 * @returns {Promise<{ code: number, output: string }>} a signal's death is 128 + its number, as in a shell
 */
export function runCommand(command, args, { env = process.env, quiet = false, errorsOnly = false } = {}) {
  return new Promise((settle, reject) => {
    const stdio = quiet ? 'pipe' : ['inherit', errorsOnly ? 'ignore' : 'inherit', 'inherit']
    const child = spawn(command, args, { cwd: ROOT, env, stdio })
    const output = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    // Ctrl-C in a terminal reaches the whole group of processes by itself: passed on, it would come twice.
    const passOn = Object.fromEntries(
      FORWARDED.map((name) => [name, () => (name === 'SIGINT' && process.stdin.isTTY) || child.kill(name)]),
    )
    for (const name of FORWARDED) process.on(name, passOn[name])
    const unwatch = watchParent(() => child.kill('SIGTERM'))
    const release = () => {
      unwatch()
      for (const name of FORWARDED) process.off(name, passOn[name])
    }
    child.once('error', (error) => {
      release()
      reject(error)
    })
    child.once('close', (code, signal) => {
      release()
      settle({
        code: code ?? 128 + (constants.signals[signal] ?? 0),
        output: Buffer.concat(output).toString('utf8'),
      })
    })
  })
}

/** First executable of these names on the path, or undefined. */
export async function findExecutable(names) {
  const { code, output } = await runCommand('sh', ['-c', `command -v ${names.join(' ')}`], { quiet: true })
  // dash looks at the first name only, so every name is asked by itself when there are several.
  if (code === 0 && output.trim()) return output.trim().split('\n')[0]
  for (const name of names.length > 1 ? names : []) {
    const found = await findExecutable([name])
    if (found) return found
  }
  return undefined
}
