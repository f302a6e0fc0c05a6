import { Segmented } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { OPS, paramsOf } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { formatPixels } from '#src/text/format.ts'
import { useZoomPan } from '#src/ui/image/use-zoom-pan.ts'
import { ZoomBar } from '#src/ui/image/ZoomBar.tsx'
import { ZoomStage } from '#src/ui/image/ZoomStage.tsx'
import { placeOf } from '#src/ui/image/zoom.ts'
import styles from './Canvas.module.css'
import bar from './canvas-bar.module.css'
import { InputPreview } from './InputPreview.tsx'
import own from './LiveCanvas.module.css'
import { PreviewPicture } from './PreviewPicture.tsx'
import type { Bench } from './use-bench.ts'
import { MOVING_SIDE, type SteadyPreview, useSteadyPreview } from './use-steady-preview.ts'

type Side = 'result' | 'source'

const SIDES: { value: Side; label: string }[] = [
  { value: 'result', label: '预览' },
  { value: 'source', label: '原图' },
]

/** What is said of verticals that were left as they are. */
const LEFT_ALONE: Record<Exclude<NonNullable<SteadyPreview['verticals']>, 'turned'>, string> = {
  straight: '竖线已经竖直',
  'no-evidence': '没有找到可拉直的竖线',
  deliberate: '倾角过大，竖线保持原样',
}

/** A picture as the operation would make it, while the sliders move: what its preview.ts draws. */
export function LiveCanvas({ bench, source }: { bench: Bench; source: DraftInput }) {
  // What this browser cannot decode it cannot preview either; the start works all the same.
  if (source.width === 0) return <InputPreview inputs={[source]} />
  return <Preview key={source.id} bench={bench} source={source} />
}

function Preview({ bench, source }: { bench: Bench; source: DraftInput }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [side, setSide] = useState<Side>('result')
  const { op } = bench.tool
  const params = useMemo(() => paramsOf(op).parse(bench.params), [op, bench.params])
  const more = bench.inputs.find(({ role }) => role !== source.role)
  const [sharp, setSharp] = useState(false)
  const { shown, error } = useSteadyPreview(canvas, op, { source, params, more, sharp })
  const isResult = side === 'result' && shown !== null
  const size = isResult ? shown : source
  const zoom = useZoomPan({ width: size.width, height: size.height })
  const { view } = zoom
  const place = placeOf(view, size)
  const seen = Math.max(place.width, place.height) * window.devicePixelRatio
  const needsMore = seen > 1.1 * MOVING_SIDE
  useEffect(() => setSharp(needsMore), [needsMore])
  return (
    <div className={`${styles.preview} ${own.frame}`}>
      <ZoomStage zoom={zoom} label={`${OPS[op].title}预览`}>
        <PreviewPicture {...{ source, canvas, isResult, place }} testId={`${op}-preview`} />
      </ZoomStage>
      <div className={`${styles.tools} ${bar.tools} ${own.tools}`}>
        <Segmented value={side} onChange={setSide} options={SIDES} name="preview-side" aria-label="查看" />
        <span className={bar.facts} role="status">
          <span>{error ? error.message : shown ? formatPixels(size.width, size.height) : '正在分析…'}</span>
          {shown?.verticals && bench.params.straighten && shown.verticals !== 'turned' ? (
            <span>{LEFT_ALONE[shown.verticals]}</span>
          ) : null}
        </span>
        <ZoomBar zoom={zoom} />
      </div>
    </div>
  )
}
