import type { EngineNeed } from '#contracts/ops.ts'
import { OPS, type OpId } from '#ops/index.ts'
import { usePlaces } from '#src/data/tasks/places.ts'
import styles from './PlaceBadge.module.css'

/** What a tool waits for, in one word. */
const WAITS_FOR: Record<EngineNeed, string> = {
  none: '待启动',
  comfyui: '需 GPU',
  imageApi: '需 GPU',
  videoModel: '需 GPU',
  visionModel: '需模型',
  languageModel: '需模型',
  embedded: '尚未包含',
}

/** Where a tool runs now; a quiet tag when it waits for an engine. */
export function PlaceBadge({ op }: { op: OpId }) {
  const places = usePlaces(op)
  const able = places.filter((choice) => choice.available)
  if (able.length === 0) {
    return (
      <span className={styles.waiting} title={places[0]?.reason}>
        {WAITS_FOR[OPS[op].needs]}
      </span>
    )
  }
  const shown = able.some((choice) => choice.place === 'device') ? 'device' : able[0]?.place
  return (
    <span className={styles.ready}>
      {shown === 'device' ? '本机' : shown === 'local' ? '本地引擎' : 'GPU'}
    </span>
  )
}
