import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import * as antd from 'antd'
import { type ComponentType, createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Plugin } from 'vite'
import { themeTokens } from '#src/app/theme-tokens.ts'

const STYLES = 'virtual:antd.css'
const MAPS = 'virtual:antd-maps'
/** Drawn by others, inside what they open. */
const INNER = ['Empty']
const NEEDED: Readonly<Record<string, object>> = {
  Dropdown: { menu: { items: [] }, children: createElement('i') },
}

/** Components that the sources import from antd, and their parts that they draw, as `Input.TextArea`. */
async function namesUsed(folder: string): Promise<ReadonlySet<string>> {
  const names = new Set(INNER)
  for (const entry of await readdir(folder, { recursive: true })) {
    if (extname(entry) !== '.tsx') continue
    const text = await readFile(join(folder, entry), 'utf8')
    const imported = [...text.matchAll(/import \{([^}]*)\} from 'antd'/g)]
      .flatMap(([, list]) => list?.split(',') ?? [])
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith('type '))
    for (const name of imported) {
      names.add(name)
      for (const [part] of text.matchAll(new RegExp(`(?<=<)${name}\\.\\w+`, 'g'))) names.add(part)
    }
  }
  return names
}

/** Everything that the app draws of antd, as one tree. */
async function drawnIn(folder: string) {
  type Family = ComponentType<object> & Readonly<Record<string, ComponentType<object>>>
  const all = antd as unknown as Readonly<Record<string, Family>>
  return [...(await namesUsed(folder))].sort().map((name) => {
    const [family = '', part] = name.split('.')
    const component = part ? all[family]?.[part] : all[family]
    if (!component) throw new Error(`antd has no component ${name}`)
    return createElement(component, { key: name, ...NEEDED[name] })
  })
}

type StyleKind = 'token' | 'cssVar' | 'style'

/** What drawing `nodes` with a theme writes into style sheets. */
function stylesOf(nodes: ReactNode, theme: antd.ThemeConfig, types: StyleKind[]) {
  const cache = createCache()
  renderToString(
    createElement(StyleProvider, { cache }, createElement(antd.ConfigProvider, { theme }, nodes)),
  )
  return extractStyle(cache, { plain: true, types })
}

type Mode = 'light' | 'dark'
const algorithmOf = (mode: Mode) => (mode === 'dark' ? antd.theme.darkAlgorithm : antd.theme.defaultAlgorithm)

/** antd's variables of a mode: selector to declarations. */
function variablesOf(nodes: ReactNode, mode: Mode): Map<string, string[]> {
  const theme = { ...themeTokens(mode), algorithm: () => antdMap(mode) }
  const text = stylesOf(nodes, theme, ['token', 'cssVar'])
  return new Map(
    [...text.matchAll(/([^{}]+)\{([^}]*)\}/g)].flatMap(([, selector = '', body = '']) =>
      body.includes('--') ? [[selector, body.split(';').filter(Boolean)] as const] : [],
    ),
  )
}

/** antd's rules for every link of a page; the app's own are in base.css. */
const LINKS = /(?<=^|\})a(?:\[disabled\]|:[^{}]*)?\{[^}]*\}/g

/** The rules of antd's components, and the variables that their colours and sizes are, of both modes. */
export async function antdRules(folder: string): Promise<string> {
  const nodes = await drawnIn(folder)
  const rules = stylesOf(nodes, { hashed: false, cssVar: { key: 'any' } }, ['style'])
  const light = variablesOf(nodes, 'light')
  const dark = variablesOf(nodes, 'dark')
  const all = `.${themeTokens('light').cssVar.key}`
  const written = [...light].map(
    ([selector, body]) => `${selector === all ? ':root' : selector}{${body.join(';')}}`,
  )
  const changed = [...dark].map(([selector, body]) => {
    const same = new Set(light.get(selector))
    const other = body.filter((declaration) => !same.has(declaration))
    return `[data-theme="dark"]${selector === all ? '' : ` ${selector}`}{${other.join(';')}}`
  })
  return [rules.replace(LINKS, ''), ...written, ...changed].join('\n')
}

/**
 * What antd's algorithms make of a mode's tokens, less the shades of its named colours, of which the app draws
 * with none: they are more than half of all. A button's tokens need the lightest of each.
 */
function antdMap(mode: Mode) {
  const map = algorithmOf(mode)({ ...antd.theme.defaultSeed, ...themeTokens(mode).token })
  // Each stands there twice, as `blue-7` and `blue7`.
  const shades = Object.keys(map).filter((name) => /-\d+$/.test(name))
  const twins = shades.map((name) => name.replace('-', '')).filter((name) => !/\D1$/.test(name))
  const left = new Set([...shades, ...twins])
  return Object.fromEntries(Object.entries(map).filter(([name]) => !left.has(name))) as typeof map
}

/**
 * Makes antd's rules and tokens at build time and puts static-cssinjs.ts in the place of its style engine, so that no
 * page computes styles while it opens.
 */
export function antdStyles(folder: string): Plugin {
  const made: Readonly<Record<string, () => string | Promise<string>>> = {
    [STYLES]: () => antdRules(folder),
    [MAPS]: () => `export default ${JSON.stringify({ light: antdMap('light'), dark: antdMap('dark') })}`,
  }
  return {
    name: 'antd-styles',
    config: () => ({
      resolve: {
        alias: [{ find: /^@ant-design\/cssinjs$/, replacement: join(folder, 'app/static-cssinjs.ts') }],
      },
    }),
    resolveId: (id) => (id in made ? `\0${id}` : null),
    load: (id) => made[id.replace('\0', '')]?.() ?? null,
  }
}
