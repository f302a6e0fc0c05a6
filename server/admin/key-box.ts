import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts keys of engines for the database, by the installation's key file; whoever has the database alone has no key. */
export class KeyBox {
  readonly #secret: Buffer

  /** @param secret contents of the key file */
  constructor(secret: Uint8Array) {
    this.#secret = Buffer.from(hkdfSync('sha256', secret, '', 'keys of engines', 32))
  }

  /** @param owner what the key belongs to: it opens for nothing else */
  seal(key: string, owner: string): string {
    if (key === '') return ''
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, this.#secret, nonce).setAAD(Buffer.from(owner))
    const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
  }

  /** The key, or null where the key file is not the one that it was sealed by. */
  open(sealed: string, owner: string): string | null {
    if (sealed === '') return ''
    const bytes = Buffer.from(sealed, 'base64')
    try {
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv(ALGORITHM, this.#secret, nonce).setAAD(Buffer.from(owner))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([opened, decipher.final()]).toString('utf8')
    } catch {
      return null
    }
  }
}
