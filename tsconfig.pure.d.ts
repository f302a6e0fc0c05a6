// What contracts and kernels may use beyond the language: both Node and browsers have it.

declare class TextEncoder {
  encode(input?: string): Uint8Array
}

declare class TextDecoder {
  constructor(label?: string)
  decode(input?: Uint8Array): string
}

declare function atob(text: string): string

declare namespace WebAssembly {
  class Memory {
    constructor(size: { initial: number })
    readonly buffer: ArrayBufferLike
    grow(pages: number): number
  }
  function validate(bytes: Uint8Array): boolean
  function instantiate(
    bytes: Uint8Array,
    imports: { env: { memory: Memory } },
  ): Promise<{ instance: { exports: unknown } }>
}
