import { describe, expect, it } from 'vitest'
import { lightOfKelvin } from '#kernels/colour-temperature.ts'

describe('the colour of a light of a temperature', () => {
  it('is white at that of D65', () => {
    for (const channel of lightOfKelvin(6504)) expect(channel).toBeCloseTo(1, 6)
  })

  it('is that of CIE illuminant A at 2856 K, which has XYZ 109.85, 100, 35.585', () => {
    const [r, g, b] = lightOfKelvin(2856)
    // Its linear sRGB 1.845, 0.826, 0.233 seen by a camera that is balanced to the Planckian 6504 K, which is 1.043, 0.984, 1.035.
    expect(r).toBeCloseTo(1.845 / 1.043, 1)
    expect(g).toBeCloseTo(0.826 / 0.984, 1)
    expect(b).toBeCloseTo(0.233 / 1.035, 1)
  })

  it('turns blue above it', () => {
    const [r, , b] = lightOfKelvin(9000)
    expect(b).toBeGreaterThan(1.1)
    expect(r).toBeLessThan(0.9)
  })
})
