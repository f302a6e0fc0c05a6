import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { toAppError } from '#contracts/errors.ts'
import { call } from '#src/data/api/api.ts'
import frame from '#src/pages/page.module.css'
import { confirmed } from '#src/state/confirm.ts'
import { toast } from '#src/state/toasts.ts'
import { formatBytes } from '#src/text/format.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './PersonCenter.module.css'

/** What the account's pictures take on the server, and a way to clear what no task shows. */
export function ServerStorage({ userId }: { userId: string }) {
  const client = useQueryClient()
  const key = ['userStorage', userId]
  const { data: use, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('userStorage', { signal }),
    staleTime: 0,
  })
  const clearing = useMutation({
    mutationFn: () => call('clearUnused'),
    onSuccess: (left) => {
      toast('success', use ? `已清理 ${formatBytes(Math.max(0, use.used - left.used))}` : '已清理')
      client.setQueryData(key, left)
    },
  })
  const handleClear = async () => {
    const sure = await confirmed({
      title: '清理没有用到的图片？',
      text: '上传过、但没有任何任务用到的图片会从服务器删除，最近一小时的除外。任务与本机的草稿不受影响。',
      confirmLabel: '清理',
    })
    if (sure) clearing.mutate()
  }
  const failure = clearing.error ?? error
  const share = use ? Math.min(1, use.used / use.quota) : 0
  return (
    <section aria-labelledby="server-storage" className={`${frame.panel} ${styles.storage}`}>
      <h2 id="server-storage" className={styles.ledgerTitle}>
        服务器空间
      </h2>
      {use && (
        <>
          <p>
            已用 {formatBytes(use.used)}，共 {formatBytes(use.quota)}
          </p>
          <meter
            className={styles.meter}
            min={0}
            max={1}
            high={0.9}
            value={share}
            aria-label="服务器空间已用比例"
          />
          <p className={styles.rule}>
            {use.unused > 0
              ? `其中 ${formatBytes(use.unused)} 没有任务用到，7 天后自动清理；任务里的原图与成图不受影响。`
              : '所有图片都在任务里。删除任务会一并删除它的图片。'}
          </p>
          {use.unused > 0 && (
            <Button
              icon={<Icon name="trash" size={18} />}
              loading={clearing.isPending}
              onClick={() => void handleClear()}
            >
              清理没有用到的图片
            </Button>
          )}
        </>
      )}
      {failure && <ErrorNote error={toAppError(failure)} />}
    </section>
  )
}
