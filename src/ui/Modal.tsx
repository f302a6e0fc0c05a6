import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  className: string | undefined
  /** Room for a picture beside the controls. */
  wide?: boolean
  /** Id of the heading that names it. */
  titleId: string
  onClose: () => void
  children: ReactNode
}

/**
 * A modal over the page: the browser's own, so focus stays inside and goes back afterwards, and the page behind is
 * inert. Escape and a press outside close it. Mounted means open.
 */
export function Modal({ className, wide, titleId, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element?.open) element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it.
    <dialog
      ref={dialog}
      className={className}
      data-wide={wide}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {children}
    </dialog>
  )
}
