import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { OPS } from '#ops/index.ts'
import { readOutput, useOutputUrl } from '#src/data/tasks/outputs.ts'
import { useHistory } from '#src/data/tasks/task-history.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { toast, toastError, toastWhile } from '#src/state/toasts.ts'
import { sampleFile } from '#src/tools/sample-file.ts'
import { SAMPLES, thumbOf } from '#src/tools/samples.ts'
import type { InputSlot } from '#src/tools/tool.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Group } from '#src/ui/form/Group.tsx'
import { titleOfTask } from '#src/ui/task-words.ts'
import styles from './PicturePicker.module.css'
import { resultFile } from './task-files.ts'

/** Results shown before "更早". */
const PAGE = 40

type Shelf = 'works' | 'samples'

/** A picture on offer, and how its file is had. */
interface Offer {
  key: string
  title: string
  thumb: { task: LocalTask; index: number } | { url: string }
  read: () => Promise<File>
}

const SAMPLE_OFFERS: readonly Offer[] = SAMPLES.flatMap((sample) =>
  (
    [
      ['clay', '白模'],
      ['line', '线稿'],
      ['final', '成图'],
    ] as const
  ).map(([kind, words]) => {
    const title = `${sample.title} · ${words}`
    return {
      key: sample[kind],
      title,
      thumb: { url: thumbOf(sample[kind]) },
      read: () => sampleFile(`${sample.title}_${words}`, sample[kind]),
    }
  }),
)

/** Every picture that a finished task has brought. */
function offersOf(tasks: readonly LocalTask[]): Offer[] {
  return tasks
    .filter((task) => task.state === 'done' && OPS[task.op].output === 'image')
    .flatMap((task) =>
      task.outputs.map((_, index) => ({
        key: `${task.taskId}/${index}`,
        title: [titleOfTask(task), task.inputs[0]?.name ?? task.localInputs?.[0]?.name]
          .filter(Boolean)
          .join(' · '),
        thumb: { task, index },
        read: async () => resultFile(await readOutput(task, index), task, index),
      })),
    )
}

/** Takes earlier results and the project's own scenes as the pictures of a slot. */
export default function PicturePicker({
  slot,
  room,
  onAdd,
  onClose,
}: {
  slot: InputSlot
  /** Pictures that the slot still takes; one that takes a single picture has it replaced. */
  room: number
  onAdd: (files: File[]) => void
  onClose: () => void
}) {
  const { tasks, pending, hasOlder, loadOlder } = useHistory()
  const works = offersOf(tasks)
  const [wished, setShelf] = useState<Shelf>()
  // Works that are still being read are not taken for none.
  const shelf = wished ?? (works.length > 0 || pending ? 'works' : 'samples')
  const [limit, setLimit] = useState(PAGE)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Offer>>(new Map())
  const [busy, setBusy] = useState(false)
  const many = slot.max > 1

  const take = async (offers: readonly Offer[]) => {
    setBusy(true)
    const read = await toastWhile('正在载入图片…', () => Promise.allSettled(offers.map((one) => one.read())))
    setBusy(false)
    const failed = read.find((one) => one.status === 'rejected')
    if (failed) toastError(failed.reason)
    const files = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    if (files.length === 0) return
    onAdd(files)
    onClose()
  }
  const press = (offer: Offer) => {
    if (!many) return void take([offer])
    const next = new Map(chosen)
    if (!next.delete(offer.key)) {
      if (next.size >= room)
        return toast('warning', room > 0 ? `最多再添加 ${room} 张` : `${slot.title}已满 ${slot.max} 张`)
      next.set(offer.key, offer)
    }
    setChosen(next)
  }
  const showOlder = () => {
    if (works.length <= limit + PAGE) void loadOlder()
    setLimit(limit + PAGE)
  }
  const shown = shelf === 'works' ? works.slice(0, limit) : SAMPLE_OFFERS

  return (
    <Dialog title={`选择${slot.title}`} onClose={onClose} wide>
      <Segmented
        className={styles.shelves}
        value={shelf}
        onChange={setShelf}
        options={[
          { value: 'works', label: '我的作品' },
          { value: 'samples', label: '示例图库' },
        ]}
      />
      <Group className={styles.grid} label={shelf === 'works' ? '我的作品' : '示例图库'}>
        {shown.map((offer) => (
          <button
            type="button"
            key={offer.key}
            className={styles.cell}
            aria-pressed={many ? chosen.has(offer.key) : undefined}
            title={offer.title}
            disabled={busy}
            onClick={() => press(offer)}
          >
            <Face offer={offer} />
            <span className={styles.title}>{offer.title}</span>
          </button>
        ))}
        {shelf === 'works' && (works.length > limit || (hasOlder && tasks.length >= PAGE)) ? (
          <Button type="text" className={styles.older} onClick={showOlder}>
            更早
          </Button>
        ) : null}
        {shown.length === 0 && !pending ? <p className={styles.none}>完成的图片会出现在这里。</p> : null}
      </Group>
      {many ? (
        <div className={styles.foot}>
          <Button
            type="primary"
            disabled={chosen.size === 0}
            loading={busy}
            onClick={() => void take([...chosen.values()])}
          >
            {chosen.size > 0 ? `添加 ${chosen.size} 张` : '添加'}
          </Button>
        </div>
      ) : null}
    </Dialog>
  )
}

function Face({ offer: { thumb } }: { offer: Offer }) {
  const made = 'task' in thumb ? thumb : undefined
  const url = useOutputUrl(made?.task, made?.index, 320)
  const src = 'url' in thumb ? thumb.url : url
  return src ? <img src={src} alt="" loading="lazy" decoding="async" draggable={false} /> : null
}
