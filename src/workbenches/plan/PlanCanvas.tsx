import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { MadePart, PlanMend } from '#contracts/flatplan.ts'
import { MOST_PLAN_MENDS } from '#contracts/flatplan.ts'
import type { PlanOpening, PlanRoom } from '#ops/flatplan/preview.ts'
import { paramsOf } from '#ops/index.ts'
import { withOwn } from '#ops/own-edits.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { cropSheet } from '#src/data/files/crop-sheet.ts'
import type { OpenedSheet } from '#src/data/files/sheets.ts'
import { newId } from '#src/data/store/locks.ts'
import { toastError } from '#src/state/toasts.ts'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'
import { useStageClicks } from '#src/ui/image/use-stage-clicks.ts'
import { useZoomPan } from '#src/ui/image/use-zoom-pan.ts'
import { ZoomBar } from '#src/ui/image/ZoomBar.tsx'
import { ZoomStage } from '#src/ui/image/ZoomStage.tsx'
import { placeOf } from '#src/ui/image/zoom.ts'
import { BackButton } from '../BackButton.tsx'
import styles from '../Canvas.module.css'
import bar from '../canvas-bar.module.css'
import { useMedia, WIDE } from '../media.ts'
import { PreviewPicture } from '../PreviewPicture.tsx'
import frame from '../render/RenderCanvas.module.css'
import { type Side, SideSwitch, StageModes } from '../StageModes.tsx'
import { useBackStep } from '../use-back-step.ts'
import type { Bench } from '../use-bench.ts'
import { useStageKeys } from '../use-stage-keys.ts'
import { hintOf, MEND_MODES, type MendMode } from './mend-modes.ts'
import { OpeningPanel } from './OpeningPanel.tsx'
import own from './Plan.module.css'
import { EditActions, ScaleQuestion, TextPack } from './PlanTools.tsx'
import { changeRoom, changesOf, isInRoom, openingAt, withoutRoom } from './plan-changes.ts'
import { RoomPanel } from './RoomPanel.tsx'
import { RulerBar } from './RulerBar.tsx'
import { SheetStrip } from './SheetStrip.tsx'
import { usePlanEdits } from './use-plan-edits.ts'
import { usePlanPreview } from './use-plan-preview.ts'
import { usePlanTexts } from './use-plan-texts.ts'
import { type StageLine, useStageLine } from './use-stage-line.ts'

interface Props {
  bench: Bench
  source: DraftInput
  selected: number | null
  onSelect: (id: number | null) => void
  onRooms: (rooms: readonly PlanRoom[]) => void
}

/** How near to an opening a press is on it, CSS px: of a mouse, and of a finger. */
const NEAR = { fine: 12, coarse: 22 }

/** What a line that was drawn in a mode sets right. */
function mendOf(mode: MendMode, line: StageLine): PlanMend | null {
  if (mode === 'point' || mode === 'ruler' || mode === 'crop') return null
  return mode === 'join' || mode === 'room' ? { do: mode, ...line } : { do: 'part', be: mode, ...line }
}

/** Everything that is known of the plan on the canvas, and what can be done with it. */
function usePlanCanvas({ bench, source, selected, onSelect, onRooms }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [side, setSide] = useState<Side>('result')
  const [chosen, setChosen] = useState<MendMode>('point')
  const [opening, setOpening] = useState<PlanOpening | null>(null)
  const [ruled, setRuled] = useState<StageLine | null>(null)
  const wide = useMedia(WIDE)
  const isCoarse = useMedia('(pointer: coarse)')
  // A small window gives all of itself to work on the plan.
  const full = useBackStep('plan')
  const isFull = full.isOpen && !wide
  const isRoomy = wide || isFull
  const params = useMemo(
    () => paramsOf('flatplan').parse(withOwn('flatplan', bench.params, source.own)),
    [bench.params, source],
  )
  const { texts, state: reading } = usePlanTexts(source)
  const preview = usePlanPreview(canvas, { source, texts, params })
  const { shown } = preview
  const edits = usePlanEdits(bench, source)
  const isResult = side === 'result' && shown !== null
  const mode = isRoomy && isResult ? chosen : 'point'
  const draws = mode !== 'point' && ruled === null
  const isBox = mode === 'room' || mode === 'crop'
  const size = shown ?? source
  const zoom = useZoomPan(
    { width: size.width, height: size.height },
    { drags: (event) => !draws || event.button === 1 || event.buttons === 4 },
  )
  const place = placeOf(zoom.view, size)
  const rooms = shown?.rooms
  const tellRooms = useEffectEvent((found: readonly PlanRoom[]) => onRooms(found))
  useEffect(() => tellRooms(rooms ?? []), [rooms])
  const mend = (made: PlanMend) => {
    onSelect(null)
    edits.change({ mends: [...edits.latest().mends.slice(1 - MOST_PLAN_MENDS), made] })
  }
  const take = ({ file, width, height }: OpenedSheet) =>
    bench.setInputs((previous) =>
      previous.map((one) =>
        one.id === source.id ? { id: newId(), role: one.role, file, width, height } : one,
      ),
    )
  const crop = async (line: StageLine) => {
    try {
      take(await cropSheet(source, line))
    } catch (thrown) {
      toastError(thrown)
    }
  }
  const lines = useStageLine({
    ...{ zoom, shown: place, free: isBox || mode === 'join' },
    onLine: (line) => {
      const made = mendOf(mode, line)
      if (made) mend(made)
      else if (mode === 'crop') void crop(line)
      else setRuled(line)
    },
    onClick: mode === 'open' ? (at) => mend({ do: 'unwall', ...at }) : undefined,
  })
  const point = (at: { x: number; y: number } | null) => {
    if (!isResult || !at) {
      onSelect(null)
      setOpening(null)
      return
    }
    if (!wide) full.open()
    const hit = openingAt(shown.openings, at, place, isCoarse ? NEAR.coarse : NEAR.fine)
    setOpening(hit ?? null)
    onSelect(hit ? null : (rooms?.find((one) => isInRoom(one, at.x, at.y))?.id ?? null))
  }
  const clicks = useStageClicks(zoom, place, point)
  const setMode = (next: MendMode) => {
    lines.drop()
    setRuled(null)
    setOpening(null)
    onSelect(null)
    setChosen(next)
  }
  const begin = useEffectEvent(() => setMode('point'))
  // However it was left: by its buttons, by a key, or by the browser's way back.
  useEffect(() => {
    if (!isFull) begin()
  }, [isFull])
  const room = rooms?.find(({ id }) => id === selected)
  return {
    ...{ canvas, side, setSide, mode, setMode, params, reading, preview, edits, mend, isResult, zoom, place },
    ...{ isRoomy, isFull, openFull: full.open, leaveFull: full.close, draws, lines, point, ruled, setRuled },
    ...{ opening, setOpening, room, take, isBox, handlers: draws ? lines.handlers : clicks, onSelect, size },
  }
}
type PlanCanvasState = ReturnType<typeof usePlanCanvas>

function usePlanKeys(state: PlanCanvasState) {
  const { zoom, isResult, mode, setMode, draws, lines, point, edits } = state
  return useStageKeys({
    ...{ zoom, isResult, edits, hasCrosshair: true },
    cancel() {
      if (lines.drop()) return
      if (mode !== 'point') setMode('point')
      else if (state.room || state.opening) point(null)
      else state.leaveFull()
    },
    press: (at) => (draws ? lines.press(at) : point(at)),
    aim(at) {
      if (draws) lines.aim(at)
    },
  })
}

/** A plan as it would be coloured; what was read of it is set right by hand. */
export function PlanCanvas(props: Props) {
  const state = usePlanCanvas(props)
  const { edits, isResult, mode, room, opening, params, ruled, preview } = state
  const { changes, change } = edits
  const isOpen = isResult && mode === 'point' && (room !== undefined || opening !== null)
  return (
    <div className={`${styles.preview} ${frame.frame}`} data-full={state.isFull}>
      {state.isFull ? <FullBar state={state} /> : null}
      <div className={`${frame.room} ${own.stage}`} data-open={isOpen} data-draws={state.draws}>
        <Stage state={state} source={props.source} />
      </div>
      {isOpen && room ? (
        <RoomPanel
          key={room.id}
          room={room}
          content={params.content}
          isChanged={changesOf(changes, room).length > 0}
          onChange={(patch) =>
            change(
              { changes: changeRoom(edits.latest().changes, room, patch) },
              patch.name === undefined ? null : `name ${room.x} ${room.y}`,
            )
          }
          onReset={() => change({ changes: withoutRoom(changes, room) })}
          onDrop={
            params.content === 'home' ? () => state.mend({ do: 'drop', x: room.x, y: room.y }) : undefined
          }
          onClose={() => state.onSelect(null)}
        />
      ) : null}
      {isOpen && opening ? (
        <OpeningPanel
          opening={opening}
          onMake={(be: MadePart) => {
            const { x0, y0, x1, y1 } = opening
            state.mend({ do: 'part', be, x0, y0, x1, y1 })
            state.setOpening(be === 'wall' || be === 'open' ? null : { ...opening, kind: be })
          }}
          onClose={() => state.setOpening(null)}
        />
      ) : null}
      <SheetStrip file={props.source.file} onTake={state.take} />
      {ruled ? (
        <RulerBar
          onSet={(mm) => {
            change({ ruler: { ...ruled, mm } })
            state.setMode('point')
          }}
          onCancel={() => state.setMode('point')}
        />
      ) : (
        <Tools
          state={state}
          message={preview.error ? `${preview.error.message}。${preview.error.remedy}` : undefined}
        />
      )}
    </div>
  )
}

/** The picture, what is drawn over it, and the keys that work on it. */
function Stage({ state, source }: { state: PlanCanvasState; source: DraftInput }) {
  const { canvas, preview, isResult, mode, zoom, place, room, opening, lines, ruled } = state
  const { shown, busy } = preview
  const { view } = zoom
  const keys = usePlanKeys(state)
  const line = lines.line ?? ruled ?? (mode === 'point' ? opening : null)
  return (
    <ZoomStage
      zoom={{
        ...zoom,
        handlers: state.handlers,
        onKeyDown: (event) => keys.onKeyDown(event as KeyboardEvent),
        onDoubleClick: mode === 'point' ? zoom.onDoubleClick : () => undefined,
      }}
      label="彩平图预览，点选房间与门窗可改，方向键移动准星"
    >
      <PreviewPicture {...{ source, canvas, isResult, place, busy }} testId="plan-preview" />
      {isResult ? <Marks room={room} line={line} isBox={state.isBox} style={place} /> : null}
      {keys.at ? (
        <span
          className={frame.crosshair}
          style={{ left: view.x + keys.at.x * place.width, top: view.y + keys.at.y * place.height }}
          aria-hidden
        />
      ) : null}
      {mode === 'point' || ruled ? null : <p className={frame.hint}>{hintOf(mode)}</p>}
      {busy ? <span className={frame.busy}>{shown ? '正在更新…' : '正在查找房间…'}</span> : null}
    </ZoomStage>
  )
}

interface MarksProps {
  room: PlanRoom | undefined
  line: StageLine | null
  /** The line goes from corner to corner of a box. */
  isBox: boolean
  style: React.CSSProperties
}

/** The outline of the chosen room, and the line in hand. */
function Marks({ room, line, isBox, style }: MarksProps) {
  const rings = room?.outline.map((ring) => {
    const points = Array.from({ length: ring.length / 2 }, (_, k) => `${ring[2 * k]} ${ring[2 * k + 1]}`)
    return `M${points.join('L')}Z`
  })
  return (
    <svg className={own.marks} viewBox="0 0 1 1" preserveAspectRatio="none" style={style} aria-hidden="true">
      {rings ? <path className={own.outline} d={rings.join('')} /> : null}
      {line && !isBox ? (
        <path className={own.line} d={`M${line.x0} ${line.y0}L${line.x1} ${line.y1}`} />
      ) : null}
      {line && isBox ? (
        <path className={own.outline} d={`M${line.x0} ${line.y0}H${line.x1}V${line.y1}H${line.x0}Z`} />
      ) : null}
    </svg>
  )
}

/** What is known of the plan, or asked. */
function Facts({ state, message }: { state: PlanCanvasState; message: string | undefined }) {
  const { preview, edits, reading } = state
  const { shown } = preview
  if (message) return <span>{message}</span>
  if (!shown) return null
  const { asks, lacks, note, unseen } = shown
  return (
    <>
      {lacks ? (
        <span>
          {lacks.message}。{lacks.remedy}
        </span>
      ) : asks ? (
        <ScaleQuestion
          words={asks.words}
          onYes={() => edits.change({ ruler: asks.ruler })}
          onSet={() => {
            if (!state.isRoomy) state.openFull()
            state.setMode('ruler')
          }}
        />
      ) : (
        <span>{note}</span>
      )}
      {unseen && reading !== 'absent' ? <span>{unseen}，预览只按线条识别</span> : null}
      {reading === 'absent' ? <TextPack /> : null}
    </>
  )
}

function Tools({ state, message }: { state: PlanCanvasState; message: string | undefined }) {
  const { side, setSide, mode, setMode, edits, isResult, zoom, isRoomy, isFull, params } = state
  return (
    <div className={`${styles.tools} ${bar.tools}`}>
      {isRoomy && (isResult || edits.canUndo || edits.canRedo) ? (
        <div className={own.mends}>
          {isResult ? (
            <StageModes
              label="改图"
              modes={MEND_MODES.filter(({ onSites }) => params.content === 'home' || onSites)}
              mode={mode}
              onMode={setMode}
            />
          ) : null}
          <EditActions edits={edits} />
        </div>
      ) : null}
      {isFull ? null : <SideSwitch side={side} source="线图" onSide={setSide} />}
      {isResult && !isRoomy ? (
        <Button className={frame.open} icon={<ToolIcon name="click" />} onClick={state.openFull}>
          改图
        </Button>
      ) : null}
      <span className={bar.facts} role="status">
        <Facts state={state} message={message} />
      </span>
      {isFull ? null : (
        <span className={frame.zoom}>
          <ZoomBar zoom={zoom} />
        </span>
      )}
    </div>
  )
}

/** Over a plan that has the whole of a small window. */
function FullBar({ state }: { state: PlanCanvasState }) {
  return (
    <header className={styles.backBar}>
      <BackButton label="完成，返回" onClick={state.leaveFull} />
      <span className={frame.words}>改图</span>
      <Button type="primary" onClick={state.leaveFull}>
        完成
      </Button>
    </header>
  )
}
