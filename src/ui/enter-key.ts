interface KeyPress {
  key: string
  isComposing: boolean
  keyCode: number
}

/** Whether a key belongs to an input method; Safari ends the composition before the Enter that ended it is told. */
export function isComposingKey({ isComposing, keyCode }: Pick<KeyPress, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229
}

/** Whether Enter was pressed, and not to choose a word of an input method. */
export function isEnter(event: KeyPress): boolean {
  return event.key === 'Enter' && !isComposingKey(event)
}
