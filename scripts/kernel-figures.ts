import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type ESTree, parseAst } from 'vite'

/**
 * Size of the kernels that see and dress a picture: `node scripts/kernel-figures.ts`. Lines and files are those of
 * their folders. Constants, numeric literals at the top level of a module other than 0, ±1, 2 and 255, are also those of
 * every kernel that `render` imports, itself or by others, and that commit 77920b2 has not; weights of networks are left out.
 */

const KERNELS = resolve(import.meta.dirname, '../workers/kernels')
const FOLDERS = ['seeing', 'dress', 'segmentation']
/** Modules that are searched for kernels, by the prefix that imports them (`imports` of package.json). */
const ROOTS: Record<string, string> = {
  '#kernels/': KERNELS,
  '#ops/': resolve(KERNELS, '../../ops'),
  '#contracts/': resolve(KERNELS, '../../contracts'),
}
const PLAIN = new Set([0, 1, 2, 255])
const isWeights = (file: string) => file.endsWith('-weights.ts')

/** Numeric literals under a node of the syntax tree, without those within functions, classes and types. */
function literalsIn(node: unknown): number {
  if (Array.isArray(node)) return node.reduce((sum: number, child) => sum + literalsIn(child), 0)
  if (typeof node !== 'object' || node === null) return 0
  const { type, value } = node as { type?: string; value?: unknown }
  if (type && /Function|Class|^TS(?!(AsExpression|SatisfiesExpression))/.test(type)) return 0
  if (type === 'Literal') return typeof value === 'number' && !PLAIN.has(value) ? 1 : 0
  return literalsIn(Object.values(node))
}

const bodyOf = (path: string) => (parseAst(readFileSync(path, 'utf8'), { lang: 'ts' }) as ESTree.Program).body

function constantsIn(path: string): number {
  const body = bodyOf(path)
  const declarations = body.map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
  return literalsIn(declarations.filter((node) => node?.type === 'VariableDeclaration'))
}

/** Path of the module of the project that is imported from another; undefined for packages. */
function resolveModule(from: string, source: string): string | undefined {
  if (source.startsWith('.')) return resolve(dirname(from), source)
  const prefix = Object.keys(ROOTS).find((root) => source.startsWith(root))
  return prefix && join(ROOTS[prefix]!, source.slice(prefix.length))
}

/** Adds a module, and all that it imports or passes on, types as well, to those that were reached. */
function follow(path: string, reached: Set<string>): Set<string> {
  if (reached.has(path)) return reached
  reached.add(path)
  for (const node of bodyOf(path)) {
    const source = 'source' in node && node.source ? resolveModule(path, node.source.value) : undefined
    if (source) follow(source, reached)
  }
  return reached
}

/** Kernels that `render` imports and that commit 77920b2 has not, outside the folders that are counted anyway. */
function newKernelsOfRender(): string[] {
  const list = readFileSync(join(import.meta.dirname, 'kernels-77920b2.txt'), 'utf8')
  const old = new Set(list.split('\n').filter((line) => !line.startsWith('#')))
  return [...follow(join(KERNELS, 'render/render.ts'), new Set())].filter((path) => {
    const name = relative(KERNELS, path)
    return !(name.startsWith('..') || old.has(name) || FOLDERS.includes(dirname(name)))
  })
}

/** Lines, files and constants of the kernels that see and dress. */
export function kernelFigures(): { lines: number; files: number; constants: number } {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(KERNELS, folder))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(KERNELS, folder, file)),
  )
  const own = paths.filter((path) => !isWeights(path))
  return {
    lines: own.reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0),
    files: paths.length,
    constants: [...own, ...newKernelsOfRender()].reduce((sum, path) => sum + constantsIn(path), 0),
  }
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${JSON.stringify(kernelFigures())}\n`)
