import type { OpId } from '#contracts/ops.ts'
import { usePlaces } from '#src/data/places.ts'
import styles from './PlaceBadge.module.css'

/** Where a tool runs now; a quiet tag when it waits for an engine. */
export function PlaceBadge({ op }: { op: OpId }) {
  const places = usePlaces(op)
  const able = places.filter((choice) => choice.available)
  if (able.length === 0) {
    const gpu = places.some((choice) => choice.place === 'gpu')
    return (
      <span className={styles.waiting} title={places[0]?.reason}>
        {gpu ? '需 GPU' : '待接入'}
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
