import { Select } from 'antd'
import type { LoraChoice } from '#src/data/tasks/places.ts'
import { formatModel } from '#src/text/format.ts'

const optionOf = ({ name }: Pick<LoraChoice, 'name'>) => ({ value: name, label: formatModel(name) })

/** Chooses one of the LoRAs of an engine; those that do not say for which models they are stand apart. */
export function LoraPicker({
  id,
  loras,
  value,
  onChange,
}: {
  id: string
  loras: readonly LoraChoice[]
  /** '' for none. */
  value: string
  onChange: (value: string) => void
}) {
  const unsure = loras.filter(({ isSure }) => !isSure)
  const isGone = value !== '' && !loras.some(({ name }) => name === value)
  return (
    <Select
      id={id}
      value={value}
      onChange={onChange}
      showSearch={{ optionFilterProp: 'label' }}
      options={[
        { value: '', label: '不用' },
        ...(isGone ? [{ value, label: `${formatModel(value)}（这里用不了）` }] : []),
        ...loras.filter(({ isSure }) => isSure).map(optionOf),
        ...(unsure.length > 0 ? [{ label: '未知适配', options: unsure.map(optionOf) }] : []),
      ]}
    />
  )
}
