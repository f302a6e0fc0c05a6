import { Button, Slider } from 'antd'
import { type CSSProperties, type PointerEvent, useRef, useState } from 'react'
import type { ParamsOf } from '#contracts/ops.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import styles from './PlaneDialog.module.css'
import { usePlanePreview, type Wanted } from './use-plane-preview.ts'

interface Props extends Wanted {
  onChange: (patch: Partial<ParamsOf<'retexture'>>) => void
  onClose: () => void
}

const NAMES = ['左上角', '右上角', '右下角', '左下角'] as const
/** What an arrow key moves a corner by, part of a side; ten times with Shift. */
const NUDGE = 0.002
/** How far out of the picture a corner may be, parts of a side. */
const OUTSIDE = 0.03
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const clamp = (value: number) => Math.min(1 + OUTSIDE, Math.max(-OUTSIDE, value))

/** A material on its surface, live: placed by four corners, sized and turned. */
export default function PlaneDialog({ onChange, onClose, ...wanted }: Props) {
  const { source, params } = wanted
  const canvas = useRef<HTMLCanvasElement>(null)
  const [held, setHeld] = useState<number | null>(null)
  const isOwn = params.cornersOf === source.id && params.corners.length === 8
  const used = isOwn ? params : { ...params, corners: [] }
  const settled = useStable(used)
  const { shown, error } = usePlanePreview(canvas, { ...wanted, params: settled })
  const corners = isOwn ? params.corners : (shown?.corners ?? [])
  const move = (index: number, x: number, y: number) => {
    const next = corners.map((value, k) =>
      k === 2 * index ? clamp(x) : k === 2 * index + 1 ? clamp(y) : value,
    )
    // Corners that were found may lie far out; taken in hand they come within reach.
    onChange({ corners: next.map((value) => Math.min(5, Math.max(-4, value))), cornersOf: source.id })
  }
  const handlePointer = (event: PointerEvent, index: number) => {
    const box = canvas.current?.getBoundingClientRect()
    if (box) move(index, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height)
  }
  const points = Array.from(
    { length: corners.length / 2 },
    (_, k) => [corners[2 * k]!, corners[2 * k + 1]!] as const,
  )
  return (
    <Dialog title="预览与摆正" onClose={onClose} wide>
      <p className={styles.hint}>
        {shown && !shown.sure && !isOwn
          ? '这里的线条不足以判断透视，请把四个角拖到同一面墙或地面的矩形上。'
          : '四个角对应这面墙或地面上的一个矩形，可拖动，也可用方向键微调。'}
      </p>
      <div className={styles.stage} style={{ '--ratio': source.width / source.height } as CSSProperties}>
        <canvas
          ref={canvas}
          className={styles.canvas}
          role="img"
          aria-label="材质预览"
          data-ready={shown !== null}
        />
        {!shown && !error && (
          <div className={styles.wait}>
            <Spinner label="正在读取光影与透视…" />
          </div>
        )}
        {points.length === 4 && (
          <svg className={styles.frame} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
            <polygon points={points.map(([x, y]) => `${x},${y}`).join(' ')} />
          </svg>
        )}
        {points.map(([x, y], index) => (
          <button
            type="button"
            key={NAMES[index]}
            className={styles.handle}
            style={{ left: `${clamp(x) * 100}%`, top: `${clamp(y) * 100}%` }}
            aria-label={NAMES[index]}
            data-held={held === index}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId)
              setHeld(index)
            }}
            onPointerMove={(event) => held === index && handlePointer(event, index)}
            onPointerUp={() => setHeld(null)}
            onPointerCancel={() => setHeld(null)}
            onKeyDown={(event) => {
              const arrow = ARROWS[event.key]
              if (!arrow) return
              event.preventDefault()
              const step = NUDGE * (event.shiftKey ? 10 : 1)
              move(index, x + arrow[0] * step, y + arrow[1] * step)
            }}
          />
        ))}
      </div>
      {error && <ErrorNote error={error} />}
      <div className={styles.controls}>
        <div className={styles.control}>
          <span>纹理大小</span>
          <Slider
            min={0.1}
            max={4}
            step={0.05}
            value={params.scale}
            onChange={(scale) => onChange({ scale })}
            ariaLabelForHandle="纹理大小"
          />
        </div>
        <div className={styles.control}>
          <span>纹理方向</span>
          <Slider
            min={-180}
            max={180}
            step={5}
            value={params.turn}
            onChange={(turn) => onChange({ turn })}
            ariaLabelForHandle="纹理方向"
          />
        </div>
      </div>
      <div className={styles.actions}>
        <Button disabled={!isOwn} onClick={() => onChange({ corners: [], cornersOf: '' })}>
          自动摆正
        </Button>
        <Button type="primary" onClick={onClose}>
          完成
        </Button>
      </div>
    </Dialog>
  )
}

/** The same object while its contents are the same: parameters are parsed anew at every render. */
function useStable<T>(value: T): T {
  const [kept, setKept] = useState(value)
  if (kept !== value && JSON.stringify(kept) !== JSON.stringify(value)) {
    setKept(value)
    return value
  }
  return kept
}
