import type { StoredDraft } from './draft-record.ts'

/** Forms of pages that were left, kept in localStorage until they are in the database. */
const LEFT = 'zhuhui-left/'

export function noteLeft(key: string, record: StoredDraft): void {
  try {
    localStorage.setItem(LEFT + key, JSON.stringify(record))
  } catch {
    // Forbidden or full: the database may still get there in time.
  }
}

export function readLeft(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(LEFT + key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function forgetLeft(key: string): void {
  try {
    localStorage.removeItem(LEFT + key)
  } catch {
    // Forbidden: then nothing was noted either.
  }
}

export function forgetAllLeft(isMeant: (key: string) => boolean): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(LEFT) && isMeant(name.slice(LEFT.length))) localStorage.removeItem(name)
    }
  } catch {
    // Forbidden: then nothing was noted either.
  }
}
