import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { coverOf, readOutput, useOutputUrl } from '#src/data/tasks/outputs.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Film } from '#src/ui/Film.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { useObjectUrl } from '#src/ui/image/object-url.ts'
import { Canvas } from './Canvas.tsx'
import type { WorkbenchProps } from './load-workbench.ts'
import { StandardBench } from './StandardBench.tsx'
import { useBench } from './use-bench.ts'
import styles from './VideoWorkbench.module.css'

/** Words or pictures in, a video out. */
export default function VideoWorkbench({ tool }: WorkbenchProps) {
  const bench = useBench(tool)
  const { shown, inputs } = bench
  const player =
    shown?.state === 'done' ? (
      <Player task={shown} onBack={bench.batch.on ? () => bench.setView({ task: null }) : undefined} />
    ) : shown || inputs.length > 0 || tool.inputs.length > 0 ? (
      <Canvas bench={bench} />
    ) : (
      <div className={styles.stage}>
        <EmptyState icon="video" title="视频会在这里播放">
          <p>写下镜头与画面，选好画幅与时长</p>
        </EmptyState>
      </div>
    )
  return <StandardBench bench={bench} canvas={player} />
}

function Player({ task, onBack }: { task: LocalTask; onBack: (() => void) | undefined }) {
  const [blob, setBlob] = useState<Blob>()
  const url = useObjectUrl(blob)
  const poster = useOutputUrl(task, coverOf(task), 1280)
  const isMarked = task.outputs[0]?.meta?.isMarked ?? false
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
      {onBack ? (
        <Button
          type="text"
          className={styles.back}
          icon={<Icon name="chevronLeft" size={18} />}
          onClick={onBack}
        >
          返回本批
        </Button>
      ) : null}
      <Film url={url} poster={poster} isMarked={isMarked} className={styles.video} />
    </div>
  )
}
