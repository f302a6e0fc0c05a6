/** Constants of FIPS 180-4: fractional parts of cube roots and square roots of the first primes. */
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && Array.from({ length: n - 2 }, (_, d) => d + 2).every((d) => d * d > n || n % d !== 0),
)
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32)
const K = Uint32Array.from(PRIMES.slice(0, 64), (p) => fraction(Math.cbrt(p)))
const START = Uint32Array.from(PRIMES.slice(0, 8), (p) => fraction(Math.sqrt(p)))

const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n))

function mixBlock(state: Uint32Array, w: Uint32Array): void {
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15]!
    const b = w[i - 2]!
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10)
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + value
}

/** SHA-256 after FIPS 180-4, for pages without crypto.subtle (plain http on a local network). */
export function sha256(bytes: Uint8Array): Uint8Array {
  const length = bytes.length
  const tail = new Uint8Array(((length % 64) + 9 > 64 ? 128 : 64) as number)
  const whole = length - (length % 64)
  tail.set(bytes.subarray(whole))
  tail[length % 64] = 0x80
  const end = new DataView(tail.buffer)
  end.setUint32(tail.length - 8, Math.floor(length / 2 ** 29))
  end.setUint32(tail.length - 4, (length << 3) >>> 0)
  const state = Uint32Array.from(START)
  const w = new Uint32Array(64)
  const mixAll = (view: DataView, size: number) => {
    for (let at = 0; at < size; at += 64) {
      for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i)
      mixBlock(state, w)
    }
  }
  mixAll(new DataView(bytes.buffer, bytes.byteOffset, whole), whole)
  mixAll(end, tail.length)
  const out = new Uint8Array(32)
  state.forEach((value, i) => {
    new DataView(out.buffer).setUint32(4 * i, value)
  })
  return out
}

/** SHA-256 of a blob in lower-case hexadecimal. */
export async function hashBlob(blob: Blob): Promise<string> {
  const buffer = await blob.arrayBuffer()
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  const digest = subtle
    ? new Uint8Array(await subtle.digest('SHA-256', buffer))
    : sha256(new Uint8Array(buffer))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
