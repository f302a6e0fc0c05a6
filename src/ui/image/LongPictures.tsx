import { Button } from 'antd'
import { useState } from 'react'
import { SHRUNK_SIDE } from '#src/data/files/files.ts'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { FileName } from '#src/ui/FileName.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './RefusalList.module.css'
import type { Intake, LongPicture } from './use-intake.ts'

/** What became of a picture that is much longer than wide, and why. */
export function wordsOfLong({ input, before }: Pick<LongPicture, 'input' | 'before'>): string {
  const size = `${before.width} × ${before.height} px`
  const longer = Math.max(before.width, before.height)
  const left = Math.round((Math.min(before.width, before.height) * SHRUNK_SIDE) / longer)
  const kept =
    input.width === before.width && input.height === before.height
      ? '所以没有缩小'
      : `所以按浏览器能处理的大小保留为 ${input.width} × ${input.height} px`
  return `${size}，缩到长边 ${SHRUNK_SIDE} px 后短边只剩 ${left} px，${kept}`
}

/** Pictures that are much longer than wide, each with the offer to cut it. */
export function LongPictures({ intake }: { intake: Intake }) {
  const [busy, setBusy] = useState<string | null>(null)
  if (intake.longs.length === 0) return null
  const cut = async (long: LongPicture) => {
    setBusy(long.id)
    await intake.cut(long)
    setBusy(null)
  }
  return (
    <section className={styles.box} role="status" aria-label="很长的图片">
      <ul className={styles.list}>
        {intake.longs.map((long) => (
          <li key={long.id} className={styles.row}>
            <div className={styles.text}>
              <FileName name={long.input.file.name} className={styles.name} />
              <span className={styles.why}>{wordsOfLong(long)}</span>
              {long.pieces > 1 ? null : (
                <span className={styles.how}>这里只能放一张：要分段处理，请先裁开，或用能放多张的工具</span>
              )}
            </div>
            {long.pieces > 1 ? (
              <Button size="small" loading={busy === long.id} onClick={() => void cut(long)}>
                切成 {long.pieces} 段
              </Button>
            ) : null}
            <IconButton
              size="small"
              icon={<Icon name="close" size={16} />}
              onClick={() => intake.dismiss(long.id)}
              label={`保留 ${long.input.file.name} 不切`}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
