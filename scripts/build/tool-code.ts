import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { TOOLS } from '#src/tools/registry.ts'
import { WORKBENCH_FILES } from '#src/workbenches/workbench-files.ts'

/** What boot.js reads: names of files, and by their places in that list the files of each page shape. */
interface ToolCode {
  readonly files: readonly string[]
  readonly shapes: Readonly<Record<string, readonly number[]>>
  /** The shape of each tool. */
  readonly tools: Readonly<Record<string, string>>
}

/** Drawn around every tool; the last one is on phones alone, and so small that nobody minds. */
const AROUND = ['app/AntdRoot.tsx', 'pages/ToolPage.tsx', 'pages/MobilePreparePage.tsx']
/** boot.js reads the list as it runs, so the list stands before it. */
const BOOT = '<script src="/boot.js"'

/** Names of some files of a bundle and of all that they import outright. */
function withImports(names: readonly string[], bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const seen = new Set(names)
  for (const name of seen) {
    const file = bundle[name]
    if (file?.type === 'chunk') for (const next of file.imports) seen.add(next)
  }
  return seen
}

/** The file of a bundle that a module is in. */
function chunkOf(module: string, bundle: Rolldown.OutputBundle): string {
  const found = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.includes(module))
  if (!found) throw new Error(`no chunk has ${module}`)
  return found.fileName
}

/** The style sheets and scripts that pages with these modules need, without those of `known`. */
function filesOf(
  modules: readonly string[],
  bundle: Rolldown.OutputBundle,
  known: ReadonlySet<string>,
): string[] {
  const all = withImports(
    modules.map((module) => chunkOf(module, bundle)),
    bundle,
  )
  const scripts = [...all].filter((name) => !known.has(name))
  const sheets = scripts.flatMap((name) => {
    const file = bundle[name]
    return file?.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : []
  })
  return [...new Set([...sheets, ...scripts])]
}

/**
 * Writes into index.html which files each tool's page is made of, so that boot.js can ask for them while the shell
 * is still on its way: otherwise they would be asked for only when the shell runs.
 */
export function toolCode(folder: string): Plugin {
  return {
    name: 'zhuhui:tool-code',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, chunk: shell }) {
        if (!bundle || !shell) throw new Error('index.html is written with the bundle')
        if (!html.includes(BOOT)) throw new Error('index.html lacks boot.js')
        const known = withImports([shell.fileName], bundle)
        const files: string[] = []
        const placeOf = (name: string) => {
          const place = files.indexOf(name)
          return place < 0 ? files.push(name) - 1 : place
        }
        const placesOf = (file: string) => {
          const modules = [...AROUND, `workbenches/${file}`].map((name) => resolve(folder, name))
          return filesOf(modules, bundle, known).map(placeOf)
        }
        const shapes = Object.fromEntries(
          Object.entries(WORKBENCH_FILES).map(([shape, file]) => [shape, placesOf(file)]),
        )
        const tools = Object.fromEntries(TOOLS.map(({ id, workbench }) => [id, workbench]))
        const code: ToolCode = { files, shapes, tools }
        return html.replace(
          BOOT,
          `<script type="application/json" id="tool-code">${JSON.stringify(code)}</script>\n    ${BOOT}`,
        )
      },
    },
  }
}
