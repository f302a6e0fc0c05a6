/** Rounds of the conjugate gradients: the grids they are used for settle in fewer. */
const ROUNDS = 160
/** Part of the first error at which they end. */
const CLOSE = 1e-4

/** Linear equations in many unknowns, each of a few of them, to be met as well as possible. */
export class Rows {
  readonly #unknowns: number
  readonly #starts: number[] = [0]
  readonly #places: number[] = []
  readonly #shares: number[] = []
  readonly #values: number[] = []

  constructor(unknowns: number) {
    this.#unknowns = unknowns
  }

  /** Σ share · unknown = value, its square error counted `weight` times. */
  add(entries: readonly (readonly [place: number, share: number])[], value: number, weight: number): void {
    const scale = Math.sqrt(weight)
    for (const [place, share] of entries) {
      this.#places.push(place)
      this.#shares.push(scale * share)
    }
    this.#values.push(scale * value)
    this.#starts.push(this.#places.length)
  }

  /** The unknowns of least squares (conjugate gradients on the normal equations, Hestenes and Stiefel 1952). */
  solve(): Float64Array {
    const count = this.#values.length
    const starts = Int32Array.from(this.#starts)
    const places = Int32Array.from(this.#places)
    const shares = Float64Array.from(this.#shares)
    const x = new Float64Array(this.#unknowns)
    const residual = Float64Array.from(this.#values)
    const forward = new Float64Array(count)
    const back = (from: Float64Array, out: Float64Array) => {
      out.fill(0)
      for (let row = 0; row < count; row++)
        for (let e = starts[row]!; e < starts[row + 1]!; e++)
          out[places[e]!] = out[places[e]!]! + shares[e]! * from[row]!
    }
    const gradient = new Float64Array(x.length)
    back(residual, gradient)
    const direction = gradient.slice()
    const square = (v: Float64Array) => v.reduce((sum, value) => sum + value * value, 0)
    let size = square(gradient)
    const enough = CLOSE * CLOSE * size
    for (let round = 0; round < ROUNDS && size > enough; round++) {
      for (let row = 0; row < count; row++) {
        let sum = 0
        for (let e = starts[row]!; e < starts[row + 1]!; e++) sum += shares[e]! * direction[places[e]!]!
        forward[row] = sum
      }
      const step = size / Math.max(1e-30, square(forward))
      for (let i = 0; i < x.length; i++) x[i] = x[i]! + step * direction[i]!
      for (let row = 0; row < count; row++) residual[row] = residual[row]! - step * forward[row]!
      back(residual, gradient)
      const next = square(gradient)
      for (let i = 0; i < x.length; i++) direction[i] = gradient[i]! + (next / size) * direction[i]!
      size = next
    }
    return x
  }
}
