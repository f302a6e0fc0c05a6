import { Segmented } from 'antd'
import { useState } from 'react'
import type { Place } from '#contracts/ops.ts'
import { REACHES } from '#contracts/reach.ts'
import type { PlaceChoice } from '#src/data/tasks/places.ts'
import { formatBytes } from '#src/text/format.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { PackConsent } from '#src/ui/packs/PackConsent.tsx'
import { PlaceDialog } from './PlaceDialog.tsx'
import styles from './PlaceRow.module.css'
import { PLACE_ICONS } from './place-icons.ts'
import type { Bench } from './use-bench.ts'
import type { Start } from './use-start.ts'

const ORDER: readonly Place[] = ['device', 'local', 'gpu']

/** Places from the nearest to the farthest: at the same spot in every tool, whichever it prefers. */
const inOrder = (choices: readonly PlaceChoice[]) =>
  choices.toSorted((a, b) => ORDER.indexOf(a.place) - ORDER.indexOf(b.place))

/** Where the tool will run, to be changed at a touch. */
export function PlaceRow({ bench }: { bench: Bench }) {
  const { choices, chosen, choose, settled } = bench.place
  if (!chosen) return null
  return (
    <div className={styles.row} data-settled={settled} data-terms>
      <span className={styles.term}>运行于</span>
      {choices.filter(({ available }) => available).length > 1 ? (
        <Segmented
          size="small"
          value={chosen.place}
          onChange={choose}
          options={inOrder(choices).map(({ place, title, available, reason }) => ({
            value: place,
            label: title,
            disabled: !available,
            title: reason,
          }))}
          name={`place-${bench.tool.id}`}
          aria-label="运行于"
        />
      ) : (
        <span className={styles.place}>
          <Icon name={PLACE_ICONS[chosen.place]} size={16} />
          {chosen.title}
        </span>
      )}
    </div>
  )
}

/** Why it runs there and what it downloads first; opens everything there is to know about places and packs. */
export function PlaceWhy({ bench, start }: { bench: Bench; start: Start }) {
  const { why, download, choices, chosen, settled, project } = bench.place
  const [open, setOpen] = useState(false)
  const first = download > 0 ? `首次使用先下载离线包 ${formatBytes(download)}` : ''
  const inProject = project ? `项目“${project.name}” · ${REACHES[project.reach].short}` : ''
  const text = [inProject, why, first].filter(Boolean).join('，')
  if (!text && choices.length < 2 && !chosen?.isOutside) return null
  return (
    <>
      <button
        type="button"
        className={styles.why}
        data-settled={settled}
        onClick={() => setOpen(true)}
        data-testid="place-why"
        // A download is never kept from the reader.
        data-terms={first || inProject ? undefined : 'why'}
      >
        <span>{text || '在哪里处理'}</span>
        <Icon name="chevronRight" size={16} />
      </button>
      {open && (
        <PlaceDialog
          bench={bench}
          runs={start.runs}
          isReady={start.blocked === ''}
          onClose={() => setOpen(false)}
        />
      )}
      <PackConsent />
    </>
  )
}
