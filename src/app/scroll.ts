/** Name in sessionStorage of where each page stood when it was left. */
export const SCROLL_KEY = 'zhuhui-scroll'

/**
 * Forgets pages that stood at their top, where a page begins anyway: told of one, the router would draw the page
 * that is being opened twice. To be called before the router is made.
 */
export function forgetTops(): void {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(SCROLL_KEY) ?? '{}')
    const kept = Object.entries(stored ?? {}).filter(([, top]) => top !== 0)
    sessionStorage.setItem(SCROLL_KEY, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Without session storage there is nothing to restore either.
  }
}
