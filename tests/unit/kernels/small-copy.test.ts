import { describe, expect, it } from 'vitest'
import { copyOf } from '#kernels/relight/copy.ts'

/** White with black lines, 2 px wide, 30 px apart. */
function lined(width: number, height: number) {
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let i = 0; i < width * height; i++) if ((i % width) % 30 < 2) data.fill(0, 4 * i, 4 * i + 3)
  return { width, height, data }
}

describe('a small copy of a picture', () => {
  it.each([1440, 1500, 2600])('keeps the weight and the place of each line of one %i px wide', (width) => {
    const copy = copyOf(lined(width, 90))
    const scale = width / copy.width
    const weights: number[] = []
    const row = copy.luma.subarray(copy.width * 10, copy.width * 11)
    for (let line = 30; line < width - 60; line += 30) {
      const middle = (line + 1) / scale
      let [dark, at] = [0, 0]
      for (let x = Math.ceil(middle - 15 / scale); x < middle + 15 / scale; x++) {
        dark += 1 - row[x]!
        at += (1 - row[x]!) * (x + 0.5)
      }
      weights.push(dark * scale)
      expect(Math.abs(at / dark - middle)).toBeLessThan(0.12)
    }
    const [least, most] = [Math.min(...weights), Math.max(...weights)]
    expect(most / least).toBeLessThan(1.2)
    // White paper leaves no room for what lies beyond it beside a line.
    expect(least).toBeGreaterThan(1.9)
    expect(most).toBeLessThan(2.5)
  })

  it('is the picture itself up to 1024 px, and stays within black and white', () => {
    const whole = copyOf(lined(640, 20))
    expect([whole.width, whole.height]).toEqual([640, 20])
    expect(whole.luma[0]).toBe(0)
    expect(whole.luma[15]).toBeCloseTo(1, 6)
    const { r } = copyOf(lined(1300, 60))
    expect(Math.min(...r)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...r)).toBeLessThanOrEqual(1)
  })

  it('exists of a picture that is hardly more than a line', () => {
    const { width, height } = copyOf(lined(5000, 1))
    expect([width, height]).toEqual([1024, 1])
  })
})
