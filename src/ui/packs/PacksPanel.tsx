import { useEffect, useState } from 'react'
import { toAppError } from '#contracts/errors.ts'
import { PACK_IDS, PACKS, type PackId } from '#src/data/settings/pack-list.ts'
import {
  downloadPack,
  loadPacks,
  measurePacks,
  type Pack,
  pausePack,
  removePack,
  usePacks,
} from '#src/data/settings/packs.ts'
import { toast } from '#src/state/toasts.ts'
import { formatBytes } from '#src/text/format.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import styles from './PacksPanel.module.css'

/** Offline packs: what each is for, how large, whether it is here; download ahead, pause, remove. */
export function PacksPanel() {
  const packs = usePacks()
  useEffect(() => {
    void loadPacks()
  }, [])
  if (typeof caches === 'undefined') {
    return <p className={styles.note}>离线包要求通过 HTTPS 或 localhost 打开筑绘；现在每次使用时临时下载。</p>
  }
  return (
    <div className={styles.panel} data-testid="packs">
      <ul className={styles.list} aria-label="离线包">
        {PACK_IDS.map((id) => (
          <PackRow key={id} id={id} pack={packs?.[id]} />
        ))}
      </ul>
      <Total />
    </div>
  )
}

/** What the state is called, with what matters about it. */
function describe({ state, arrived, bytes, error }: Pack): string {
  const part = `${Math.floor((100 * arrived) / bytes)}%`
  switch (state) {
    case 'ready':
      return '已就绪'
    case 'downloading':
      return `下载中 ${part}`
    case 'waiting':
      return error ? `等待网络 ${part}` : '排队中'
    case 'paused':
      return `已暂停 ${part}`
    case 'stale':
      return '可更新'
    case 'absent':
      return '未下载'
  }
}

function PackRow({ id, pack }: { id: PackId; pack: Pack | undefined }) {
  const { title, summary } = PACKS[id]
  const active = pack?.state === 'downloading' || pack?.state === 'waiting'
  const shows = pack && (active || pack.state === 'paused')
  return (
    <li className={styles.row} data-state={pack?.state} data-testid={`pack-${id}`}>
      <div className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.summary}>{summary}</p>
      </div>
      <p className={styles.facts}>
        <span className={styles.state}>{pack ? describe(pack) : '正在查看…'}</span>
        {pack && (
          <span>{active ? `${formatBytes(pack.arrived)} / ${formatBytes(pack.bytes)}` : sizeOf(pack)}</span>
        )}
      </p>
      <Actions id={id} pack={pack} />
      {shows && (
        <progress
          className={styles.progress}
          max={pack.bytes}
          value={pack.arrived}
          aria-label={`${title}离线包下载进度`}
        />
      )}
      {pack?.error && pack.state !== 'waiting' && (
        <p className={styles.error} role="alert">
          {pack.error.message}，{pack.error.remedy}
        </p>
      )}
    </li>
  )
}

/** What a download takes; a runtime that another pack brought along is not counted again. */
function sizeOf({ state, bytes, arrived }: Pack): string {
  if (state === 'ready' || arrived === 0) return formatBytes(bytes)
  return `还需 ${formatBytes(bytes - arrived)}`
}

function Actions({ id, pack }: { id: PackId; pack: Pack | undefined }) {
  const [asking, setAsking] = useState(false)
  const { title } = PACKS[id]
  // What goes wrong is shown in the row.
  const download = () => void downloadPack(id).catch(() => undefined)
  const remove = () => {
    removePack(id).then(
      () => toast('success', `已移除“${title}”离线包`),
      (thrown: unknown) => toast('error', toAppError(thrown).message),
    )
  }
  if (!pack) return <div className={styles.actions} />
  const { state } = pack
  const active = state === 'downloading' || state === 'waiting'
  return (
    <div className={styles.actions}>
      {active && (
        <Button size="s" onClick={() => void pausePack(id)} aria-label={`暂停下载${title}`}>
          暂停
        </Button>
      )}
      {!active && state !== 'ready' && (
        <Button size="s" icon="download" onClick={download} aria-label={`下载${title}离线包`}>
          {state === 'paused' ? '继续' : state === 'stale' ? '更新' : '下载'}
        </Button>
      )}
      {state !== 'absent' && (
        <IconButton
          icon={state === 'ready' || state === 'stale' ? 'trash' : 'close'}
          label={state === 'ready' || state === 'stale' ? `移除${title}离线包` : `取消下载${title}离线包`}
          onClick={() => (state === 'ready' ? setAsking(true) : remove())}
        />
      )}
      {asking && (
        <ConfirmDialog
          title="移除离线包？"
          confirmLabel="移除"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>
            “{title}”之后在本机使用时需重新下载 {formatBytes(pack.bytes)}。已有的结果不受影响。
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Bytes that all packs take, told anew whenever one has changed its state. */
function Total() {
  const packs = usePacks()
  const [bytes, setBytes] = useState(0)
  const key = packs ? PACK_IDS.map((id) => packs[id].state).join() : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when a state changes
  useEffect(() => {
    let current = true
    void measurePacks().then((sum) => current && setBytes(sum))
    return () => {
      current = false
    }
  }, [key])
  return (
    <p className={styles.total}>
      共占用 <strong>{formatBytes(bytes)}</strong>，运行库由各离线包共用
    </p>
  )
}
