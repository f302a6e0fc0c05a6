import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { PINNED_NODE, ROOT, runCommand } from './process.mjs'
import { begin, done, heartbeat, SetupError, seconds } from './report.mjs'

const MODULES = join(ROOT, 'node_modules')
const STAMP = join(MODULES, '.zhuhui-stamp')
/** Settings that say how to reach the registry; everything else npm exported for this script is dropped. */
const KEPT_SETTINGS = /^npm_config_(registry|proxy|https_proxy|noproxy|cafile|ca|userconfig|globalconfig)$/i

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
}

function stampIs(hash) {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === hash
}

/**
 * The package has all that is used of it; its script would fetch libraries for GPUs. Not in .npmrc, since npm warns of
 * settings there that are not its own.
 */
const NO_DOWNLOADS = { ONNXRUNTIME_NODE_INSTALL: 'skip', ONNXRUNTIME_NODE_INSTALL_CUDA: 'skip' }

/**
 * Environment of a nested npm. `npm start` exports its own settings (prefix, omit, dry-run, log level …)
 * and NODE_ENV=production would leave out what the build needs. The checkout's own bin folder goes from the
 * path, since `npm ci` deletes the Node that is in it.
 */
function npmEnvironment() {
  const env = { ...NO_DOWNLOADS }
  for (const [name, value] of Object.entries(process.env)) {
    if (/^npm_/i.test(name) && !KEPT_SETTINGS.test(name)) continue
    if (name === 'NODE_ENV' || name === 'INIT_CWD') continue
    env[name] = value
  }
  env.PATH = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(MODULES))
    .join(delimiter)
  return env
}

/** Packages of the lock file that belong on this system, as folders below the checkout. */
function wantedPackages() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const libc = process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  const fits = (list, value) => !list || list.includes(value)
  return Object.entries(packages)
    .filter(([path, own]) => {
      const here = fits(own.os, process.platform) && fits(own.cpu, process.arch) && fits(own.libc, libc)
      return path && here
    })
    .map(([path]) => path)
}

/** How far npm has come: it makes all folders first and fills them one by one. */
function progressOf(wanted) {
  const present = wanted.filter((path) => existsSync(join(ROOT, path, 'package.json'))).length
  return `${present} / ${wanted.length} 个包`
}

async function npm(args) {
  const wanted = wantedPackages()
  const stop = heartbeat((ms) => `仍在安装，已用 ${seconds(ms)}，已就位 ${progressOf(wanted)}`)
  // Warnings are about the system's own Node, which runs none of these packages.
  const flags = ['--no-audit', '--no-fund', '--progress', '--loglevel=error']
  try {
    // The npm that called this script, by its own Node: by name it is a batch file on some systems.
    const { npm_node_execpath: node, npm_execpath: cli } = process.env
    const [command, first] = node && cli?.endsWith('.js') ? [node, [cli]] : ['npm', []]
    const options = { env: npmEnvironment(), errorsOnly: true }
    const { code } = await runCommand(command, [...first, ...args, ...flags], options)
    return code
  } finally {
    stop()
  }
}

async function pinnedVersion() {
  if (!existsSync(PINNED_NODE)) return undefined
  try {
    const { code, output } = await runCommand(PINNED_NODE, ['--version'], { quiet: true })
    return code === 0 ? output.trim() : undefined
  } catch {
    // A binary for another system or processor cannot be started at all.
    return undefined
  }
}

async function ensureRuntime() {
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).dependencies.node
  let version = await pinnedVersion()
  if (version !== `v${wanted}`) {
    begin(`安装运行时 Node ${wanted}`)
    await npm(['rebuild', 'node', '--foreground-scripts'])
    version = await pinnedVersion()
  }
  if (version === `v${wanted}`) return version
  rmSync(STAMP, { force: true })
  throw new SetupError(
    `内置运行时 Node ${wanted} 没有装上（${version ?? '无法启动'}）。`,
    '请确认网络可用，并且 npm 没有设置 ignore-scripts（npm config get ignore-scripts），然后重新运行。',
  )
}

/** Installs what package-lock.json names when node_modules does not hold exactly that. */
export async function ensureDependencies() {
  const hash = lockHash()
  if (stampIs(hash) && existsSync(PINNED_NODE)) {
    done('依赖已就绪')
    return
  }
  const started = performance.now()
  begin(existsSync(STAMP) ? '依赖清单有变化，重新安装（npm ci）' : '安装依赖（npm ci），首次约需一两分钟')
  rmSync(STAMP, { force: true })
  const code = await npm(['ci', '--include=dev', '--include=optional'])
  if (code !== 0) {
    throw new SetupError(
      `安装依赖失败（npm ci 退出码 ${code}）。`,
      '请检查网络与 npm 的 registry 设置（npm config get registry），然后重新运行；已下载的部分会被沿用。',
    )
  }
  const version = await ensureRuntime()
  writeFileSync(STAMP, `${hash}\n`)
  done(`依赖已安装，运行时 Node ${version.slice(1)}，用时 ${seconds(performance.now() - started)}`)
}
