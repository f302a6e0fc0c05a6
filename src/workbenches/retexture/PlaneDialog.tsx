import { Button, Slider } from 'antd'
import { useMemo, useState } from 'react'
import { type ParamsOf, paramsOf } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { boundsOf } from '#src/tools/controls.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import styles from './PlaneDialog.module.css'
import { PlaneStage } from './PlaneStage.tsx'

const { scale: zScale, turn: zTurn } = paramsOf('retexture').shape
const SCALE = boundsOf(zScale)
const TURN = boundsOf(zTurn)

/** A picture and what of it is the surface. */
interface Painted {
  source: DraftInput
  mask: DraftInput
}

interface Props {
  /** One at least. */
  pictures: readonly Painted[]
  style: DraftInput | undefined
  params: ParamsOf<'retexture'>
  /** Corners that were set on a picture; null lets the lines tell again. */
  onCorners: (id: string, corners: readonly number[] | null) => void
  onChange: (patch: Pick<ParamsOf<'retexture'>, 'scale'> | Pick<ParamsOf<'retexture'>, 'turn'>) => void
  onClose: () => void
}

/** A material on its surface, live: placed by four corners, sized and turned; one picture after another. */
export default function PlaneDialog({ pictures, style, params, onCorners, onChange, onClose }: Props) {
  const [at, setAt] = useState(0)
  const index = Math.min(at, pictures.length - 1)
  const { source, mask } = pictures[index]!
  // The form hears of a slider that has come to rest; until then only the preview follows it.
  const [scale, setScale] = useState(params.scale)
  const [turn, setTurn] = useState(params.turn)
  const { material, keepLight } = params
  const laying = useMemo(() => ({ material, keepLight, scale, turn }), [material, keepLight, scale, turn])
  return (
    <Dialog title="预览与摆正" onClose={onClose} wide>
      {pictures.length > 1 && (
        <nav className={styles.pager} aria-label="图片">
          <Button disabled={index === 0} onClick={() => setAt(index - 1)}>
            上一张
          </Button>
          <span className={styles.name} role="status">
            {index + 1} / {pictures.length}　{source.file.name}
          </span>
          <Button disabled={index === pictures.length - 1} onClick={() => setAt(index + 1)}>
            下一张
          </Button>
        </nav>
      )}
      <PlaneStage
        key={source.id}
        source={source}
        mask={mask}
        style={style}
        laying={laying}
        onCorners={(corners) => onCorners(source.id, corners)}
      />
      <div className={styles.controls}>
        <div className={styles.control}>
          <span>纹理大小</span>
          <Slider
            {...SCALE}
            step={0.05}
            value={scale}
            onChange={setScale}
            onChangeComplete={(value) => onChange({ scale: value })}
            ariaLabelForHandle="纹理大小"
          />
        </div>
        <div className={styles.control}>
          <span>纹理方向</span>
          <Slider
            {...TURN}
            step={5}
            value={turn}
            onChange={setTurn}
            onChangeComplete={(value) => onChange({ turn: value })}
            ariaLabelForHandle="纹理方向"
          />
        </div>
      </div>
      <div className={styles.actions}>
        <Button disabled={!source.own?.corners} onClick={() => onCorners(source.id, null)}>
          自动摆正
        </Button>
        <Button type="primary" onClick={onClose}>
          完成
        </Button>
      </div>
    </Dialog>
  )
}
