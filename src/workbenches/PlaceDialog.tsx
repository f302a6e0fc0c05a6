import { TICKET_KINDS } from '#contracts/tickets.ts'
import type { PlaceChoice } from '#src/data/tasks/places.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { PacksPanel } from '#src/ui/packs/PacksPanel.tsx'
import styles from './PlaceDialog.module.css'
import { PLACE_ICONS } from './place-icons.ts'
import { type PlannedRun, priceOf } from './start-rules.ts'
import type { Bench } from './use-bench.ts'

/** Every place that the tool can run at, with what it costs or why it cannot; and the packs it may need. */
export function PlaceDialog({
  bench,
  runs,
  onClose,
}: {
  bench: Bench
  runs: readonly PlannedRun[]
  onClose: () => void
}) {
  const { choices, chosen, choose, pack } = bench.place
  return (
    <Dialog title="在哪里处理" onClose={onClose}>
      <fieldset className={styles.places}>
        <legend className="visually-hidden">运行于</legend>
        {choices.map((choice) => (
          <label key={choice.place} className={styles.place} data-off={!choice.available}>
            <input
              type="radio"
              name="place"
              checked={choice.place === chosen?.place}
              disabled={!choice.available}
              onChange={() => choose(choice.place)}
            />
            <Icon name={PLACE_ICONS[choice.place]} />
            <span className={styles.title}>{choice.title}</span>
            <span className={styles.reason}>
              {choice.available ? meaningOf(choice, bench, runs) : choice.reason}
            </span>
          </label>
        ))}
      </fieldset>
      {pack && (
        <section className={styles.packs}>
          <h3 className={styles.heading}>离线包</h3>
          <p className={styles.reason}>下载后，断网也能在本机处理；图片不离开设备。</p>
          <PacksPanel />
        </section>
      )}
    </Dialog>
  )
}

/** What running there means: where the pictures go and what it costs. */
function meaningOf({ place, isOutside }: PlaceChoice, { tool }: Bench, runs: readonly PlannedRun[]): string {
  if (place === 'device') return '图片不离开本机，不消耗算力券'
  const price = priceOf(tool.op, place, runs, undefined)
  const whither = isOutside ? '上传到服务器，再发到外部' : '上传到服务器'
  if (!price) return whither
  const { title } = TICKET_KINDS[price.kind]
  return price.isEven
    ? `${whither}，每张 ${price.each} 张${title}`
    : `${whither}，共 ${price.total} 张${title}`
}
