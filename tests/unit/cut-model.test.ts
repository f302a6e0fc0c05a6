import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, it } from 'vitest'
import { MODELS } from '#contracts/models.ts'
import { cutModel } from '#kernels/upscale/cut-model.ts'
import { cutOf } from '#kernels/upscale/enlarge.ts'

const MODEL = readFileSync(resolve(import.meta.dirname, '../../models', MODELS.bestX4.file))
const CUT = cutOf('best') ?? { tensor: '', channels: 0 }

async function run(model: Uint8Array, input: Tensor): Promise<Tensor> {
  const session = await InferenceSession.create(model)
  const answers = await session.run({ [session.inputNames[0] as string]: input })
  await session.release()
  return answers[session.outputNames[0] as string] as Tensor
}

it('cuts a network in halves that together are the whole one', async () => {
  const [before, behind] = cutModel(MODEL, CUT)
  const picture = new Tensor(
    'float32',
    Float32Array.from({ length: 3 * 18 * 13 }, (_, i) => ((i * 37) % 256) / 255),
    [1, 3, 13, 18],
  )
  const features = await run(before, picture)
  expect(features.dims).toEqual([1, CUT.channels, 13, 18])
  const made = await run(behind, features)
  const whole = await run(MODEL, picture)
  expect(made.dims).toEqual(whole.dims)
  const values = whole.data as Float32Array
  const worst = (made.data as Float32Array).reduce(
    (most, value, i) => Math.max(most, Math.abs(value - (values[i] as number))),
    0,
  )
  expect(worst).toBeLessThan(1e-4)
  // Each weight is in one of them.
  expect(before.length + behind.length).toBeLessThan(MODEL.length + 1000)
})

it('refuses what is no model, a tensor that it lacks, and one that is not the only way across', () => {
  expect(() => cutModel(new TextEncoder().encode('no model at all'), CUT)).toThrow(RangeError)
  expect(() => cutModel(MODEL, { ...CUT, tensor: 'nowhere' })).toThrow('nowhere')
  // Inside a dense block, whose first tensors are needed behind it.
  expect(() => cutModel(MODEL, { ...CUT, tensor: '195' })).toThrow('only way')
})
