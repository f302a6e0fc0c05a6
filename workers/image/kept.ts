/** A value that is made anew when its key changes. */
export class Kept<T> {
  #key: string | null = null
  #made: Promise<T> | null = null

  has(key: string): boolean {
    return this.#key === key
  }

  get(key: string, make: () => Promise<T>): Promise<T> {
    if (this.#key !== key || !this.#made) {
      this.#key = key
      this.#made = make()
      // What failed is tried again.
      this.#made.catch(() => {
        this.#key = null
      })
    }
    return this.#made
  }
}
