import type { Project } from '#src/data/projects/projects.ts'
import { findTool } from '#src/tools/registry.ts'
import { SearchInput } from '#src/ui/SearchInput.tsx'
import styles from './FilterBar.module.css'
import { DATES, type ListFilter, ORIGINS, STATES } from './list-filter.ts'

interface Option {
  value: string
  title: string
}

export function FilterBar({
  filter,
  toolIds,
  projects,
  onChange,
}: {
  filter: ListFilter
  /** Tools that the user has tasks of. */
  toolIds: readonly string[]
  projects: readonly Project[]
  onChange: (patch: Partial<ListFilter>) => void
}) {
  const tools = toolIds.map((id) => ({ value: id, title: findTool(id)?.title ?? id }))
  const owned = projects.map(({ projectId, name }) => ({ value: projectId, title: name }))
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
      <div className={styles.search}>
        <SearchInput
          label="搜索任务"
          placeholder="文件名、描述、工具"
          value={filter.q}
          onChange={(q) => onChange({ q })}
        />
      </div>
      <div className={styles.fields}>
        <Choice
          label="按工具筛选"
          options={[{ value: '', title: '全部工具' }, ...tools]}
          value={filter.tool}
          onChange={(tool) => onChange({ tool })}
        />
        {owned.length > 0 && (
          <Choice
            label="按项目筛选"
            options={[{ value: '', title: '全部项目' }, ...owned]}
            value={filter.project}
            onChange={(project) => onChange({ project })}
          />
        )}
        <Choice
          label="按时间筛选"
          options={DATES}
          value={filter.date}
          onChange={(date) => onChange({ date })}
        />
        <Choice
          label="按处理位置筛选"
          options={ORIGINS}
          value={filter.origin}
          onChange={(origin) => onChange({ origin })}
        />
      </div>
    </search>
  )
}

function Choice<T extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly (Option & { value: T })[]
  value: T
  onChange: (value: T) => void
}) {
  const handleChange = (chosen: string) => {
    const option = options.find((one) => one.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <select
      aria-label={label}
      className={styles.select}
      data-set={value !== ''}
      value={value}
      onChange={(event) => handleChange(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.title}
        </option>
      ))}
    </select>
  )
}
