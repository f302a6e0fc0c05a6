import { AppError } from '#contracts/errors.ts'

/** Start of the name of an error that stands for an AppError on the other side of a worker. */
export const ERROR_PREFIX = 'AppError/'

/** Comlink carries only name, message and stack of an error, so the catalogue's entry travels in the name. */
export function carryErrors<Args extends unknown[], Result>(
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
