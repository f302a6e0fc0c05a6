import { Button, Dropdown } from 'antd'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { ResultView } from '#src/ui/image/ResultView.tsx'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'
import { type StructureLayer, useStructureCheck } from './use-structure-check.ts'

const LAYERS: { key: StructureLayer; label: string }[] = [
  { key: 'lines', label: '线条：蓝为保留，红为丢失' },
  { key: 'heat', label: '热图：丢失或新增的地方' },
  { key: 'none', label: '不显示' },
]

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
            items: LAYERS,
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
