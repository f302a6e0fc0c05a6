import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { OPS } from '#ops/index.ts'
import { hrefOfTool } from '#src/app/device.ts'
import { useTasks } from '#src/data/tasks/tasks.ts'
import { findTool } from '#src/tools/registry.ts'
import { ButtonLink } from '#src/ui/antd/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { BenchLayout } from './BenchLayout.tsx'
import { EmptyCanvas } from './EmptyCanvas.tsx'
import { HistoryList } from './HistoryList.tsx'
import { InputsPanel, summaryOf } from './InputsPanel.tsx'
import type { WorkbenchProps } from './load-workbench.ts'
import { StartBar } from './StartBar.tsx'
import { TaskView } from './TaskView.tsx'
import { type Bench, useBench } from './use-bench.ts'
import { useStart } from './use-start.ts'
import { isEquirectangular } from './viewer/equirectangular.ts'
import styles from './viewer/ViewerStage.module.css'

// three.js is the largest library of the app: it comes when there is something to show with it.
const PanoramaStage = lazy(() =>
  import('./viewer/PanoramaStage.tsx').then((module) => ({ default: module.PanoramaStage })),
)
const ModelStage = lazy(() =>
  import('./viewer/ModelStage.tsx').then((module) => ({ default: module.ModelStage })),
)

const numberOf = (value: unknown, fallback: number) => (typeof value === 'number' ? value : fallback)

/** Panoramas and models to look at, and finished 3D renders. */
export default function ViewerWorkbench({ tool }: WorkbenchProps) {
  const bench = useBench(tool)
  const start = useStart(bench)
  const panorama = OPS[tool.op].output === 'view'
  const source = bench.inputs.find((input) => input.role === tool.inputs[0]?.role)
  const flat = panorama && source && source.width > 0 && !isEquirectangular(source)
  return (
    <BenchLayout
      tool={tool}
      inputs={
        <InputsPanel bench={bench}>
          {tool.inputs.length === 0 ? (
            <p className={styles.lead}>完成的渲染都在历史里，点开即可放大、对比与下载。</p>
          ) : null}
          {flat ? (
            <p className={styles.warning} role="note">
              这张图不是 2:1（{source.width} × {source.height}），作为全景观看时会变形。
            </p>
          ) : null}
        </InputsPanel>
      }
      summary={summaryOf(bench)}
      startBar={(reveal) =>
        panorama || tool.inputs.length === 0 ? (
          <p className={styles.onDevice}>
            <Icon name="device" size={16} />
            在本机查看，文件不上传
          </p>
        ) : (
          <StartBar bench={bench} start={start} reveal={reveal} />
        )
      }
      canvas={<Stage bench={bench} />}
      history={<HistoryList bench={bench} />}
    />
  )
}

function Stage({ bench }: { bench: Bench }) {
  const { tool, shown, params } = bench
  const source = bench.inputs.find((input) => input.role === tool.inputs[0]?.role)
  if (shown)
    return (
      <TaskView
        key={shown.taskId}
        task={shown}
        bench={bench}
        onBack={() => bench.setView({ run: null, task: null })}
      />
    )
  if (tool.inputs.length === 0) return <FinishedRenders bench={bench} />
  if (!source) return <EmptyCanvas bench={bench} />
  return (
    <Suspense
      fallback={
        <div className={styles.loading}>
          <Spinner label="正在准备查看器…" />
        </div>
      }
    >
      {OPS[tool.op].output === 'view' ? (
        <PanoramaStage
          input={source}
          fov={numberOf(params.fov, 75)}
          onFov={(fov) => bench.setParams({ fov })}
        />
      ) : (
        <ModelStage input={source} hour={numberOf(params.hour, 15)} />
      )}
    </Suspense>
  )
}

/** Renders that 3D tools have finished; they are opened from the history. */
function FinishedRenders({ bench }: { bench: Bench }) {
  const done = useTasks({ op: 'render3d', state: 'done' })
  const maker = findTool('3drender')
  return (
    <div className={styles.loading}>
      <EmptyState
        icon="render3d"
        title={done.length > 0 ? `${done.length} 张 3D 渲染` : '还没有 3D 渲染的成图'}
        actions={
          done[0] ? (
            <Button type="primary" onClick={() => bench.setView({ run: null, task: done[0]!.taskId })}>
              打开最近一张
            </Button>
          ) : maker ? (
            <ButtonLink type="primary" to={hrefOfTool(maker)} icon={<Icon name="render3d" size={18} />}>
              去 3D 渲染
            </ButtonLink>
          ) : null
        }
      >
        <p>导入 GLB 模型，选好角度与时刻，成图会汇集到这里，可放大、对比、下载。</p>
      </EmptyState>
    </div>
  )
}
