import { useState } from 'react'
import { type RegisteredTool, toolsOf } from '#src/tools/registry.ts'
import { GROUPS, type GroupId } from '#src/tools/tool.ts'
import { ToolCard } from '#src/ui/ToolCard.tsx'
import styles from './ToolSections.module.css'
import { useRunnable } from './use-runnable.ts'

const GROUP_IDS = Object.keys(GROUPS) as GroupId[]

/** Every tool in its group; `only` narrows them for pages of one trade. */
export function ToolSections({ only }: { only?: (tool: RegisteredTool) => boolean }) {
  const [readyOnly, setReadyOnly] = useState(false)
  const runnable = useRunnable()
  const sections = GROUP_IDS.map((group) => ({
    group,
    tools: toolsOf(group).filter((tool) => (only?.(tool) ?? true) && (!readyOnly || runnable(tool.op))),
  })).filter((section) => section.tools.length > 0)
  return (
    <div id="tools">
      <div className={styles.bar}>
        <h2>全部工具</h2>
        <label className={styles.filter}>
          <input
            type="checkbox"
            checked={readyOnly}
            onChange={(event) => setReadyOnly(event.target.checked)}
          />
          <span className={styles.track} aria-hidden="true" />
          只看现在可用
        </label>
      </div>
      {sections.map(({ group, tools }) => (
        <section key={group} className={styles.section} aria-labelledby={`group-${group}`}>
          <div className={styles.head}>
            <h3 id={`group-${group}`}>{GROUPS[group].title}</h3>
            <p>{GROUPS[group].summary}</p>
          </div>
          <ul className={styles.grid}>
            {tools.map((tool) => (
              <li key={tool.id}>
                <ToolCard tool={tool} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
