let first: Promise<void> = Promise.resolve()

/** What is asked of the server while the app opens waits for `moment`, such as the first frame. */
export function askAfter(moment: Promise<void>): void {
  first = moment
}

/** Resolves when questions may go to the server that no page waits for, since the last answers are kept here. */
export function mayAsk(): Promise<void> {
  return first
}
