import { type FormEvent, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'
import { canChooseFile, chooseFile, hasPrivateFiles } from '#src/data/downloads/download-files.ts'
import {
  archiveName,
  DEFAULT_NAME,
  type DownloadItem,
  type DownloadOptions,
  estimateBytes,
  planDownload,
} from '#src/data/downloads/download-model.ts'
import { type DownloadPlace, isAllHere, startDownload } from '#src/data/downloads/downloads.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { toast } from '#src/state/toasts.ts'
import { formatBytes } from '#src/text/format.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import form from '#src/ui/dialog-form.module.css'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { titleOfTask } from '#src/ui/task-words.ts'
import { MEMORY_LIMIT } from '#src/worker-clients/archive.ts'
import styles from './DownloadDialog.module.css'

const WatermarkDialog = lazy(() => import('#src/ui/watermark/WatermarkDialog.tsx'))

const NAME_MAX = 80

/** Under a finger the focus begins at the button: in the name it would call the keyboard, over half of the form. */
function useFocusOnStart() {
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) return
    fields.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }, [])
  return fields
}

/** Asks how the results of several tasks are packed, and starts it. */
export default function DownloadDialog({
  tasks,
  onClose,
}: {
  tasks: readonly LocalTask[]
  onClose: () => void
}) {
  const [typed, setTyped] = useState(DEFAULT_NAME)
  const [options, setOptions] = useState<DownloadOptions>({
    format: 'png',
    thumbnails: false,
    mark: false,
  })
  const [marking, setMarking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const fields = useFocusOnStart()
  const items = useMemo(() => planDownload(tasks, titleOfTask, options), [tasks, options])
  const bytes = estimateBytes(items)
  const free = useFreeBytes()
  const isHere = isAllHere(items)
  const way = wayOf(isHere)
  const isTooBig = way === 'memory' && bytes > MEMORY_LIMIT
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      const name = archiveName(typed)
      const place = await choosePlace(name, isHere)
      if (place === 'cancelled') return
      const missing = await startDownload(name, items, place)
      if (place === null && missing === 0) toast('success', `已打包 ${items.length} 个文件`)
      onClose()
    } catch (thrown) {
      setError(toAppError(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title="打包下载" onClose={onClose}>
      <form ref={fields} className={form.form} onSubmit={(event) => void handleSubmit(event)}>
        <p className={styles.facts}>
          {items.length} 个文件，约 {formatBytes(bytes)}
          {isHere ? '，都在本机' : ''}
        </p>
        <label className={form.field}>
          <span>文件名</span>
          <span className={form.box}>
            <input
              type="text"
              value={typed}
              maxLength={NAME_MAX}
              placeholder={DEFAULT_NAME}
              autoComplete="off"
              spellCheck={false}
              onFocus={(event) => event.target.select()}
              onChange={(event) => setTyped(event.target.value)}
            />
            <span aria-hidden="true">.zip</span>
          </span>
        </label>
        <Choices tasks={tasks} options={options} onChange={setOptions} onMark={() => setMarking(true)} />
        <p className={form.note}>{WAYS[way]}</p>
        {way === 'opfs' && free !== null && free < bytes * 1.1 && (
          <p className={styles.warn} role="alert">
            浏览器可用空间约 {formatBytes(free)}，可能放不下。请分批下载，或先清理存储。
          </p>
        )}
        {isTooBig && (
          <p className={styles.warn} role="alert">
            此浏览器不能边下边存，一次最多打包 {formatBytes(MEMORY_LIMIT)}。请少选一些，分批下载。
          </p>
        )}
        {error && <ErrorNote error={error} />}
        <div className={form.actions}>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" icon="download" type="submit" busy={busy} disabled={isTooBig}>
            开始下载
          </Button>
        </div>
      </form>
      {/* Not within the form: Enter in its fields would start the download. */}
      {marking && (
        <Suspense>
          <WatermarkDialog onClose={() => setMarking(false)} />
        </Suspense>
      )}
    </Dialog>
  )
}

type Way = 'here' | 'file' | 'opfs' | 'memory'
const WAYS: Record<Way, string> = {
  here: '图片都在本机，无需网络，立即打包。',
  file: '接下来选择保存位置，边下载边写入；断网或刷新后可以继续。',
  opfs: '边下载边暂存在浏览器里，完成后存入“下载”；断网或刷新后可以继续。',
  memory: '此浏览器只能在内存里打包，完成前请不要关闭或刷新页面。',
}

function wayOf(isHere: boolean): Way {
  if (isHere) return 'here'
  if (canChooseFile()) return 'file'
  return hasPrivateFiles() ? 'opfs' : 'memory'
}

/** Where the archive goes. Asks the user where the browser can write to a file of theirs. */
async function choosePlace(name: string, isHere: boolean): Promise<DownloadPlace | 'cancelled' | null> {
  if (isHere) return null
  const handle = canChooseFile() ? await chooseFile(name) : null
  if (handle === 'cancelled') return handle
  if (handle) return { kind: 'file', handle }
  return { kind: hasPrivateFiles() ? 'opfs' : 'memory' }
}

/** Pictures whose encoding depends on the format that is asked for. */
const hasChoice = (tasks: readonly LocalTask[]) => {
  const plan = (format: DownloadOptions['format']) =>
    planDownload(tasks, titleOfTask, { format, thumbnails: false, mark: false })
  const urls = (items: readonly DownloadItem[]) => items.map(({ url }) => url).join()
  return urls(plan('png')) !== urls(plan('original'))
}

function Choices({
  tasks,
  options,
  onChange,
  onMark,
}: {
  tasks: readonly LocalTask[]
  options: DownloadOptions
  onChange: (next: DownloadOptions) => void
  /** The own watermark is to be set up. */
  onMark: () => void
}) {
  const choosesFormat = useMemo(() => hasChoice(tasks), [tasks])
  const formats = [
    ['png', 'PNG（无损，文件较大）'],
    ['original', '原格式'],
  ] as const
  return (
    <>
      {choosesFormat && (
        <fieldset className={form.choices}>
          <legend>图片格式</legend>
          {formats.map(([format, title]) => (
            <label key={format} className={form.choice}>
              <input
                type="radio"
                name="format"
                checked={options.format === format}
                onChange={() => onChange({ ...options, format })}
              />
              {title}
            </label>
          ))}
        </fieldset>
      )}
      <label className={form.choice}>
        <input
          type="checkbox"
          checked={options.thumbnails}
          onChange={(event) => onChange({ ...options, thumbnails: event.target.checked })}
        />
        同时打包缩略图（长边 100 px）
      </label>
      <div className={styles.mark}>
        <label className={form.choice}>
          <input
            type="checkbox"
            checked={options.mark}
            onChange={(event) => onChange({ ...options, mark: event.target.checked })}
          />
          加上我的水印
        </label>
        {options.mark && (
          <Button size="s" look="quiet" onClick={onMark}>
            设置水印
          </Button>
        )}
      </div>
    </>
  )
}

/** Bytes that this origin may still store; null while unknown. */
function useFreeBytes(): number | null {
  const [free, setFree] = useState<number | null>(null)
  useEffect(() => {
    navigator.storage?.estimate?.().then(
      ({ quota = 0, usage = 0 }) => setFree(quota > 0 ? Math.max(0, quota - usage) : null),
      () => undefined,
    )
  }, [])
  return free
}
