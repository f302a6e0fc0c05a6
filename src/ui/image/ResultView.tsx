import { Button, Segmented } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Box } from '#contracts/structure.ts'
import { OPS } from '#ops/index.ts'
import { downloadOutput } from '#src/data/tasks/outputs.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { formatBytes, formatPixels } from '#src/text/format.ts'
import { Group } from '#src/ui/form/Group.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { PlanSvgButton } from '#src/ui/vectors/PlanSvgButton.tsx'
import { VectorButton } from '#src/ui/vectors/VectorButton.tsx'
import { CompareHandle } from './CompareHandle.tsx'
import { FullScreenButton } from './FullScreenButton.tsx'
import { MarkButton } from './MarkButton.tsx'
import { OriginalButton } from './OriginalButton.tsx'
import styles from './ResultView.module.css'
import stage from './stage.module.css'
import { isTranslucent } from './translucent.ts'
import { useFullScreen } from './use-full-screen.ts'
import { PREVIEW_SIDE, useProgressiveInput, useProgressiveOutput } from './use-progressive.ts'
import { useZoomPan } from './use-zoom-pan.ts'
import { ZoomBar } from './ZoomBar.tsx'
import { ZoomStage } from './ZoomStage.tsx'
import { placeOf, type Size, sameAspect, type View } from './zoom.ts'

type Mode = 'compare' | 'pair' | 'result' | 'source'
type Ground = 'checker' | 'white' | 'black'

const MODES: { value: Mode; label: string }[] = [
  { value: 'compare', label: '对比' },
  { value: 'pair', label: '并排' },
  { value: 'result', label: '结果' },
  { value: 'source', label: '原图' },
]
const GROUNDS: { value: Ground; title: string }[] = [
  { value: 'checker', title: '棋盘格底' },
  { value: 'white', title: '白底' },
  { value: 'black', title: '黑底' },
]
/** From here on single pixels are shown as squares. */
const PIXELATED_FROM = 3

interface ResultProps {
  task: LocalTask
  index?: number
  /** Address of a picture of the same shape that lies over the result. */
  overlay?: string
  /** Places that are ringed and numbered, parts of the sides; the chosen one stands out and is zoomed to. */
  rings?: readonly Box[]
  chosen?: number | null
  /** More in the bar, before what saves. */
  tools?: ReactNode
  /** What is shown first; the comparison when left out. */
  first?: Mode
}

/** One result: compare with the source, zoom and pan both together, look at it on other grounds, download. */
export function ResultView(props: ResultProps) {
  const { task, index = 0, overlay, rings = [], chosen = null, tools, first = 'compare' } = props
  const output = task.outputs[index]
  const vectors = OPS[task.op].look?.vectors
  const [enlarged, setEnlarged] = useState(false)
  const result = useProgressiveOutput(task, index, enlarged)
  const source = useProgressiveInput(task, 'image', enlarged)
  const [after, before] = [result.url, source.url]
  const [sourceSize, setSourceSize] = useState<Size | null>(null)
  const [naturalSize, setNaturalSize] = useState<Size | null>(null)
  const [wanted, setMode] = useState<Mode>(first)
  const [ground, setGround] = useState<Ground>('checker')
  // Null until the picture has been looked at; a JPEG need not be.
  const [translucent, setTranslucent] = useState<boolean | null>(output?.type === 'image/jpeg' ? false : null)
  const [split, setSplit] = useState(0.5)
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const screen = useFullScreen(frame)

  const known = output && output.width > 0 ? { width: output.width, height: output.height } : naturalSize
  const picture = known ?? { width: 1, height: 1 }
  const comparable =
    before !== undefined && sourceSize !== null && known !== null && sameAspect(known, sourceSize)
  const possible = (mode: Mode) =>
    mode === 'result' || (mode === 'source' ? before !== undefined : comparable)
  const mode = possible(wanted) ? wanted : 'result'
  const shown = mode === 'source' && !comparable && sourceSize ? sourceSize : picture
  const zoom = useZoomPan(shown, { panes: mode === 'pair' ? 2 : 1 })
  const shownSide = Math.max(shown.width, shown.height) * zoom.view.scale * window.devicePixelRatio
  const exceedsPreview = known !== null && shownSide > PREVIEW_SIDE
  useEffect(() => setEnlarged(exceedsPreview), [exceedsPreview])
  const ring = chosen === null ? undefined : rings[chosen]
  const lookAt = useEffectEvent(({ x, y, width, height }: Box) =>
    zoom.show({
      ...{ left: x * shown.width, top: y * shown.height },
      ...{ width: width * shown.width, height: height * shown.height },
    }),
  )
  useEffect(() => {
    if (ring) lookAt(ring)
  }, [ring])
  if (!output) return null

  const marks = rings.length > 0 ? <Rings boxes={rings} chosen={chosen} /> : null
  const layer = { view: zoom.view, size: shown, ground, marks }
  const { start, end } = visibleSpan(zoom.view, shown.width, zoom.box.width)
  const cut = start + split * (end - start)
  return (
    <div className={styles.frame} ref={setFrame}>
      <ZoomStage zoom={zoom} label="结果预览">
        {mode === 'pair' ? <Pane side="left" url={before} alt="原图" tag="原图" {...layer} /> : null}
        {mode === 'pair' ? (
          <Pane side="right" url={after} over={overlay} alt="结果" tag="结果" {...layer} />
        ) : null}
        {mode === 'compare' ? (
          <>
            <Pane
              url={after}
              over={overlay}
              alt="结果"
              tag="结果"
              tagEnd
              {...layer}
              clip={`inset(0 0 0 ${cut}px)`}
            />
            <Pane url={before} alt="原图" tag="原图" {...layer} clip={`inset(0 calc(100% - ${cut}px) 0 0)`} />
            <CompareHandle value={split} onChange={setSplit} span={{ start, end }} />
          </>
        ) : null}
        {mode === 'result' ? <Pane url={after} over={overlay} alt="结果" {...layer} /> : null}
        {mode === 'source' ? <Pane url={before} alt="原图" {...layer} /> : null}
        <Probe url={before} onSize={setSourceSize} />
        <Probe url={known ? undefined : after} onSize={setNaturalSize} />
        <Probe
          url={translucent === null ? after : undefined}
          onLoad={(image) => setTranslucent(isTranslucent(image))}
        />
      </ZoomStage>
      <OriginalButton offer={mode === 'source' ? source.offer : result.offer} />
      <div className={`${stage.bar} ${styles.tools}`}>
        <Segmented
          value={mode}
          onChange={setMode}
          options={MODES.map((entry) => {
            const disabled = !possible(entry.value)
            return disabled && before !== undefined
              ? { ...entry, disabled, title: '结果与原图的比例不同，不能叠放比较' }
              : { ...entry, disabled }
          })}
          name={`mode-${task.taskId}-${index}`}
          aria-label="查看方式"
        />
        {translucent ? <GroundPicker value={ground} onChange={setGround} /> : null}
        <span className={styles.facts}>
          {[formatPixels(picture.width, known ? picture.height : 0), formatBytes(output.bytes)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className={styles.spring} />
        <span className={styles.zoom}>
          <ZoomBar zoom={zoom} />
        </span>
        <FullScreenButton screen={screen} className={styles.full} />
        {tools}
        {vectors === 'lines' ? <VectorButton task={task} index={index} /> : null}
        {vectors === 'plan' ? <PlanSvgButton task={task} index={index} /> : null}
        <MarkButton task={task} index={index} />
        <Button
          icon={<Icon name="download" size={18} />}
          onClick={() => void downloadOutput(task, index)}
          aria-label="下载"
          data-testid="download"
        >
          <span className={styles.word}>下载</span>
        </Button>
      </div>
    </div>
  )
}

/** The part of the x axis on which the picture can be seen. */
function visibleSpan(view: View, width: number, room: number) {
  return { start: Math.max(0, view.x), end: Math.min(room, view.x + width * view.scale) }
}

interface PaneProps {
  url: string | undefined
  /** Address of a picture that lies over it. */
  over?: string
  alt: string
  view: View
  size: Size
  ground: Ground
  /** What is drawn over both. */
  marks: ReactNode
  side?: 'left' | 'right'
  clip?: string
  tag?: string
  tagEnd?: boolean
}

function Pane({ url, over, alt, view, size, ground, marks, side, clip, tag, tagEnd }: PaneProps) {
  const box = placeOf(view, size)
  return (
    <div className={styles.pane} data-side={side} style={clip ? { clipPath: clip } : undefined}>
      <div className={styles.ground} data-ground={ground} style={box}>
        {url ? (
          <img
            src={url}
            alt={alt}
            draggable={false}
            style={{ imageRendering: view.scale >= PIXELATED_FROM ? 'pixelated' : 'auto' }}
          />
        ) : null}
        {over ? (
          <img className={styles.over} src={over} alt="" draggable={false} data-testid="overlay" />
        ) : null}
        {marks}
      </div>
      {tag ? (
        <span className={styles.tag} data-end={tagEnd}>
          {tag}
        </span>
      ) : null}
    </div>
  )
}

/** How far a ring goes beyond what it is drawn around, part of the picture's sides. */
const BEYOND = 0.008
const inPercent = (part: number) => `${100 * part}%`

/** Numbered rings around places of a picture, as wide on the screen at any zoom. */
function Rings({ boxes, chosen }: { boxes: readonly Box[]; chosen: number | null }) {
  return boxes.map(({ x, y, width, height }, k) => (
    <span
      key={`${x} ${y} ${width} ${height}`}
      className={styles.ring}
      data-chosen={k === chosen}
      data-testid="ring"
      aria-hidden
      style={{
        ...{ left: inPercent(x - BEYOND), top: inPercent(y - BEYOND) },
        ...{ width: inPercent(width + 2 * BEYOND), height: inPercent(height + 2 * BEYOND) },
      }}
    >
      <span className={styles.ringNumber}>{k + 1}</span>
    </span>
  ))
}

interface ProbeProps {
  url: string | undefined
  onSize?: (size: Size) => void
  onLoad?: (image: HTMLImageElement) => void
}

/** Looks at a picture without showing it. */
function Probe({ url, onSize, onLoad }: ProbeProps) {
  if (!url) return null
  return (
    <img
      src={url}
      alt=""
      hidden
      onLoad={({ currentTarget: image }) => {
        onSize?.({ width: image.naturalWidth, height: image.naturalHeight })
        onLoad?.(image)
      }}
    />
  )
}

function GroundPicker({ value, onChange }: { value: Ground; onChange: (ground: Ground) => void }) {
  return (
    <Group className={styles.grounds} label="底色">
      {GROUNDS.map((ground) => (
        <button
          type="button"
          key={ground.value}
          className={styles.groundButton}
          aria-pressed={ground.value === value}
          aria-label={ground.title}
          title={ground.title}
          onClick={() => onChange(ground.value)}
        >
          <span className={styles.groundFace} data-ground={ground.value} />
        </button>
      ))}
    </Group>
  )
}
