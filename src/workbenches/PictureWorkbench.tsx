import { Canvas } from './Canvas.tsx'
import { GradeCanvas } from './GradeCanvas.tsx'
import type { WorkbenchProps } from './load-workbench.ts'
import { StandardBench } from './StandardBench.tsx'
import { useBench } from './use-bench.ts'

/** Pictures and parameters in, pictures out: renders as well as matting, line drawing or grading. */
export default function PictureWorkbench({ tool }: WorkbenchProps) {
  const bench = useBench(tool)
  const previews = tool.op === 'grade'
  return (
    <StandardBench
      bench={bench}
      canvas={
        <Canvas
          bench={bench}
          editor={previews ? (source) => <GradeCanvas bench={bench} source={source} /> : undefined}
        />
      }
    />
  )
}
