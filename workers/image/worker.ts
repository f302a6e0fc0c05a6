import { expose } from 'comlink'
import { AppError } from '#contracts/errors.ts'
import { compress } from './compress.ts'
import { ERROR_PREFIX, type ImageWorker } from './contract.ts'
import { drawLines } from './lines.ts'
import { inspect, resize, thumbnail } from './resize.ts'
import { hashBlob } from './sha256.ts'

/** Comlink carries only name, message and stack of an error, so the catalogue's entry travels in the name. */
function named<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await work(...args)
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      const carrier = new Error(thrown.message)
      carrier.name = ERROR_PREFIX + thrown.errorName
      throw carrier
    }
  }
}

const api = {
  inspect: named(inspect),
  resize: named(resize),
  thumbnail: named(thumbnail),
  hash: named(hashBlob),
  drawLines: named(drawLines),
  compress: named(compress),
} satisfies ImageWorker

expose(api)
