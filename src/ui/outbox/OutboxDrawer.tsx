import { toAppError } from '#contracts/errors.ts'
import { loginOpen, useUser } from '#src/data/api/session.ts'
import { useStorageProblem } from '#src/data/store/db.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { adoptGuestJobs, type OutboxState, useOutbox } from '#src/data/tasks/outbox.ts'
import { blockerOf, type Hold } from '#src/data/tasks/outbox-model.ts'
import { onWifi, outboxPaused, wifiOnly } from '#src/data/tasks/outbox-settings.ts'
import { cancel, type LocalTask, remove, retry } from '#src/data/tasks/tasks.ts'
import { outboxOpen } from '#src/state/outbox-drawer.ts'
import { toast } from '#src/state/toasts.ts'
import { formatBytes } from '#src/text/format.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { Drawer } from '#src/ui/Drawer.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { JobList } from './JobList.tsx'
import { JobRow } from './JobRow.tsx'
import styles from './Outbox.module.css'
import { HOLD_WORDS, wordsOfEstimate, wordsOfJob } from './outbox-words.ts'

const HOLD_ICONS: Record<Hold, IconName> = {
  offline: 'offline',
  signIn: 'user',
  paused: 'pause',
  wifi: 'slow',
}

const close = () => {
  outboxOpen.value = false
}
const askSignIn = () => {
  close()
  loginOpen.value = true
}
const report = (thrown: unknown) => toast('error', toAppError(thrown).message)

/** What this device still has to send: order, size, cost, what it waits for, and everything that can be done about it. */
export default function OutboxDrawer() {
  const outbox = useOutbox()
  const { jobs, guestJobs, failed } = outbox
  const total = jobs.length + guestJobs.length
  return (
    <Drawer title={total > 0 ? `待发送（${total}）` : '待发送'} onClose={close}>
      {total + failed.length === 0 && (
        <EmptyState icon="check" title="没有等待发送的任务" as="h3">
          断网、暂停或没发完就关掉页面时，任务和图片会存在这里，恢复后自动发送。
        </EmptyState>
      )}
      {total > 0 && <Summary outbox={outbox} />}
      {total > 0 && <Switches paused={outbox.view.hold === 'paused'} />}
      {jobs.length > 0 && <JobList jobs={jobs} view={outbox.view} />}
      {guestJobs.length > 0 && <GuestJobs outbox={outbox} />}
      {failed.length > 0 && <FailedJobs jobs={failed} />}
      {total > 0 && (
        <p className={styles.foot}>关闭页面后暂停发送，下次打开筑绘时从中断处接着传，不会重复扣券。</p>
      )}
    </Drawer>
  )
}

function Summary({ outbox }: { outbox: OutboxState }) {
  const { view, estimates, bytes } = outbox
  const storage = useStorageProblem()
  return (
    <div className={styles.summary}>
      {view.hold && (
        <p className={styles.hold} role="status">
          <Icon name={HOLD_ICONS[view.hold]} size={18} />
          <span>{HOLD_WORDS[view.hold]}</span>
          {view.hold === 'signIn' && (
            <Button size="s" onClick={askSignIn}>
              登录
            </Button>
          )}
        </p>
      )}
      {storage?.unsaved && (
        <p className={styles.short} role="status">
          <Icon name="warn" size={18} />
          <span>
            {storage.error.message}，{storage.unsaved}只在这个页面里，发送完之前请不要关闭。
          </span>
        </p>
      )}
      <ul className={styles.facts}>
        {bytes > 0 && <li>待上传 {formatBytes(bytes)}</li>}
        {estimates.map((estimate) => (
          <li key={estimate.kind} className={estimate.missing > 0 ? styles.missing : undefined}>
            {wordsOfEstimate(estimate)}
          </li>
        ))}
        {estimates.length === 0 && <li>不消耗算力券</li>}
      </ul>
    </div>
  )
}

function Switches({ paused }: { paused: boolean }) {
  const isPaused = useSignalValue(outboxPaused)
  const isWifiOnly = useSignalValue(wifiOnly)
  const knowsLink = useSignalValue(onWifi) !== undefined
  return (
    <div className={styles.switches}>
      <Button
        size="s"
        icon={isPaused ? 'play' : 'pause'}
        aria-pressed={isPaused}
        look={paused ? 'primary' : 'plain'}
        onClick={() => {
          outboxPaused.value = !isPaused
        }}
      >
        {isPaused ? '继续发送' : '全部暂停'}
      </Button>
      {knowsLink || isWifiOnly ? (
        <label className={styles.wifi}>
          <input
            type="checkbox"
            checked={isWifiOnly}
            onChange={(event) => {
              wifiOnly.value = event.target.checked
            }}
          />
          只在 Wi-Fi 上传
        </label>
      ) : (
        <span className={styles.note}>此浏览器不告知网络类型，不能限定只在 Wi-Fi 上传</span>
      )}
    </div>
  )
}

function GuestJobs({ outbox }: { outbox: OutboxState }) {
  const { guestJobs, view } = outbox
  const user = useUser()
  return (
    <section aria-labelledby="outbox-guest">
      <h3 id="outbox-guest" className={styles.title}>
        未登录时添加
      </h3>
      <ul className={styles.list}>
        {guestJobs.map((job) => (
          <JobRow key={job.taskId} job={job} state={wordsOfJob(job, blockerOf(job, view, user?.id))}>
            <IconButton icon="close" label="取消" onClick={() => void cancel(job.taskId).catch(report)} />
          </JobRow>
        ))}
      </ul>
      {user ? (
        <Button look="primary" className={styles.wide} onClick={() => void adoptGuestJobs().catch(report)}>
          用当前账户发送 {guestJobs.length} 个任务
        </Button>
      ) : (
        <Button look="primary" className={styles.wide} onClick={askSignIn}>
          登录后发送
        </Button>
      )}
    </section>
  )
}

function FailedJobs({ jobs }: { jobs: readonly LocalTask[] }) {
  return (
    <section aria-labelledby="outbox-failed">
      <h3 id="outbox-failed" className={styles.title}>
        没有发送成功
      </h3>
      <ul className={styles.list}>
        {jobs.map((job) => (
          <JobRow
            key={job.taskId}
            job={job}
            failed
            state={`${job.error?.message ?? '发送失败'}，${job.error?.remedy ?? '请重试'}`}
          >
            <IconButton
              icon="retry"
              label="重试"
              onClick={() =>
                void retry(job.taskId)
                  .then(() => remove([job.taskId]))
                  .catch(report)
              }
            />
            <IconButton icon="trash" label="删除" onClick={() => void remove([job.taskId]).catch(report)} />
          </JobRow>
        ))}
      </ul>
    </section>
  )
}
