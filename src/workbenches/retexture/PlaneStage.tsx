import { type CSSProperties, type PointerEvent, useMemo, useRef, useState } from 'react'
import { ownOf } from '#ops/own-edits.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Handle } from '#src/ui/image/Handle.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import styles from './PlaneDialog.module.css'
import { usePlanePreview, type Wanted } from './use-plane-preview.ts'

interface Props extends Omit<Wanted, 'corners'> {
  onCorners: (corners: readonly number[]) => void
}

const NAMES = ['左上角', '右上角', '右下角', '左下角'] as const
/** What an arrow key moves a corner by, part of a side. */
const NUDGE = 0.002
/** How far out of the picture a corner may be taken, parts of a side. */
const OUTSIDE = 0.03

const clamp = (value: number) => Math.min(1 + OUTSIDE, Math.max(-OUTSIDE, value))

interface Held {
  index: number
  /** Where it has been taken; null as long as it was not moved. */
  corners: readonly number[] | null
}

/** Corners with one of them elsewhere; those that were found far out come within what the op takes. */
function withCorner(corners: readonly number[], index: number, x: number, y: number): number[] {
  const moved = corners.map((value, k) =>
    k === 2 * index ? clamp(x) : k === 2 * index + 1 ? clamp(y) : value,
  )
  return moved.map((value) => Math.min(5, Math.max(-4, value)))
}

/** A picture under its new material, with the corners to take hold of. */
export function PlaneStage({ source, mask, style, laying, onCorners }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [held, setHeld] = useState<Held | null>(null)
  const corners = held?.corners ?? ownOf('retexture', source).corners
  const wanted = useMemo(
    () => ({ source, mask, style, laying, corners: corners ?? [] }),
    [source, mask, style, laying, corners],
  )
  const { shown, error } = usePlanePreview(canvas, wanted)
  const seen = corners ?? shown?.corners ?? []
  const points = Array.from({ length: seen.length / 2 }, (_, k) => [seen[2 * k]!, seen[2 * k + 1]!] as const)

  const isBent = shown !== null && corners !== undefined && !shown.placed
  const hint = isBent
    ? '这四个角围不成矩形的透视，暂按自动摆正铺设；请把它们拖成不交叉、不凹陷的四边形。'
    : shown && !shown.sure && !corners
      ? '这里的线条不足以判断透视，请把四个角拖到同一面墙或地面的矩形上。'
      : shown && shown.planes > 1
        ? `已按房间的 ${shown.planes} 个面分别铺设；拖动四个角，就整块按这一个平面铺。`
        : '四个角对应这面墙或地面上的一个矩形，可拖动，也可用方向键微调。'

  const follow = (event: PointerEvent, index: number) => {
    const box = canvas.current?.getBoundingClientRect()
    if (!box) return
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
    setHeld({ index, corners: withCorner(seen, index, x, y) })
  }
  const release = () => {
    if (held?.corners) onCorners(held.corners)
    setHeld(null)
  }
  return (
    <>
      <p className={styles.hint}>{hint}</p>
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
          <svg
            className={styles.frame}
            data-bent={isBent}
            viewBox="0 0 1 1"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <polygon points={points.map(([x, y]) => `${x},${y}`).join(' ')} />
          </svg>
        )}
        {points.map(([x, y], index) => (
          <Handle
            key={NAMES[index]}
            name={NAMES[index] ?? ''}
            left={`${clamp(x) * 100}%`}
            top={`${clamp(y) * 100}%`}
            held={held?.index === index}
            onHold={() => setHeld({ index, corners: null })}
            onMove={(event) => follow(event, index)}
            onRelease={release}
            onCancel={release}
            onNudge={(stepsX, stepsY) =>
              onCorners(withCorner(seen, index, x + NUDGE * stepsX, y + NUDGE * stepsY))
            }
          />
        ))}
      </div>
      {error && <ErrorNote error={error} />}
    </>
  )
}
