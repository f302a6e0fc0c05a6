import { join, sep } from 'node:path'
import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import * as antd from 'antd'
import postcss, { type Rule } from 'postcss'
import { createElement, Fragment, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Plugin } from 'vite'
import { themeTokens } from '#src/app/theme-tokens.ts'

const STYLES = 'virtual:antd.css'
const MAPS = 'virtual:antd-maps'

const draw = createElement
/**
 * What the app draws of antd, by antd's folders: drawn once, each leaves its rules. Null for what has none of its own
 * there: the menu in a dropdown, and the row of a search field, which no page shows.
 */
const DRAWN: Readonly<Record<string, ReactNode>> = {
  button: draw(antd.Button),
  dropdown: draw(antd.Dropdown, { menu: { items: [] } }, draw('i')),
  empty: draw(antd.Empty),
  input: draw(Fragment, null, draw(antd.Input), draw(antd.Input.TextArea)),
  'input-number': draw(antd.InputNumber),
  menu: null,
  progress: draw(antd.Progress),
  segmented: draw(antd.Segmented, { options: [] }),
  select: draw(antd.Select),
  skeleton: draw(antd.Skeleton),
  slider: draw(antd.Slider),
  space: null,
  switch: draw(antd.Switch),
  tooltip: draw(antd.Tooltip),
}

type Mode = 'light' | 'dark'
/** Numbers of a named colour's shades but for the lightest. */
const DARKER = [2, 3, 4, 5, 6, 7, 8, 9, 10]
const algorithmOf = (mode: Mode) => (mode === 'dark' ? antd.theme.darkAlgorithm : antd.theme.defaultAlgorithm)

/** antd's rules and the variables of a mode, as one sheet. */
function sheetOf(mode: Mode) {
  const theme = { ...themeTokens(mode), zeroRuntime: false, algorithm: () => antdMap(mode) }
  const cache = createCache()
  renderToString(
    draw(StyleProvider, { cache }, draw(antd.ConfigProvider, { theme }, ...Object.values(DRAWN))),
  )
  return postcss.parse(extractStyle(cache, { plain: true }))
}

/** antd's rules for every link of a page; the app's own are in base.css. */
const isOfLinks = ({ selectors }: Rule) => selectors.every((selector) => /^a(?![\w-])/.test(selector))

/** A rule that gives variables their values and nothing else. */
const isOfVariables = (rule: Rule) =>
  rule.nodes.length > 0 && rule.nodes.every((node) => node.type === 'decl' && node.variable)

/** The rules of antd's components, and the variables that their colours and sizes are, of both modes. */
export function antdRules(): string {
  const sheet = sheetOf('light')
  const all = `.${themeTokens('light').cssVar.key}`
  /** The light variables, by selector. */
  const light = new Map<string, ReadonlySet<string>>()
  sheet.walkRules((rule) => {
    if (isOfLinks(rule)) rule.remove()
    if (!isOfVariables(rule)) return
    light.set(rule.selector, new Set(rule.nodes.map(String)))
    // Each component has the class: said once of the page, its many variables are not computed anew for each.
    if (rule.selector === all) rule.selector = ':root'
  })
  sheetOf('dark').walkRules((rule) => {
    if (!isOfVariables(rule)) return
    const same = light.get(rule.selector)
    for (const node of [...rule.nodes]) if (same?.has(String(node))) node.remove()
    if (rule.nodes.length === 0) return
    rule.selector = `[data-theme="dark"]${rule.selector === all ? '' : ` ${rule.selector}`}`
    sheet.append(rule.clone())
  })
  return sheet.toString()
}

/**
 * What antd's algorithms make of a mode's tokens, less the shades of its named colours, of which the app draws
 * with none: they are more than half of all. A button's tokens need the lightest of each.
 */
function antdMap(mode: Mode) {
  const map = algorithmOf(mode)({ ...antd.theme.defaultSeed, ...themeTokens(mode).token })
  const names = Object.keys(antd.theme.defaultSeed).filter((name) => `${name}-10` in map)
  // Each shade stands there twice, as `blue-7` and `blue7`.
  const left = new Set(
    names.flatMap((name) => [`${name}-1`, ...DARKER.flatMap((at) => [`${name}-${at}`, `${name}${at}`])]),
  )
  return Object.fromEntries(Object.entries(map).filter(([name]) => !left.has(name))) as typeof map
}

/** Folder of antd whose rules a module makes; undefined for other modules. */
function familyOf(id: string): string | undefined {
  const path = id.split(sep)
  const [inside, file] = path.slice(-2)
  return inside === 'style' && file === 'index.js' && path.at(-5) === 'antd' ? path.at(-3) : undefined
}

/**
 * Makes antd's rules and tokens at build time and puts static-cssinjs.ts in the place of its style engine, so that no
 * page computes styles while it opens.
 */
export function antdStyles(folder: string): Plugin {
  const made: Readonly<Record<string, () => string>> = {
    [STYLES]: antdRules,
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
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const families = new Set(modules.map(familyOf).filter((family) => family !== undefined))
      const missing = [...families].filter((family) => !(family in DRAWN))
      const unused = Object.keys(DRAWN).filter((family) => !families.has(family))
      if (missing.length + unused.length > 0)
        throw new Error(`DRAWN in antd-styles.ts lacks [${missing}] and has [${unused}] that no page draws`)
    },
  }
}
