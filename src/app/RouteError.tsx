import { useRouteError } from 'react-router-dom'
import { toAppError } from '#contracts/errors.ts'
import { Button } from '#src/ui/Button.tsx'
import { Mark } from '#src/ui/Mark.tsx'
import { hrefOfHome } from './device.ts'
import { ChunkError } from './load-chunk.ts'
import styles from './RouteError.module.css'

function wordsFor(error: unknown): { title: string; text: string } {
  if (error instanceof ChunkError) {
    return error.reason === 'timeout'
      ? { title: '页面加载超时', text: '等了 120 秒仍未加载完。请检查网络，然后重新加载。' }
      : {
          title: '页面没有加载成功',
          text: '网络可能中断，或者服务器刚更新了版本。重新加载即可恢复，未提交的内容保存在本机。',
        }
  }
  const { message, remedy } = toAppError(error)
  return error instanceof Error && error.name === 'AppError'
    ? { title: message, text: remedy }
    : { title: '页面出错了', text: '这一页遇到了意外错误。重新加载通常可以恢复，任务与图片都还在。' }
}

/** In the place of a page that could not be loaded or drawn. */
export function RouteError() {
  const error = useRouteError()
  const { title, text } = wordsFor(error)
  return (
    <div className={styles.page} role="alert">
      <Mark size={56} />
      <h1>{title}</h1>
      <p>{text}</p>
      <div className={styles.actions}>
        <Button look="primary" icon="retry" onClick={() => location.reload()}>
          重新加载
        </Button>
        <Button onClick={() => location.assign(hrefOfHome())}>回到首页</Button>
      </div>
      {error instanceof Error && !(error instanceof ChunkError) && (
        <details className={styles.details}>
          <summary>技术信息</summary>
          <code>{error.message}</code>
        </details>
      )}
    </div>
  )
}
