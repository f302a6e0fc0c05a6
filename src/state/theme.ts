import { computed, effect, signal } from '@preact/signals-react'
import { z } from 'zod'
import { storedSignal } from './stored-signal.ts'

export const zThemeChoice = z.enum(['system', 'light', 'dark'])
export type ThemeChoice = z.infer<typeof zThemeChoice>
export type ThemeMode = 'light' | 'dark'

export const THEME_TITLES: Record<ThemeChoice, string> = {
  system: '跟随系统',
  light: '浅色',
  dark: '深色',
}

/** What the user chose. The page's head reads the same key before the first paint. */
export const themeChoice = storedSignal<ThemeChoice>({
  name: 'theme',
  version: 1,
  schema: zThemeChoice,
  initial: 'system',
})

const systemDark = signal(false)

/** What is shown. */
export const themeMode = computed<ThemeMode>(() => {
  if (themeChoice.value !== 'system') return themeChoice.value
  return systemDark.value ? 'dark' : 'light'
})

const BAR_COLOURS: Record<ThemeMode, string> = { light: '#f7f5f0', dark: '#14171a' }

/** Keeps <html data-theme> and the browser's bar in step with the theme; called once by main.tsx. */
export function startTheme(): void {
  const query = window.matchMedia('(prefers-color-scheme: dark)')
  systemDark.value = query.matches
  query.addEventListener('change', () => {
    systemDark.value = query.matches
  })
  effect(() => {
    const mode = themeMode.value
    document.documentElement.dataset.theme = mode
    const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')
    for (const meta of metas) meta.content = BAR_COLOURS[mode]
  })
}
