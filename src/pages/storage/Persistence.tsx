import { useEffect, useState } from 'react'
import { askForPersistence, isPersistent } from '#src/data/store/storage.ts'
import { toast } from '#src/state/toasts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import frame from '../page.module.css'
import styles from '../StoragePage.module.css'

const WORDS = {
  yes: '浏览器承诺不会自动清理筑绘的内容。',
  no: '磁盘紧张时，浏览器可能自动清理筑绘的内容，包括草稿与本机结果。',
  unknown: '此浏览器不说明会不会自动清理，重要的结果请及时下载。',
} as const

/** Whether the browser may clear everything by itself, and a request not to. */
export function Persistence() {
  const [state, setState] = useState<keyof typeof WORDS | null>(null)
  useEffect(() => {
    void isPersistent().then((kept) => setState(kept === null ? 'unknown' : kept ? 'yes' : 'no'))
  }, [])
  const handleAsk = async () => {
    const given = await askForPersistence()
    setState(given ? 'yes' : 'no')
    if (!given) toast('info', '浏览器这次没有同意。把筑绘安装为应用或加入收藏后再试，通常会同意。')
  }
  if (!state) return null
  return (
    <section className={`${frame.panel} ${styles.section}`} aria-labelledby="persistence">
      <div className={styles.row}>
        <Icon name={state === 'yes' ? 'check' : 'lock'} />
        <div className={styles.words}>
          <h2 id="persistence">长期保存</h2>
          <p>{WORDS[state]}</p>
        </div>
        {state === 'no' && (
          <Button look="primary" onClick={() => void handleAsk()}>
            申请长期保存
          </Button>
        )}
      </div>
    </section>
  )
}
