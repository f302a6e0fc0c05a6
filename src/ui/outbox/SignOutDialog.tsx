import { useEffect, useState } from 'react'
import { currentOwner, signOut } from '#src/data/api/session.ts'
import { useStorageProblem } from '#src/data/store/db.ts'
import { countOnlyHere } from '#src/data/store/private-data.ts'
import { useOutbox } from '#src/data/tasks/outbox.ts'
import { signOutAsked } from '#src/state/outbox-drawer.ts'
import { toast } from '#src/state/toasts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import styles from './Outbox.module.css'

const close = () => {
  signOutAsked.value = false
}

/** Asks what becomes of jobs that are still waiting when their account signs out. */
export default function SignOutDialog() {
  const { jobs } = useOutbox()
  // The number does not fall to nothing while the sign-out runs.
  const [count] = useState(jobs.length)
  const storage = useStorageProblem()
  const [busy, setBusy] = useState(false)
  const [lost, setLost] = useState(0)
  useEffect(() => {
    void countOnlyHere(currentOwner()).then(setLost)
  }, [])
  const leave = async (keepWaiting: boolean) => {
    setBusy(true)
    await signOut(keepWaiting)
    close()
    toast(
      'success',
      keepWaiting ? `已退出登录，${count} 个任务等你下次登录后发送` : '已退出登录，本机上的个人内容已清除',
    )
  }
  return (
    <Dialog title={`还有 ${count} 个任务没有发送`} onClose={close}>
      <p className={styles.ask}>
        保留：任务和图片留在本机，同一账户下次登录后继续发送，其他人看不到。其余个人内容照常清除。
      </p>
      {lost > 0 && (
        <p className={styles.ask}>
          另有 {lost} 个本机处理的结果只在这台设备上，退出时会删除，需要的请先下载。
        </p>
      )}
      {storage?.unsaved && (
        <p className={styles.ask}>
          {storage.error.message}，没有存下的任务无法保留。{storage.error.remedy}。
        </p>
      )}
      <div className={styles.choices}>
        <Button onClick={close} disabled={busy}>
          暂不退出
        </Button>
        <Button look="danger" onClick={() => void leave(false)} disabled={busy}>
          一并删除
        </Button>
        <Button look="primary" onClick={() => void leave(true)} disabled={busy}>
          保留并退出
        </Button>
      </div>
    </Dialog>
  )
}
