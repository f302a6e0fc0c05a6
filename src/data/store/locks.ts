/**
 * Runs work while this tab alone holds the lock. Pages without Web Locks (plain http on a local network) run
 * it at once.
 * @param options.wait false gives up when another tab holds it, and resolves with undefined
 * @param options.signal stops waiting for it, by rejecting with an AbortError
 */
export async function withLock<T>(
  name: string,
  work: () => Promise<T>,
  options: { wait: boolean; signal?: AbortSignal } = { wait: true },
): Promise<T | undefined> {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return work()
  // The two may not be given together.
  const how = options.wait && options.signal ? { signal: options.signal } : { ifAvailable: !options.wait }
  return locks.request(name, how, (lock) => (lock ? work() : undefined))
}

/** A random UUID, also on pages where crypto.randomUUID is missing (plain http on a local network). */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
