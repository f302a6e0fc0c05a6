import { expect, test } from 'vitest'
import { extendPicture } from '#kernels/inpaint/fill.ts'

test('a cut-out is extended with its transparent ground, a picture with what continues it', () => {
  const side = 48
  const data = new Uint8ClampedArray(4 * side * side)
  // A disc on nothing; the colour goes on under what is not seen.
  for (let i = 0; i < side * side; i++) {
    const away = Math.hypot((i % side) - 24, Math.floor(i / side) - 24)
    data.set([180, 90, 60, away < 16 ? 255 : 0], 4 * i)
  }
  const margins = { left: 8, right: 8, top: 0, bottom: 4 }
  const alphaOf = (source: Uint8ClampedArray) => {
    const wide = extendPicture({ width: side, height: side, data: source }, margins)
    expect([wide.width, wide.height]).toEqual([64, 52])
    return (x: number, y: number) => wide.data[4 * (y * wide.width + x) + 3]
  }
  const cutOut = alphaOf(data)
  expect([cutOut(2, 24), cutOut(61, 24), cutOut(32, 50), cutOut(32, 24)]).toEqual([0, 0, 0, 255])
  const opaque = data.map((value, i) => (i % 4 === 3 ? 255 : value))
  expect(alphaOf(opaque)(2, 24)).toBe(255)
})
