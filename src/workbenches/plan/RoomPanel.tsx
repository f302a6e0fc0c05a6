import { Button, Input, Switch } from 'antd'
import { useId, useState } from 'react'
import { type PlaceKind, ROOM_KINDS, SITE_KINDS, titleOfKind, zPlanChange } from '#contracts/flatplan.ts'
import type { PlanRoom } from '#ops/flatplan/preview.ts'
import { useMaterials } from '#src/data/api/query-client.ts'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { Choices } from '#src/ui/form/Choices.tsx'
import { MaterialPicker } from '#src/ui/form/MaterialPicker.tsx'
import form from '#src/ui/form/ParamForm.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import styles from '../render/RegionPanel.module.css'
import { nameInPlan, type RoomPatch } from './plan-changes.ts'

interface Props {
  room: PlanRoom
  content: 'home' | 'site'
  isChanged: boolean
  onChange: (patch: RoomPatch) => void
  onReset: () => void
  /** Says that it is no room; undefined where that is not to be said. */
  onDrop: (() => void) | undefined
  onClose: () => void
}

/** Kinds that a part of this sort of plan can be; a site has gardens of its own kinds. */
const KINDS: Record<'home' | 'site', readonly PlaceKind[]> = {
  home: Object.keys(ROOM_KINDS) as PlaceKind[],
  site: Object.keys(SITE_KINDS) as PlaceKind[],
}

/** What a room of the preview is and what lies on its floor, to be changed. */
export function RoomPanel({ room, content, isChanged, onChange, onReset, onDrop, onClose }: Props) {
  const { data: materials } = useMaterials()
  const kindId = useId()
  const materialId = useId()
  const nameId = useId()
  const countsId = useId()
  const floor = materials?.find(({ id }) => id === room.material)?.name
  const facts = [room.area === null ? null : `${room.area.toFixed(1)} m²`, floor].filter(Boolean)
  return (
    <section className={styles.panel} aria-label="选中的房间">
      <header className={styles.head}>
        <div>
          <h2 className={styles.title}>{nameInPlan(room)}</h2>
          <p className={styles.made}>{facts.join(' · ') || '素色'}</p>
        </div>
        <IconButton icon={<Icon name="close" size={18} />} onClick={onClose} label="关闭" />
      </header>
      <div className={styles.body}>
        <label htmlFor={nameId} className={styles.label}>
          名称
        </label>
        <NameField id={nameId} name={room.name} onName={(name) => onChange({ name })} />
        <p id={kindId} className={styles.label}>
          这里是
        </p>
        <Choices className={form.chips} labelledBy={kindId}>
          {KINDS[content].map((kind) => (
            <button
              type="button"
              key={kind}
              className={form.chip}
              aria-pressed={kind === room.kind}
              onClick={() => kind !== room.kind && onChange({ kind })}
            >
              {titleOfKind(kind)}
            </button>
          ))}
        </Choices>
        <p id={materialId} className={styles.label}>
          地面
        </p>
        <MaterialPicker
          labelId={materialId}
          value={room.material}
          onChange={(material) => material && onChange({ material })}
          libraryOnly
        />
        <div className={styles.row}>
          <label htmlFor={countsId} className={styles.label}>
            计入总面积
          </label>
          <Switch id={countsId} checked={room.counts} onChange={(counts) => onChange({ counts })} />
        </div>
        <div className={styles.row}>
          {onDrop ? (
            <Button type="text" size="small" className={styles.reset} onClick={onDrop}>
              这里不是房间
            </Button>
          ) : null}
          {isChanged ? (
            <Button type="text" size="small" className={styles.reset} onClick={onReset}>
              这处还原
            </Button>
          ) : null}
        </div>
      </div>
    </section>
  )
}

const LONGEST_NAME = zPlanChange.shape.name.unwrap().maxLength ?? undefined

/** What a room is called; what is typed counts when it is left, or with Enter. */
function NameField({ id, name, onName }: { id: string; name: string; onName: (name: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const take = () => {
    if (typed !== null && typed.trim() !== name) onName(typed.trim())
    setTyped(null)
  }
  return (
    <Input
      id={id}
      value={typed ?? name}
      placeholder="与用途同名"
      maxLength={LONGEST_NAME}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onPressEnter={take}
    />
  )
}
