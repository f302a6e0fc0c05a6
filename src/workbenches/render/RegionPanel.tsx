import { Button } from 'antd'
import { useId } from 'react'
import { LABEL_TITLES, LABELS, type RegionSet } from '#contracts/surfaces.ts'
import type { PointedExtent } from '#ops/render/preview.ts'
import { useMaterials } from '#src/data/api/query-client.ts'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { Choices } from '#src/ui/form/Choices.tsx'
import { Group } from '#src/ui/form/Group.tsx'
import { MaterialPicker } from '#src/ui/form/MaterialPicker.tsx'
import form from '#src/ui/form/ParamForm.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './RegionPanel.module.css'
import type { Pointed } from './use-pointed.ts'

interface Props {
  region: Pointed
  onChange: (patch: Pick<RegionSet, 'label' | 'finish'>) => void
  /** Takes more or less of what is there. */
  onTake: (extent: PointedExtent) => void
  onReset: () => void
  onClose: () => void
}

/** From the least to the most that can be taken of a place, those alike elsewhere aside. */
const STEPS = ['part', 'region', 'joined'] as const satisfies readonly PointedExtent[]

/** How much of a place is taken. */
function Sizes({ region: { extent, sizes }, onTake }: Pick<Props, 'region' | 'onTake'>) {
  const isAlike = extent === 'alike'
  const now = isAlike ? sizes.region : sizes[extent]
  const smaller = STEPS.findLast((step) => sizes[step] < now)
  const larger = STEPS.find((step) => sizes[step] > now)
  return (
    <Group className={styles.sizes} label="选多大">
      <Button size="small" disabled={isAlike || !smaller} onClick={() => smaller && onTake(smaller)}>
        更小
      </Button>
      <Button size="small" disabled={isAlike || !larger} onClick={() => larger && onTake(larger)}>
        更大
      </Button>
      <Button
        size="small"
        type={isAlike ? 'primary' : 'default'}
        aria-pressed={isAlike}
        disabled={!isAlike && sizes.alike <= sizes.region}
        title="画面里名称与颜色相同的几处一起改"
        onClick={() => onTake(isAlike ? 'region' : 'alike')}
      >
        同类一起改
      </Button>
    </Group>
  )
}

const HEX = /#[0-9a-f]{6}$/

/** What a region of the preview is and what it is made of, to be changed. */
export function RegionPanel({ region, onChange, onTake, onReset, onClose }: Props) {
  const { data: materials } = useMaterials()
  const labelId = useId()
  const materialId = useId()
  const colourId = useId()
  const { label, finish } = region
  const material = finish?.startsWith('#') ? '' : (finish?.split('@')[0] ?? '')
  const colour = HEX.exec(finish ?? '')?.[0]
  const name = materials?.find(({ id }) => id === material)?.name
  const made = [name, colour && (name ? '染色' : '纯色')].filter(Boolean).join(' · ')
  return (
    <section className={styles.panel} aria-label="选中的区域">
      <header className={styles.head}>
        <div>
          <h2 className={styles.title}>{LABEL_TITLES[label]}</h2>
          <p className={styles.made}>{made || '保持底图原样'}</p>
        </div>
        <IconButton icon={<Icon name="close" size={18} />} onClick={onClose} label="关闭" />
      </header>
      <div className={styles.body}>
        {region.around ? null : <Sizes region={region} onTake={onTake} />}
        <p id={labelId} className={styles.label}>
          这里是
        </p>
        <Choices className={form.chips} labelledBy={labelId}>
          {[...region.guesses, ...LABELS.filter((one) => !region.guesses.includes(one))].map((one, k) => (
            <button
              type="button"
              key={one}
              className={form.chip}
              aria-pressed={one === label}
              title={k < region.guesses.length ? `识图的第 ${k + 1} 个猜测` : undefined}
              onClick={() => (one !== label || finish === null) && onChange({ label: one })}
            >
              {LABEL_TITLES[one]}
            </button>
          ))}
        </Choices>
        {label === 'sky' ? null : (
          <>
            <div className={styles.row}>
              <p id={materialId} className={styles.label}>
                材质
              </p>
              <label htmlFor={colourId} className={styles.colour}>
                纯色
                <input
                  id={colourId}
                  type="color"
                  value={colour ?? '#d9d6d0'}
                  onChange={(event) => onChange({ finish: event.target.value.toLowerCase() })}
                />
              </label>
            </div>
            <MaterialPicker
              labelId={materialId}
              value={material}
              onChange={(id) => id && onChange({ finish: id })}
              libraryOnly
            />
          </>
        )}
        <Button type="text" size="small" className={styles.reset} onClick={onReset}>
          这处还原
        </Button>
      </div>
    </section>
  )
}
