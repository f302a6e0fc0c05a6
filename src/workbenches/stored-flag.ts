/** A yes or no that is remembered in this browser; null while it was never set or storage is closed. */
export function storedFlag(key: string): { read: () => boolean | null; write: (on: boolean) => void } {
  return {
    read() {
      try {
        const text = localStorage.getItem(key)
        return text === null ? null : text === '1'
      } catch {
        return null
      }
    },
    write(on) {
      try {
        localStorage.setItem(key, on ? '1' : '0')
      } catch {
        // Private windows may refuse: the choice then lasts until the page is left.
      }
    },
  }
}
