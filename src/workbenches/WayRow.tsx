import { useState } from 'react'
import type { KnownWay } from '#contracts/engines.ts'
import type { AskedWay } from '#contracts/task.ts'
import { useQuoteRefusal } from '#src/data/api/quotes.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import dialog from './PlaceDialog.module.css'
import styles from './PlaceRow.module.css'
import type { Bench } from './use-bench.ts'
import { isAsked } from './use-place.ts'
import type { Start } from './use-start.ts'

/** What is chosen among: graphs, or models of a service where there are no graphs. */
const nounOf = (ways: readonly KnownWay[]) => (ways.some(({ by }) => by === 'graph') ? '工作流' : '模型')

const asAsked = ({ by, id }: KnownWay): AskedWay => (by === 'graph' ? { graphId: id } : { model: id })

/**
 * By which graph or model an engine makes it, to be changed at a touch; nothing where there is no choice.
 * @param start what would be started; left out where nothing is priced
 */
export function WayRow({ bench, start }: { bench: Bench; start?: Pick<Start, 'runs' | 'blocked'> }) {
  const { ways, way, chosen } = bench.place
  const [open, setOpen] = useState(false)
  const asked = ways.find((one) => isAsked(one, way))
  const refusal = useQuoteRefusal({
    ...{ op: bench.tool.op, place: chosen?.place ?? 'device', way, runs: start?.runs ?? [] },
    roles: bench.inputs.map(({ role }) => role),
    isReady: start?.blocked === '' && asked !== undefined,
  })
  if (ways.filter(({ isThere }) => isThere).length < 2) return null
  const noun = nounOf(ways)
  return (
    <>
      <button
        type="button"
        className={styles.way}
        onClick={() => setOpen(true)}
        data-testid="way"
        data-terms
        aria-haspopup="dialog"
      >
        <span className={styles.term}>{noun}</span>
        <span className={styles.name}>{asked?.title ?? '自动'}</span>
        <Icon name="chevronRight" size={16} />
      </button>
      {asked && refusal && (
        <p className={styles.refusal} role="status">
          {refusal.message}
        </p>
      )}
      {open && <WayDialog bench={bench} noun={noun} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Every graph and model of the tool's op; those that are installed can be chosen. */
function WayDialog({ bench, noun, onClose }: { bench: Bench; noun: string; onClose: () => void }) {
  const { ways, way, chooseWay } = bench.place
  const rest = ways.filter(({ isThere }) => !isThere)
  return (
    <Dialog title={`选择${noun}`} onClose={onClose}>
      <fieldset className={dialog.places}>
        <legend className="visually-hidden">{noun}</legend>
        <Option
          title="自动"
          text={`按图片用装好的${noun}里最好的一个`}
          isChosen={way === undefined}
          onChoose={() => chooseWay(undefined)}
        />
        {ways
          .filter(({ isThere }) => isThere)
          .map((one) => (
            <Option
              key={one.id}
              title={one.title}
              text={factsOf(one)}
              isChosen={isAsked(one, way)}
              onChoose={() => chooseWay(asAsked(one))}
            />
          ))}
      </fieldset>
      {rest.length > 0 && (
        <p className={`${dialog.reason} ${dialog.packs}`}>
          还没有装好模型的：{rest.map(({ title }) => title).join('、')}
        </p>
      )}
    </Dialog>
  )
}

const factsOf = ({ by, family, vramGb }: KnownWay) =>
  [family || (by === 'model' ? '图像服务的模型' : ''), vramGb > 0 && `显存 ${vramGb} GB 起`]
    .filter(Boolean)
    .join(' · ')

function Option({
  title,
  text,
  isChosen,
  onChoose,
}: {
  title: string
  text: string
  isChosen: boolean
  onChoose: () => void
}) {
  return (
    <label className={`${dialog.place} ${dialog.way}`}>
      <input type="radio" name="way" checked={isChosen} onChange={onChoose} />
      <span className={dialog.title}>{title}</span>
      <span className={dialog.reason}>{text}</span>
    </label>
  )
}
