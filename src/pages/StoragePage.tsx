import { useCallback, useEffect, useState } from 'react'
import { useStorageProblem } from '#src/data/store/db.ts'
import { CLEARERS, type Clearable, measureStorage, type StorageUse } from '#src/data/store/storage.ts'
import { toastError } from '#src/state/toasts.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { PictureLoading } from '#src/ui/link/PictureLoading.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import frame from './page.module.css'
import styles from './StoragePage.module.css'
import { clearWords } from './storage/categories.ts'
import { Persistence } from './storage/Persistence.tsx'
import { PinnedProjects } from './storage/PinnedProjects.tsx'
import { UseBar, UseList } from './storage/UseList.tsx'
import { attempt } from './tasks/attempt.ts'

/** What this app keeps on this device, and how to make room. */
export default function StoragePage() {
  const [use, setUse] = useState<StorageUse | null>(null)
  const [asking, setAsking] = useState<Clearable | null>(null)
  const [clearing, setClearing] = useState<Clearable | null>(null)
  const problem = useStorageProblem()
  const measure = useCallback(async () => {
    try {
      setUse(await measureStorage())
    } catch (thrown) {
      toastError(thrown)
    }
  }, [])
  useEffect(() => void measure(), [measure])
  const handleClear = async (category: Clearable) => {
    setClearing(category)
    await attempt(CLEARERS[category], '已清理')
    await measure()
    setClearing(null)
  }
  const words = asking && use ? clearWords(asking, use) : null
  return (
    <div className={frame.narrow}>
      <div className={frame.heading}>
        <div>
          <h1>本机存储</h1>
          <p className={frame.lead}>筑绘在这台设备上保存了什么，占用多少空间。</p>
        </div>
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem.error.message}。{problem.unsaved && `${problem.unsaved}还没有存下，`}
          {problem.error.errorName === 'STORAGE_SILENT'
            ? `${problem.error.remedy}。`
            : '清理下面的任意一项，会自动再试。'}
        </p>
      )}
      {use ? (
        <>
          <section className={frame.panel} aria-labelledby="use">
            <h2 id="use" className="visually-hidden">
              占用
            </h2>
            <UseBar use={use} />
            <UseList use={use} clearing={clearing} onClear={setAsking} />
          </section>
          <PinnedProjects onChange={() => void measure()} />
        </>
      ) : (
        <Spinner block label="正在统计…" />
      )}
      <Persistence />
      <section className={`${frame.panel} ${styles.section}`}>
        <PictureLoading />
      </section>
      {asking && words && (
        <ConfirmDialog
          title={words.title}
          confirmLabel={words.isFinal ? '清理，不保留' : '清理'}
          onConfirm={() => void handleClear(asking)}
          onClose={() => setAsking(null)}
        >
          <p>{words.lost}</p>
          <p>{words.safe}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
