import { Button } from 'antd'
import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { paramsOf } from '#ops/index.ts'
import { withOwn } from '#ops/own-edits.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'
import { useStageClicks } from '#src/ui/image/use-stage-clicks.ts'
import { useZoomPan } from '#src/ui/image/use-zoom-pan.ts'
import { ZoomBar } from '#src/ui/image/ZoomBar.tsx'
import { ZoomStage } from '#src/ui/image/ZoomStage.tsx'
import { placeOf } from '#src/ui/image/zoom.ts'
import { DraftOverlay } from '#src/ui/mask/DraftOverlay.tsx'
import { BackButton } from '../BackButton.tsx'
import styles from '../Canvas.module.css'
import bar from '../canvas-bar.module.css'
import { InputPreview } from '../InputPreview.tsx'
import { useMedia, WIDE } from '../media.ts'
import { PreviewPicture } from '../PreviewPicture.tsx'
import { type Side, SideSwitch, StageModes } from '../StageModes.tsx'
import { useBackStep } from '../use-back-step.ts'
import type { Bench } from '../use-bench.ts'
import { useStageKeys } from '../use-stage-keys.ts'
import { RegionPanel } from './RegionPanel.tsx'
import own from './RenderCanvas.module.css'
import { EditActions, hintOf, REGION_MODES, type RegionMode } from './RenderTools.tsx'
import { RoomFrame } from './RoomFrame.tsx'
import { setRegion, withChange, withNames } from './region-changes.ts'
import { type Pointed, usePointed } from './use-pointed.ts'
import { useRegionEdits } from './use-region-edits.ts'
import { useRegionStrokes } from './use-region-strokes.ts'
import { useRenderPreview } from './use-render-preview.ts'

/** A picture as it would be rendered; its regions and its room are set right by hand. */
export function RenderCanvas({ bench, source }: { bench: Bench; source: DraftInput }) {
  // What this browser cannot decode it cannot preview either; the start works all the same.
  if (source.width === 0) return <InputPreview inputs={[source]} />
  return <Preview bench={bench} source={source} />
}

/** Everything that is known of the picture on the canvas, and what can be done with it. */
function useRenderCanvas(bench: Bench, source: DraftInput) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [side, setSide] = useState<Side>('result')
  const [chosen, setMode] = useState<RegionMode>('point')
  const wide = useMedia(WIDE)
  // A small window gives all of itself to work on regions.
  const full = useBackStep('regions')
  const isFull = full.isOpen && !wide
  const params = useMemo(
    () => paramsOf('render').parse(withOwn('render', bench.params, source.own)),
    [bench.params, source],
  )
  const style = bench.inputs.find(({ role }) => role === 'style')
  const preview = useRenderPreview(canvas, { source, style, params })
  const { shown, busy } = preview
  const edits = useRegionEdits(bench, source)
  const isResult = side === 'result' && shown !== null
  const isRoomy = wide || isFull
  const mode = !isRoomy || !isResult || (chosen === 'room' && !shown.room) ? 'point' : chosen
  const strokes = mode === 'point' || mode === 'room' ? null : mode
  const size = shown ?? source
  const moves = (event: { button?: number; buttons?: number }) =>
    strokes === null || event.button === 1 || event.buttons === 4
  const zoom = useZoomPan({ width: size.width, height: size.height }, { drags: moves })
  const { view } = zoom
  const place = placeOf(view, size)
  const pointed = usePointed(busy)
  const stroke = useRegionStrokes({
    ...{ mode: strokes, zoom, picture: size, moves },
    onChange: (made) => edits.change({ regions: withChange(edits.regionsNow(), made) }),
    onLoop: pointed.surround,
  })
  const clicks = useStageClicks(zoom, place, (at) => {
    if (!isResult || mode !== 'point' || !at) return pointed.leave()
    if (!wide) full.open()
    pointed.point(at.x, at.y)
  })
  const change = (next: RegionMode) => {
    stroke.drop()
    pointed.leave()
    setMode(next)
  }
  const begin = useEffectEvent(() => change('point'))
  // However it was left: by its buttons, by a key, or by the browser's way back.
  useEffect(() => {
    if (!isFull) begin()
  }, [isFull])
  return {
    ...{ isRoomy, isFull, openFull: full.open, leaveFull: full.close },
    ...{ canvas, side, setSide, mode, setMode: change, preview, edits, isResult, size, zoom, place },
    ...{ pointed, stroke, handlers: strokes ? stroke.handlers : clicks },
  }
}
type RenderCanvasState = ReturnType<typeof useRenderCanvas>

function useRenderKeys(state: RenderCanvasState) {
  const { zoom, isResult, mode, setMode, size, pointed, stroke, edits } = state
  return useStageKeys({
    ...{ zoom, isResult, edits, hasCrosshair: mode !== 'room' },
    cancel() {
      if (stroke.drop()) return
      if (mode !== 'point') setMode('point')
      else if (pointed.region) pointed.leave()
      else state.leaveFull()
    },
    press({ x, y }) {
      if (mode === 'point') pointed.point(x, y)
      else stroke.press({ x: x * size.width, y: y * size.height })
    },
    aim({ x, y }) {
      if (mode !== 'point' && mode !== 'room') stroke.aim({ x: x * size.width, y: y * size.height })
    },
  })
}

function Preview({ bench, source }: { bench: Bench; source: DraftInput }) {
  const state = useRenderCanvas(bench, source)
  const { preview, edits, isResult, mode, pointed } = state
  const region = isResult ? pointed.region : null
  const { regions, change } = edits
  return (
    <div className={`${styles.preview} ${own.frame}`} data-full={state.isFull}>
      {state.isFull ? <FullBar state={state} /> : null}
      <div className={own.room} data-open={region !== null} data-mode={mode}>
        <Stage state={state} source={source} outline={region?.bitmap} />
      </div>
      {region ? (
        <RegionPanel
          key={`${region.at.x} ${region.at.y}`}
          region={region}
          onChange={(patch) =>
            change(
              { regions: setRegion(regions, placeOfChange(region), patch) },
              patch.finish?.startsWith('#') ? `colour ${region.at.x} ${region.at.y}` : null,
            )
          }
          onTake={pointed.take}
          onReset={() => change({ regions: regions.filter((_, k) => !region.changes.includes(k)) })}
          onClose={pointed.leave}
        />
      ) : null}
      <Tools state={state} message={preview.error?.message} />
    </div>
  )
}

/** By what a region that is pointed at is changed. */
const placeOfChange = ({ at, extent, around }: Pointed) => ({
  ...at,
  ...(extent !== 'region' && { extent }),
  ...(around && { around }),
})

interface StageProps {
  state: RenderCanvasState
  source: DraftInput
  /** Of the region that is pointed at. */
  outline: ImageBitmap | undefined
}

/** The picture, what is drawn over it, and the keys that work on it. */
function Stage({ state, source, outline }: StageProps) {
  const { canvas, preview, edits, isResult, mode, zoom, place, stroke } = state
  const { shown, busy } = preview
  const { view } = zoom
  const keys = useRenderKeys(state)
  return (
    <ZoomStage
      zoom={{
        ...zoom,
        handlers: state.handlers,
        onKeyDown: (event) => keys.onKeyDown(event as KeyboardEvent),
        onDoubleClick: mode === 'point' ? zoom.onDoubleClick : () => undefined,
      }}
      label="渲染预览，方向键移动准星，回车点选区域"
    >
      <PreviewPicture {...{ source, canvas, isResult, place, busy }} testId="render-preview" />
      {outline ? <Outline bitmap={outline} style={place} /> : null}
      {isResult ? <DraftOverlay draft={stroke.draft} view={view} hints={[]} /> : null}
      {mode === 'room' && shown?.room ? (
        <RoomFrame
          zoom={zoom}
          found={shown.room}
          room={edits.room}
          picture={shown}
          onRoom={(room, grip) => edits.change({ room }, `room ${grip}`)}
        />
      ) : null}
      {keys.at ? (
        <span
          className={own.crosshair}
          style={{ left: view.x + keys.at.x * place.width, top: view.y + keys.at.y * place.height }}
          aria-hidden
        />
      ) : null}
      {mode === 'point' ? null : <p className={own.hint}>{hintOf(mode)}</p>}
      {busy ? <span className={own.busy}>{shown ? '正在更新…' : '正在识别画面…'}</span> : null}
    </ZoomStage>
  )
}

function Tools({ state, message }: { state: RenderCanvasState; message: string | undefined }) {
  const { side, setSide, mode, setMode, edits, isResult, preview, zoom, isRoomy, isFull } = state
  return (
    <div className={`${styles.tools} ${bar.tools} ${own.tools}`}>
      <SideSwitch side={side} source="底图" onSide={setSide} />
      {isResult && isRoomy ? (
        <StageModes
          label="改区域"
          modes={REGION_MODES.filter((one) => preview.shown?.room || one.mode !== 'room')}
          mode={mode}
          onMode={setMode}
        />
      ) : null}
      {isResult && !isRoomy ? (
        <Button className={own.open} icon={<ToolIcon name="click" />} onClick={state.openFull}>
          改区域
        </Button>
      ) : null}
      {isFull ? null : (
        <span className={`${bar.facts} ${own.facts}`} role="status">
          {message ?? wordsOf(state)}
        </span>
      )}
      <Unsure state={state} />
      {isRoomy ? <EditActions edits={edits} mode={mode} /> : null}
      {isFull ? null : (
        <span className={own.zoom}>
          <ZoomBar zoom={zoom} />
        </span>
      )}
    </div>
  )
}

/** Part of the picture from which what stays for want of a sure name is told, as in the note of a render. */
const TOLD_UNSURE = 0.01

/** What stays as it is because it is not sure what it is, where that is worth telling. */
function unsureOf({ preview, isResult, isRoomy, mode }: RenderCanvasState) {
  const unsure = preview.shown?.unsure
  return isResult && isRoomy && mode === 'point' && unsure && unsure.share >= TOLD_UNSURE ? unsure : null
}

/** How much that is: a press points at the largest of it, another one names it as is likeliest, the surer part of it first. */
function Unsure({ state }: { state: RenderCanvasState }) {
  const unsure = unsureOf(state)
  const largest = unsure?.largest
  if (!unsure || !largest) return null
  const { edits, pointed } = state
  return (
    <span className={own.unsure}>
      <Button
        type="text"
        onClick={() => pointed.point(largest.x, largest.y)}
        title="点选其中最大的一块，告诉它是什么"
      >
        {Math.round(100 * unsure.share)}% 拿不准，未改
      </Button>
      <Button
        onClick={() => {
          pointed.leave()
          edits.change({ regions: withNames(edits.regionsNow(), unsure.next) })
        }}
        title="按最像的名称（墙面、地面、天花……）先换较有把握的，再点一次换其余；换错的点选改回，或撤销"
      >
        也换上
      </Button>
    </span>
  )
}

function wordsOf(state: RenderCanvasState): string {
  const { mode } = state
  const { regions } = state.edits
  if (mode === 'room') return ''
  if (regions.length > 0) return `已改 ${regions.length} 处`
  if (unsureOf(state)) return ''
  return mode === 'point' ? hintOf(mode) : ''
}

/** Over a picture that has the whole of a small window. */
function FullBar({ state }: { state: RenderCanvasState }) {
  return (
    <header className={styles.backBar}>
      <BackButton label="完成，返回" onClick={state.leaveFull} />
      <span className={own.words} role="status">
        {wordsOf(state)}
      </span>
      <Button type="primary" onClick={state.leaveFull}>
        完成
      </Button>
    </header>
  )
}

/** The border of the region that is pointed at. */
function Outline({ bitmap, style }: { bitmap: ImageBitmap; style: CSSProperties }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const { current } = canvas
    if (!current) return
    current.width = bitmap.width
    current.height = bitmap.height
    current.getContext('2d')?.drawImage(bitmap, 0, 0)
  }, [bitmap])
  return <canvas ref={canvas} className={own.outline} style={style} aria-hidden />
}
