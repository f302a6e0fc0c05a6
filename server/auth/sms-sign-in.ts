import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { AppError } from '#contracts/errors.ts'
import { describeThrown, type Log } from '#server/log.ts'
import type { SmsProvider } from '#server/providers/sms.ts'
import type { Db } from '#server/store/database.ts'
import { CODE_LIFE_MS, consumeCode, forgetSend, storeCode, tryCode } from '#server/store/sms-codes.ts'
import { findOrCreateUser, type UserRow } from '#server/store/users.ts'

interface Parts {
  db: Db
  sms: SmsProvider
  log: Log
  /** Key of the hashes of codes and addresses. */
  secret: Uint8Array
  /** Codes that one address may ask for in an hour. */
  hourlyPerSource: number
}

/** Sign-in by phone number and code. A number without an account behaves like any other. */
export class SmsSignIn {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  #hash(...values: string[]): string {
    return createHmac('sha256', this.#parts.secret).update(values.join('\n')).digest('hex')
  }

  /**
   * Makes a code and sends it.
   * @param address of the asking client
   * @throws AppError CODE_COOLDOWN, CODE_LIMIT, TOO_MANY, SMS_UNAVAILABLE
   */
  async sendCode(phone: string, address: string): Promise<void> {
    const { db, sms, log, hourlyPerSource } = this.#parts
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const codeHash = this.#hash('code', phone, code)
    const source = this.#hash('address', address)
    const sendId = await storeCode(db, { phone, codeHash, source, hourlyPerSource })
    try {
      await sms.send(phone, code, CODE_LIFE_MS / 60_000)
    } catch (error) {
      await forgetSend(db, phone, sendId)
      log.error('sms not sent', { error: describeThrown(error).at })
      throw new AppError('SMS_UNAVAILABLE', undefined, { cause: error })
    }
  }

  /**
   * Uses a code up.
   * @throws AppError CODE_WRONG for a wrong, dead or used code and for a number that never asked
   */
  async signIn(phone: string, code: string): Promise<{ user: UserRow; isNew: boolean }> {
    const { db } = this.#parts
    const given = this.#hash('code', phone, code)
    const stored = await tryCode(db, phone)
    const right = stored !== null && timingSafeEqual(Buffer.from(stored), Buffer.from(given))
    if (!right || !(await consumeCode(db, phone, given))) throw new AppError('CODE_WRONG')
    return findOrCreateUser(db, phone)
  }
}
