import { Button } from 'antd'
import { memo, useId, useState } from 'react'
import type { Place } from '#contracts/ops.ts'
import type { LoraChoice } from '#src/data/tasks/places.ts'
import { type Control, controlsOf, initialParams } from '#src/tools/controls.ts'
import { isShown } from '#src/tools/registry.ts'
import type { Tool } from '#src/tools/tool.ts'
import { ParamField } from './ParamField.tsx'
import styles from './ParamForm.module.css'

export type Params = Readonly<Record<string, unknown>>

interface Props {
  tool: Tool
  params: Params
  /** Where the tool runs now. */
  place: Place | undefined
  /** LoRAs that can be chosen there. */
  loras: readonly LoraChoice[]
  onChange: (patch: Record<string, unknown>) => void
}

/** Whether anything differs from what the tool starts with. */
function isTouched(tool: Tool, params: Params): boolean {
  return Object.entries(initialParams(tool)).some(([key, value]) => params[key] !== value)
}

/** The controls of a tool, from its fields: data in, patches of parameters out. */
export const ParamForm = memo(function ParamForm({ tool, params, place, loras, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const moreId = useId()
  const shown = controlsOf(tool).filter(
    (field) =>
      isShown(field, params, place) && (field.kind !== 'lora' || loras.length > 0 || params[field.key]),
  )
  const basic = shown.filter((field) => !field.advanced)
  const advanced = shown.filter((field) => field.advanced)
  if (tool.fields.length === 0) return null

  const show = (field: Control) => (
    <ParamField key={field.key} field={field} params={params} onChange={onChange} loras={loras} />
  )
  return (
    <section className={styles.form} aria-label="参数">
      {basic.map(show)}
      {advanced.length > 0 ? (
        <>
          <button
            type="button"
            className={styles.more}
            aria-expanded={open}
            aria-controls={moreId}
            onClick={() => setOpen(!open)}
          >
            <span className={styles.chevron} data-open={open} aria-hidden />
            更多设置
          </button>
          <div id={moreId} className={styles.advanced} hidden={!open}>
            {advanced.map(show)}
          </div>
        </>
      ) : null}
      {isTouched(tool, params) ? (
        <Button
          type="text"
          size="small"
          className={styles.reset}
          onClick={() => onChange({ ...initialParams(tool), ...CLEARED_CATEGORY })}
        >
          恢复默认参数
        </Button>
      ) : null}
    </section>
  )
})

/** A category field writes a second key, which no field names. */
const CLEARED_CATEGORY = { classifyId3: '' }
