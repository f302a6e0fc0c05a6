import { Skeleton } from 'antd'
import { useId, useState } from 'react'
import type { Material } from '#contracts/catalog.ts'
import { useMaterials } from '#src/data/query-client.ts'
import { Group } from './Group.tsx'
import styles from './ParamForm.module.css'

interface Props {
  labelId: string
  /** Id of the chosen material; '' for none. */
  value: string
  onChange: (value: string) => void
}

/** Materials by group, each with a swatch that shows colour and gloss. */
export function MaterialPicker({ labelId, value, onChange }: Props) {
  const { data, isPending } = useMaterials()
  const [group, setGroup] = useState<string>()
  const panelId = useId()
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  const materials = data ?? []
  if (materials.length === 0)
    return <p className={styles.absent}>材质库暂时读取不到，可先用自己的材质图；联网后会自动补上。</p>
  const groups = [...new Set(materials.map((material) => material.group))]
  const chosen = materials.find((material) => material.id === value)
  const current = group ?? chosen?.group ?? groups[0]
  return (
    <div className={styles.category}>
      <Group className={styles.chips} label="材质分组">
        {groups.map((name) => (
          <button
            type="button"
            key={name}
            className={styles.chip}
            aria-pressed={name === current}
            aria-controls={panelId}
            onClick={() => setGroup(name)}
          >
            {name}
          </button>
        ))}
      </Group>
      <Group id={panelId} className={styles.swatches} labelledBy={labelId}>
        {materials
          .filter((material) => material.group === current)
          .map((material) => (
            <button
              type="button"
              key={material.id}
              className={styles.swatch}
              aria-pressed={material.id === value}
              onClick={() => onChange(material.id === value ? '' : material.id)}
            >
              <span className={styles.swatchFace} style={{ background: faceOf(material) }} aria-hidden />
              <span className={styles.swatchName}>{material.name}</span>
            </button>
          ))}
      </Group>
    </div>
  )
}

/** A glossy material shows a sharp highlight, a matt one a soft fall of light. */
function faceOf({ colour, gloss }: Material): string {
  const light = Math.round(12 + gloss * 46)
  const width = Math.round(70 - gloss * 45)
  return `radial-gradient(circle at 30% 25%, color-mix(in srgb, #fff ${light}%, ${colour}) 0, ${colour} ${width}%, color-mix(in srgb, #000 18%, ${colour}) 100%)`
}
