import { Link } from 'react-router-dom'
import { hrefOfTool } from '#src/app/device.ts'
import type { RegisteredTool } from '#src/tools/registry.ts'
import { Icon } from './Icon.tsx'
import { iconOf } from './op-icon.ts'
import { PlaceBadge } from './PlaceBadge.tsx'
import styles from './ToolCard.module.css'

/**
 * A tool in a list: what it does and where it runs.
 * @param query added to the tool's address, such as what it is to take over
 */
export function ToolCard({ tool, query = '' }: { tool: RegisteredTool; query?: string }) {
  const href = hrefOfTool(tool)
  return (
    <Link to={query ? `${href}${href.includes('?') ? '&' : '?'}${query}` : href} className={styles.card}>
      <span className={styles.head}>
        <span className={styles.icon}>
          <Icon name={iconOf(tool)} size={22} />
        </span>
        <PlaceBadge op={tool.op} />
      </span>
      <span className={styles.title}>{tool.title}</span>
      <span className={styles.summary}>{tool.summary}</span>
    </Link>
  )
}
