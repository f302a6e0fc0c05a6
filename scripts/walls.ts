/**
 * Holds the walls between the folders: what each may import, and that no modules import each other in a circle. Prints
 * each breach with the module that has it and ends with 1 when there is any.
 *
 * A wall of the table counts for the files that its `of` matches; where several do, the last one counts. Types are
 * imports as well; in circles they are none, since nothing of them is left when the code runs.
 */
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join, matchesGlob, normalize, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'vite'
import manifest from '../package.json' with { type: 'json' }

const ROOT = resolve(import.meta.dirname, '..')
const FOLDERS = ['contracts', 'ops', 'scripts', 'server', 'src', 'studio', 'tests', 'workers']

interface Wall {
  /** Globs of the files behind it. */
  readonly of: readonly string[]
  /** Globs of what they may import: files from the project's root, packages as `npm/NAME`, Node's modules as `node/NAME`. */
  readonly may: readonly string[]
  /** Globs of what they may not import all the same. */
  readonly not?: readonly string[]
  /** Said of a breach. */
  readonly why: string
}

const PACKAGES = 'npm/**'
const NODE = 'node/**'
const KERNELS = 'workers/kernels/**'
/** Modules of operations that bring kernels with them. */
const RUNS = ['ops/*/run.ts', 'ops/run-op.ts']
const ANTD = ['npm/antd', 'npm/antd/**']
/** What a page does its buttons and fields with that does not load antd: see src/ui/README.md. */
const SMALL_KIT = ['src/ui/Button.tsx', 'src/ui/SearchInput.tsx']

export const WALLS: readonly Wall[] = [
  { of: ['contracts/**'], may: ['contracts/**', 'npm/zod'], why: 'contracts import zod alone' },
  {
    of: ['ops/**'],
    may: ['contracts/**', 'ops/**', KERNELS, PACKAGES],
    why: 'operations run in browsers and on the server: contracts, kernels and each other only',
  },
  {
    of: ['ops/*/facts.ts', 'ops/index.ts'],
    may: ['contracts/**', 'ops/**', PACKAGES],
    not: RUNS,
    why: 'facts are read by every page: no kernels',
  },
  {
    of: ['workers/**'],
    may: ['contracts/**', 'ops/**', 'workers/**', PACKAGES],
    why: 'workers import contracts, operations and each other, and nothing of Node',
  },
  {
    of: [KERNELS],
    may: ['contracts/**', 'ops/**', KERNELS, PACKAGES],
    not: RUNS,
    why: 'kernels run in browsers and on the server: contracts, facts of operations and kernels only',
  },
  {
    of: ['server/**'],
    may: ['contracts/**', 'ops/**', 'server/**', KERNELS, PACKAGES, NODE],
    why: 'the server imports contracts, operations and kernels',
  },
  {
    of: ['src/**'],
    may: ['contracts/**', 'ops/**', 'src/**', PACKAGES],
    not: [...RUNS, ...ANTD],
    why: 'in src only worker-clients import from workers, nothing imports the server, and the shell does without antd',
  },
  {
    of: [
      'src/workbenches/**',
      'src/ui/{antd,form,image,mask,vectors}/**',
      'src/pages/{account,admin,done}/**',
      'src/pages/{AccountPage,DonePage,MobilePreparePage}.tsx',
    ],
    may: ['contracts/**', 'ops/**', 'src/**', PACKAGES],
    not: [...RUNS, ...SMALL_KIT],
    why: 'buttons and fields of this page are antd’s: see src/ui/README.md',
  },
  {
    of: ['src/app/{AntdRoot.tsx,theme.ts,theme-tokens.ts}', 'src/virtual.d.ts'],
    may: ['contracts/**', 'ops/**', 'src/**', PACKAGES],
    why: 'these set antd up',
  },
  {
    of: ['src/data/**', 'src/state/**'],
    may: ['contracts/**', 'ops/**', 'src/{data,state,text,tools,worker-clients}/**', PACKAGES],
    not: [...RUNS, ...ANTD],
    why: 'what is kept knows nothing of how it is shown',
  },
  {
    of: ['src/worker-clients/**'],
    may: ['contracts/**', 'ops/**', 'src/**', 'workers/**', PACKAGES],
    why: 'worker clients import workers and contracts',
  },
  {
    of: ['scripts/**'],
    may: [
      'contracts/**',
      'ops/**',
      'scripts/**',
      'server/**',
      'src/**',
      'workers/**',
      'package.json',
      PACKAGES,
      NODE,
    ],
    why: 'scripts depend neither on tests nor on the studio',
  },
  {
    of: ['studio/**'],
    may: [
      'contracts/**',
      'ops/**',
      'scripts/**',
      'server/**',
      'src/**',
      'studio/**',
      'workers/**',
      PACKAGES,
      NODE,
    ],
    why: 'what draws pictures does not depend on tests',
  },
  // A bench may measure pictures whose every edge the studio knows.
  { of: ['tests/**'], may: ['**'], not: ['studio/**'], why: 'tests of the product do not need the studio' },
  { of: ['studio/tests/**', 'tests/bench/**'], may: ['**'], why: '' },
]

/** Where the `#` names of package.json lead: `#kernels/a.ts` to workers/kernels/a.ts. */
const NAMES = Object.entries(manifest.imports).map(([name, path]) => ({
  prefix: name.slice(0, -1),
  folder: path.slice(2, -1),
}))

/** What a specifier in a file names, as the walls write it. */
export function targetOf(file: string, specifier: string): string {
  const [path = ''] = specifier.split('?')
  if (path.startsWith('.')) return normalize(join(dirname(file), path))
  const name = NAMES.find(({ prefix }) => path.startsWith(prefix))
  if (name) return name.folder + path.slice(name.prefix.length)
  return path.startsWith('node:') ? path.replace(':', '/') : `npm/${path}`
}

/** Why a file may not import something; null when it may. @param file its path from the project's root */
export function breachOf(file: string, specifier: string): string | null {
  const target = targetOf(file, specifier)
  const [home] = file.split('/')
  const climbs =
    specifier.startsWith('../../') || (specifier.startsWith('../') && !target.startsWith(`${home}/`))
  // The root's own files have no name.
  if (climbs && target.includes('/'))
    return 'other folders are reached through the # names of package.json, not ../'
  const wall = WALLS.findLast(({ of }) => of.some((pattern) => matchesGlob(file, pattern)))
  if (!wall) return null
  const isIn = (patterns: readonly string[]) => patterns.some((pattern) => matchesGlob(target, pattern))
  return isIn(wall.may) && !isIn(wall.not ?? []) ? null : wall.why
}

/** Imports of a module. */
export interface Imported {
  readonly specifier: string
  /** Whether the module waits for the other one when it starts: not for types, nor for what it loads later. */
  readonly atStart: boolean
}

/** Every import, re-export and literal `import()` of a source text. */
export function importsOf(name: string, text: string): Imported[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(name, text).module
  const now = staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    atStart: entries.length === 0 || entries.some(({ isType }) => !isType),
  }))
  const passed = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? { specifier: moduleRequest.value, atStart: !isType } : [],
    ),
  )
  const later = dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const literal = /^(['"])(.*)\1$/.exec(text.slice(start, end))
    return literal?.[2] ? { specifier: literal[2], atStart: false } : []
  })
  return [...now, ...passed, ...later]
}

/**
 * Groups of modules that import each other in a circle, by Tarjan's search for strongly connected components (Tarjan
 * 1972, "Depth-first search and linear graph algorithms").
 */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const visit = (one: string): number => {
    const at = order.size
    order.set(one, at)
    lowest.set(one, at)
    path.push(one)
    for (const next of graph.get(one) ?? []) {
      const reached = order.has(next) ? (path.includes(next) ? order.get(next)! : at) : visit(next)
      lowest.set(one, Math.min(lowest.get(one)!, reached))
    }
    if (lowest.get(one) === at) {
      const group = path.splice(path.indexOf(one))
      if (group.length > 1 || graph.get(one)?.includes(one)) found.push(group)
    }
    return lowest.get(one)!
  }
  for (const one of graph.keys()) if (!order.has(one)) visit(one)
  return found
}

async function check(): Promise<number> {
  const breaches: string[] = []
  const graph = new Map<string, string[]>()
  const patterns = FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx}`)
  for await (const file of glob(patterns, { cwd: ROOT })) {
    const imports = importsOf(file, readFileSync(resolve(ROOT, file), 'utf8'))
    for (const { specifier } of imports) {
      const why = breachOf(file, specifier)
      if (why) breaches.push(`${file} imports ${specifier}: ${why}`)
    }
    graph.set(
      file,
      imports.flatMap(({ specifier, atStart }) => (atStart ? targetOf(file, specifier) : [])),
    )
  }
  breaches.push(...circlesOf(graph).map((circle) => `these import each other: ${circle.join(', ')}`))
  for (const breach of breaches) console.error(breach)
  console.log(
    breaches.length === 0 ? 'all walls between the folders hold' : `${breaches.length} breaches of walls`,
  )
  return breaches.length
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = (await check()) > 0 ? 1 : 0
