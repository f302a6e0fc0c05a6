// Owen-scrambled Sobol' points in padded pairs of dimensions.
// Source: B. Burley, "Practical Hash-based Owen Scrambling", JCGT 9(4), 2020; the hash is lowbias32 (C. Wellons).

const TABLE = buildTable()

function buildTable(): Uint32Array {
  const table = new Uint32Array(1024)
  for (let byte = 0; byte < 4; byte++) {
    for (let value = 0; value < 256; value++) {
      let v = 0x80000000
      for (let k = 0; k < byte * 8; k++) v = (v ^ (v >>> 1)) >>> 0
      let r = 0
      for (let bit = 0; bit < 8; bit++) {
        if ((value >> bit) & 1) r ^= v
        v = (v ^ (v >>> 1)) >>> 0
      }
      table[byte * 256 + value] = r >>> 0
    }
  }
  return table
}

/** Mixes a 32-bit integer; returns a signed 32-bit integer. */
export function hash32(value: number): number {
  let x = value | 0
  x ^= x >>> 16
  x = Math.imul(x, 0x21f0aaad)
  x ^= x >>> 15
  x = Math.imul(x, 0x735a2d97)
  x ^= x >>> 15
  return x
}

/** Hash of an integer lattice point as a number in [0, 1). */
export function hash01(x: number, y: number, seed: number): number {
  const h = hash32(Math.imul(x, 0x9e3779b1) ^ hash32(Math.imul(y, 0x85ebca6b) ^ seed))
  return (h >>> 0) / 4294967296
}

function reverseBits(value: number): number {
  let x = value
  x = ((x >>> 1) & 0x55555555) | ((x & 0x55555555) << 1)
  x = ((x >>> 2) & 0x33333333) | ((x & 0x33333333) << 2)
  x = ((x >>> 4) & 0x0f0f0f0f) | ((x & 0x0f0f0f0f) << 4)
  x = ((x >>> 8) & 0x00ff00ff) | ((x & 0x00ff00ff) << 8)
  return (x >>> 16) | (x << 16)
}

function laineKarras(value: number, seed: number): number {
  let x = value | 0
  x ^= Math.imul(x, 0x3d20adea)
  x = (x + seed) | 0
  x = Math.imul(x, (seed >>> 16) | 1)
  x ^= Math.imul(x, 0x05526c56)
  x ^= Math.imul(x, 0x53a22864)
  return x
}

/** One stream of 2D points for one pixel sample; `next()` fills `u` and `v` with numbers in [0, 1). */
export class Sampler {
  u = 0
  v = 0
  private index = 0
  private seed = 0
  private pair = 0

  start(pixel: number, index: number): void {
    this.seed = hash32(pixel + 0x51ed27)
    this.index = index
    this.pair = 0
  }

  next(): void {
    const key = hash32(this.seed ^ Math.imul(++this.pair, 0x9e3779b9))
    const i = reverseBits(laineKarras(reverseBits(this.index), key))
    const a = reverseBits(laineKarras(i, hash32(key + 0x68bc21)))
    const sobol =
      TABLE[i & 255]! ^
      TABLE[256 + ((i >>> 8) & 255)]! ^
      TABLE[512 + ((i >>> 16) & 255)]! ^
      TABLE[768 + (i >>> 24)]!
    const b = reverseBits(laineKarras(reverseBits(sobol), hash32(key + 0x02e5be93)))
    this.u = (a >>> 0) / 4294967296
    this.v = (b >>> 0) / 4294967296
  }
}
