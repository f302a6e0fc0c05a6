import { Segmented, Slider } from 'antd'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import styles from './MaskPainter.module.css'
import { brushSize, type StrokeMode } from './mask-strokes.ts'
import { useObjectUrl } from './object-url.ts'
import { StrokeAction, StrokeActions } from './StrokeActions.tsx'
import { ToolIcon, type ToolIconName } from './ToolIcon.tsx'
import { useMask } from './use-mask.ts'
import { useZoomPan } from './use-zoom-pan.ts'
import { ZoomBar } from './ZoomBar.tsx'
import { type Point, type Size, toPicture } from './zoom.ts'

type Tool = StrokeMode | 'hand'

interface Props {
  image: File
  picture: Size
  mask: File | undefined
  onMask: (mask: Blob | null) => void
  /** Diameter on a picture that is 1024 px long. */
  brush: number
  onBrush: (brush: number) => void
  /** Largest brush. */
  maxBrush?: number
}

const TOOLS: { value: Tool; icon: ToolIconName; title: string; key: string }[] = [
  { value: 'paint', icon: 'brush', title: '画笔', key: 'b' },
  { value: 'erase', icon: 'eraser', title: '橡皮', key: 'e' },
  { value: 'hand', icon: 'hand', title: '移动', key: 'h' },
]

/**
 * Paints a mask on a picture. One finger or the mouse paints, two fingers zoom and move; a wheel zooms; the
 * middle button, the space bar or the hand moves.
 */
export function MaskPainter({ image, picture, mask, onMask, brush, onBrush, maxBrush = 200 }: Props) {
  const url = useObjectUrl(image)
  const [tool, setTool] = useState<Tool>('paint')
  const [space, setSpace] = useState(false)
  const [pen, setPen] = useState<Point | null>(null)
  const moves = (event: { button?: number; buttons?: number }) =>
    tool === 'hand' || space || event.button === 1 || event.buttons === 4
  const zoom = useZoomPan(picture, { drags: moves })
  const state = useMask({ picture, stored: mask, onSave: onMask })
  const { view } = zoom
  const size = brushSize(brush, picture.width, picture.height)

  const pointOf = (event: PointerEvent) => ({
    ...toPicture(view, zoom.at(event)),
    // A mouse reports 0.5, and some pens 0 on the first touch: both mean a full stroke.
    pressure: event.pointerType === 'pen' && event.pressure > 0 ? event.pressure : 1,
  })
  const handleDown = (event: PointerEvent<HTMLElement>) => {
    zoom.handlers.onPointerDown(event)
    if (zoom.pinching()) return state.abandon()
    if (tool === 'hand' || moves(event) || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    state.begin(tool, size, pointOf(event))
  }
  const handleMove = (event: PointerEvent<HTMLElement>) => {
    setPen(event.pointerType === 'touch' ? null : zoom.at(event))
    zoom.handlers.onPointerMove(event)
    if (!state.history.live || zoom.pinching()) return
    // Fast strokes carry the points between two frames with them.
    const points = event.nativeEvent.getCoalescedEvents?.() ?? []
    if (points.length === 0) return state.extend(pointOf(event))
    for (const point of points)
      state.extend({
        ...toPicture(view, zoom.at(point)),
        pressure: point.pointerType === 'pen' && point.pressure > 0 ? point.pressure : 1,
      })
  }
  const handleUp = (event: PointerEvent<HTMLElement>) => {
    zoom.handlers.onPointerUp(event)
    state.end()
  }
  const handleKey = (event: KeyboardEvent) => {
    const ctrl = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    const picked = TOOLS.find((entry) => entry.key === key)
    if (ctrl && key === 'z') event.shiftKey ? state.redo() : state.undo()
    else if (ctrl && key === 'y') state.redo()
    else if (ctrl) return
    else if (key === ' ') setSpace(true)
    else if (key === '[') onBrush(Math.max(1, brush - 5))
    else if (key === ']') onBrush(Math.min(maxBrush, brush + 5))
    else if (picked) setTool(picked.value)
    else return zoom.onKeyDown(event)
    event.preventDefault()
  }
  const moving = tool === 'hand' || space
  return (
    <div className={styles.painter}>
      <div
        ref={zoom.ref}
        className={styles.stage}
        data-moving={moving}
        role="application"
        aria-label="涂抹画布：B 画笔，E 橡皮，H 移动，方括号改画笔大小，Ctrl+Z 撤销"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a canvas that takes keys
        tabIndex={0}
        onKeyDown={handleKey}
        onKeyUp={(event) => event.key === ' ' && setSpace(false)}
        onBlur={() => setSpace(false)}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={handleUp}
        onPointerCancel={handleUp}
        onPointerLeave={() => setPen(null)}
      >
        <div
          className={styles.layers}
          style={{
            transform: `translate(${view.x}px, ${view.y}px)`,
            width: picture.width * view.scale,
            height: picture.height * view.scale,
          }}
        >
          {url ? <img src={url} alt={image.name} draggable={false} /> : null}
          <canvas
            ref={state.canvas}
            className={styles.mask}
            {...state.canvasSize}
            data-testid="mask-canvas"
          />
        </div>
        {pen && !moving ? (
          <span
            className={styles.pen}
            style={{
              width: size * view.scale,
              height: size * view.scale,
              translate: `${pen.x}px ${pen.y}px`,
            }}
          />
        ) : null}
        {state.blank ? <p className={styles.hint}>在画面上涂抹要处理的部分</p> : null}
      </div>
      <div className={styles.tools}>
        <Segmented
          value={tool}
          onChange={setTool}
          name="mask-tool"
          aria-label="涂抹工具"
          options={TOOLS.map((entry) => ({
            value: entry.value,
            icon: <ToolIcon name={entry.icon} />,
            label: <span className={styles.toolName}>{entry.title}</span>,
            title: `${entry.title}（${entry.key.toUpperCase()}）`,
          }))}
        />
        <div className={styles.brush}>
          <span aria-hidden>{brush}</span>
          <Slider
            min={1}
            max={maxBrush}
            value={brush}
            onChange={onBrush}
            ariaLabelForHandle="画笔大小"
            tooltip={{ open: false }}
          />
        </div>
        <StrokeActions strokes={state} clearTitle="清空">
          <StrokeAction title="反选" icon={<ToolIcon name="invert" />} onClick={state.invert} />
        </StrokeActions>
        <span className={styles.spring} />
        <span className={styles.zoom}>
          <ZoomBar zoom={zoom} />
        </span>
      </div>
    </div>
  )
}
