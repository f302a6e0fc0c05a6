import type { Kept } from '#ops/preview.ts'

/** What a preview keeps; what failed is tried again. */
export class KeptValues implements Kept {
  readonly #values = new Map<string, { key: string; made: Promise<unknown> }>()

  has(name: string, key: string): boolean {
    return this.#values.get(name)?.key === key
  }

  get<T>(name: string, key: string, make: () => T | Promise<T>): Promise<T> {
    const known = this.#values.get(name)
    if (known?.key === key) return known.made as Promise<T>
    const value = { key, made: Promise.resolve().then(make) }
    this.#values.set(name, value)
    value.made.catch(() => {
      if (this.#values.get(name) === value) this.#values.delete(name)
    })
    return value.made
  }
}
