import { useSearchParams } from 'react-router-dom'
import { hrefOfHome } from '#src/app/device.ts'
import { findTool } from '#src/tools/registry.ts'
import { ButtonLink } from '#src/ui/antd/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import ToolPage from './ToolPage.tsx'

/** The workbench of `?tool=` on a phone. */
export default function MobilePreparePage() {
  const [query] = useSearchParams()
  const tool = findTool(query.get('tool') ?? '')
  if (tool) return <ToolPage tool={tool} />
  return (
    <EmptyState
      as="h1"
      icon="tools"
      title="先选一个工具"
      actions={
        <ButtonLink to={`${hrefOfHome()}?tab=tools`} type="primary">
          查看全部工具
        </ButtonLink>
      }
    >
      从工具列表进入，就会打开对应的工作台。
    </EmptyState>
  )
}
