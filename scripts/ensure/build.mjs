import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { PINNED_NODE, ROOT, runCommand } from './process.mjs'
import { begin, done, SetupError, seconds } from './report.mjs'

const STAMP = join(ROOT, 'dist/.build-stamp')
/** What the built app is made of. */
const SOURCES = [
  'src',
  'workers',
  'contracts',
  'ops',
  'public',
  'scripts/build',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]

function* filesOf(path) {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) {
    yield path
    return
  }
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* filesOf(join(path, entry.name))
    else yield join(path, entry.name)
  }
}

/** Fingerprint of names, sizes and times: reading them takes milliseconds, the bytes would take seconds. */
function fingerprint() {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((source) => [...filesOf(join(ROOT, source))]).sort()
  for (const file of files) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${relative(ROOT, file)}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** Builds the app into dist/ when a source is newer than the last build. */
export async function ensureBuild() {
  const wanted = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === wanted) {
    done('应用已构建')
    return
  }
  const started = performance.now()
  begin('构建应用（vite build）')
  // A build that is cut short leaves no stamp, so the next start builds again.
  rmSync(STAMP, { force: true })
  const { code } = await runCommand(
    PINNED_NODE,
    [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    { env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (code !== 0) throw new SetupError(`构建失败（vite 退出码 ${code}）。`, '上面是具体的错误。')
  writeFileSync(STAMP, `${wanted}\n`)
  done(`应用已构建，用时 ${seconds(performance.now() - started)}`)
}
