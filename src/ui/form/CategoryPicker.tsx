import { Skeleton } from 'antd'
import { useCategories } from '#src/data/api/query-client.ts'
import { Choices } from './Choices.tsx'
import styles from './ParamForm.module.css'

interface Props {
  /** First level of the tree, such as `building`. */
  domain: string
  labelId: string
  /** Chosen node of the second level; '' for none. */
  type: string
  /** Chosen node of the third level; '' for none. */
  kind: string
  onChange: (patch: { classifyId2?: string; classifyId3: string }) => void
}

/** Two levels of the category tree as chips: the type first, then its kinds. Choosing again lets go. */
export function CategoryPicker({ domain, labelId, type, kind, onChange }: Props) {
  const { data, isPending, isError } = useCategories()
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  const types = data?.find((node) => node.id === domain)?.childrens ?? []
  if (isError || types.length === 0)
    return <p className={styles.absent}>分类暂时读取不到，不选也可以继续；联网后会自动补上。</p>
  const chosen = types.find((node) => node.id === type)
  return (
    <div className={styles.category}>
      <Choices className={styles.chips} labelledBy={labelId}>
        {types.map((node) => (
          <button
            type="button"
            key={node.id}
            className={styles.chip}
            aria-pressed={node.id === type}
            onClick={() => onChange({ classifyId2: node.id === type ? '' : node.id, classifyId3: '' })}
          >
            {node.name}
          </button>
        ))}
      </Choices>
      {chosen && chosen.childrens.length > 0 ? (
        <Choices className={styles.subChips} label={`${chosen.name}的细分`}>
          {chosen.childrens.map((node) => (
            <button
              type="button"
              key={node.id}
              className={styles.chip}
              aria-pressed={node.id === kind}
              onClick={() => onChange({ classifyId3: node.id === kind ? '' : node.id })}
            >
              {node.name}
            </button>
          ))}
        </Choices>
      ) : null}
    </div>
  )
}
