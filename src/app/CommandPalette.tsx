import { type KeyboardEvent, useDeferredValue, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRights } from '#src/data/api/session.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { paletteOpen } from '#src/state/palette.ts'
import { recentTools } from '#src/state/recents.ts'
import { findTool, type RegisteredTool, TOOLS } from '#src/tools/registry.ts'
import { GROUPS } from '#src/tools/tool.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { isComposingKey } from '#src/ui/enter-key.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { iconOf } from '#src/ui/op-icon.ts'
import styles from './CommandPalette.module.css'
import { hrefOfPage, hrefOfTool } from './device.ts'
import { findHits, type Hit } from './palette-search.ts'

const FAVOURITES = ['matting', 'toline', 'compress', 'architecturalRenderNew', 'indoorRenderNew', 'clean']

const hitOfTool = (tool: RegisteredTool): Hit => ({
  key: tool.id,
  title: tool.title,
  summary: tool.summary,
  marks: [],
  hint: '',
  kind: GROUPS[tool.group].title,
  target: { tool },
})

const toolsOfIds = (ids: readonly string[]) =>
  ids.map(findTool).filter((tool): tool is RegisteredTool => tool !== undefined)

/** The search over everything: type, arrow, Enter. */
export default function CommandPalette() {
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const recents = useSignalValue(recentTools)
  const rights = useRights()
  const wanted = useDeferredValue(query.trim())
  const navigate = useNavigate()
  const listId = useId()
  const hits = wanted
    ? findHits(wanted, rights)
    : toolsOfIds([...new Set([...recents, ...FAVOURITES])].slice(0, 8)).map(hitOfTool)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query starts from its first hit.
  useEffect(() => setAt(0), [wanted])

  const close = () => {
    paletteOpen.value = false
  }
  const go = (hit: Hit | undefined) => {
    if (!hit) return
    close()
    const { target } = hit
    void navigate(target.tool ? hrefOfTool(target.tool) : hrefOfPage(target.page))
  }
  const handleKey = (event: KeyboardEvent) => {
    // Enter that ends a pinyin composition picks a word, not a tool.
    if (isComposingKey(event.nativeEvent)) return
    if (event.key === 'Enter') go(hits[at])
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || hits.length === 0) return
    event.preventDefault()
    const next = (at + step + hits.length) % hits.length
    setAt(next)
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Dialog title="搜索工具与页面" onClose={close} bare>
      <div className={styles.field}>
        <Icon name="search" />
        <input
          autoFocus
          type="text"
          role="combobox"
          aria-label="搜索工具与页面"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={hits.length > 0 ? `${listId}-${at}` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="工具名、拼音或首字母，如 抠图、koutu、kt"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={handleKey}
        />
        <button type="button" className={styles.escape} onClick={close} aria-label="Esc 关闭搜索">
          Esc
        </button>
      </div>
      <p className={styles.heading} role="status">
        {wanted ? `${hits.length} 个结果` : recents.length > 0 ? '最近与常用' : '常用工具'}
      </p>
      <div id={listId} role="listbox" aria-label="结果" className={styles.list}>
        {hits.map((hit, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's.
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the combobox.
          <div
            key={hit.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            className={styles.hit}
            onPointerMove={() => setAt(index)}
            onClick={() => go(hit)}
          >
            <span className={styles.icon}>
              <Icon name={hit.target.tool ? iconOf(hit.target.tool) : 'arrowRight'} />
            </span>
            <span className={styles.words}>
              <span className={styles.title}>
                <Marked title={hit.title} marks={hit.marks} />
                {hit.hint && <span className={styles.hint}>{hit.hint}</span>}
              </span>
              <span className={styles.summary}>{hit.summary}</span>
            </span>
            <span className={styles.kind}>{hit.kind}</span>
          </div>
        ))}
      </div>
      {wanted && hits.length === 0 && (
        <p className={styles.none}>
          没有找到“{wanted}”。试试别的说法，或从 {TOOLS.length} 个工具中按分类查看。
        </p>
      )}
    </Dialog>
  )
}

function Marked({ title, marks }: { title: string; marks: readonly number[] }) {
  return [...title].map((char, index) =>
    marks.includes(index) ? <mark key={index}>{char}</mark> : <span key={index}>{char}</span>,
  )
}
