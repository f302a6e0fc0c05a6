import { joinBytes } from './join-bytes.ts'

/** A field of a protobuf message: the number that it has there, and where it and its content lie. */
interface Field {
  number: number
  start: number
  from: number
  end: number
}

/** A number of seven bits a byte, the lowest first, and where it ends. */
function varint(bytes: Uint8Array, at: number): [value: number, end: number] {
  let value = 0
  for (let by = 1, i = at; ; by *= 128, i++) {
    const byte = bytes[i]
    if (byte === undefined) throw new RangeError('the network is cut off')
    value += by * (byte & 127)
    if (byte < 128) return [value, i + 1]
  }
}

/** Bytes of a content whose length the wire type tells. */
const FIXED: Readonly<Record<number, number>> = { 1: 8, 5: 4 }

/** The fields of a message in their order. */
function* fieldsOf(bytes: Uint8Array, from = 0, end = bytes.length): Generator<Field> {
  for (let at = from; at < end; ) {
    const start = at
    const [tag, behind] = varint(bytes, at)
    const wire = tag % 8
    let content = behind
    if (wire === 2) {
      const [length, begin] = varint(bytes, behind)
      content = begin
      at = begin + length
    } else at = wire === 0 ? varint(bytes, behind)[1] : behind + (FIXED[wire] ?? Number.POSITIVE_INFINITY)
    if (at > end) throw new RangeError('the network is cut off')
    yield { number: Math.floor(tag / 8), start, from: content, end: at }
  }
}

/** Numbers of fields in ONNX's schema (onnx.proto3). */
const MODEL = { graph: 7 } as const
const GRAPH = { node: 1, initializer: 5, output: 12, valueInfo: 13 } as const
const NODE = { input: 1, output: 2, attribute: 5 } as const
const ATTRIBUTE = { graph: 6 } as const
/** Where a name stands in what a graph holds. */
const NAME_IN: Readonly<Record<number, number>> = {
  [GRAPH.initializer]: 8,
  [GRAPH.output]: 1,
  [GRAPH.valueInfo]: 1,
}

/** Names of the values that a node reads, those of graphs within it (branches) included, and of those that it makes. */
function valuesOf(bytes: Uint8Array, node: Field): { reads: string[]; makes: string[] } {
  const text = ({ from, end }: Field) => new TextDecoder().decode(bytes.subarray(from, end))
  const [reads, makes]: [string[], string[]] = [[], []]
  for (const field of fieldsOf(bytes, node.from, node.end)) {
    if (field.number === NODE.input) reads.push(text(field))
    if (field.number === NODE.output) makes.push(text(field))
    if (field.number !== NODE.attribute) continue
    for (const graph of fieldsOf(bytes, field.from, field.end))
      if (graph.number === ATTRIBUTE.graph)
        for (const inner of fieldsOf(bytes, graph.from, graph.end))
          if (inner.number === GRAPH.node) reads.push(...valuesOf(bytes, inner).reads)
  }
  return { reads, makes }
}

/** A number of seven bits a byte. */
function bytesOf(value: number): number[] {
  return value < 128 ? [value] : [128 | (value % 128), ...bytesOf(Math.floor(value / 128))]
}

/**
 * A network that computes some of its outputs alone: a runtime computes all of a graph, whichever outputs are asked for.
 * @param model an ONNX file @param outputs names of the outputs that stay
 * @returns an ONNX file without the nodes and weights that only others need
 * @throws RangeError for a file that is cut off and an output that it does not have
 */
export function withOutputs(model: Uint8Array, outputs: readonly string[]): Uint8Array {
  const whole = [...fieldsOf(model)].find(({ number }) => number === MODEL.graph)
  const fields = whole ? [...fieldsOf(model, whole.from, whole.end)] : []
  const nameOf = ({ number, from, end }: Field) => {
    const name = [...fieldsOf(model, from, end)].find((field) => field.number === NAME_IN[number])
    return name ? new TextDecoder().decode(model.subarray(name.from, name.end)) : ''
  }
  const had = fields.filter(({ number }) => number === GRAPH.output).map(nameOf)
  const lacking = outputs.find((name) => !had.includes(name))
  if (!whole || lacking !== undefined) throw new RangeError(`no output ${lacking}`)
  // Nodes stand behind those whose values they read.
  const needed = new Set(outputs)
  const nodes = new Set<Field>()
  for (const field of fields.filter(({ number }) => number === GRAPH.node).reverse()) {
    const { reads, makes } = valuesOf(model, field)
    if (!makes.some((name) => needed.has(name))) continue
    nodes.add(field)
    for (const name of reads) needed.add(name)
  }
  const stays = (field: Field) => {
    if (field.number === GRAPH.node) return nodes.has(field)
    if (field.number === GRAPH.output) return outputs.includes(nameOf(field))
    return NAME_IN[field.number] === undefined || needed.has(nameOf(field))
  }
  const kept = fields.filter(stays).map(({ start, end }) => model.subarray(start, end))
  const length = kept.reduce((sum, part) => sum + part.length, 0)
  const head = Uint8Array.of(8 * MODEL.graph + 2, ...bytesOf(length))
  return joinBytes([model.subarray(0, whole.start), head, ...kept, model.subarray(whole.end)])
}
