import { Button } from 'antd'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { FullScreenButton } from '#src/ui/image/FullScreenButton.tsx'
import stage from '#src/ui/image/stage.module.css'
import { useFullScreen } from '#src/ui/image/use-full-screen.ts'
import { Spinner } from '#src/ui/Spinner.tsx'
import { createPanorama, type PanoramaScene } from './panorama-scene.ts'
import { saveBlob } from './save-blob.ts'
import { useGyro } from './use-gyro.ts'
import styles from './ViewerStage.module.css'

interface Props {
  input: DraftInput
  /** Degrees of the vertical field of view. */
  fov: number
  onFov: (fov: number) => void
}

const FOV = { min: 30, max: 110 } as const
const KEY_TURN = 60
const NO_WEBGL = {
  message: '此浏览器没有可用的 WebGL',
  remedy: '请在浏览器设置中开启硬件加速，或换用新版 Chrome、Edge、Safari',
}
const NOT_READABLE = { message: '全景图读取失败', remedy: '请另存为 JPG 后再试' }

/** A panorama to look around in: drag, wheel, keys, and the phone's own turning when switched on. */
export function PanoramaStage({ input, fov, onFov }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const { canvas, scene, problem, loading } = usePanorama(frame, input, fov)
  const [element, setElement] = useState<HTMLElement | null>(null)
  const screen = useFullScreen(element)
  const gyro = useGyro((yaw, pitch) => scene.current?.look(yaw, pitch))
  const last = useRef<{ x: number; y: number; dx: number; dy: number }>(null)
  const zoom = (by: number) => onFov(Math.min(FOV.max, Math.max(FOV.min, Math.round(fov + by))))

  const handleDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    last.current = { x: event.clientX, y: event.clientY, dx: 0, dy: 0 }
  }
  const handleMove = (event: PointerEvent<HTMLElement>) => {
    if (!last.current) return
    const dx = event.clientX - last.current.x
    const dy = event.clientY - last.current.y
    scene.current?.drag(dx, dy)
    last.current = { x: event.clientX, y: event.clientY, dx, dy }
  }
  const handleUp = () => {
    if (last.current) scene.current?.release(last.current.dx, last.current.dy)
    last.current = null
  }
  const handleKey = (event: KeyboardEvent) => {
    const turns: Record<string, [number, number]> = {
      ArrowLeft: [KEY_TURN, 0],
      ArrowRight: [-KEY_TURN, 0],
      ArrowUp: [0, KEY_TURN],
      ArrowDown: [0, -KEY_TURN],
    }
    const turn = turns[event.key]
    if (turn) scene.current?.drag(...turn)
    else if (event.key === '+' || event.key === '=') zoom(-5)
    else if (event.key === '-') zoom(5)
    else return
    event.preventDefault()
  }
  const save = async () => {
    const blob = await scene.current?.snapshot()
    if (blob) saveBlob(blob, `${input.file.name.replace(/\.[^.]+$/, '')}_视角.png`)
  }
  if (problem)
    return (
      <div className={styles.problem}>
        <ErrorNote error={problem} />
      </div>
    )
  return (
    <div className={styles.frame} ref={setElement}>
      <div
        ref={frame}
        className={stage.stage}
        role="application"
        aria-label="全景画面：拖动或方向键环视，加减键改视野"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a viewer that takes keys
        tabIndex={0}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={handleUp}
        onPointerCancel={handleUp}
        onWheel={(event) => zoom(event.deltaY * 0.04)}
        onKeyDown={handleKey}
      >
        <canvas ref={canvas} className={styles.canvas} />
        {loading ? (
          <div className={styles.loading}>
            <Spinner label="正在打开全景…" />
          </div>
        ) : null}
      </div>
      <div className={stage.bar}>
        <span className={styles.note}>{Math.round(fov)}° 视野</span>
        {gyro.possible ? (
          <Button
            aria-pressed={gyro.on}
            type={gyro.on ? 'primary' : 'default'}
            onClick={() => void gyro.toggle()}
          >
            随手机转动
          </Button>
        ) : null}
        <FullScreenButton screen={screen} />
        <Button icon={<Icon name="download" size={18} />} onClick={() => void save()}>
          保存当前视角
        </Button>
      </div>
    </div>
  )
}

/** The scene's life: made once, fed with the picture, freed at the end. */
function usePanorama(frame: React.RefObject<HTMLDivElement | null>, input: DraftInput, fov: number) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scene = useRef<PanoramaScene>(null)
  const [problem, setProblem] = useState<{ message: string; remedy: string } | null>(null)
  const [loading, setLoading] = useState(true)
  useEffect(() => {
    if (!canvas.current || !frame.current) return
    const box = frame.current
    try {
      scene.current = createPanorama(canvas.current, !matchMedia('(prefers-reduced-motion: reduce)').matches)
    } catch {
      setProblem(NO_WEBGL)
      return
    }
    const watch = new ResizeObserver(() => scene.current?.resize(box.clientWidth, box.clientHeight))
    watch.observe(box)
    return () => {
      watch.disconnect()
      scene.current?.dispose()
      scene.current = null
    }
  }, [frame])
  useEffect(() => {
    const now = scene.current
    if (!now) return
    let gone = false
    setLoading(true)
    const wide = Math.min(input.width || now.maxSide, now.maxSide)
    // Rows of textures run upwards, those of pictures downwards.
    createImageBitmap(input.file, {
      resizeWidth: wide,
      resizeQuality: 'high',
      imageOrientation: 'flipY',
    }).then(
      (picture) => {
        if (gone) return picture.close()
        now.show(picture)
        setLoading(false)
      },
      () => !gone && setProblem(NOT_READABLE),
    )
    return () => {
      gone = true
    }
  }, [input])
  useEffect(() => scene.current?.setFov(fov), [fov])
  return { canvas, scene, problem, loading }
}
