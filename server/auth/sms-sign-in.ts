import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { AppError } from '#contracts/errors.ts'
import { describeThrown, type Log } from '#server/log.ts'
import type { SmsProvider } from '#server/providers/sms.ts'
import { RateLimit } from '#server/rate-limit.ts'
import type { Db } from '#server/store/database.ts'
import { nameOperator } from '#server/store/operators.ts'
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
  /** Numbers that sign in as operators. */
  operatorPhones: readonly string[]
}

/** Who asks for a code or brings one. */
export interface Asker {
  phone: string
  /** Random id that its cookie holds. */
  browser: string
  address: string
}

/** Sign-ins of one address for each code that it may ask for. */
const SIGN_INS_PER_CODE = 10
const HOUR = 3_600_000

/** Sign-in by phone number and code. A number without an account behaves like any other. */
export class SmsSignIn {
  readonly #parts: Parts
  readonly #limit: RateLimit

  constructor(parts: Parts) {
    this.#parts = parts
    this.#limit = new RateLimit(SIGN_INS_PER_CODE * parts.hourlyPerSource, HOUR)
  }

  #hash(...values: string[]): string {
    return createHmac('sha256', this.#parts.secret).update(values.join('\n')).digest('hex')
  }

  /**
   * Makes a code and sends it. It is good for the browser that asked alone.
   * @throws AppError CODE_COOLDOWN, CODE_LIMIT, TOO_MANY, SMS_UNAVAILABLE
   */
  async sendCode({ phone, browser, address }: Asker): Promise<void> {
    const { db, sms, log, hourlyPerSource } = this.#parts
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const codeHash = this.#hash('code', phone, code)
    const source = this.#hash('address', address)
    const asked = { phone, browser: this.#hash('browser', browser) }
    const sendId = await storeCode(db, { ...asked, codeHash, source, hourlyPerSource })
    try {
      await sms.send(phone, code, CODE_LIFE_MS / 60_000)
    } catch (error) {
      await forgetSend(db, asked, sendId)
      log.error('sms not sent', { error: describeThrown(error).at })
      throw new AppError('SMS_UNAVAILABLE', undefined, { cause: error })
    }
  }

  /**
   * Uses a code up.
   * @throws AppError CODE_WRONG for a wrong, dead or used code, for another browser's and for a number that never asked;
   *   TOO_MANY from an address that tries too often
   */
  async signIn({ phone, browser, address }: Asker, code: string): Promise<{ user: UserRow; isNew: boolean }> {
    const { db } = this.#parts
    this.#limit.pass(address)
    const asked = { phone, browser: this.#hash('browser', browser) }
    const given = this.#hash('code', phone, code)
    const stored = await tryCode(db, asked)
    const right = stored !== null && timingSafeEqual(Buffer.from(stored), Buffer.from(given))
    if (!right || !(await consumeCode(db, asked, given))) throw new AppError('CODE_WRONG')
    const { user, isNew } = await findOrCreateUser(db, phone)
    const isNamed = this.#parts.operatorPhones.includes(phone)
    return { user: isNamed ? await nameOperator(db, user, 'setting') : user, isNew }
  }
}
