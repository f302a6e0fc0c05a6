// The few WebAssembly instructions that the resampler needs, as functions that return bytes
// (WebAssembly Core Specification 2.0, binary format, with its SIMD instructions).

/** Bytes of instructions. */
export type Code = readonly number[]

function unsigned(value: number): number[] {
  const out: number[] = []
  let rest = value >>> 0
  do {
    const byte = rest & 127
    rest >>>= 7
    out.push(rest ? byte | 128 : byte)
  } while (rest)
  return out
}

function signed(value: number): number[] {
  const out: number[] = []
  for (let rest = value | 0; ; ) {
    const byte = rest & 127
    rest >>= 7
    const isLast = (rest === 0 && !(byte & 64)) || (rest === -1 && (byte & 64) !== 0)
    out.push(isLast ? byte : byte | 128)
    if (isLast) return out
  }
}

type Binary = (a: Code, b: Code) => Code
type Load = (at: Code, offset?: number) => Code
type Store = (at: Code, value: Code, offset?: number) => Code

const binary =
  (...op: number[]): Binary =>
  (a, b) => [...a, ...b, ...op]
const simd = (op: number): Binary => binary(0xfd, ...unsigned(op))
// The alignment hint 0 promises nothing.
const load =
  (...op: number[]): Load =>
  (at, offset = 0) => [...at, ...op, 0, ...unsigned(offset)]
const store =
  (...op: number[]): Store =>
  (at, value, offset = 0) => [...at, ...value, ...op, 0, ...unsigned(offset)]

const I32 = 0x7f
const V128 = 0x7b

export const i32 = {
  const: (n: number): Code => [0x41, ...signed(n)],
  load: load(0x28),
  add: binary(0x6a),
  sub: binary(0x6b),
}

export const v128 = {
  const: (bytes: readonly number[]): Code => [0xfd, 0x0c, ...bytes],
  load: load(0xfd, 0x00),
  /** Four times the same 32 bits of memory. */
  load32Splat: load(0xfd, 0x09),
  store: store(0xfd, 0x0b),
  /** The low 64 bits into memory. */
  store64: (at: Code, value: Code): Code => [...at, ...value, 0xfd, 0x5b, 0, 0, 0],
}

export const i8x16 = {
  /** Bytes of `a` at the places in `b`; 0 for a place from 16 on. */
  swizzle: simd(0x0e),
  shuffle: (a: Code, b: Code, lanes: readonly number[]): Code => [...a, ...b, 0xfd, 0x0d, ...lanes],
  /** Signed 16 bits to unsigned 8, clamped. */
  narrow: simd(0x66),
}

/** Signed 32 bits to signed 16, clamped. */
export const narrow32: Binary = simd(0x85)

export const i32x4 = {
  add: simd(0xae),
  /** Products of signed 16 bits, neighbours added. */
  dot: simd(0xba),
  shiftRight: (a: Code, bits: number): Code => [...a, ...i32.const(bits), 0xfd, ...unsigned(0xac)],
  splat: (n: number): Code => [...i32.const(n), 0xfd, 0x11],
}

/** Repeats the body at least once, for as long as the local `count` is not 0 after one is taken off. */
export function countDown(count: Local, ...body: Code[]): Code {
  const less = [...i32.sub(count.get, i32.const(1)), 0x22, ...unsigned(count.index)]
  return [0x03, 0x40, ...body.flat(), ...less, 0x0d, 0, 0x0b]
}

/** A parameter or local of a function. */
export interface Local {
  readonly index: number
  readonly get: Code
  set(value: Code): Code
}

function localAt(index: number): Local {
  return {
    index,
    get: [0x20, ...unsigned(index)],
    set: (value) => [...value, 0x21, ...unsigned(index)],
  }
}

/** A function under construction: integer parameters, then integer and vector locals; it returns nothing. */
export interface Func {
  readonly name: string
  readonly params: number
  readonly code: Code
}

/**
 * Writes a function.
 * @param counts parameters, integer locals, vector locals
 * @param write gets them in these three groups and gives the body
 */
export function func(
  name: string,
  counts: readonly [params: number, integers: number, vectors: number],
  write: (params: readonly Local[], integers: readonly Local[], vectors: readonly Local[]) => Code[],
): Func {
  const [params, integers, vectors] = counts
  const take = (from: number, count: number) => Array.from({ length: count }, (_, i) => localAt(from + i))
  const body = write(take(0, params), take(params, integers), take(params + integers, vectors)).flat()
  const locals = [2, ...unsigned(integers), I32, ...unsigned(vectors), V128]
  return { name, params, code: [...locals, ...body, 0x0b] }
}

/** A module that exports the functions and works on an imported memory, `env.memory`. */
export function moduleOf(functions: readonly Func[]): Uint8Array<ArrayBuffer> {
  const sized = (content: Code) => [...unsigned(content.length), ...content]
  const section = (id: number, content: Code) => [id, ...sized(content)]
  const list = (items: readonly Code[]) => [...unsigned(items.length), ...items.flat()]
  const text = (s: string) => sized([...s].map((char) => char.charCodeAt(0)))
  const types = functions.map(({ params }) => [0x60, ...sized(new Array<number>(params).fill(I32)), 0])
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(types)),
    ...section(2, list([[...text('env'), ...text('memory'), 2, 0, 0]])),
    ...section(3, list(functions.map((_, i) => unsigned(i)))),
    ...section(7, list(functions.map(({ name }, i) => [...text(name), 0, ...unsigned(i)]))),
    ...section(10, list(functions.map(({ code }) => sized(code)))),
  ])
}
