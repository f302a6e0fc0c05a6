import { toast, toastError } from '#src/state/toasts.ts'

/** Does something that the user asked for; a failure is said with its remedy. True when it was done. */
export async function attempt(action: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await action()
    if (done) toast('success', done)
    return true
  } catch (thrown) {
    toastError(thrown)
    return false
  }
}
