import type { TaskFilter } from '#src/data/task-model.ts'
import { findTool } from '#src/tools/registry.ts'
import { SearchInput } from '#src/ui/SearchInput.tsx'
import styles from './FilterBar.module.css'

export const STATES: readonly { value: NonNullable<TaskFilter['state']> | ''; title: string }[] = [
  { value: '', title: '全部' },
  { value: 'active', title: '进行中' },
  { value: 'waiting', title: '等待网络' },
  { value: 'done', title: '已完成' },
  { value: 'failed', title: '失败' },
  { value: 'cancelled', title: '已取消' },
]

export type StateFilter = (typeof STATES)[number]['value']

/** What of the list is shown. */
export interface ListFilter {
  q: string
  tool: string
  state: StateFilter
}

export function FilterBar({
  filter,
  toolIds,
  onChange,
}: {
  filter: ListFilter
  /** Tools that the user has tasks of. */
  toolIds: readonly string[]
  onChange: (patch: Partial<ListFilter>) => void
}) {
  return (
    <search className={styles.bar}>
      <fieldset className={styles.states}>
        <legend className="visually-hidden">按状态筛选</legend>
        {STATES.map(({ value, title }) => (
          <button
            key={title}
            type="button"
            className={styles.state}
            aria-pressed={filter.state === value}
            onClick={() => onChange({ state: value })}
          >
            {title}
          </button>
        ))}
      </fieldset>
      <div className={styles.fields}>
        <select
          aria-label="按工具筛选"
          className={styles.select}
          value={filter.tool}
          onChange={(event) => onChange({ tool: event.target.value })}
        >
          <option value="">全部工具</option>
          {toolIds.map((id) => (
            <option key={id} value={id}>
              {findTool(id)?.title ?? id}
            </option>
          ))}
        </select>
        <SearchInput
          label="搜索任务"
          placeholder="文件名、描述"
          value={filter.q}
          onChange={(q) => onChange({ q })}
        />
      </div>
    </search>
  )
}
