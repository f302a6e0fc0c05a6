import { useEffect, useState } from 'react'
import { readOutput } from '#src/data/outputs.ts'
import type { LocalTask } from '#src/data/task-model.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useObjectUrl } from '#src/ui/image/object-url.ts'
import { BenchLayout } from './BenchLayout.tsx'
import { Canvas } from './Canvas.tsx'
import { HistoryList } from './HistoryList.tsx'
import { InputsPanel, summaryOf } from './InputsPanel.tsx'
import { StartBar } from './StartBar.tsx'
import { useBench } from './use-bench.ts'
import { useStart } from './use-start.ts'
import styles from './VideoWorkbench.module.css'
import type { WorkbenchProps } from './Workbench.tsx'

/** Words or pictures in, a video out. */
export default function VideoWorkbench({ tool }: WorkbenchProps) {
  const bench = useBench(tool)
  const start = useStart(bench)
  const { shown, inputs } = bench
  const player =
    shown?.state === 'done' ? (
      <Player task={shown} />
    ) : shown || inputs.length > 0 || tool.inputs.length > 0 ? (
      <Canvas bench={bench} />
    ) : (
      <div className={styles.stage}>
        <EmptyState icon="video" title="视频会在这里播放">
          <p>写下镜头与画面，选好画幅与时长</p>
        </EmptyState>
      </div>
    )
  return (
    <BenchLayout
      tool={tool}
      inputs={<InputsPanel bench={bench} />}
      summary={summaryOf(bench)}
      startBar={<StartBar bench={bench} start={start} />}
      canvas={player}
      history={<HistoryList bench={bench} />}
    />
  )
}

function Player({ task }: { task: LocalTask }) {
  const [blob, setBlob] = useState<Blob>()
  const url = useObjectUrl(blob)
  useEffect(() => {
    let gone = false
    readOutput(task).then(
      (read) => !gone && setBlob(read),
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [task])
  return (
    <div className={styles.stage}>
      {/* biome-ignore lint/a11y/useMediaCaption: generated camera moves have no speech */}
      <video className={styles.video} src={url} controls loop playsInline />
    </div>
  )
}
