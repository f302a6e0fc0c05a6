// What contracts and kernels may use beyond the language: both Node and browsers have it.

declare class TextEncoder {
  encode(input?: string): Uint8Array
}

declare class TextDecoder {
  constructor(label?: string)
  decode(input?: Uint8Array): string
}
