import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { preview } from '#ops/edit/preview.ts'
import { type ParamsOf, paramsOf } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { drawPreview } from '#src/worker-clients/image-previews.ts'
import { useLivePreview } from '../live-preview.ts'
import { keyed, OPEN } from '../preview-files.ts'
import { lackOf, maskOf } from '../start-rules.ts'
import type { Bench } from '../use-bench.ts'
import styles from './EditPreview.module.css'

/** Longer side of previews, px. */
const SIDE = 1024
/** Words and strokes rest this long before they are drawn, ms. */
const REST_MS = 400

interface Wanted {
  source: DraftInput
  mask: DraftInput
  style: DraftInput | undefined
  params: ParamsOf<'edit'>
}

const draw = ({ source, mask, style, params }: Wanted) =>
  drawPreview<typeof preview>({ op: 'edit', params, inputs: keyed(source, mask, style), side: SIDE }, OPEN)

/** A value as it was when it last rested. */
function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

interface Props {
  bench: Bench
  /** The picture that is being marked. */
  source: DraftInput
}

/** What the marked part of a picture becomes, in a corner of the canvas, as marks and words change. */
export function EditPreview({ bench, source }: Props) {
  const { inputs, params } = bench
  const mask = maskOf(inputs, source)
  const style = inputs.find(({ role }) => role === 'style')
  const parsed = useMemo(() => paramsOf('edit').safeParse(params), [params])
  const wanted = useMemo(
    () => (mask && parsed.success ? { source, mask, style, params: parsed.data } : null),
    [source, mask, style, parsed],
  )
  const rested = useRested(wanted)
  if (!wanted || !rested || lackOf(bench) || source.width === 0) return null
  return <Shown key={rested.source.id} wanted={rested} />
}

function Shown({ wanted }: { wanted: Wanted }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { shown, busy, error } = useLivePreview(canvas, wanted, draw)
  const [isOpen, setOpen] = useState(true)
  const id = useId()
  const { width, height } = wanted.source
  return (
    <figure className={styles.preview} data-open={isOpen}>
      <figcaption className={styles.title}>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          预览
          <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={16} />
        </button>
        <span role="status">{busy && !error && '正在更新…'}</span>
      </figcaption>
      <div id={id} hidden={!isOpen}>
        {error && !busy ? (
          <p className={styles.problem} role="status">
            {error.message}，{error.remedy}
          </p>
        ) : null}
        <canvas
          ref={canvas}
          className={styles.picture}
          hidden={error !== null}
          style={{ aspectRatio: `${width} / ${height}` }}
          role="img"
          aria-label={`${wanted.source.file.name}，重绘预览`}
          data-ready={shown !== null}
          data-busy={busy}
          data-testid="edit-preview"
        />
      </div>
    </figure>
  )
}
