import maps from 'virtual:antd-maps'
import type { ThemeConfig } from 'antd/es/config-provider'
import type { ThemeMode } from '#src/state/theme.ts'
import { themeTokens } from './theme-tokens.ts'

type Algorithm = Extract<ThemeConfig['algorithm'], (...seeds: never[]) => unknown>

/** Shades and sizes of each mode, computed while the app was built: no page has to do it as it opens. */
const ALGORITHMS: Record<ThemeMode, Algorithm> = {
  light: (seed) => ({ ...seed, ...maps.light }),
  dark: (seed) => ({ ...seed, ...maps.dark }),
}

/** antd's theme for a mode; the same look as tokens.css. */
export function themeFor(mode: ThemeMode): ThemeConfig {
  return { ...themeTokens(mode), algorithm: ALGORITHMS[mode] }
}
