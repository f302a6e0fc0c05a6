import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isTyping } from '#src/ui/image/collect-files.ts'
import { isModalOpen } from '#src/ui/open-layers.ts'
import { commandOf, type MaskCommand } from './shortcuts.ts'

interface Options {
  /** The editor: keys belong to it while the focus is inside, or nowhere. */
  root: RefObject<HTMLElement | null>
  /** Where the picture is: keys that buttons know as well mean something only there. */
  stage: RefObject<HTMLElement | null>
  /** Carries a command out; false leaves the key to others. */
  onCommand: (command: MaskCommand) => boolean
  /** A key that is no command: zoom and pan. */
  onOther: (event: KeyboardEvent) => void
  onSpace: (down: boolean) => void
}

/** Keys that a focused button or slider takes for itself. */
const SHARED = ['Enter', ' ', 'Backspace', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']

/** The editor's keys, wherever on it the focus is. */
export function useMaskKeys({ root, stage, onCommand, onOther, onSpace }: Options): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target)) return
    if (isModalOpen()) return
    const target = event.target as Element
    const isNowhere = target === document.body
    if (!isNowhere && !root.current?.contains(target)) return
    if (SHARED.includes(event.key) && !isNowhere && target !== stage.current) return
    if (event.key === ' ') {
      onSpace(true)
      event.preventDefault()
      return
    }
    const command = commandOf(event)
    if (!command) return event.ctrlKey || event.metaKey || event.altKey ? undefined : onOther(event)
    if (onCommand(command)) event.preventDefault()
  })
  const release = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === ' ') onSpace(false)
  })
  const leave = useEffectEvent(() => onSpace(false))
  useEffect(() => {
    const handleDown = (event: KeyboardEvent) => press(event)
    const handleUp = (event: KeyboardEvent) => release(event)
    const handleBlur = () => leave()
    document.addEventListener('keydown', handleDown)
    document.addEventListener('keyup', handleUp)
    window.addEventListener('blur', handleBlur)
    return () => {
      document.removeEventListener('keydown', handleDown)
      document.removeEventListener('keyup', handleUp)
      window.removeEventListener('blur', handleBlur)
    }
  }, [])
}
