import { Button } from 'antd'
import { OPS } from '#ops/index.ts'
import { useOwner } from '#src/data/api/session.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { keepPictureMask } from '#src/data/drafts/picture-masks.ts'
import { newId } from '#src/data/store/locks.ts'
import { toast } from '#src/state/toasts.ts'
import { maskOf } from '../start-rules.ts'
import type { Bench } from '../use-bench.ts'
import styles from './Batch.module.css'

/** Masks of a batch: each belongs to the picture that it was painted on, or is copied where the sizes agree. */
export function MaskRow({ bench }: { bench: Bench }) {
  const { batch, inputs, tool } = bench
  const owner = useOwner()
  if (tool.workbench !== 'mask' || batch.pictures.length < 2 || bench.params.mode === 'auto') return null
  const painted = batch.pictures.filter((picture) => maskOf(inputs, picture))
  const bare = batch.pictures.filter((picture) => !maskOf(inputs, picture))
  const first = painted[0]
  const alike = first ? bare.filter((one) => one.width === first.width && one.height === first.height) : []
  const copy = () => {
    const mask = first && maskOf(inputs, first)
    if (!mask) return
    const copies = alike.map((picture): DraftInput => ({ ...mask, id: newId(), of: picture.id }))
    bench.setInputs((previous) => [...previous, ...copies])
    for (const [n, picture] of alike.entries())
      void keepPictureMask(owner, picture, mask.file, copies[n]?.id ?? '').catch(() => undefined)
    toast('success', `已套用到 ${copies.length} 张`)
  }
  return (
    <p className={styles.masks}>
      <span>
        {OPS[tool.op].look?.canvas === 'things'
          ? '选过主体的按所选抠图，其余自动识别：已选'
          : '蒙版只用于涂抹过的那一张：已涂抹'}{' '}
        {painted.length} / {batch.pictures.length}
      </span>
      {alike.length > 0 ? (
        <Button size="small" onClick={copy}>
          套用到同尺寸的其余 {alike.length} 张
        </Button>
      ) : null}
    </p>
  )
}
