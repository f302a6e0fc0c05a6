import { AppError } from '#contracts/errors.ts'

/** Start of the name of an error that stands for an AppError on the other side of a worker. */
export const ERROR_PREFIX = 'AppError/'

type Work = (...args: never[]) => Promise<unknown>

const carried =
  (work: Work): Work =>
  async (...args) => {
    try {
      return await work(...args)
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      const carrier = new Error(thrown.message)
      carrier.name = ERROR_PREFIX + thrown.errorName
      throw carrier
    }
  }

/** Comlink carries only name, message and stack of an error, so the catalogue's entry travels in the name. */
export function carryErrors<Api extends object>(api: Api): Api {
  return Object.fromEntries(Object.entries(api).map(([name, work]) => [name, carried(work)])) as Api
}
