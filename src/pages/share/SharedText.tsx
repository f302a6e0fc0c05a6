import { toast } from '#src/state/toasts.ts'
import { Button } from '#src/ui/Button.tsx'
import frame from '../page.module.css'
import styles from './SharedText.module.css'

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast('success', '已复制')
  } catch {
    toast('warning', '浏览器不允许复制，请长按文字后选择复制')
  }
}

/** A text or a link that was shared: no picture, but it may be the words for one. */
export function SharedText({ title, text, isLink }: { title: string; text: string; isLink: boolean }) {
  return (
    <div className={frame.panel}>
      {title && <h2 className={styles.title}>{title}</h2>}
      <p className={styles.text}>{text || '这次分享没有内容'}</p>
      {isLink && (
        <p className={styles.note}>
          这是一个链接。筑绘不会去取链接里的图片，请先把图片存到相册，再分享图片本身。
        </p>
      )}
      {text && <Button onClick={() => void copy(text)}>复制</Button>}
    </div>
  )
}
