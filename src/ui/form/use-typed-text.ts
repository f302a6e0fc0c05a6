import { useState } from 'react'

/**
 * Text as it is typed. The stored value is trimmed by its schema, so the field keeps what was typed as long
 * as it means the same; a change from elsewhere (a reset, a suggestion) replaces it.
 */
export function useTypedText(stored: string, onChange: (text: string) => void) {
  const [typed, setTyped] = useState(stored)
  const value = typed.trim() === stored.trim() ? typed : stored
  return {
    value,
    type(text: string) {
      setTyped(text)
      onChange(text)
    },
  }
}
