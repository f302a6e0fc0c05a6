import { Segmented } from 'antd'
import { useState } from 'react'
import { OPS } from '#ops/index.ts'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'
import { storedFlag } from '../stored-flag.ts'
import type { Bench } from '../use-bench.ts'
import styles from './Batch.module.css'
import { BatchGrid } from './BatchGrid.tsx'
import { BatchHead } from './BatchHead.tsx'
import { BatchList } from './BatchList.tsx'
import { countRows, kindOf, type RowFilter } from './batch-rows.ts'
import { useRowActions } from './row-actions.ts'

const gridFlag = storedFlag('bench.batch-grid')

const FILTERS: readonly { value: RowFilter; title: string }[] = [
  { value: 'all', title: '全部' },
  { value: 'idle', title: '未开始' },
  { value: 'active', title: '进行中' },
  { value: 'done', title: '完成' },
  { value: 'failed', title: '失败' },
  { value: 'cancelled', title: '已取消' },
]

/** Every picture of a batch with its state, result or reason, and above them how far the whole is. */
export function BatchView({ bench, look }: { bench: Bench; look: (id: string) => void }) {
  const { rows } = bench.batch
  const [wanted, setWanted] = useState<RowFilter>('all')
  const [asGrid, setAsGrid] = useState(() => gridFlag.read() ?? false)
  const actions = useRowActions(bench, look)
  const counts = countRows(rows)
  const choices = FILTERS.filter(({ value }) => counts[value] > 0)
  // A filter that nothing is left of (the failures were run again) gives way to the whole.
  const filter = counts[wanted] > 0 ? wanted : 'all'
  const shown = filter === 'all' ? rows : rows.filter((row) => kindOf(row) === filter)
  const compress = OPS[bench.tool.op].comparesBytes ?? false
  return (
    <div className={styles.batch}>
      <BatchHead bench={bench} />
      <div className={styles.toolbar}>
        <fieldset className={styles.filters}>
          <legend className="visually-hidden">只看</legend>
          {choices.map(({ value, title }) => (
            <button
              key={value}
              type="button"
              className={styles.filter}
              data-kind={value}
              aria-pressed={filter === value}
              onClick={() => setWanted(value)}
            >
              {title}
              <span>{counts[value]}</span>
            </button>
          ))}
        </fieldset>
        {compress ? null : (
          <Segmented
            size="small"
            value={asGrid ? 'grid' : 'list'}
            onChange={(value) => {
              gridFlag.write(value === 'grid')
              setAsGrid(value === 'grid')
            }}
            name="batch-shape"
            aria-label="显示方式"
            options={[
              { value: 'list', icon: <ToolIcon name="list" />, title: '列表' },
              { value: 'grid', icon: <ToolIcon name="grid" />, title: '网格' },
            ]}
          />
        )}
      </div>
      {asGrid && !compress ? (
        <BatchGrid rows={shown} actions={actions} />
      ) : (
        <BatchList rows={shown} actions={actions} bench={bench} />
      )}
    </div>
  )
}
