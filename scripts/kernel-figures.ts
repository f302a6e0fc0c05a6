import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ESTree, parseAst } from 'vite'

/**
 * Size of the kernels that see and dress a picture: lines, files, and constants, which are numeric literals at the top
 * level of a module other than 0, ±1, 2 and 255; weights of networks are left out. `node scripts/kernel-figures.ts`
 */

const KERNELS = resolve(import.meta.dirname, '../workers/kernels')
const FOLDERS = ['seeing', 'dress', 'segmentation']
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

function constantsIn(path: string): number {
  const { body } = parseAst(readFileSync(path, 'utf8'), { lang: 'ts' }) as ESTree.Program
  const declarations = body.map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
  return literalsIn(declarations.filter((node) => node?.type === 'VariableDeclaration'))
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
    constants: own.reduce((sum, path) => sum + constantsIn(path), 0),
  }
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${JSON.stringify(kernelFigures())}\n`)
