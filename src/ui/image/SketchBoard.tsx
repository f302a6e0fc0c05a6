import { Segmented, Slider } from 'antd'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Group } from '#src/ui/form/Group.tsx'
import { useObjectUrl } from './object-url.ts'
import styles from './SketchBoard.module.css'
import { StrokeActions } from './StrokeActions.tsx'
import type { StrokeMode } from './sketch-strokes.ts'
import stage from './stage.module.css'
import { useSketch } from './use-sketch.ts'
import { useZoomPan } from './use-zoom-pan.ts'
import { placeOf, type Size, toPicture } from './zoom.ts'

interface Props {
  /** Picture below the drawing. */
  base: File | undefined
  /** The drawing stored with the draft. */
  stored: File | undefined
  onSave: (drawing: Blob | null) => void
  brush: number
  /** Least and most that the brush measures. */
  brushes: { min: number; max: number }
  onBrush: (brush: number) => void
}

const BOARD: Size = { width: 1024, height: 768 }
/** Ink, then what a site is made of: brick, wood, planting, water and glass, stone, light. */
const COLOURS = [
  { value: '#14171a', title: '墨' },
  { value: '#b5543c', title: '砖红' },
  { value: '#c79a62', title: '木' },
  { value: '#5d8a4a', title: '植物' },
  { value: '#4d8fb3', title: '水与玻璃' },
  { value: '#9a968c', title: '石' },
  { value: '#f0cf7a', title: '灯光' },
] as const
const PENS: { value: StrokeMode; label: string }[] = [
  { value: 'paint', label: '画笔' },
  { value: 'erase', label: '橡皮' },
]

/** The board takes the shape of its base picture. */
function useBoardSize(base: File | undefined): Size | null {
  const [size, setSize] = useState<Size | null>(base ? null : BOARD)
  useEffect(() => {
    if (!base) return setSize(BOARD)
    let gone = false
    createImageBitmap(base).then(
      (bitmap) => {
        const fit = BOARD.width / Math.max(bitmap.width, bitmap.height)
        if (!gone) setSize({ width: Math.round(bitmap.width * fit), height: Math.round(bitmap.height * fit) })
        bitmap.close()
      },
      () => !gone && setSize(BOARD),
    )
    return () => {
      gone = true
    }
  }, [base])
  return size
}

/** A drawing board: pen, eraser, colours, undo; on paper or on a base picture. */
export function SketchBoard(props: Props) {
  const size = useBoardSize(props.base)
  return size ? <Board {...props} size={size} /> : <div className={styles.board} />
}

function Board({ base, stored, onSave, brush, brushes, onBrush, size }: Props & { size: Size }) {
  const url = useObjectUrl(base)
  const [pen, setPen] = useState<StrokeMode>('paint')
  const [colour, setColour] = useState<string>(COLOURS[0].value)
  const zoom = useZoomPan(size, { drags: () => false, padding: 16 })
  const state = useSketch({ board: size, stored, onSave })
  const { view } = zoom
  /** The pointer whose stroke is in hand. */
  const drawer = useRef<number | null>(null)

  const pointOf = (event: { clientX: number; clientY: number; pressure: number; pointerType: string }) => ({
    ...toPicture(view, zoom.at(event)),
    pressure: event.pointerType === 'pen' && event.pressure > 0 ? event.pressure : 1,
  })
  const handleDown = (event: PointerEvent<HTMLElement>) => {
    zoom.handlers.onPointerDown(event)
    if (zoom.ignores(event)) return
    if (zoom.pinching()) return state.abandon()
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    // The spot of a palm that came before the pen.
    state.abandon()
    drawer.current = event.pointerId
    state.begin(pen, brush / 4, pointOf(event), colour)
  }
  const handleMove = (event: PointerEvent<HTMLElement>) => {
    zoom.handlers.onPointerMove(event)
    if (!state.history.live || zoom.pinching() || event.pointerId !== drawer.current) return
    const points = event.nativeEvent.getCoalescedEvents?.() ?? []
    for (const point of points.length > 0 ? points : [event.nativeEvent]) state.extend(pointOf(point))
  }
  const handleUp = (event: PointerEvent<HTMLElement>) => {
    zoom.handlers.onPointerUp(event)
    if (event.pointerId === drawer.current) state.end()
  }
  const handleKey = (event: KeyboardEvent) => {
    const ctrl = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    if (ctrl && key === 'z') event.shiftKey ? state.redo() : state.undo()
    else if (ctrl && key === 'y') state.redo()
    else if (ctrl) return
    else if (key === 'b') setPen('paint')
    else if (key === 'e') setPen('erase')
    else return zoom.onKeyDown(event)
    event.preventDefault()
  }
  return (
    <div className={styles.board}>
      <div
        ref={zoom.ref}
        className={styles.stage}
        role="application"
        aria-label="画板：B 画笔，E 橡皮，Ctrl+Z 撤销"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a board that takes keys
        tabIndex={0}
        onKeyDown={handleKey}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={handleUp}
        onPointerCancel={handleUp}
      >
        <div className={styles.paper} style={placeOf(view, size)}>
          {url ? <img src={url} alt="底图" draggable={false} /> : null}
          <canvas ref={state.canvas} {...state.canvasSize} data-testid="sketch-canvas" />
          {state.blank && !base ? <p className={styles.hint}>在这里画草图</p> : null}
        </div>
      </div>
      <div className={stage.bar}>
        <Segmented value={pen} onChange={setPen} options={PENS} name="sketch-pen" aria-label="画板工具" />
        <Group className={styles.colours} label="颜色">
          {COLOURS.map((entry) => (
            <button
              type="button"
              key={entry.value}
              className={styles.colour}
              aria-label={entry.title}
              aria-pressed={entry.value === colour}
              title={entry.title}
              onClick={() => {
                setColour(entry.value)
                setPen('paint')
              }}
            >
              <span style={{ background: entry.value }} />
            </button>
          ))}
        </Group>
        <div className={styles.size}>
          <Slider {...brushes} value={brush} onChange={onBrush} ariaLabelForHandle="笔的粗细" />
        </div>
        <StrokeActions strokes={state} clearTitle="清空画板" />
      </div>
    </div>
  )
}
