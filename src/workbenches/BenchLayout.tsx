import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { RegisteredTool } from '#src/tools/registry.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './BenchLayout.module.css'
import { useMedia, WIDE } from './media.ts'
import { storedFlag } from './stored-flag.ts'

interface Props {
  tool: RegisteredTool
  /** Compact tools stack everything in one narrow column; full ones give the window to the canvas. */
  variant?: 'standard' | 'compact' | 'full'
  /** Files and parameters. */
  inputs: ReactNode
  /** What the collapsed sheet of a phone says about them. */
  summary: string
  /**
   * Where it runs, what it costs, and the button; or what is missing.
   * @param reveal opens the sheet with the form; null where the form is in sight
   */
  startBar: (reveal: (() => void) | null) => ReactNode
  canvas: ReactNode
  /** Tells one result on the canvas from another; null while there is none. */
  shown?: string | null
  history: ReactNode
  /** The canvas follows the parameters: a phone's sheet of them leaves it in sight. */
  live?: boolean
}

/**
 * The shape of a workbench. On a desktop: inputs left, canvas in the middle, history right, and the window
 * does not scroll. On a phone: canvas first, history as a strip, inputs in a sheet above the start button.
 */
export function BenchLayout({
  tool,
  variant,
  inputs,
  summary,
  startBar,
  canvas,
  shown = null,
  history,
  live = false,
}: Props) {
  const wide = useMedia(WIDE)
  const [sheetOpen, setSheetOpen] = useState(false)
  const [shownBefore, setShownBefore] = useState(shown)
  if (shown !== shownBefore) {
    setShownBefore(shown)
    // A phone's sheet covers the canvas: it closes so that a new run or task is seen. A live canvas stays in sight beside its sheet.
    if (shown && !live) setSheetOpen(false)
  }
  const sheetId = useId()
  const shape = variant ?? (tool.compact ? 'compact' : 'standard')
  const canvasRef = useInSight(shown, wide && shape === 'compact')
  return (
    <div className={styles.bench} data-shape={shape} data-beside={live && !wide && sheetOpen}>
      <header className={styles.head}>
        <h1 className={styles.title}>{tool.title}</h1>
        <p className={styles.summary}>{tool.summary}</p>
      </header>
      <section className={styles.panel} aria-label="输入与参数" data-open={wide || sheetOpen}>
        {wide ? null : (
          <button
            type="button"
            className={styles.handle}
            aria-expanded={sheetOpen}
            aria-controls={sheetId}
            onClick={() => setSheetOpen(!sheetOpen)}
          >
            <span className={styles.grip} aria-hidden />
            <span className={styles.handleText}>
              <strong>图片与参数</strong>
              <span>{summary}</span>
            </span>
            <span className={styles.chevron} data-open={sheetOpen}>
              <Icon name="chevronDown" />
            </span>
          </button>
        )}
        <div id={sheetId} className={styles.body} hidden={!wide && !sheetOpen}>
          {tool.caveat ? (
            <p className={styles.caveat}>
              <Icon name="info" size={16} />
              <span>{tool.caveat}</span>
            </p>
          ) : null}
          {inputs}
        </div>
        <div className={styles.start}>{startBar(wide || sheetOpen ? null : () => setSheetOpen(true))}</div>
      </section>
      {!wide && sheetOpen && !live ? (
        <button
          type="button"
          className={styles.veil}
          aria-label="收起图片与参数"
          onClick={() => setSheetOpen(false)}
        />
      ) : null}
      <section ref={canvasRef} className={styles.canvas} aria-label="画布">
        {canvas}
      </section>
      <Rail wide={wide && shape !== 'compact'} startsOpen={shape === 'standard'}>
        {history}
      </Rail>
    </div>
  )
}

/** Scrolls an element into sight when something else is shown in it, where the page scrolls at all. */
function useInSight(shown: string | null, scrolls: boolean) {
  const ref = useRef<HTMLElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (scrolls && shown && shown !== before.current) ref.current?.scrollIntoView({ block: 'nearest' })
    before.current = shown
  }, [shown, scrolls])
  return ref
}

const railFlag = storedFlag('bench.rail')
/** The width from which the history leaves the canvas enough room. */
const ROOMY = '(min-width: 1280px)'

function Rail({ wide, startsOpen, children }: { wide: boolean; startsOpen: boolean; children: ReactNode }) {
  const roomy = useMedia(ROOMY)
  const [chosen, setChosen] = useState(() => railFlag.read())
  const open = chosen ?? (startsOpen && roomy)
  const listId = useId()
  const toggle = () => {
    railFlag.write(!open)
    setChosen(!open)
  }
  if (!wide)
    return (
      <section className={styles.strip} aria-label="历史">
        {children}
      </section>
    )
  return (
    <section className={styles.rail} data-open={open} aria-label="历史">
      <button
        type="button"
        className={styles.railHead}
        aria-expanded={open}
        aria-controls={listId}
        onClick={toggle}
        title={open ? '收起历史' : '展开历史'}
      >
        <Icon name="history" size={18} />
        <span className={open ? undefined : 'visually-hidden'}>历史</span>
        <span className={styles.railChevron} data-open={open}>
          <Icon name="chevronRight" size={16} />
        </span>
      </button>
      <div id={listId} className={styles.railList} hidden={!open}>
        {children}
      </div>
    </section>
  )
}
