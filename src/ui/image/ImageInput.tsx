import { Button } from 'antd'
import { useId } from 'react'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { formatBytes, formatPixels } from '#src/text/format.ts'
import type { InputSlot } from '#src/tools/tool.ts'
import { FileName } from '#src/ui/FileName.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { Collected } from './collect-files.ts'
import { useFilePicker, useFolderPicker } from './file-picker.tsx'
import styles from './ImageInput.module.css'
import { useThumb } from './object-url.ts'
import { ToolIcon } from './ToolIcon.tsx'

interface Props {
  slot: InputSlot
  /** Inputs of this slot only. */
  inputs: readonly DraftInput[]
  /** Files being checked. */
  checking: number
  onAdd: (files: File[], found?: Collected) => void
  onRemove: (ids: readonly string[]) => void
  /** Opens the earlier results and the samples. */
  onBrowse: () => void
}

/** Thumbnails in the panel: the canvas lists the whole batch. */
const FIRST_THUMBS = 14

/** Picks files of one slot: shows what is there, adds, replaces, removes. Drop and paste work page-wide. */
export function ImageInput({ slot, inputs, checking, onAdd, onRemove, onBrowse }: Props) {
  const titleId = useId()
  const many = slot.max > 1
  return (
    <section className={styles.slot} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {slot.title}
          {slot.required ? null : <span className={styles.optional}>可选</span>}
        </h2>
        <span className={styles.count}>
          {inputs.length > 1 ? `${inputs.length} 张` : null}
          {slot.kind === 'image' ? (
            <Button
              type="text"
              size="small"
              icon={<Icon name="tasks" size={16} />}
              onClick={onBrowse}
              aria-label={`从作品选${slot.title}`}
            >
              作品
            </Button>
          ) : null}
          {many ? <FolderButton slot={slot} onAdd={onAdd} /> : null}
          {many && inputs.length > 0 ? (
            <Button
              type="text"
              size="small"
              onClick={() => onRemove(inputs.map((input) => input.id))}
              aria-label={`清空${slot.title}`}
            >
              清空
            </Button>
          ) : null}
        </span>
      </header>
      {inputs.length === 0 ? (
        <EmptySlot slot={slot} checking={checking} onAdd={onAdd} />
      ) : many ? (
        <Strip slot={slot} inputs={inputs} onAdd={onAdd} onRemove={onRemove} />
      ) : (
        <Single slot={slot} input={inputs[0]!} onAdd={onAdd} onRemove={onRemove} />
      )}
      {checking > 0 ? (
        <p className={styles.checking} role="status">
          正在检查 {checking} 个文件…
        </p>
      ) : null}
    </section>
  )
}

/** Takes every picture of a folder; not there where the browser knows no folders. */
function FolderButton({ slot, onAdd }: Pick<Props, 'slot' | 'onAdd'>) {
  const picker = useFolderPicker(slot, onAdd, `folder-${slot.role}`)
  if (slot.kind !== 'image') return null
  return (
    <>
      {picker.element}
      <Button
        type="text"
        size="small"
        className={styles.folder}
        icon={<Icon name="folder" size={16} />}
        onClick={picker.open}
        aria-label={`选择文件夹作为${slot.title}`}
      >
        文件夹
      </Button>
    </>
  )
}

function EmptySlot({ slot, checking, onAdd }: Pick<Props, 'slot' | 'checking' | 'onAdd'>) {
  const picker = useFilePicker(slot, onAdd, `file-${slot.role}`)
  return (
    <div className={styles.emptyRow}>
      {picker.element}
      <button type="button" className={styles.drop} onClick={picker.open} disabled={checking > 0}>
        <span className={styles.dropIcon}>
          <Icon name="plus" />
        </span>
        <span>
          <span className={styles.dropTitle}>添加{slot.title}</span>
          <span className={styles.dropHint}>{slot.hint}</span>
        </span>
      </button>
      {slot.kind === 'image' ? (
        <Button
          className={styles.camera}
          icon={<ToolIcon name="camera" size={24} />}
          onClick={picker.shoot}
          aria-label={`拍照作为${slot.title}`}
        />
      ) : null}
    </div>
  )
}

function Single({
  slot,
  input,
  onAdd,
  onRemove,
}: Pick<Props, 'slot' | 'onAdd' | 'onRemove'> & { input: DraftInput }) {
  const picker = useFilePicker(slot, onAdd, `file-${slot.role}`)
  return (
    <div className={styles.single}>
      {picker.element}
      <Thumb file={input.file} className={styles.singleThumb} />
      <div className={styles.facts}>
        <FileName name={input.file.name} className={styles.name} />
        <span className={styles.numbers}>
          {[formatPixels(input.width, input.height), formatBytes(input.file.size)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className={styles.actions}>
          <Button size="small" onClick={picker.open} aria-label={`更换${slot.title}`}>
            更换
          </Button>
          <Button
            size="small"
            type="text"
            onClick={() => onRemove([input.id])}
            aria-label={`移除${slot.title}`}
          >
            移除
          </Button>
        </span>
      </div>
    </div>
  )
}

function Strip({ slot, inputs, onAdd, onRemove }: Omit<Props, 'checking' | 'onBrowse'>) {
  const picker = useFilePicker(slot, onAdd, `file-${slot.role}`)
  const shown = inputs.slice(0, FIRST_THUMBS)
  const hidden = inputs.length - shown.length
  return (
    <>
      {picker.element}
      <ul className={styles.strip}>
        {shown.map((input) => (
          <li key={input.id} className={styles.cell} title={input.file.name}>
            <Thumb file={input.file} className={styles.cellThumb} />
            <button
              type="button"
              className={styles.remove}
              onClick={() => onRemove([input.id])}
              aria-label={`移除 ${input.file.name}`}
            >
              <Icon name="close" size={12} />
            </button>
          </li>
        ))}
        {hidden > 0 ? (
          <li className={styles.rest} title={`其余 ${hidden} 张在列表里`}>
            +{hidden}
          </li>
        ) : null}
        {inputs.length < slot.max ? (
          <li>
            <button
              type="button"
              className={styles.more}
              onClick={picker.open}
              aria-label={`继续添加${slot.title}`}
            >
              <Icon name="plus" />
            </button>
          </li>
        ) : null}
      </ul>
      {inputs.length === 1 ? (
        <p className={styles.oneFact}>
          <span className={styles.name}>{inputs[0]!.file.name}</span>
          <span className={styles.numbers}>{formatPixels(inputs[0]!.width, inputs[0]!.height)}</span>
        </p>
      ) : null}
    </>
  )
}

/** A file's thumbnail; a plain mark where this browser cannot show the type. */
export function Thumb({ file, className }: { file: File; className?: string | undefined }) {
  const url = useThumb(file)
  return (
    <span className={className}>
      {url ? <img src={url} alt={file.name} draggable={false} /> : null}
      {url === '' ? <Icon name="image" size={24} /> : null}
    </span>
  )
}
