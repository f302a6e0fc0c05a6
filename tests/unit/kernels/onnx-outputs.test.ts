import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, it } from 'vitest'
import { withOutputs } from '#kernels/onnx-outputs.ts'
import { modelPath } from '#server/engines/local/model-path.ts'

const model = await readFile(modelPath(resolve(import.meta.dirname, '../../../models'), 'seeing'))

it('a network of some outputs answers as the whole one, without what only others need', async () => {
  const part = withOutputs(model, ['setting', 'kind'])
  const values = Float32Array.from({ length: 3 * 64 * 64 }, (_, i) => ((i * 37) % 255) / 255)
  const answersOf = async (bytes: Uint8Array) => {
    const session = await InferenceSession.create(bytes, { intraOpNumThreads: 1 })
    const image = new Tensor('float32', values, [1, 3, 64, 64])
    const { setting, kind } = await session.run({ image }, ['setting', 'kind'])
    const outputs = session.outputNames
    await session.release()
    return { outputs, setting: setting?.data, kind: kind?.data }
  }
  const [whole, some] = [await answersOf(model), await answersOf(part)]
  expect(some.outputs).toEqual(['setting', 'kind'])
  expect([some.setting, some.kind]).toEqual([whole.setting, whole.kind])
  // The weights of both decoders are gone.
  expect(part.length).toBeLessThan(0.8 * model.length)
})

it('refuses outputs that a network does not have, and files that are cut off', () => {
  expect(() => withOutputs(model, ['shares', 'border'])).toThrow(new RangeError('no output border'))
  expect(() => withOutputs(model.subarray(0, 1000), ['shares'])).toThrow(RangeError)
})
