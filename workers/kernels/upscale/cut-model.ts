import { joinBytes } from '#kernels/join-bytes.ts'

/**
 * Cuts a network in two at one of its tensors, so that each half can be fed pictures of a size of its own. Works on
 * the bytes of an ONNX file (protocol buffers: https://onnx.ai/onnx/repo-docs/IR.html); the weights are copied,
 * never read.
 */

/** Field numbers of onnx.proto that matter here. */
const MODEL = { graph: 7 }
const GRAPH = { node: 1, initializer: 5, input: 11, output: 12 }
const NODE = { input: 1, output: 2 }
const INITIALIZER = { name: 8 }
const BYTES = 2

interface Field {
  no: number
  /** Where the field begins with its key, and its content's beginning and end. */
  from: number
  at: number
  end: number
}

/** The fields of a message that lies between two places. */
function readFields(bytes: Uint8Array, from: number, end: number): Field[] {
  const fields: Field[] = []
  let at = from
  const varint = () => {
    let value = 0
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * unit
      if (byte < 128) return value
    }
  }
  while (at < end) {
    const start = at
    const key = varint()
    const wire = key & 7
    if (wire === 0) varint()
    else if (wire === 1) at += 8
    else if (wire === 5) at += 4
    else if (wire !== BYTES) throw new RangeError('cutModel: not an ONNX model')
    const content = wire === BYTES ? varint() : 0
    fields.push({ no: key >>> 3, from: start, at, end: at + content })
    at += content
  }
  return fields
}

function varintOf(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) + 128)
  }
}

/** A field of bytes: its key, its length, its content. */
function fieldOf(no: number, parts: readonly Uint8Array[]): Uint8Array[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return [Uint8Array.from([...varintOf(no * 8 + BYTES), ...varintOf(length)]), ...parts]
}

const message = (no: number, ...parts: Uint8Array[]) => joinBytes(fieldOf(no, parts))
/** Names are ASCII. */
const text = (no: number, value: string) =>
  message(
    no,
    Uint8Array.from(value, (c) => c.charCodeAt(0)),
  )
const number = (no: number, value: number) => Uint8Array.from([...varintOf(no * 8), ...varintOf(value)])

/** A ValueInfoProto: float32 [1, channels, h, w]. */
function describe(name: string, channels: number): Uint8Array {
  const dims = [number(1, 1), number(1, channels), text(2, 'h'), text(2, 'w')].map((dim) => message(1, dim))
  const tensor = message(1, number(1, 1), message(2, ...dims))
  return joinBytes([text(1, name), message(2, tensor)])
}

/** Where a network is cut. */
export interface Cut {
  /** Name of the one tensor that leads from the first half to the second, float32 [1, channels, h, w]. */
  tensor: string
  channels: number
}

/**
 * The halves of a network before and behind a tensor. The first takes the network's input and gives the tensor, the
 * second takes the tensor and gives the network's output.
 * @param model bytes of an ONNX file whose nodes stand in the order of their work
 * @throws RangeError when the bytes are no such model, or another tensor leads across as well
 */
export function cutModel(
  model: Uint8Array,
  { tensor, channels }: Cut,
): [before: Uint8Array<ArrayBuffer>, behind: Uint8Array<ArrayBuffer>] {
  const outer = readFields(model, 0, model.length)
  const graph = outer.find(({ no }) => no === MODEL.graph)
  if (!graph) throw new RangeError('cutModel: not an ONNX model')
  const fields = readFields(model, graph.at, graph.end)
  const names = (field: Field, no: number) =>
    readFields(model, field.at, field.end)
      .filter((inner) => inner.no === no)
      .map(({ at, end }) => String.fromCharCode(...model.subarray(at, end)))

  const nodes = fields.filter(({ no }) => no === GRAPH.node)
  const last = nodes.findIndex((node) => names(node, NODE.output).includes(tensor))
  if (last < 0) throw new RangeError(`cutModel: no tensor ${tensor}`)
  const first = nodes.slice(0, last + 1)
  const second = nodes.slice(last + 1)
  const made = new Set(first.flatMap((node) => names(node, NODE.output)))
  const crossing = second.flatMap((node) => names(node, NODE.input)).filter((name) => made.has(name))
  if (crossing.some((name) => name !== tensor))
    throw new RangeError(`cutModel: ${tensor} is not the only way across`)

  const half = (kept: readonly Field[], end: 'input' | 'output') => {
    const inside = new Set(kept)
    const used = new Set(kept.flatMap((node) => names(node, NODE.input)))
    const parts = fields.flatMap((field) => {
      if (field.no === GRAPH.node && !inside.has(field)) return []
      if (field.no === GRAPH.initializer && !used.has(names(field, INITIALIZER.name)[0] ?? '')) return []
      if (field.no === GRAPH[end]) return []
      return [model.subarray(field.from, field.end)]
    })
    const cut = fieldOf(GRAPH[end], [describe(tensor, channels)])
    const rest = outer.filter((field) => field !== graph).map(({ from, end }) => model.subarray(from, end))
    return joinBytes([...fieldOf(MODEL.graph, [...parts, ...cut]), ...rest])
  }
  return [half(first, 'output'), half(second, 'input')]
}
