import { Button, Segmented } from 'antd'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { PlanChange, Ruler } from '#contracts/flatplan.ts'
import type { PlanRoom } from '#ops/flatplan/preview.ts'
import { paramsOf } from '#ops/index.ts'
import { ownOf, withOwn } from '#ops/own-edits.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { downloadPack, usePacks } from '#src/data/settings/packs.ts'
import { toastError } from '#src/state/toasts.ts'
import { formatBytes } from '#src/text/format.ts'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'
import { useStageClicks } from '#src/ui/image/use-stage-clicks.ts'
import { useZoomPan } from '#src/ui/image/use-zoom-pan.ts'
import { ZoomBar } from '#src/ui/image/ZoomBar.tsx'
import { ZoomStage } from '#src/ui/image/ZoomStage.tsx'
import { placeOf } from '#src/ui/image/zoom.ts'
import styles from '../Canvas.module.css'
import bar from '../canvas-bar.module.css'
import { editPicture } from '../own-edits.ts'
import { PreviewPicture } from '../PreviewPicture.tsx'
import frame from '../render/RenderCanvas.module.css'
import type { Bench } from '../use-bench.ts'
import own from './Plan.module.css'
import { changeRoom, isInRoom, withoutRoom } from './plan-changes.ts'
import { RoomPanel } from './RoomPanel.tsx'
import { RulerBar } from './RulerBar.tsx'
import { usePlanPreview } from './use-plan-preview.ts'
import { usePlanTexts } from './use-plan-texts.ts'

interface Props {
  bench: Bench
  source: DraftInput
  selected: number | null
  onSelect: (id: number | null) => void
  onRooms: (rooms: readonly PlanRoom[]) => void
}

type Side = 'result' | 'source'
type Place = readonly [x: number, y: number]

const SIDES: { value: Side; label: string }[] = [
  { value: 'result', label: '预览' },
  { value: 'source', label: '线图' },
]

/** What was set on this plan alone. */
function usePlanSettings({ setInputs }: Bench, source: DraftInput) {
  const { ruler = null, changes = [] } = ownOf('flatplan', source)
  const set = (next: { ruler?: Ruler | null; changes?: readonly PlanChange[] }) =>
    setInputs((previous) => editPicture(previous, source.id, next))
  return { ruler, changes, set }
}

/** A plan as it would be coloured; a click on a room tells what it is and changes it. */
export function PlanCanvas({ bench, source, selected, onSelect, onRooms }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [side, setSide] = useState<Side>('result')
  const [ends, setEnds] = useState<readonly Place[] | null>(null)
  const params = useMemo(
    () => paramsOf('flatplan').parse(withOwn('flatplan', bench.params, source.own)),
    [bench.params, source],
  )
  const { texts, state } = usePlanTexts(source)
  const { shown, busy, error } = usePlanPreview(canvas, { source, texts, params })
  const { changes, ruler, set } = usePlanSettings(bench, source)
  const isResult = side === 'result' && shown !== null && ends === null
  const size = shown ?? source
  const zoom = useZoomPan({ width: size.width, height: size.height })
  const { view } = zoom
  const place = placeOf(view, size)
  const rooms = shown?.rooms
  const tellRooms = useEffectEvent((found: readonly PlanRoom[]) => onRooms(found))
  useEffect(() => tellRooms(rooms ?? []), [rooms])
  const room = rooms?.find(({ id }) => id === selected)
  const handlers = useStageClicks(zoom, place, (at) => {
    if (!at) return
    const { x, y } = at
    if (ends) setEnds(ends.length < 2 ? [...ends, [x, y]] : [[x, y]])
    else if (isResult) onSelect(rooms?.find((one) => isInRoom(one, x, y))?.id ?? null)
  })
  const setRuler = (mm: number) => {
    const [from, to] = ends ?? []
    if (from && to) set({ ruler: { x0: from[0], y0: from[1], x1: to[0], y1: to[1], mm } })
    setEnds(null)
  }
  return (
    <div className={`${styles.preview} ${frame.frame}`} data-open={room !== undefined}>
      <ZoomStage zoom={{ ...zoom, handlers }} label="彩平图预览，点选房间可改">
        <PreviewPicture {...{ source, canvas, isResult, place, busy }} testId="plan-preview" />
        <Marks room={isResult ? room : undefined} ends={ends} style={place} />
        {busy ? <span className={frame.busy}>{shown ? '正在更新…' : '正在查找房间…'}</span> : null}
      </ZoomStage>
      {isResult && room ? (
        <RoomPanel
          key={room.id}
          room={room}
          content={params.content}
          isChanged={changes.some(({ x, y }) => x === room.x && y === room.y)}
          onChange={(patch) => set({ changes: changeRoom(changes, room, patch) })}
          onReset={() => set({ changes: withoutRoom(changes, room) })}
          onClose={() => onSelect(null)}
        />
      ) : null}
      {ends ? (
        <RulerBar ends={ends.length} onSet={setRuler} onCancel={() => setEnds(null)} />
      ) : (
        <div className={`${styles.tools} ${bar.tools}`}>
          <Segmented value={side} onChange={setSide} options={SIDES} name="plan-side" aria-label="查看" />
          <span className={bar.facts} role="status">
            <span>{error ? error.message : (shown?.note ?? '')}</span>
            {state === 'absent' ? <TextPack /> : null}
          </span>
          {changes.length > 0 ? (
            <IconButton
              icon={<ToolIcon name="undo" />}
              onClick={() => set({ changes: changes.slice(0, -1) })}
              label="撤销最后一处"
            />
          ) : null}
          <Button type="text" onClick={() => setEnds([])} data-testid="set-scale">
            {ruler ? '重新标定' : '标定比例'}
          </Button>
          <ZoomBar zoom={zoom} />
        </div>
      )}
    </div>
  )
}

/** The outline of the chosen room, and the line whose length is known. */
function Marks({
  room,
  ends,
  style,
}: {
  room: PlanRoom | undefined
  ends: readonly Place[] | null
  style: React.CSSProperties
}) {
  const rings = room?.outline.map((ring) => {
    const points = Array.from({ length: ring.length / 2 }, (_, k) => `${ring[2 * k]} ${ring[2 * k + 1]}`)
    return `M${points.join('L')}Z`
  })
  const [from, to] = ends ?? []
  return (
    <svg className={own.marks} viewBox="0 0 1 1" preserveAspectRatio="none" style={style} aria-hidden="true">
      {rings ? <path className={own.outline} d={rings.join('')} /> : null}
      {from ? <path className={own.line} d={`M${from.join(' ')}L${(to ?? from).join(' ')}`} /> : null}
    </svg>
  )
}

/** Names are read on this device after a download; the server's start does without. */
function TextPack() {
  const pack = usePacks()?.planText
  if (!pack) return null
  const isOn = pack.state === 'downloading' || pack.state === 'waiting'
  if (isOn) return <span>正在下载识别文字的离线包 {Math.round((100 * pack.arrived) / pack.bytes)}%</span>
  return (
    <Button type="link" size="small" onClick={() => void downloadPack('planText').catch(toastError)}>
      预览里识别房间名（下载 {formatBytes(pack.bytes - pack.arrived)}）
    </Button>
  )
}
