import { Link } from 'react-router-dom'
import { OPS } from '#ops/index.ts'
import { hrefOfTool } from '#src/app/device.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { useRunnable } from '#src/pages/home/use-runnable.ts'
import { TOOLS } from '#src/tools/registry.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { iconOf } from '#src/ui/op-icon.ts'
import styles from './TaskFacts.module.css'

const MOST = 6

/** Tools that take this picture further: those that can run now come first. */
export function NextTools({ task, index }: { task: LocalTask; index: number }) {
  const runnable = useRunnable()
  if (OPS[task.op].output !== 'image') return null
  const tools = TOOLS.filter(
    (tool) =>
      !tool.variantOf &&
      OPS[tool.op].output !== 'view' &&
      tool.op !== task.op &&
      tool.inputs[0]?.kind === 'image' &&
      tool.group !== 'assist',
  )
    .map((tool) => ({ tool, ready: runnable(tool.op) }))
    .sort((a, b) => Number(b.ready) - Number(a.ready))
    .slice(0, MOST)
  const query = `from=${task.taskId}&output=${index}`
  return (
    <>
      <h2 className={styles.heading}>接着用于</h2>
      <ul className={styles.next}>
        {tools.map(({ tool }) => {
          const href = hrefOfTool(tool)
          return (
            <li key={tool.id}>
              <Link to={`${href}${href.includes('?') ? '&' : '?'}${query}`}>
                <Icon name={iconOf(tool)} size={18} />
                {tool.title}
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}
