/** Weights of a network with one hidden layer: rows of `hidden`, then rows of `out`, each with its bias at the end. */
export interface Net {
  inputs: number
  hidden: number
  outputs: number
  weights: Float32Array
}

/** Shares of the outputs, which sum to 1. @param input `inputs` numbers */
export function runNet({ inputs, hidden, outputs, weights }: Net, input: Float32Array): Float32Array {
  const middle = new Float32Array(hidden)
  for (let h = 0, w = 0; h < hidden; h++) {
    let sum = 0
    for (let c = 0; c < inputs; c++) sum += weights[w++]! * input[c]!
    middle[h] = Math.tanh(sum + weights[w++]!)
  }
  const out = new Float32Array(outputs)
  let most = Number.NEGATIVE_INFINITY
  for (let o = 0, w = hidden * (inputs + 1); o < outputs; o++) {
    let sum = 0
    for (let h = 0; h < hidden; h++) sum += weights[w++]! * middle[h]!
    out[o] = sum + weights[w++]!
    most = Math.max(most, out[o]!)
  }
  let total = 0
  for (let o = 0; o < outputs; o++) {
    out[o] = Math.exp(out[o]! - most)
    total += out[o]!
  }
  for (let o = 0; o < outputs; o++) out[o] = out[o]! / total
  return out
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const STEPS = 4095

/** Weights as text: two digits of 64 each, −`reach`..`reach`. */
export function packWeights(weights: Float32Array, reach: number): string {
  let text = ''
  for (const weight of weights) {
    const step = Math.round((STEPS * (Math.max(-reach, Math.min(reach, weight)) + reach)) / (2 * reach))
    text += DIGITS[step >> 6]! + DIGITS[step & 63]!
  }
  return text
}

/** Weights from text as packWeights makes it. */
export function unpackWeights(text: string, reach: number): Float32Array {
  const weights = new Float32Array(text.length / 2)
  for (let k = 0; k < weights.length; k++) {
    const step = 64 * DIGITS.indexOf(text[2 * k]!) + DIGITS.indexOf(text[2 * k + 1]!)
    weights[k] = (2 * reach * step) / STEPS - reach
  }
  return weights
}

/** Bytes from base64 (RFC 4648). */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const value = new Uint8Array(128)
  for (let k = 0; k < DIGITS.length; k++) value[DIGITS.charCodeAt(k)] = k
  const out = new Uint8Array((text.replace(/=+$/, '').length * 3) >> 2)
  for (let at = 0, i = 0; i < out.length; at += 4) {
    let bits = 0
    for (let k = 0; k < 4; k++) bits = (bits << 6) | value[text.charCodeAt(at + k)]!
    for (let k = 16; k >= 0 && i < out.length; k -= 8) out[i++] = bits >> k
  }
  return out
}
