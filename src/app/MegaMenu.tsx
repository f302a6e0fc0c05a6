import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { toolsOf } from '#src/tools/registry.ts'
import { GROUPS, type GroupId } from '#src/tools/tool.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { iconOf } from '#src/ui/op-icon.ts'
import { hrefOfTool } from './device.ts'
import styles from './MegaMenu.module.css'

const GROUP_IDS = Object.keys(GROUPS) as GroupId[]
/** A pointer on its way to something else does not open the menu, and a slip does not close it. */
const OPEN_MS = 120
const CLOSE_MS = 240

const linksOf = (panel: HTMLElement | null) => [...(panel?.querySelectorAll<HTMLAnchorElement>('a') ?? [])]

/** The groups of tools, each with a panel of its tools; by pointer and by keyboard alike. */
export function MegaMenu() {
  const [open, setOpen] = useState<GroupId | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const nav = useRef<HTMLElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving on another page closes the menu.
  useEffect(() => setOpen(null), [pathname])
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!open) return
    const handlePointer = (event: PointerEvent) => {
      if (!nav.current?.contains(event.target as Node)) setOpen(null)
    }
    document.addEventListener('pointerdown', handlePointer)
    return () => document.removeEventListener('pointerdown', handlePointer)
  }, [open])

  const later = (group: GroupId | null, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(group), ms)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      nav.current?.querySelector<HTMLButtonElement>('[aria-expanded="true"]')?.focus()
      setOpen(null)
    }
    if (!panel.current || !['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) return
    event.preventDefault()
    const links = linksOf(panel.current)
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key] ?? 0
    links[(next + links.length) % links.length]?.focus()
  }
  return (
    <nav
      ref={nav}
      aria-label="工具"
      className={styles.nav}
      onKeyDown={handleKey}
      onPointerLeave={(event) => event.pointerType === 'mouse' && later(null, CLOSE_MS)}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(null)
      }}
    >
      {GROUP_IDS.map((group) => (
        <button
          key={group}
          type="button"
          className={styles.group}
          aria-expanded={open === group}
          aria-controls={open === group ? panelId : undefined}
          onPointerEnter={(event) =>
            event.pointerType === 'mouse' && later(group, open === null ? OPEN_MS : 0)
          }
          onClick={(event) => {
            clearTimeout(timer.current)
            // A mouse has opened it on the way: the click means "open", not "close again".
            const byMouse = (event.nativeEvent as PointerEvent).pointerType === 'mouse'
            setOpen((now) => (now === group && !byMouse ? null : group))
          }}
        >
          {GROUPS[group].title}
          <Icon name="chevronDown" size={14} />
        </button>
      ))}
      {open && (
        <div
          ref={panel}
          id={panelId}
          className={styles.panel}
          onPointerEnter={() => clearTimeout(timer.current)}
        >
          <p className={styles.summary}>{GROUPS[open].summary}</p>
          <ul className={styles.list}>
            {toolsOf(open).map((tool) => (
              <li key={tool.id}>
                <Link to={hrefOfTool(tool)} className={styles.tool} onClick={() => setOpen(null)}>
                  <span className={styles.icon}>
                    <Icon name={iconOf(tool)} />
                  </span>
                  <span>
                    <span className={styles.title}>{tool.title}</span>
                    <span className={styles.text}>{tool.summary}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </nav>
  )
}
