import { Input, Skeleton } from 'antd'
import { useEffect, useId, useState } from 'react'
import { materialPicture } from '#contracts/catalog.ts'
import { useMaterials } from '#src/data/api/query-client.ts'
import { keepMaterialPicture } from '#src/data/settings/material-files.ts'
import { useOwnMaterials } from '#src/data/settings/own-materials.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { Choices } from './Choices.tsx'
import { ChosenMaterial } from './ChosenMaterial.tsx'
import type { findMaterials } from './find-materials.ts'
import styles from './MaterialPicker.module.css'
import { AddMaterial, OwnSwatch, Swatch } from './MaterialSwatch.tsx'
import form from './ParamForm.module.css'

interface Props {
  labelId: string
  /** Id of the chosen material; '' for none. */
  value: string
  onChange: (value: string) => void
  /** Only what every place has: nothing of the user's own. */
  libraryOnly?: boolean
}

/** Name of the group of what the user has added. */
const OWN = '我的'

/** A material as the picker shows it: from the library, or the user's own. */
export interface Choice {
  id: string
  name: string
  group: string
  colour: string
  repeatMm: number
  /** Other words that it is found by. */
  words: string
  /** Key of the picture in the store `blobs`; the library's pictures have an address instead. */
  picture?: string
}

function useChoices(): { choices: readonly Choice[]; isPending: boolean } {
  const { data, isPending } = useMaterials()
  const own = useOwnMaterials()
  const library = (data ?? []).map(({ prompt, ...rest }) => ({ ...rest, words: `${rest.group} ${prompt}` }))
  const added = own.map((one) => ({ ...one, group: OWN, words: OWN }))
  return { choices: [...added, ...library], isPending }
}

/** Search that knows pinyin: its dictionary is fetched when the first letter is typed. */
function useSearch(choices: readonly Choice[]) {
  const [query, setQuery] = useState('')
  const [find, setFind] = useState<typeof findMaterials>()
  const search = (next: string) => {
    setQuery(next)
    if (!find) void import('./find-materials.ts').then((found) => setFind(() => found.findMaterials))
  }
  const hits = query.trim() && find ? find(choices, query) : undefined
  return { query, search, hits }
}

/** The material library by group, with search, and the user's own materials. */
export function MaterialPicker({ labelId, value, onChange, libraryOnly = false }: Props) {
  const { choices: all, isPending } = useChoices()
  const choices = libraryOnly ? all.filter((choice) => choice.group !== OWN) : all
  const { query, search, hits } = useSearch(choices)
  const [group, setGroup] = useState<string>()
  const panelId = useId()
  // The groups may fill the form's window: what was asked for is then below its edge.
  useEffect(() => {
    if (group) document.getElementById(panelId)?.firstElementChild?.scrollIntoView({ block: 'nearest' })
  }, [group, panelId])
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  const library = [...new Set(choices.map((choice) => choice.group))].filter((name) => name !== OWN)
  const chosen = choices.find((choice) => choice.id === value)
  const current = group ?? chosen?.group ?? library[0] ?? OWN
  const shown = hits ?? choices.filter((choice) => choice.group === current)
  const handleChoose = (choice: Choice) => {
    onChange(choice.id === value ? '' : choice.id)
    if (!choice.picture) void keepMaterialPicture(choice.id)
  }
  return (
    <div className={styles.picker}>
      <Input
        type="search"
        aria-label="搜材质"
        placeholder="搜材质：橡木、marble、qz"
        prefix={<Icon name="search" size={18} />}
        allowClear
        value={query}
        onChange={(event) => search(event.target.value)}
      />
      {!hits && (
        <Choices className={form.chips} label="材质分组">
          {(libraryOnly ? library : [...library, OWN]).map((name) => (
            <button
              type="button"
              key={name}
              className={form.chip}
              aria-pressed={name === current}
              aria-controls={panelId}
              onClick={() => setGroup(name)}
            >
              {name}
            </button>
          ))}
        </Choices>
      )}
      {library.length === 0 && (
        <p className={styles.note}>材质库暂时读取不到，可先用自己的材质图；联网后会自动补上。</p>
      )}
      <Choices id={panelId} className={styles.swatches} labelledBy={labelId}>
        {!hits && current === OWN && <AddMaterial onAdded={(added) => onChange(added.id)} />}
        {shown.map((choice) =>
          choice.picture ? (
            <OwnSwatch
              key={choice.id}
              name={choice.name}
              colour={choice.colour}
              picture={choice.picture}
              isChosen={choice.id === value}
              onChoose={() => handleChoose(choice)}
            />
          ) : (
            <Swatch
              key={choice.id}
              name={choice.name}
              colour={choice.colour}
              url={materialPicture(choice.id, 'thumb')}
              isChosen={choice.id === value}
              onChoose={() => handleChoose(choice)}
            />
          ),
        )}
      </Choices>
      {hits?.length === 0 && <p className={styles.note}>没有找到“{query.trim()}”，换个叫法试试。</p>}
      {chosen && !libraryOnly && (
        <ChosenMaterial key={chosen.id} choice={chosen} onRemoved={() => onChange('')} />
      )}
    </div>
  )
}
