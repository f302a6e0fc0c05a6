import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './process.mjs'
import { begin } from './report.mjs'

const LOCK = join(ROOT, '.cache/ensure.lock')
const POLL_MS = 300

function tryLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Whether the process that holds the lock still runs; a killed one leaves its lock behind. */
function holderLives() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'))
    // Just created and not written yet: alive.
    if (!pid) return true
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Runs the set-up while no other `npm start` or `npm test` of this checkout does: two installations in one
 * folder destroy each other.
 * @template T
 * @param {() => Promise<T>} setUp
 */
export async function alone(setUp) {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  let told = false
  while (!tryLock()) {
    if (!holderLives()) {
      rmSync(LOCK, { force: true })
      continue
    }
    if (!told) begin('另一个进程正在安装或构建，等它完成')
    told = true
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  const release = () => rmSync(LOCK, { force: true })
  process.once('exit', release)
  try {
    return await setUp()
  } finally {
    process.off('exit', release)
    release()
  }
}
