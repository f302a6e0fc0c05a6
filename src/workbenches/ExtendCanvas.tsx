import { LIMITS } from '#contracts/asset.ts'
import { paramsOf } from '#ops/index.ts'
import { marginsOf } from '#ops/outpaint/margins.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { formatPixels } from '#src/text/format.ts'
import { useObjectUrl } from '#src/ui/image/object-url.ts'
import { useZoomPan } from '#src/ui/image/use-zoom-pan.ts'
import { ZoomBar } from '#src/ui/image/ZoomBar.tsx'
import { ZoomStage } from '#src/ui/image/ZoomStage.tsx'
import { placeOf } from '#src/ui/image/zoom.ts'
import styles from './Canvas.module.css'
import bar from './canvas-bar.module.css'
import own from './ExtendCanvas.module.css'
import { InputPreview } from './InputPreview.tsx'
import type { Bench } from './use-bench.ts'

const SIDES = [
  ['left', '左'],
  ['right', '右'],
  ['top', '上'],
  ['bottom', '下'],
] as const

/** Sides longer than this part of the picture repeat what is there. */
const FAR = 1 / 3

/** A picture in the frame that it is extended to, as large as the result. */
export function ExtendCanvas({ bench, source }: { bench: Bench; source: DraftInput }) {
  const params = paramsOf('outpaint').safeParse(bench.params)
  // Without a size there is nothing to draw the frame around; the start works all the same.
  if (source.width === 0 || !params.success) return <InputPreview inputs={[source]} />
  const margins = marginsOf(params.data, source.width, source.height)
  return <Frame source={source} margins={margins} />
}

function Frame({ source, margins }: { source: DraftInput; margins: ReturnType<typeof marginsOf> }) {
  const url = useObjectUrl(source.file)
  const { left, right, top, bottom } = margins
  const size = { width: source.width + left + right, height: source.height + top + bottom }
  const zoom = useZoomPan(size)
  const { view } = zoom
  const added = SIDES.filter(([side]) => margins[side] > 0)
  return (
    <div className={styles.preview}>
      <ZoomStage zoom={zoom} label="扩图范围">
        <div className={own.frame} style={placeOf(view, size)} data-testid="extend-frame">
          {url ? (
            <img
              className={own.picture}
              src={url}
              alt={source.file.name}
              draggable={false}
              style={{
                left: left * view.scale,
                top: top * view.scale,
                width: source.width * view.scale,
                height: source.height * view.scale,
              }}
            />
          ) : null}
        </div>
      </ZoomStage>
      <div className={`${styles.tools} ${bar.tools}`}>
        <span className={bar.facts} role="status">
          <span>
            {formatPixels(source.width, source.height)} → {formatPixels(size.width, size.height)}
          </span>
          <span>{added.map(([side, title]) => `${title} ${margins[side]}`).join(' · ') || '不用扩展'}</span>
          {warningOf(source, margins, size)}
        </span>
        <ZoomBar zoom={zoom} />
      </div>
    </div>
  )
}

function warningOf(
  source: DraftInput,
  { left, right, top, bottom }: ReturnType<typeof marginsOf>,
  size: { width: number; height: number },
) {
  if (size.width * size.height > LIMITS.pixels)
    return <span className={own.warning}>画面太大，请减小范围</span>
  const part = Math.max(Math.max(left, right) / source.width, Math.max(top, bottom) / source.height)
  return part > FAR ? <span className={own.warning}>扩展较多，远处容易重复</span> : null
}
