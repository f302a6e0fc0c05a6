import { useState } from 'react'
import { Link } from 'react-router-dom'
import { OPS } from '#ops/index.ts'
import { hrefOfTool } from '#src/app/device.ts'
import { formatBytes } from '#src/text/format.ts'
import sizes from '#src/tools/preview-sizes.json'
import { findTool, type RegisteredTool } from '#src/tools/registry.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { iconOf } from '#src/ui/op-icon.ts'
import { PlaceBadge } from '#src/ui/PlaceBadge.tsx'
import styles from './ReadyTools.module.css'

/** Tools whose work is in this version, with pictures that they made themselves. */
const READY = ['matting', 'toline', 'compress']

export function ReadyTools() {
  const tools = READY.map(findTool).filter((tool): tool is RegisteredTool => tool !== undefined)
  return (
    <section aria-labelledby="ready">
      <h2 id="ready" className={styles.title}>
        打开就能用
      </h2>
      <ul className={styles.row}>
        {tools.map((tool) => (
          <li key={tool.id}>
            <ReadyTool tool={tool} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the halves are called; a compression is seen in its sizes alone. */
function tagsOf(tool: RegisteredTool): { before: string; after: string } {
  if (!OPS[tool.op].comparesBytes) return { before: '原图', after: '结果' }
  const { before, after } = sizes.compress
  return { before: `原图 ${formatBytes(before)}`, after: `结果 ${formatBytes(after)}` }
}

/** A large card: the result, and the source beside it. */
function ReadyTool({ tool }: { tool: RegisteredTool }) {
  const [missing, setMissing] = useState(false)
  const tags = tagsOf(tool)
  const picture = (half: 'before' | 'after') => (
    <img
      src={`/samples/tools/${tool.id}-${half}.webp`}
      alt=""
      width={480}
      height={320}
      loading="lazy"
      decoding="async"
      onError={() => setMissing(true)}
    />
  )
  return (
    <Link to={hrefOfTool(tool)} className={styles.card}>
      <span className={styles.pictures} aria-hidden="true">
        {missing ? (
          <span className={styles.plate}>
            <Icon name={iconOf(tool)} size={48} />
          </span>
        ) : (
          <>
            <span className={`${styles.after} ${OPS[tool.op].look?.transparent ? styles.checker : ''}`}>
              {picture('after')}
            </span>
            <span className={styles.before}>{picture('before')}</span>
            <span className={styles.seam} />
            <span className={styles.tagBefore}>{tags.before}</span>
            <span className={styles.tagAfter}>{tags.after}</span>
          </>
        )}
      </span>
      <span className={styles.words}>
        <span>
          <span className={styles.name}>{tool.title}</span>
          <span className={styles.summary}>{tool.summary}</span>
        </span>
        <PlaceBadge op={tool.op} />
      </span>
    </Link>
  )
}
