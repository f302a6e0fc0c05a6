import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { AppError } from '#contracts/errors.ts'
import { RateLimit } from '#server/rate-limit.ts'
import type { Db } from '#server/store/database.ts'
import { hasOperator, nameOperator } from '#server/store/operators.ts'
import type { UserRow } from '#server/store/users.ts'

/** Without characters that are taken for one another. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const GROUPS = 3
const GROUP_LENGTH = 4
const TRIES_AN_HOUR = 10
const HOUR = 3_600_000

const makeCode = () =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')

const digest = (code: string) =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest()

/**
 * The code by which the first operator of a site proves to have its console. It is made at each start for as long as
 * there is no operator, lives in memory alone, and is used up by the first right entry.
 */
export class OperatorCode {
  /** What the console shows; null where there is an operator already. */
  readonly shown: string | null
  readonly #db: Db
  #digest: Buffer | null
  readonly #tries = new RateLimit(TRIES_AN_HOUR, HOUR)

  private constructor(db: Db, code: string | null) {
    this.#db = db
    this.shown = code
    this.#digest = code === null ? null : digest(code)
  }

  /** @param isAwaited whether somebody may become an operator by a setting, so that no code is needed */
  static async open(db: Db, isAwaited: boolean): Promise<OperatorCode> {
    return new OperatorCode(db, isAwaited || (await hasOperator(db)) ? null : makeCode())
  }

  /**
   * Makes a user an operator who enters the code.
   * @throws AppError OPERATOR_CODE for a wrong or used code, TOO_MANY
   */
  async enter(user: UserRow, code: string): Promise<UserRow> {
    this.#tries.pass(user.id)
    const wanted = this.#digest
    if (!wanted || !timingSafeEqual(wanted, digest(code))) throw new AppError('OPERATOR_CODE')
    this.#digest = null
    return nameOperator(this.#db, user, 'code')
  }
}
