// What the person at the terminal sees: one line a step, with its time.

const colour = process.stdout.isTTY && !process.env.NO_COLOR
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)

/** A failure that the user can act on: shown without a stack. */
export class SetupError extends Error {
  /**
   * @param {string} message what went wrong
   * @param {string} [remedy] what to do about it
   */
  constructor(message, remedy) {
    super(message)
    this.remedy = remedy
  }
}

export const seconds = (ms) => (ms < 9950 ? `${(ms / 1000).toFixed(1)} 秒` : `${Math.round(ms / 1000)} 秒`)

export function say(text = '') {
  process.stdout.write(`${text}\n`)
}
export const heading = (text) => say(paint('1', text))
export const done = (text) => say(`  ${paint('32', '✓')} ${text}`)
export const begin = (text) => say(`  ${paint('36', '…')} ${text}`)
export const fail = (text) => say(`  ${paint('31', '✗')} ${text}`)

/**
 * Says every `everyMs` that something long is still going on.
 * @param {(elapsedMs: number) => string} text
 * @returns {() => void} stops it
 */
export function heartbeat(text, everyMs = 5000) {
  const started = performance.now()
  const timer = setInterval(() => begin(text(performance.now() - started)), everyMs)
  return () => clearInterval(timer)
}
