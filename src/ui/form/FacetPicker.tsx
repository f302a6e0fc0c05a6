import { Select } from 'antd'
import { useCategories } from '#src/data/api/query-client.ts'

interface Props {
  /** Flat list of the category tree: view, atmosphere, environment, style. */
  domain: string
  label: string
  value: string
  onChange: (value: string) => void
}

/** One choice out of a flat list of the category tree; empty means that the engine decides. */
export function FacetPicker({ domain, label, value, onChange }: Props) {
  const { data, isPending } = useCategories()
  const nodes = data?.find((node) => node.id === domain)?.childrens ?? []
  const options = nodes.map((node) => ({ value: node.id, label: node.name }))
  return (
    <Select
      value={value || undefined}
      onChange={(next: string | undefined) => onChange(next ?? '')}
      options={options}
      placeholder={isPending ? '读取中…' : '不限'}
      allowClear
      notFoundContent="选项暂时读取不到，联网后会自动补上"
      aria-label={label}
      style={{ width: '100%' }}
    />
  )
}
