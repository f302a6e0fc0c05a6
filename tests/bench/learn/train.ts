import { type Net, runNet } from '#kernels/seeing/labels-net.ts'
import { random } from '#tests/support/line-pictures.ts'

/** What a network is to answer to some numbers. */
export interface Example {
  input: Float32Array
  /** Shares of the outputs, which sum to 1. */
  target: Float32Array
  weight: number
}

export interface Training {
  hidden: number
  outputs: number
  epochs: number
  /** Changes an input in place as other pictures would. */
  disturb: (input: Float32Array, example: Example, dice: () => number) => void
}

const BATCH = 64
const DECAY = 2e-5

/** Random number of the normal distribution. */
export function normal(dice: () => number): number {
  return Math.sqrt(-2 * Math.log(dice() + 1e-9)) * Math.cos(2 * Math.PI * dice())
}

/** Adds the gradient of one example's cross-entropy to `slope`. */
function addSlope(
  { inputs, hidden, outputs, weights }: Net,
  input: Float32Array,
  example: Example,
  slope: Float32Array,
): void {
  const middle = new Float32Array(hidden)
  for (let h = 0, w = 0; h < hidden; h++) {
    let sum = 0
    for (let c = 0; c < inputs; c++) sum += weights[w++]! * input[c]!
    middle[h] = Math.tanh(sum + weights[w++]!)
  }
  const out = runNet({ inputs, hidden, outputs, weights }, input)
  const back = new Float32Array(hidden)
  for (let o = 0, w = hidden * (inputs + 1); o < outputs; o++) {
    const off = example.weight * (out[o]! - example.target[o]!)
    for (let h = 0; h < hidden; h++, w++) {
      back[h] = back[h]! + off * weights[w]!
      slope[w] = slope[w]! + off * middle[h]!
    }
    slope[w] = slope[w]! + off
    w++
  }
  for (let h = 0, w = 0; h < hidden; h++) {
    const off = back[h]! * (1 - middle[h]! ** 2)
    for (let c = 0; c < inputs; c++, w++) slope[w] = slope[w]! + off * input[c]!
    slope[w] = slope[w]! + off
    w++
  }
}

function shuffle(order: number[], dice: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(dice() * (i + 1))
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
}

/** Learns a network by Adam (Kingma & Ba 2015) on disturbed examples; the same examples give the same network. */
export function trainNet(examples: readonly Example[], { hidden, outputs, epochs, disturb }: Training): Net {
  const dice = random(12345)
  const inputs = examples[0]!.input.length
  const count = hidden * (inputs + 1) + outputs * (hidden + 1)
  const weights = Float32Array.from(
    { length: count },
    (_, k) => normal(dice) / Math.sqrt(k < hidden * (inputs + 1) ? inputs : hidden),
  )
  const net = { inputs, hidden, outputs, weights }
  const [slope, first, second] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)]
  const order = examples.map((_, k) => k)
  let steps = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, dice)
    const rate = 0.004 * (1 - epoch / epochs) + 0.0002
    for (let from = 0; from < order.length; from += BATCH) {
      slope.fill(0)
      const batch = order.slice(from, from + BATCH)
      for (const k of batch) {
        const input = examples[k]!.input.slice()
        disturb(input, examples[k]!, dice)
        addSlope(net, input, examples[k]!, slope)
      }
      steps++
      const [fade1, fade2] = [1 - 0.9 ** steps, 1 - 0.999 ** steps]
      for (let i = 0; i < count; i++) {
        const g = slope[i]! / batch.length + DECAY * weights[i]!
        first[i] = 0.9 * first[i]! + 0.1 * g
        second[i] = 0.999 * second[i]! + 0.001 * g * g
        weights[i] = weights[i]! - (rate * first[i]!) / fade1 / (Math.sqrt(second[i]! / fade2) + 1e-8)
      }
    }
  }
  return net
}
