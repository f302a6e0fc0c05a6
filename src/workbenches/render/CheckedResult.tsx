import { Button, Dropdown, type MenuProps } from 'antd'
import { CHANGE_TITLES, type StructureChange } from '#contracts/structure.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { ResultView } from '#src/ui/image/ResultView.tsx'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'
import { type StructureLayer, useStructureCheck } from './use-structure-check.ts'

const LAYERS: { key: StructureLayer; label: string }[] = [
  { key: 'lines', label: '线条：蓝为保留，红为丢失，圈为改动' },
  { key: 'heat', label: '热图：丢失或新增的地方' },
  { key: 'none', label: '不显示' },
]

/** Roughly where a change is. */
function whereOf({ box }: StructureChange): string {
  const third = (value: number, words: readonly [string, string, string]) =>
    words[Math.min(2, Math.floor(3 * value))]!
  const words =
    third(box.y + box.height / 2, ['上', '', '下']) + third(box.x + box.width / 2, ['左', '', '右'])
  return words || '中'
}

/** The changes of a result as a list, beside what can be shown of them. */
function listOf(changes: readonly StructureChange[]): MenuProps['items'] {
  if (changes.length === 0) return []
  const children = changes.map((change, k) => ({
    key: `change ${k}`,
    label: `${k + 1}. ${CHANGE_TITLES[change.kind]} · ${whereOf(change)} · −${Math.max(1, Math.round(100 * change.weight))} 分`,
    disabled: true,
  }))
  return [{ type: 'group', label: `改动核对单：已圈出 ${changes.length} 处`, children }]
}

/** A render's result, over which can be shown which lines of its source were kept. */
export function CheckedResult({ task, index = 0 }: { task: LocalTask; index?: number }) {
  const { check, layer, busy, url, show } = useStructureCheck(task, index)
  const title = check
    ? `结构保持度 ${Math.floor(100 * check.share)}%${check.isLow ? '，偏低：请核对红色的线' : ''}`
    : '核对结构：底图的线在结果里是否还在'
  return (
    <ResultView
      task={task}
      index={index}
      overlay={url}
      tools={
        <Dropdown
          trigger={['click']}
          menu={{
            items: [...LAYERS, ...(listOf(check?.changes ?? []) ?? [])],
            selectable: true,
            selectedKeys: [layer],
            onClick: ({ key }) => show(key as StructureLayer),
          }}
        >
          <Button
            type={layer === 'none' ? 'text' : 'default'}
            danger={check?.isLow === true}
            icon={<ToolIcon name="structure" />}
            loading={busy}
            aria-label={title}
            title={title}
            data-testid="structure"
          />
        </Dropdown>
      }
    />
  )
}
