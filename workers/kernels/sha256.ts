/** Constants of FIPS 180-4: fractional parts of cube roots and square roots of the first primes. */
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && Array.from({ length: n - 2 }, (_, d) => d + 2).every((d) => d * d > n || n % d !== 0),
)
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32)
const K = Int32Array.from(PRIMES.slice(0, 64), (p) => fraction(Math.cbrt(p)))
const START = Int32Array.from(PRIMES.slice(0, 8), (p) => fraction(Math.sqrt(p)))
const BLOCK = 64

function mixBlock(state: Int32Array, w: Int32Array): void {
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!
    const y = w[i - 2]!
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + K[i]! + w[i]!) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) | (c & (a | b)))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0] = state[0]! + a
  state[1] = state[1]! + b
  state[2] = state[2]! + c
  state[3] = state[3]! + d
  state[4] = state[4]! + e
  state[5] = state[5]! + f
  state[6] = state[6]! + g
  state[7] = state[7]! + h
}

/**
 * SHA-256 after FIPS 180-4, in pieces: crypto.subtle wants all bytes at once, and is missing on plain http.
 */
export class Sha256 {
  readonly #state = Int32Array.from(START)
  readonly #words = new Int32Array(BLOCK)
  /** Bytes that do not fill a block yet. */
  readonly #rest = new Uint8Array(BLOCK)
  #length = 0

  /** Takes the next bytes. */
  update(bytes: Uint8Array): this {
    let at = 0
    const held = this.#length % BLOCK
    this.#length += bytes.length
    if (held > 0) {
      at = Math.min(BLOCK - held, bytes.length)
      this.#rest.set(bytes.subarray(0, at), held)
      if (held + at < BLOCK) return this
      this.#mixAll(this.#rest, 0, BLOCK)
    }
    const whole = at + (bytes.length - at) - ((bytes.length - at) % BLOCK)
    this.#mixAll(bytes, at, whole)
    this.#rest.set(bytes.subarray(whole))
    return this
  }

  /** The 32 bytes of the digest. Ends the use of this object. */
  digest(): Uint8Array {
    const held = this.#length % BLOCK
    const tail = new Uint8Array(held + 9 > BLOCK ? 2 * BLOCK : BLOCK)
    tail.set(this.#rest.subarray(0, held))
    tail[held] = 0x80
    const end = new DataView(tail.buffer)
    end.setUint32(tail.length - 8, Math.floor(this.#length / 2 ** 29))
    end.setUint32(tail.length - 4, (this.#length << 3) >>> 0)
    this.#mixAll(tail, 0, tail.length)
    const out = new Uint8Array(32)
    const view = new DataView(out.buffer)
    this.#state.forEach((value, i) => {
      view.setInt32(4 * i, value)
    })
    return out
  }

  /** The digest in lower-case hexadecimal. Ends the use of this object. */
  hex(): string {
    return toHex(this.digest())
  }

  #mixAll(bytes: Uint8Array, from: number, to: number): void {
    const w = this.#words
    for (let at = from; at < to; at += BLOCK) {
      for (let i = 0, p = at; i < 16; i++, p += 4) {
        w[i] = (bytes[p]! << 24) | (bytes[p + 1]! << 16) | (bytes[p + 2]! << 8) | bytes[p + 3]!
      }
      mixBlock(this.#state, w)
    }
  }
}

/** Bytes in lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
