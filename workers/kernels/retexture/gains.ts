import type { Shading } from './shading.ts'

/** Gains of the last strength of light: they stay the same while a material is moved about. */
const known = new WeakMap<Shading, { keepLight: number; gains: Float32Array }>()

/** Gains of the covered places of the shading, three values each. */
function gainsOf(shading: Shading, keepLight: number): Float32Array {
  const last = known.get(shading)
  if (last?.keepLight === keepLight) return last.gains
  const { mask, log } = shading
  const level = shading.level ** keepLight
  const gains = last?.gains ?? new Float32Array(log.length)
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue
    for (let k = 3 * i; k < 3 * i + 3; k++) gains[k] = Math.exp(keepLight * log[k]!) * level
  }
  known.set(shading, { keepLight, gains })
  return gains
}

/** What a material's linear light is multiplied by, row by row of a picture that may be larger than its shading. */
export class Gains {
  readonly #shading: Shading
  readonly #gains: Float32Array
  readonly #width: number
  readonly #height: number
  readonly #row: Float32Array
  /** Premultiplied gains and cover of a row of the shading. */
  readonly #line: Float32Array

  /** @param width of the picture @param height of the picture @param keepLight 0..1 */
  constructor(shading: Shading, width: number, height: number, keepLight: number) {
    this.#shading = shading
    this.#gains = gainsOf(shading, keepLight)
    this.#width = width
    this.#height = height
    this.#row = new Float32Array(3 * width)
    this.#line = new Float32Array(4 * shading.width)
  }

  /** Three gains a pixel of row `y`; overwritten by the next call. What is not covered has any. */
  row(y: number): Float32Array {
    const { width, height } = this.#shading
    if (width === this.#width && height === this.#height)
      return this.#gains.subarray(3 * width * y, 3 * width * (y + 1))
    this.#readLine(Math.max(0, ((y + 0.5) * height) / this.#height - 0.5))
    this.#widen()
    return this.#row
  }

  #readLine(at: number): void {
    const { width, height, mask } = this.#shading
    const line = this.#line
    const y0 = Math.floor(at)
    line.fill(0)
    for (const y of [y0, y0 + 1]) {
      const share = (1 - Math.abs(at - y)) / 255
      if (share <= 0 || y >= height) continue
      for (let x = 0, i = y * width; x < width; x++, i++) {
        // Only what is covered counts, so that no other surface's light comes in over the border.
        const weight = share * mask[i]!
        for (let c = 0; c < 3; c++) line[4 * x + c] = line[4 * x + c]! + weight * this.#gains[3 * i + c]!
        line[4 * x + 3] = line[4 * x + 3]! + weight
      }
    }
  }

  #widen(): void {
    const { width } = this.#shading
    const [line, row] = [this.#line, this.#row]
    const scale = width / this.#width
    for (let x = 0; x < this.#width; x++) {
      const at = Math.min(width - 1, Math.max(0, (x + 0.5) * scale - 0.5))
      const x0 = Math.floor(at)
      const a = 4 * x0
      const b = 4 * Math.min(width - 1, x0 + 1)
      const part = at - x0
      const weight = (1 - part) * line[a + 3]! + part * line[b + 3]!
      const share = weight > 1e-6 ? 1 / weight : 0
      for (let c = 0; c < 3; c++)
        row[3 * x + c] = weight > 1e-6 ? share * ((1 - part) * line[a + c]! + part * line[b + c]!) : 1
    }
  }
}
