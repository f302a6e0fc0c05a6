import { Button } from 'antd'
import { type CSSProperties, useRef, useState } from 'react'
import type { Placing } from '#contracts/scenes.ts'
import { type ParamsOf, paramsOf } from '#ops/index.ts'
import { ownOf } from '#ops/own-edits.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { toast } from '#src/state/toasts.ts'
import handle from '#src/ui/image/Handle.module.css'
import { Spinner } from '#src/ui/Spinner.tsx'
import styles from '../Canvas.module.css'
import { withEdits } from '../own-edits.ts'
import type { Bench } from '../use-bench.ts'
import own from './CompositeCanvas.module.css'
import { flipped, sizeOf } from './moves.ts'
import { type Shown, useCompositePreview } from './use-composite-preview.ts'
import { useHands } from './use-hands.ts'

interface Props {
  bench: Bench
  source: DraftInput
  cut: { key: string; file: Blob }
  onPaint: () => void
  /** Lets the network find the subject again; undefined where it did. */
  onUnpaint: (() => void) | undefined
}

const GRIP = `${handle.handle} ${own.grip}`
const CORNERS = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
] as const

/** The form's parameters, the same object while they are the same. */
function useParams(bench: Bench, placing: Placing | null): ParamsOf<'composite'> | null {
  const parsed = paramsOf('composite').safeParse({ ...bench.params, placing })
  const text = parsed.success ? JSON.stringify(parsed.data) : ''
  const [kept, setKept] = useState({ text, params: parsed.data ?? null })
  if (kept.text === text) return kept.params
  const next = { text, params: parsed.data ?? null }
  setKept(next)
  return next.params
}

/** A live preview on which the subject is moved about by hand. */
export function Stage(props: Props) {
  const { bench, source } = props
  const [moved, setMoved] = useState<Placing | null>(null)
  const params = useParams(bench, moved ?? ownOf('composite', source).placing ?? null)
  if (!params) return null
  return <Live {...props} params={params} moved={moved} onMoved={setMoved} />
}

interface LiveProps extends Props {
  params: ParamsOf<'composite'>
  /** Where it is while a hand holds it. */
  moved: Placing | null
  onMoved: (next: Placing | null) => void
}

function Live({ bench, source, cut, params, moved, onMoved, onPaint, onUnpaint }: LiveProps) {
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [settled] = useState(cut)
  const scene = bench.inputs.find(({ role }) => role === 'scene')
  const moving = moved !== null
  const { shown, error, retry } = useCompositePreview(canvas, { source, cut: settled, scene, params, moving })
  const place = (placing: Placing | undefined, all = false) =>
    bench.setInputs((previous) =>
      previous.map((input) => {
        if (input.role !== source.role || (!all && input.id !== source.id)) return input
        return withEdits(input, { placing })
      }),
    )
  const placed = ownOf('composite', source).placing
  const current = moved ?? placed ?? shown?.placing ?? null
  const hands = useHands({
    stage,
    placing: current,
    aspect: shown?.aspect ?? 1,
    frame: shown ?? { width: 1, height: 1 },
    onMove: onMoved,
    onRest: (last) => {
      place(last)
      onMoved(null)
    },
  })
  const others = bench.inputs.filter(({ role }) => role === source.role).length > 1
  const ratio = shown ? shown.width / shown.height : source.width / source.height
  const spread = () => {
    if (current) place(current, true)
    toast('success', '已用于本批全部图片')
  }
  return (
    <div className={styles.preview}>
      <div className={own.room}>
        <div
          ref={setStage}
          className={own.stage}
          style={{ '--ratio': ratio } as CSSProperties}
          role="application"
          aria-label="合成画布：拖动移动主体，方向键微调，加减键缩放，方括号旋转，F 翻转"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a canvas that takes keys
          tabIndex={0}
          data-held={hands.grabbed}
          data-testid="composite-stage"
          {...hands.handlers}
        >
          <canvas
            ref={canvas}
            className={own.canvas}
            role="img"
            aria-label={`${source.file.name}，合成预览`}
            data-ready={shown !== null}
          />
          {current && shown ? <Box placing={current} shown={shown} /> : null}
          {shown || error ? null : (
            <div className={own.wait}>
              <Spinner label="正在合成预览…" />
            </div>
          )}
        </div>
      </div>
      <div className={`${styles.tools} ${own.tools}`}>
        {error ? (
          <span className={own.hint} role="alert">
            {error.message}
            {'，'}
            {error.remedy}
          </span>
        ) : (
          <span className={own.hint}>
            <span className={own.mouse}>拖动移动，滚轮缩放，拉圆点缩放与旋转</span>
            <span className={own.touch}>拖动移动，双指缩放与旋转</span>
            {shown?.note ? `；${shown.note}` : null}
          </span>
        )}
        <div className={own.buttons}>
          {error ? <Button onClick={retry}>重试</Button> : null}
          {onUnpaint ? <Button onClick={onUnpaint}>自动选主体</Button> : null}
          <Button onClick={onPaint} data-testid="paint-subject">
            {onUnpaint ? '修改主体' : '手动选主体'}
          </Button>
          {others ? (
            <Button onClick={spread} disabled={!placed}>
              用于全部
            </Button>
          ) : null}
          <Button onClick={() => current && place(flipped(current))} disabled={!current}>
            翻转
          </Button>
          <Button onClick={() => place(undefined)} disabled={!placed}>
            复位
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Outline of the subject with its handles. */
function Box({ placing, shown }: { placing: Placing; shown: Shown }) {
  const { width, height } = sizeOf(placing, shown.aspect, shown)
  return (
    <div
      className={own.box}
      aria-hidden="true"
      data-testid="composite-box"
      style={{
        left: `${100 * (placing.x - width / shown.width / 2)}%`,
        top: `${100 * (placing.y - height / shown.height)}%`,
        width: `${(100 * width) / shown.width}%`,
        height: `${(100 * height) / shown.height}%`,
        transform: `rotate(${placing.turn}deg)`,
      }}
    >
      {CORNERS.map(([x, y]) => (
        <span key={`${x} ${y}`} className={GRIP} data-grip="corner" style={{ left: `${x}%`, top: `${y}%` }} />
      ))}
      <span className={GRIP} data-grip="turn" style={{ left: '50%', top: -28 }} />
    </div>
  )
}
