import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { formatNumber } from '#src/text/format.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import stage from '#src/ui/image/stage.module.css'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import type { ModelScene } from './model-scene.ts'
import styles from './ViewerStage.module.css'

const BROKEN = { message: '模型读取失败', remedy: '请确认文件完整，并导出为不带 Draco 压缩的 GLB 后再试' }
const NO_WEBGL = {
  message: '此浏览器没有可用的 WebGL',
  remedy: '请在浏览器设置中开启硬件加速，或换用新版 Chrome、Edge、Safari',
}

type State =
  | { kind: 'loading' }
  | { kind: 'shown'; triangles: number; size: [number, number, number] }
  | { kind: 'problem'; error: { message: string; remedy: string } }

/** A GLB model to turn and look at. */
export function ModelStage({ input, hour }: { input: DraftInput; hour: number }) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [scene, setScene] = useState<ModelScene | null>(null)
  const [state, setState] = useState<State>({ kind: 'loading' })

  useEffect(() => {
    const box = frame.current
    if (!canvas.current || !box) return
    let made: ModelScene | null = null
    let gone = false
    const watch = new ResizeObserver(() => made?.resize(box.clientWidth, box.clientHeight))
    import('./model-scene.ts')
      .then(({ createModelScene }) => {
        if (gone || !canvas.current) return
        made = createModelScene(canvas.current)
        watch.observe(box)
        setScene(made)
      })
      .catch(() => !gone && setState({ kind: 'problem', error: NO_WEBGL }))
    return () => {
      gone = true
      watch.disconnect()
      made?.dispose()
    }
  }, [])
  useEffect(() => {
    if (!scene) return
    let gone = false
    setState({ kind: 'loading' })
    input.file
      .arrayBuffer()
      .then((bytes) => scene.load(bytes))
      .then((facts) => !gone && setState({ kind: 'shown', ...facts }))
      .catch(() => !gone && setState({ kind: 'problem', error: BROKEN }))
    return () => {
      gone = true
    }
  }, [scene, input])
  useEffect(() => scene?.setHour(hour), [scene, hour])

  return (
    <div className={styles.frame}>
      <div ref={frame} className={stage.stage}>
        <canvas
          ref={canvas}
          className={styles.canvas}
          tabIndex={0}
          aria-label={`${input.file.name} 的三维视图：拖动旋转，滚轮缩放，方向键平移`}
        />
        {state.kind === 'loading' ? (
          <div className={styles.loading}>
            <Spinner label="正在打开模型…" />
          </div>
        ) : null}
        {state.kind === 'problem' ? (
          <div className={styles.problem}>
            <ErrorNote error={state.error} />
          </div>
        ) : null}
      </div>
      <div className={stage.bar}>
        <span className={styles.note}>
          {state.kind === 'shown'
            ? `${formatNumber(state.triangles)} 面 · ${state.size.map((side) => side.toFixed(2)).join(' × ')}`
            : input.file.name}
        </span>
        <Button
          type="text"
          icon={<ToolIcon name="fit" />}
          onClick={() => scene?.frame()}
          disabled={state.kind !== 'shown'}
        >
          看全模型
        </Button>
      </div>
    </div>
  )
}
