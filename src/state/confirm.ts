import { signal } from '@preact/signals-react'

export interface Question {
  title: string
  text: string
  /** What the button says that goes on. */
  confirmLabel: string
  answer: (yes: boolean) => void
}

/** What the user is being asked at the moment. */
export const question = signal<Question | null>(null)

/**
 * Asks before something that cannot be taken back.
 * @returns true when the user wants it
 */
export function confirmed(asked: Omit<Question, 'answer'>): Promise<boolean> {
  question.peek()?.answer(false)
  return new Promise((settle) => {
    const answer = (yes: boolean) => {
      question.value = null
      settle(yes)
    }
    question.value = { ...asked, answer }
  })
}
