import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import * as antd from 'antd'
import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Plugin } from 'vite'

const ID = 'virtual:antd.css'
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

/** The rules of antd's components; their colours and sizes are variables, which the theme sets at run time. */
export async function antdRules(folder: string): Promise<string> {
  const cache = createCache()
  type Family = ComponentType<object> & Readonly<Record<string, ComponentType<object>>>
  const all = antd as unknown as Readonly<Record<string, Family>>
  const drawn = [...(await namesUsed(folder))].sort().map((name) => {
    const [family = '', part] = name.split('.')
    const component = part ? all[family]?.[part] : all[family]
    if (!component) throw new Error(`antd has no component ${name}`)
    return createElement(component, { key: name, ...NEEDED[name] })
  })
  const theme = { hashed: false, cssVar: { key: 'any' } }
  renderToString(
    createElement(StyleProvider, { cache }, createElement(antd.ConfigProvider, { theme }, drawn)),
  )
  return extractStyle(cache, { plain: true, types: 'style' })
}

/** Writes antd's rules at build time, so that no page computes them while it opens. */
export function antdStyles(folder: string): Plugin {
  const resolved = `\0${ID}`
  return {
    name: 'antd-styles',
    resolveId: (id) => (id === ID ? resolved : null),
    load: (id) => (id === resolved ? antdRules(folder) : null),
  }
}
