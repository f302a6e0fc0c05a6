import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The data folder, held by this process. */
export interface DataLock {
  release(): void
}

function holderOf(path: string): string {
  try {
    const pid = readFileSync(path, 'utf8').trim()
    return pid ? `（进程 ${pid}）` : ''
  } catch {
    return ''
  }
}

/**
 * Takes the data folder for this process alone, for two servers on one folder would put back each other's running
 * tasks. The lock is SQLite's on a file of its own: the operating system lets go of it with the process, however that
 * ends.
 * @throws Error in Chinese, naming the process that holds the folder
 */
export function lockData(dataDir: string): DataLock {
  const pidFile = join(dataDir, 'server.pid')
  const lock = new DatabaseSync(join(dataDir, 'server.lock'))
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw new Error(
      `数据文件夹 ${dataDir} 正由另一个筑绘${holderOf(pidFile)}使用：请先停止它，或用 DATA_DIR 指定另一个文件夹`,
      { cause: error },
    )
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return { release: () => lock.close() }
}
