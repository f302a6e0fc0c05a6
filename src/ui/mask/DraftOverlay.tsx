import type { ReadonlySignal } from '@preact/signals-react'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import type { Point, View } from '#src/ui/image/zoom.ts'
import styles from './MaskEditor.module.css'
import type { Draft } from './mask-gesture.ts'
import type { SmartSession } from './smart-session.ts'

interface Props {
  draft: ReadonlySignal<Draft | null>
  view: View
  /** Hints of the thing that is being pointed at. */
  hints: SmartSession['hints']
}

/** What is drawn over the picture and is not part of the mask: outlines in hand, and the hints given. */
export function DraftOverlay({ draft, view, hints }: Props) {
  const now = useSignalValue(draft)
  const at = ({ x, y }: Point) =>
    `${(x * view.scale + view.x).toFixed(1)},${(y * view.scale + view.y).toFixed(1)}`
  const path = (points: readonly Point[], closed: boolean) =>
    points.length > 0 ? `M${points.map(at).join('L')}${closed ? 'Z' : ''}` : ''
  const box = (from: Point, to: Point) =>
    path([from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }], true)
  const outline = !now
    ? ''
    : now.kind === 'box'
      ? box(now.from, now.to)
      : path(now.points, now.kind === 'outline' && now.closed)
  const corners = now?.kind === 'outline' ? now.points.slice(0, now.corners) : []
  const sign = hints[0]?.subtract ?? false
  return (
    <svg className={styles.overlay} aria-hidden="true">
      {outline ? (
        <>
          <path className={styles.outlineUnder} d={outline} />
          <path className={styles.outline} d={outline} />
        </>
      ) : null}
      {corners.map((corner, n) => (
        <circle
          key={n}
          className={styles.corner}
          cx={corner.x * view.scale + view.x}
          cy={corner.y * view.scale + view.y}
          r={n === 0 ? 6 : 4}
        />
      ))}
      {hints.map((hint, n) =>
        hint.kind === 'box' ? (
          <path
            key={n}
            className={styles.hintBox}
            d={box({ x: hint.box.left, y: hint.box.top }, { x: hint.box.right, y: hint.box.bottom })}
          />
        ) : hint.kind === 'line' ? (
          <path
            key={n}
            className={styles.hintLine}
            data-keep={hint.subtract === sign}
            d={path(hint.points, false)}
          />
        ) : (
          <circle
            key={n}
            className={styles.hintPoint}
            data-keep={hint.subtract === sign}
            cx={hint.at.x * view.scale + view.x}
            cy={hint.at.y * view.scale + view.y}
            r={6}
          />
        ),
      )}
    </svg>
  )
}
