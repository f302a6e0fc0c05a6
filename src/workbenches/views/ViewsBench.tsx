import { Canvas } from '../Canvas.tsx'
import type { WorkbenchProps } from '../load-workbench.ts'
import { StandardBench } from '../StandardBench.tsx'
import { useBench } from '../use-bench.ts'
import { AnglePanel } from './AnglePanel.tsx'

/** Several views of one picture, chosen on a drawing of how far it can be turned. */
export function ViewsBench({ tool }: WorkbenchProps) {
  const bench = useBench(tool)
  const source = bench.inputs.find(({ role }) => role === 'image')
  return (
    <StandardBench
      bench={bench}
      canvas={<Canvas bench={bench} />}
      extra={source ? <AnglePanel bench={bench} source={source} /> : null}
    />
  )
}
