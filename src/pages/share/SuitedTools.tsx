import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { recentTools } from '#src/state/recents.ts'
import { type RegisteredTool, TOOLS } from '#src/tools/registry.ts'
import { ToolCard } from '#src/ui/ToolCard.tsx'
import { useRunnable } from '../home/use-runnable.ts'
import styles from './SuitedTools.module.css'
import { suitTools } from './suit-tools.ts'

interface Props {
  shareId: string
  pictures: number
  text: string
  hasDrawings: boolean
  /** Indexes of pictures that the tool is not to take. */
  skipped: readonly number[]
}

/** Tools that can take what was shared; one tap opens the tool with it. */
export function SuitedTools({ shareId, pictures, text, hasDrawings, skipped }: Props) {
  const recents = useSignalValue(recentTools)
  const runs = useRunnable()
  const shared = { pictures, hasText: text !== '', hasDrawings }
  const { recent, ready, awaited } = suitTools(TOOLS, shared, recents, runs)
  const query = new URLSearchParams({
    share: shareId,
    ...(skipped.length > 0 ? { skip: skipped.join('.') } : {}),
  }).toString()
  return (
    <div className={styles.tools}>
      <Tools title="最近使用" tools={recent} query={query} />
      <Tools title={recent.length > 0 ? '其他可用工具' : '现在可用'} tools={ready} query={query} />
      {awaited.length > 0 && (
        <details className={styles.awaited} open={recent.length + ready.length === 0}>
          <summary>等待接入引擎的工具，{awaited.length} 个</summary>
          <Grid tools={awaited} query={query} />
        </details>
      )}
      {pictures > 1 && (
        <p className={styles.note}>一次只处理一张图的工具没有列出，去掉多余的图片后会出现。</p>
      )}
    </div>
  )
}

function Tools({ title, tools, query }: { title: string; tools: readonly RegisteredTool[]; query: string }) {
  if (tools.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <Grid tools={tools} query={query} />
    </section>
  )
}

function Grid({ tools, query }: { tools: readonly RegisteredTool[]; query: string }) {
  return (
    <ul className={styles.grid}>
      {tools.map((tool) => (
        <li key={tool.id}>
          <ToolCard tool={tool} query={query} />
        </li>
      ))}
    </ul>
  )
}
