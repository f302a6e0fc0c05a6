import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { LaunchOptions } from '@playwright/test'

const ROOT = resolve(import.meta.dirname, '../..')
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** First of these programs on the path. */
function findProgram(names: readonly string[]): string | undefined {
  for (const name of names) {
    try {
      return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
    } catch {
      // Not this one.
    }
  }
}

/** Path of the system's Chromium: `npm test` hands it on, a run by hand looks for it. */
function findChromium(): string {
  const found = process.env.ZHUHUI_CHROMIUM ?? findProgram(NAMES)
  if (found) return found
  throw new Error('没有找到 Chromium：请运行 npm test，或 apt-get install chromium fonts-noto-cjk')
}

/** A home of the browser's own, so that a run leaves nothing in the user's. */
function scratchHome(): string {
  const home = join(process.env.TMPDIR ?? join(ROOT, '.cache/tmp'), 'browser-home')
  mkdirSync(home, { recursive: true })
  return home
}

const home = scratchHome()

/**
 * What Playwright switches off that matters on this machine, and the address bar's own pages: every window would
 * load two of them, a fifth of a second in all. The last list of a command line is the one that counts, so both are named.
 */
const SWITCHED_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]

/** How Chromium is started. Root has no user namespaces, so the sandbox cannot start for it. */
export const launchOptions: LaunchOptions = {
  executablePath: findChromium(),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-quic',
    '--no-first-run',
    `--disable-features=${SWITCHED_OFF.join(',')}`,
  ],
  env: {
    ...Object.fromEntries(
      Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_CACHE_HOME: join(home, '.cache'),
  },
}

const V8_FLAGS = '--js-flags=--invocation-count-for-maglev=4000 --invocation-count-for-turbofan=20000'

/**
 * For tests: V8 optimizes only what runs for long. A page of a test lives a few seconds, in which optimizing its code takes
 * a twelfth of its time and saves less; loops over pixels are optimized all the same. One flag that a browser's V8 does not
 * know makes it leave out all of them, without a word.
 */
export const testOptions: LaunchOptions = {
  ...launchOptions,
  args: [...(launchOptions.args ?? []), V8_FLAGS],
}

/**
 * The same engine without windows: a page costs a quarter less of the processor. It shows no notifications. Where it is
 * not installed, Chromium does its work.
 */
export const shellOptions: LaunchOptions = {
  ...testOptions,
  executablePath:
    process.env.ZHUHUI_CHROMIUM_SHELL ?? findProgram(['chromium-headless-shell']) ?? findChromium(),
}
