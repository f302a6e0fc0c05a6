import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const BYTES = 32

/** The installation's key for keyed hashes; made at the first start, readable by its owner alone. */
export function loadSecret(dataDir: string): Uint8Array {
  const path = join(dataDir, 'secret.key')
  try {
    const kept = readFileSync(path)
    if (kept.length === BYTES) return kept
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const fresh = randomBytes(BYTES)
  const file = openSync(path, 'w', 0o600)
  writeSync(file, fresh)
  fsyncSync(file)
  closeSync(file)
  return fresh
}
