// The few WebAssembly instructions that the ray kernel and the resampler need, as functions that return bytes
// (WebAssembly Core Specification 2.0 with the SIMD and threads encodings).

export type Code = number[]

function uleb(value: number): Code {
  const out: Code = []
  let v = value >>> 0
  do {
    const byte = v & 127
    v >>>= 7
    out.push(v ? byte | 128 : byte)
  } while (v)
  return out
}

function sleb(value: number): Code {
  const out: Code = []
  let v = value | 0
  for (;;) {
    const byte = v & 127
    v >>= 7
    const done = (v === 0 && !(byte & 64)) || (v === -1 && byte & 64)
    out.push(done ? byte : byte | 128)
    if (done) return out
  }
}

function f32Bytes(value: number): Code {
  return [...new Uint8Array(new Float32Array([value]).buffer)]
}

const op2 =
  (...op: Code) =>
  (a: Code, b: Code): Code => [...a, ...b, ...op]
const simd2 = (op: number) => op2(0xfd, ...uleb(op))
const load =
  (...op: Code) =>
  (at: Code, offset = 0): Code => [...at, ...op, 0, ...uleb(offset)]
const store =
  (...op: Code) =>
  (at: Code, value: Code, offset = 0): Code => [...at, ...value, ...op, 0, ...uleb(offset)]

export const I32 = 0x7f
export const F32 = 0x7d
export const V128 = 0x7b

export const i32 = {
  const: (n: number): Code => [0x41, ...sleb(n)],
  load: load(0x28),
  load8u: load(0x2d),
  store: store(0x36),
  add: op2(0x6a),
  sub: op2(0x6b),
  mul: op2(0x6c),
  and: op2(0x71),
  xor: op2(0x73),
  shl: op2(0x74),
  eq: op2(0x46),
  lt: op2(0x48),
  ge: op2(0x4e),
  eqz: (a: Code): Code => [...a, 0x45],
  ctz: (a: Code): Code => [...a, 0x68],
}

export const i64 = { load: load(0x29), store: store(0x37) }

export const f32 = {
  const: (n: number): Code => [0x43, ...f32Bytes(n)],
  load: load(0x2a),
  store: store(0x38),
  lt: op2(0x5d),
  ge: op2(0x60),
  mul: op2(0x94),
  div: op2(0x95),
  fromI32: (a: Code): Code => [...a, 0xb3],
}

export const v128 = {
  const: (bytes: readonly number[]): Code => [0xfd, 0x0c, ...bytes],
  load: load(0xfd, 0x00),
  /** Four times the same 32 bits of memory. */
  load32Splat: load(0xfd, 0x09),
  store: store(0xfd, 0x0b),
  /** The low 64 bits into memory. */
  store64: (at: Code, value: Code): Code => [...at, ...value, 0xfd, 0x5b, 0, 0, 0],
  and: simd2(0x4e),
  splat: (a: Code): Code => [...a, 0xfd, 0x13],
  lt: simd2(0x43),
  gt: simd2(0x44),
  le: simd2(0x45),
  ge: simd2(0x46),
  add: simd2(0xe4),
  sub: simd2(0xe5),
  mul: simd2(0xe6),
  div: simd2(0xe7),
  pmin: simd2(0xea),
  pmax: simd2(0xeb),
  bitmask: (a: Code): Code => [...a, 0xfd, ...uleb(0xa4)],
}

export const i8x16 = {
  /** Bytes of `a` at the places in `b`; 0 for a place from 16 on. */
  swizzle: simd2(0x0e),
  shuffle: (a: Code, b: Code, lanes: readonly number[]): Code => [...a, ...b, 0xfd, 0x0d, ...lanes],
  /** Signed 16 bits to unsigned 8, clamped. */
  narrow: simd2(0x66),
}

/** Signed 32 bits to signed 16, clamped. */
export const narrow32 = simd2(0x85)

export const i32x4 = {
  add: simd2(0xae),
  /** Products of signed 16 bits, neighbours added. */
  dot: simd2(0xba),
  shiftRight: (a: Code, bits: number): Code => [...a, ...i32.const(bits), 0xfd, ...uleb(0xac)],
  splat: (n: number): Code => [...i32.const(n), 0xfd, 0x11],
}

export const block = (...body: Code[]): Code => [0x02, 0x40, ...body.flat(), 0x0b]
export const loop = (...body: Code[]): Code => [0x03, 0x40, ...body.flat(), 0x0b]
export const when = (test: Code, yes: Code, no: Code = []): Code => [
  ...test,
  0x04,
  0x40,
  ...yes,
  ...(no.length ? [0x05, ...no] : []),
  0x0b,
]
export const br = (depth: number): Code => [0x0c, depth]
export const brIf = (test: Code, depth: number): Code => [...test, 0x0d, depth]
export const ret = (value: Code): Code => [...value, 0x0f]

/** Names for parameters and locals of one function. */
export class Locals {
  private readonly names = new Map<string, number>()
  private readonly types: number[] = []
  private params = 0

  param(type: number, ...names: string[]): void {
    this.declare(type, ...names)
    this.params = this.types.length
  }
  declare(type: number, ...names: string[]): void {
    for (const name of names) {
      this.names.set(name, this.types.length)
      this.types.push(type)
    }
  }
  get(name: string): Code {
    return [0x20, ...uleb(this.index(name))]
  }
  set(name: string, value: Code): Code {
    return [...value, 0x21, ...uleb(this.index(name))]
  }
  /** Repeats the body at least once, for as long as the local `count` is not 0 after one is taken off. */
  countDown(count: string, ...body: Code[]): Code {
    const less = [...i32.sub(this.get(count), i32.const(1)), 0x22, ...uleb(this.index(count))]
    return loop(...body, brIf(less, 0))
  }
  get signature(): number[] {
    return this.types.slice(0, this.params)
  }
  get declarations(): Code {
    const own = this.types.slice(this.params)
    return [...uleb(own.length), ...own.flatMap((t) => [1, t])]
  }
  private index(name: string): number {
    const i = this.names.get(name)
    if (i === undefined) throw new Error(`no local ${name}`)
    return i
  }
}

/** A function of a module, exported by its name. */
export interface Func {
  name: string
  locals: Locals
  body: Code
  /** Type of what it returns; nothing when left out. */
  result?: number
}

/**
 * A module that exports functions and works on an imported memory, `env.memory`.
 * @param sharedPages most pages of a memory that threads share; left out for one of a single thread
 */
export function moduleOf(functions: readonly Func[], sharedPages?: number): Uint8Array<ArrayBuffer> {
  const sized = (content: Code): Code => [...uleb(content.length), ...content]
  const section = (id: number, content: Code): Code => [id, ...sized(content)]
  const list = (items: readonly Code[]): Code => [...uleb(items.length), ...items.flat()]
  const text = (s: string): Code => sized([...s].map((c) => c.charCodeAt(0)))
  const limits = sharedPages ? [3, 1, ...uleb(sharedPages)] : [0, 0]
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      list(
        functions.map(({ locals, result }) => [
          0x60,
          ...sized(locals.signature),
          ...sized(result ? [result] : []),
        ]),
      ),
    ),
    ...section(2, list([[...text('env'), ...text('memory'), 2, ...limits]])),
    ...section(3, list(functions.map((_, i) => uleb(i)))),
    ...section(7, list(functions.map(({ name }, i) => [...text(name), 0, ...uleb(i)]))),
    ...section(10, list(functions.map(({ locals, body }) => sized([...locals.declarations, ...body, 0x0b])))),
  ])
}
