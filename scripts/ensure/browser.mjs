import { findExecutable, runCommand } from './process.mjs'
import { begin, done, heartbeat, SetupError, seconds } from './report.mjs'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Chromium without windows, which the tests use where it is installed: it costs less. */
const SHELL = 'chromium-headless-shell'
const PACKAGES = ['chromium', 'fonts-noto-cjk']
const COMMAND = `apt-get update && apt-get install -y --no-install-recommends ${PACKAGES.join(' ')}`

async function hasChineseFont() {
  const fcList = await findExecutable(['fc-list'])
  if (!fcList) return false
  const { output } = await runCommand(fcList, [':lang=zh', 'family'], { quiet: true })
  return output.trim() !== ''
}

async function aptGet(args) {
  const started = performance.now()
  const stop = heartbeat((ms) => `apt-get ${args[0]} 进行中，已用 ${seconds(ms)}`, 10_000)
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const { code, output } = await runCommand('apt-get', args, { env, quiet: true })
    if (code !== 0) {
      throw new SetupError(`apt-get ${args[0]} 失败：\n${output.slice(-2000)}`, `请手动运行：${COMMAND}`)
    }
    done(`apt-get ${args[0]}，用时 ${seconds(performance.now() - started)}`)
  } finally {
    stop()
  }
}

async function install(packages) {
  begin(`安装 ${packages.join('、')}（apt-get）`)
  await aptGet(['update', '-q'])
  await aptGet(['install', '-y', '-q', '--no-install-recommends', ...packages])
}

/** Path of a Chromium that the browser tests can drive; installs Debian's one where that is possible. */
async function ensureChromium(canInstall) {
  const found = await findExecutable(BROWSERS)
  if (found && (await hasChineseFont())) return found
  if (!canInstall) {
    if (found) {
      begin('没有中文字体，截图中的汉字会显示为方框')
      return found
    }
    throw new SetupError(
      '浏览器测试需要 Chromium 和中文字体，这台机器上没有。',
      `请先运行：sudo sh -c '${COMMAND}'，其他系统请安装 Chromium 或 Chrome。`,
    )
  }
  await install(PACKAGES)
  const installed = await findExecutable(BROWSERS)
  if (!installed) throw new SetupError('装好之后仍然找不到 Chromium。', `请手动运行：${COMMAND}`)
  return installed
}

/** Path of Chromium without windows, or undefined: not every system has it, and the tests do without. */
async function ensureShell(canInstall) {
  const found = await findExecutable([SHELL])
  if (found || !canInstall) return found
  try {
    // Both from one source, of one version.
    await install([...PACKAGES, SHELL])
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    begin(`装不上 ${SHELL}，测试改用 Chromium，会慢一些`)
  }
  return findExecutable([SHELL])
}

/** Environment that says where the browsers of the tests are. */
export async function ensureBrowsers() {
  const canInstall = process.getuid?.() === 0 && Boolean(await findExecutable(['apt-get']))
  const shell = await ensureShell(canInstall)
  const browser = await ensureChromium(canInstall)
  done(`浏览器 ${browser}${shell ? `，${shell}` : ''}`)
  return { ZHUHUI_CHROMIUM: browser, ...(shell && { ZHUHUI_CHROMIUM_SHELL: shell }) }
}
