import { expect, test } from 'vitest'
import { copyOf } from '#kernels/relight/copy.ts'
import { labelPixels, sharesIn } from '#kernels/seeing/pixel-labels.ts'
import { above, type Layer, type Planes, planes, runLayer } from '#kernels/seeing/pixel-net.ts'
import { LABELS } from '#kernels/seeing/scene.ts'
import { random } from '#tests/support/line-pictures.ts'
import { renderScene } from '#tests/support/scenes/render-scene.ts'

const dice = random(5)
const numbers = (count: number) => Float32Array.from({ length: count }, () => dice() - 0.5)

function somePlanes(width: number, height: number, count: number): Planes {
  return { ...planes(width, height, count), data: numbers(width * height * count) }
}

/** A plane's value, zero beyond its border. */
const at = ({ width, height, data }: Planes, c: number, x: number, y: number) =>
  x < 0 || y < 0 || x >= width || y >= height ? 0 : data[(c * height + y) * width + x]!

/** What a layer gives at one place, by its definition. */
function expected(layer: Layer, input: Planes, o: number, x: number, y: number): number {
  const { inputs, stride, dense, spread, mix, bias, cut } = layer
  const [cx, cy] = [x * stride, y * stride]
  const around = (c: number, kernel: (k: number) => number) => {
    let sum = 0
    for (let k = 0; k < 9; k++) sum += kernel(k) * at(input, c, cx + (k % 3) - 1, cy + Math.floor(k / 3) - 1)
    return sum
  }
  let sum = bias[o]!
  for (let c = 0; c < inputs; c++) {
    if (dense) sum += around(c, (k) => mix[(o * inputs + c) * 9 + k]!)
    else if (spread.length > 0) sum += mix[o * inputs + c]! * around(c, (k) => spread[9 * c + k]!)
    else sum += mix[o * inputs + c]! * at(input, c, cx, cy)
  }
  const out = cut ? Math.max(0, sum) : sum
  const keeps = spread.length > 0 && layer.inputs === layer.outputs && stride === 1
  return keeps ? out + at(input, o, x, y) : out
}

const layerOf = (
  inputs: number,
  outputs: number,
  stride: 1 | 2,
  { dense = false, spread = true, cut = true } = {},
): Layer => ({
  ...{ inputs, outputs, stride, dense, cut },
  spread: numbers(spread && !dense ? 9 * inputs : 0),
  mix: numbers(outputs * inputs * (dense ? 9 : 1)),
  bias: numbers(outputs),
})

test.each([
  ['the first', layerOf(5, 8, 2, { dense: true })],
  ['a narrowing', layerOf(6, 8, 2)],
  ['a keeping', layerOf(8, 8, 1)],
  ['an odd number of planes', layerOf(7, 4, 1)],
  ['the last', layerOf(8, 12, 1, { spread: false, cut: false })],
] as const)('a layer of the network gives what its weights say: %s', (_, layer) => {
  const input = somePlanes(37, 21, layer.inputs)
  const out = runLayer(layer, input)
  expect([out.width, out.height, out.count]).toEqual(
    layer.stride === 2 ? [19, 11, layer.outputs] : [37, 21, layer.outputs],
  )
  for (let o = 0; o < out.count; o++)
    for (const [x, y] of [
      [0, 0],
      [out.width - 1, out.height - 1],
      [7, 0],
      [5, 9],
    ] as const)
      expect(at(out, o, x, y)).toBeCloseTo(expected(layer, input, o, x, y), 4)
})

test('small planes lie over large ones pixel by pixel', () => {
  const [small, large] = [somePlanes(3, 2, 1), somePlanes(6, 4, 2)]
  const out = above(small, large)
  expect(out.count).toBe(3)
  expect(at(out, 0, 5, 3)).toBe(at(small, 0, 2, 1))
  expect(at(out, 2, 4, 1)).toBe(at(large, 1, 4, 1))
})

test.each([
  ['indoors', 'clay'],
  ['indoors', 'line'],
  ['outdoors', 'clay'],
  ['outdoors', 'line'],
] as const)(
  'pixels are named and borders found in scenes nothing was learnt from: %s, %s',
  (setting, look) => {
    let [right, all, onEdge, offEdge, edges, rest] = [0, 0, 0, 0, 0, 0]
    for (const seed of [151]) {
      const scene = renderScene(seed, setting, look, { width: 480, height: 320, lived: true })
      const seen = labelPixels(copyOf(scene.image))
      const size = seen.width * seen.height
      for (let y = 0; y < 320; y++) {
        for (let x = 0; x < 480; x++) {
          const i = y * 480 + x
          const at = Math.floor((y * seen.height) / 320) * seen.width + Math.floor((x * seen.width) / 480)
          let best = 0
          for (let c = 1; c < LABELS.length; c++)
            if (seen.shares[c * size + at]! > seen.shares[best * size + at]!) best = c
          if (best === scene.labels[i]) right++
          all++
          if (scene.edges[i]) {
            onEdge += seen.border[at]!
            edges++
          } else {
            offEdge += seen.border[at]!
            rest++
          }
        }
      }
    }
    expect(right / all).toBeGreaterThan(0.8)
    expect(onEdge / edges).toBeGreaterThan(3 * (offEdge / rest))
  },
)

test('shares of a part are the mean of its pixels', () => {
  const scene = renderScene(151, 'outdoors', 'clay', { width: 480, height: 320 })
  const seen = labelPixels(copyOf(scene.image))
  const map = new Uint16Array(480 * 320).map((_, i) => (i % 480 < 240 ? 0 : 1))
  const [left, right] = sharesIn({ map, count: 2 }, 480, seen) as [Float32Array, Float32Array]
  for (const shares of [left, right]) expect(shares.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 4)
  const sky = LABELS.indexOf('sky')
  let sum = 0
  for (let y = 0; y < seen.height; y++)
    for (let x = 0; x < seen.width / 2; x++)
      sum += seen.shares[sky * seen.width * seen.height + y * seen.width + x]!
  expect(left[sky]).toBeCloseTo(sum / (seen.height * (seen.width / 2)), 3)
})
