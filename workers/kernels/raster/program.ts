/** Weights are whole numbers of 1 / 2^14: they fill the signed 16 bits that the dot product takes. */
export const WEIGHT_BITS = 14
/** Filtered rows keep 6 bits behind the point, so that rounding twice is not seen. */
export const ROW_BITS = 6
/** Pixels that a vector holds: taps of a row are padded to it, and a column pass writes as many at once. */
export const LANES = 4

/** A WebAssembly module with SIMD, made by studio/resampler.ts: functions `row` and `column` over `env.memory`. */
export const PROGRAM: Uint8Array<ArrayBuffer> = Uint8Array.from(
  atob(
    'AGFzbQEAAAABEAJgBX9/f39/AGAEf39/fwACDwEDZW52Bm1lbW9yeQIAAAMDAgABBxACA3JvdwAABmNvbHVtbgABCrcEAtEBBQF/' +
      'AX8BewF7AXsDQCAAIAIoAABqIQUgAkEEaiECQYAB/REhB0EA/REhCCAEIQYDQCAF/QAAACEJIAcgCf0MAIAEgAGABYACgAaAA4AH' +
      'gP0OIAL9CQAA/boB/a4BIQcgCCAJ/QwIgAyACYANgAqADoALgA+A/Q4gAv0JAAT9ugH9rgEhCCAFQRBqIQUgAkEIaiECIAZBAWsi' +
      'Bg0ACyABIAcgCP2uAUEI/awBIAcgCP2uAUEI/awB/YUB/VsAAAAgAUEIaiEBIANBAWsiAw0ACwvhAgwBfwF/AX8BfwF/AXsBewF7' +
      'AXsBewF7AXtBACEEA0BBgIAg/REhCUGAgCD9ESEKQYCAIP0RIQtBgIAg/REhDCABIQUgAyEGA0AgBSgAACAEaiEHIAUoAAQgBGoh' +
      'CCAF/QkACCENIAf9AAAAIQ4gCP0AAAAhDyAJIA4gD/0NAAEQEQIDEhMEBRQVBgcWFyAN/boB/a4BIQkgCiAOIA/9DQgJGBkKCxob' +
      'DA0cHQ4PHh8gDf26Af2uASEKIAf9AAAQIQ4gCP0AABAhDyALIA4gD/0NAAEQEQIDEhMEBRQVBgcWFyAN/boB/a4BIQsgDCAOIA/9' +
      'DQgJGBkKCxobDA0cHQ4PHh8gDf26Af2uASEMIAVBDGohBSAGQQFrIgYNAAsgACAJQRT9rAEgCkEU/awB/YUBIAtBFP2sASAMQRT9' +
      'rAH9hQH9Zv0LAAAgAEEQaiEAIARBIGohBCACQQFrIgINAAsL',
  ),
  (char) => char.charCodeAt(0),
)
