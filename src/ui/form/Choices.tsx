import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { GroupProps } from './Group.tsx'

const buttonsIn = (element: Element | null) => [
  ...(element?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? []),
]

/** The nearest of those that stand in a row over or under one; undefined where there is none. */
function beyond(all: readonly HTMLElement[], from: HTMLElement, isDown: boolean): HTMLElement | undefined {
  const middle = (element: HTMLElement) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const own = middle(from)
  const half = from.offsetHeight / 2
  let [best, least] = [undefined as HTMLElement | undefined, Infinity]
  for (const other of all) {
    const { x, y } = middle(other)
    const down = isDown ? y - own.y : own.y - y
    // A row counts more than any way along it.
    const far = down * 1e4 + Math.abs(x - own.x)
    if (down > half && far < least) [best, least] = [other, far]
  }
  return best
}

/**
 * Buttons to choose from that are one stop of the Tab key: the arrow keys, Home and End go through them (toolbar
 * pattern of the WAI-ARIA Authoring Practices). The key comes back to the button that had the focus last, before that
 * to the chosen one.
 */
export function Choices({ id, className, label, labelledBy, children }: GroupProps) {
  const bar = useRef<HTMLDivElement>(null)
  const visited = useRef<Element>(null)
  const setStop = () => {
    const all = buttonsIn(bar.current)
    const chosen = all.find((button) => button.ariaPressed === 'true')
    const own = all.find((button) => button === visited.current) ?? chosen ?? all[0]
    for (const button of all) button.tabIndex = button === own ? 0 : -1
  }
  // What is drawn anew, and which one is chosen, is known only afterwards.
  useEffect(setStop)
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const all = buttonsIn(bar.current)
    const at = all.indexOf(event.target as HTMLElement)
    const from = all[at]
    if (!from) return
    const keys: Readonly<Record<string, () => HTMLElement | undefined>> = {
      ArrowLeft: () => all[at - 1],
      ArrowRight: () => all[at + 1],
      ArrowUp: () => beyond(all, from, false),
      ArrowDown: () => beyond(all, from, true),
      Home: () => all[0],
      End: () => all.at(-1),
    }
    const find = keys[event.key]
    if (!find) return
    event.preventDefault()
    find()?.focus()
  }
  return (
    <div
      ref={bar}
      id={id}
      className={className}
      role="toolbar"
      aria-label={label}
      aria-labelledby={labelledBy}
      onFocus={({ target }) => {
        visited.current = target
        setStop()
      }}
      onKeyDown={handleKey}
    >
      {children}
    </div>
  )
}
