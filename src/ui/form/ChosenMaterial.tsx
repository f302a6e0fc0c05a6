import { Input, InputNumber } from 'antd'
import { materialPicture } from '#contracts/catalog.ts'
import { changeOwnMaterial, removeOwnMaterial, zOwnMaterial } from '#src/data/settings/own-materials.ts'
import { useBlobUrl } from '#src/data/store/blob-urls.ts'
import { confirmed } from '#src/state/confirm.ts'
import { boundsOf } from '#src/tools/controls.ts'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './MaterialPicker.module.css'
import type { Choice } from './MaterialPicker.tsx'

const FACE_SIDE = 256
const WIDTHS = boundsOf(zOwnMaterial.shape.repeatMm)

/** A length as architects write it: below a metre in mm. */
function lengthOf(mm: number): string {
  return mm < 1000 ? `${mm} mm` : `${Number((mm / 1000).toFixed(2))} m`
}

/** What has been chosen, and how large it is; own materials can be renamed, measured and removed here. */
export function ChosenMaterial({ choice, onRemoved }: { choice: Choice; onRemoved: () => void }) {
  const { id, name, group, colour, repeatMm, picture } = choice
  const own = useBlobUrl(picture ?? null, FACE_SIDE)
  const url = picture ? own : materialPicture(id, 'thumb')
  const handleRemove = async () => {
    const yes = await confirmed({
      title: `删除“${name}”？`,
      text: '只删除这台设备上的材质图，已经做好的图片不受影响。',
      confirmLabel: '删除',
    })
    if (!yes) return
    onRemoved()
    await removeOwnMaterial(id)
  }
  return (
    <div className={styles.chosen} data-testid="chosen-material">
      <span
        className={styles.face}
        style={{ backgroundColor: colour, ...(url ? { backgroundImage: `url("${url}")` } : {}) }}
        aria-hidden
      />
      <div className={styles.about}>
        <strong>{name}</strong>
        <span>
          {group} · 图幅宽 {lengthOf(repeatMm)}
        </span>
      </div>
      {picture && (
        <IconButton icon={<Icon name="trash" />} label="删除材质" onClick={() => void handleRemove()} />
      )}
      {picture && (
        <div className={styles.edit}>
          <Input
            aria-label="材质名称"
            defaultValue={name}
            maxLength={24}
            onChange={(event) => void changeOwnMaterial(id, { name: event.target.value.trim() })}
          />
          <InputNumber
            className={styles.measure}
            aria-label="图幅宽度（毫米）"
            prefix="宽"
            {...WIDTHS}
            step={50}
            defaultValue={repeatMm}
            suffix="mm"
            onChange={(mm) => mm !== null && void changeOwnMaterial(id, { repeatMm: mm })}
          />
        </div>
      )}
    </div>
  )
}
