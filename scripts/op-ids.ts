/**
 * Finds places outside `ops/` that know an operation by its name: comparisons and switches, and lists and records that
 * hold nothing else. What belongs to one operation is a fact of its own (`ops/<op>/facts.ts`), so that a new one is added
 * by its folder alone. Prints each place and ends with 1 when there is any.
 */
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'vite'
import { OP_IDS } from '#ops/index.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** Folders that are looked at. */
const FOLDERS = ['contracts', 'scripts', 'server', 'src', 'studio', 'workers']
const COMPARED = ['==', '===', '!=', '!==']

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** A node without what only types need around it. */
function bare(value: unknown): Node | null {
  if (!isNode(value)) return null
  return 'expression' in value && value.type.startsWith('TS') ? bare(value.expression) : value
}

/** Whether an expression is the name of an operation: something called `op`. */
function isOp(value: unknown): boolean {
  const node = bare(value)
  if (node?.type === 'ChainExpression') return isOp(node.expression)
  if (node?.type === 'MemberExpression') return !node.computed && isOp(node.property)
  return node?.type === 'Identifier' && /^op(Id)?$/i.test(String(node.name))
}

/** Finds literal names of operations in a source text. @returns places in it, characters from its start */
export function findOpIds(name: string, text: string, ids: readonly string[]): number[] {
  const found: number[] = []
  const isId = (value: unknown) => {
    const node = bare(value)
    return node?.type === 'Literal' && typeof node.value === 'string' && ids.includes(node.value)
  }
  const keyOf = (value: unknown) => {
    const property = bare(value)
    if (property?.type !== 'Property' || property.computed) return null
    const key = bare(property.key)
    return String(key?.name ?? key?.value)
  }
  const look = (node: Node) => {
    switch (node.type) {
      case 'BinaryExpression': {
        const { left, right } = node
        const compares = COMPARED.includes(String(node.operator))
        return compares && ((isId(left) && isOp(right)) || (isId(right) && isOp(left)))
      }
      case 'SwitchStatement':
        return isOp(node.discriminant) && (node.cases as Node[]).some(({ test }) => isId(test))
      case 'ArrayExpression': {
        const elements = node.elements as unknown[]
        return elements.length > 1 && elements.every(isId)
      }
      case 'ObjectExpression': {
        const keys = (node.properties as unknown[]).map(keyOf)
        return keys.length > 1 && keys.every((key) => key !== null && ids.includes(key))
      }
      case 'VariableDeclarator': {
        // Typed by the names of operations, a list or record means them with a single one as well.
        const { typeAnnotation } = node.id as Node
        if (
          !isNode(typeAnnotation) ||
          !text.slice(typeAnnotation.start, Number(typeAnnotation.end)).includes('OpId')
        )
          return false
        const init = bare(node.init)
        const parts = (init?.properties ?? init?.elements ?? []) as unknown[]
        return parts.length === 1 && parts.some((part) => isId(part) || ids.includes(keyOf(part) ?? ''))
      }
      default:
        return false
    }
  }
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one)
    if (!isNode(value)) return
    if (look(value)) found.push(value.start)
    for (const child of Object.values(value)) if (typeof child === 'object') walk(child)
  }
  walk(parseSync(name, text).program)
  return found
}

async function check(): Promise<number> {
  let count = 0
  for await (const file of glob(
    FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: ROOT },
  )) {
    const text = readFileSync(resolve(ROOT, file), 'utf8')
    for (const at of findOpIds(file, text, OP_IDS)) {
      count++
      console.error(`${file}:${text.slice(0, at).split('\n').length}`)
    }
  }
  console.log(
    count === 0
      ? 'no operation is known by its name outside ops/'
      : `${count} places know an operation by its name`,
  )
  return count
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = (await check()) > 0 ? 1 : 0
