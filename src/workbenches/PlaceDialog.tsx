import { Button } from 'antd'
import { REACHES } from '#contracts/reach.ts'
import type { Quote } from '#contracts/task.ts'
import { TICKET_KINDS } from '#contracts/tickets.ts'
import { useQuote } from '#src/data/api/quotes.ts'
import { workInProject } from '#src/data/projects/projects.ts'
import type { PlaceChoice } from '#src/data/tasks/places.ts'
import { formatAgo, formatSpan } from '#src/text/format.ts'
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
  isReady,
  onClose,
}: {
  bench: Bench
  runs: readonly PlannedRun[]
  /** Whether the tool could be started as it stands. */
  isReady: boolean
  onClose: () => void
}) {
  const { choices, pack, project } = bench.place
  return (
    <Dialog title="在哪里处理" onClose={onClose}>
      <fieldset className={styles.places}>
        <legend className="visually-hidden">运行于</legend>
        {choices.map((choice) => (
          <PlaceOption key={choice.place} choice={choice} bench={bench} runs={runs} isReady={isReady} />
        ))}
      </fieldset>
      {project && (
        <p className={styles.project}>
          <Icon name="folder" size={18} />
          <span>
            新任务放进项目“{project.name}”，{REACHES[project.reach].ofProject}。
          </span>
          <Button size="small" onClick={() => workInProject(null)}>
            不放进项目
          </Button>
        </p>
      )}
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

function PlaceOption({
  choice,
  bench,
  runs,
  isReady,
}: {
  choice: PlaceChoice
  bench: Bench
  runs: readonly PlannedRun[]
  isReady: boolean
}) {
  const { place, title, available, reason, seenAt } = choice
  const { chosen, choose } = bench.place
  const way = place === chosen?.place ? bench.place.way : undefined
  const quote = useQuote({ op: bench.tool.op, place, way, runs, isReady: isReady && available })
  const state = stateOf(choice)
  return (
    <label className={styles.place} data-off={!available}>
      <input
        type="radio"
        name="place"
        checked={place === chosen?.place}
        disabled={!available}
        onChange={() => choose(place)}
      />
      <Icon name={PLACE_ICONS[place]} />
      <span className={styles.title}>{title}</span>
      <span className={styles.reason}>{available ? meaningOf(choice, bench, runs, quote) : reason}</span>
      {state && (
        <span className={styles.reason} data-testid="place-state">
          {state}
          {seenAt !== undefined && ` · ${formatAgo(seenAt)}`}
        </span>
      )}
    </label>
  )
}

/** How long runs took there lately, or as of when that is known. */
function stateOf({ available, lately, seenAt }: PlaceChoice): string {
  if (seenAt !== undefined) return available ? '上次连接时可用' : '上次响应'
  return available && lately !== undefined ? `最近每张约 ${formatSpan(lately * 1000)}` : ''
}

/** What running there means: where the pictures go and what it costs, by the server's quote where it has given one. */
function meaningOf(
  { place, isOutside }: PlaceChoice,
  { tool }: Bench,
  runs: readonly PlannedRun[],
  quote: Quote | undefined,
): string {
  if (place === 'device') return '图片不离开本机，不消耗算力券'
  const price = priceOf(tool.op, place, runs, undefined, quote)
  const further = isOutside === 'perhaps' ? '，可能再发到外部' : isOutside ? '，再发到外部' : ''
  const whither = `上传到服务器${further}`
  if (!price) return whither
  const { title } = TICKET_KINDS[price.kind]
  return price.isEven
    ? `${whither}，每张 ${price.each} 张${title}`
    : `${whither}，共 ${price.total} 张${title}`
}
