import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { AppError } from '#contracts/errors.ts'
import { useIsOffline } from '#src/data/api/network.ts'
import { loginOpen, useUser } from '#src/data/api/session.ts'
import { saveUnsaved, useStorageProblem } from '#src/data/store/db.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { useExpiredJobs } from '#src/data/tasks/outbox.ts'
import { useTasks } from '#src/data/tasks/tasks.ts'
import { draftOffers } from '#src/state/draft-offers.ts'
import { outboxOpen } from '#src/state/outbox-drawer.ts'
import { toast } from '#src/state/toasts.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './Bars.module.css'
import { hrefOfPage } from './device.ts'
import { applyUpdate, updateReady } from './service-worker.ts'

const openOutbox = () => {
  outboxOpen.value = true
}

/** What the whole app has to say above a page: the network is gone, storage is full, or a new version waits. */
export function Bars() {
  const offline = useIsOffline()
  const waiting = useTasks({ state: 'waiting' }).length
  const update = useSignalValue(updateReady)
  const storage = useStorageProblem()
  const expired = useExpiredJobs()
  const user = useUser()
  const bars = useHeightInStyles()
  return (
    <div ref={bars}>
      {offline && (
        <div className={styles.offline}>
          <Icon name="offline" size={18} />
          <span>
            {waiting > 0
              ? `离线中，${waiting} 个任务在本机等待，恢复网络后自动提交。`
              : '离线中，本机工具和历史任务照常可用。'}
          </span>
          {waiting > 0 && (
            <Button size="s" onClick={openOutbox}>
              查看
            </Button>
          )}
        </div>
      )}
      {expired > 0 && !user && (
        <div className={styles.offline} role="status">
          <Icon name="user" size={18} />
          <span>登录已过期，{expired} 个任务在本机等待，重新登录后继续发送。</span>
          <Button
            size="s"
            onClick={() => {
              loginOpen.value = true
            }}
          >
            登录
          </Button>
        </div>
      )}
      <DraftBar />
      {storage && <StorageBar problem={storage.error} unsaved={storage.unsaved} />}
      {update && (
        <div className={styles.update} role="status">
          <span>有新版本，更新只需一秒，草稿与任务都会保留。</span>
          <Button size="s" onClick={() => void applyUpdate()}>
            立即更新
          </Button>
        </div>
      )}
    </div>
  )
}

/** A form of the tool on show that another tab had changed at the same time. */
function DraftBar() {
  const { pathname, search } = useLocation()
  const toolId = new URLSearchParams(search).get('tool') ?? pathname.slice(1)
  const offer = useSignalValue(draftOffers).find((one) => one.toolId === toolId)
  if (!offer) return null
  const time = new Date(offer.at).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' })
  return (
    <div className={styles.update} role="status">
      <span>
        另一个标签页也改过这份草稿。{time} 的那一份（{offer.pictures} 个文件）没有丢，可以换过来看。
      </span>
      <span className={styles.actions}>
        <Button size="s" onClick={offer.take}>
          换成那一份
        </Button>
        <Button size="s" onClick={offer.drop}>
          不要那一份
        </Button>
      </span>
    </div>
  )
}

/** Keeps `--bars` the height of what stands here, for pages that fill the rest of the window. */
function useHeightInStyles() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let known = 0
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0
      // The whole document is styled anew by it, also when it stays the same.
      if (height === known) return
      known = height
      document.documentElement.style.setProperty('--bars', `${height}px`)
    })
    if (ref.current) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return ref
}

/** Something could not be stored: what lives in this page alone, how to make room, and another try. */
function StorageBar({ problem, unsaved }: { problem: AppError; unsaved: string }) {
  const handleRetry = async () => {
    if (await saveUnsaved()) toast('success', '已保存到本机')
    else toast('warning', '仍然保存不了，请先清理空间')
  }
  if (problem.errorName === 'STORAGE_SILENT') {
    return (
      <div className={styles.offline} role="alert">
        <Icon name="warn" size={18} />
        <span>
          {problem.message}，{unsaved || '新的内容'}只在这个页面里。{problem.remedy}。
        </span>
      </div>
    )
  }
  return (
    <div className={styles.offline} role="alert">
      <Icon name="warn" size={18} />
      <span>
        {problem.message}。
        {unsaved ? `${unsaved}只在这个页面里，清理出空间之前请不要关闭。` : `${problem.remedy}。`}
      </span>
      <span className={styles.actions}>
        <LinkButton to={hrefOfPage('/myStorage')} size="s">
          清理空间
        </LinkButton>
        {unsaved && (
          <Button size="s" onClick={() => void handleRetry()}>
            再试一次
          </Button>
        )}
      </span>
    </div>
  )
}
