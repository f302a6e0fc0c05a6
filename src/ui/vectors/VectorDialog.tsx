import { Button } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import { readNumber } from '#contracts/typed-text.ts'
import { type OpenDrawing, openDrawing, saveDxf, saveSvg } from '#src/data/files/vectors.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import form from '#src/ui/dialog-form.module.css'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { useObjectUrl } from '#src/ui/image/object-url.ts'
import { Spinner } from '#src/ui/Spinner.tsx'
import styles from './VectorDialog.module.css'

type Format = 'dxf' | 'svg'
type Unit = 'mm' | 'px'

const FORMATS: { value: Format; title: string }[] = [
  { value: 'dxf', title: 'DXF（CAD）' },
  { value: 'svg', title: 'SVG（网页、排版、AI）' },
]
const UNITS: { value: Unit; title: string }[] = [
  { value: 'mm', title: '按实际尺寸（毫米）' },
  { value: 'px', title: '按像素' },
]
/** Widest picture in mm: 10 km. */
const MOST_MM = 10_000_000

/** Saves the lines of a drawing as vectors; a DXF at the size that the picture has in the world. */
export default function VectorDialog({
  task,
  index,
  onClose,
}: {
  task: LocalTask
  index: number
  onClose: () => void
}) {
  const { drawing, error, retry } = useDrawing(task, index)
  const [format, setFormat] = useState<Format>('dxf')
  const [unit, setUnit] = useState<Unit>('mm')
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const widthMm = readNumber(typed) ?? 0
  const isScaled = format === 'dxf' && unit === 'mm'
  const isWrong = isScaled && typed.trim() !== '' && !(widthMm > 0 && widthMm <= MOST_MM)
  const isReady = drawing !== null && drawing.facts.count > 0 && (!isScaled || (widthMm > 0 && !isWrong))
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!drawing || !isReady) return
    setBusy(true)
    setFailure(null)
    try {
      if (format === 'svg') saveSvg(task, index, drawing)
      else await saveDxf(task, index, drawing, isScaled ? widthMm : null)
      onClose()
    } catch (thrown) {
      setFailure(thrown)
      setBusy(false)
    }
  }
  return (
    <Dialog title="下载矢量线稿" onClose={onClose}>
      <form className={form.form} onSubmit={(event) => void handleSubmit(event)}>
        {error ? (
          <ErrorNote error={error} onRetry={retry} />
        ) : (
          <Preview drawing={drawing} pencil={task.params.style === 'pencil'} />
        )}
        <Choice name="format" label="格式" options={FORMATS} value={format} onChange={setFormat} />
        {format === 'dxf' && (
          <Choice name="unit" label="比例" options={UNITS} value={unit} onChange={setUnit} />
        )}
        {isScaled && (
          <label className={form.field}>
            <span>图宽</span>
            <span className={form.box} data-wrong={isWrong}>
              <input
                type="text"
                inputMode="decimal"
                value={typed}
                placeholder="例如 12000"
                autoComplete="off"
                aria-invalid={isWrong}
                aria-describedby="vector-size"
                onChange={(event) => setTyped(event.target.value)}
              />
              <span aria-hidden="true">mm</span>
            </span>
            <span id="vector-size" className={form.note}>
              {isWrong ? '请填大于 0、不超过 10,000,000 的毫米数' : sizeInWords(drawing, widthMm)}
            </span>
          </label>
        )}
        {format === 'dxf' && (
          <p className={form.note}>线条按粗细分到“线稿-粗线、中线、细线”图层，AutoCAD 2007 及以上可打开。</p>
        )}
        {failure !== null && <ErrorNote error={failure} />}
        <div className={form.actions}>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            htmlType="submit"
            icon={<Icon name="download" size={18} />}
            loading={busy}
            disabled={!isReady}
          >
            下载
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What the picture measures in the world. */
function sizeInWords(drawing: OpenDrawing | null, widthMm: number): string {
  if (!drawing || !(widthMm > 0)) return '整张图从左到右在实际中的长度'
  const { width, height } = drawing.facts
  const show = (mm: number) => mm.toLocaleString('zh-CN', { maximumFractionDigits: 1 })
  return `图高 ${show((widthMm * height) / width)} mm，1 像素 = ${show(widthMm / width)} mm`
}

/** Opens the drawing; again with `retry`. */
function useDrawing(task: LocalTask, index: number) {
  const [drawing, setDrawing] = useState<OpenDrawing | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round opens it again
  useEffect(() => {
    const controller = new AbortController()
    openDrawing(task, index, controller.signal).then(
      (opened) => {
        if (!controller.signal.aborted) setDrawing(opened)
      },
      (thrown) => {
        if (!controller.signal.aborted) setError(thrown)
      },
    )
    return () => controller.abort()
  }, [task.taskId, index, round])
  const retry = () => {
    setError(null)
    setRound(round + 1)
  }
  return { drawing, error, retry }
}

function Preview({ drawing, pencil }: { drawing: OpenDrawing | null; pencil: boolean }) {
  const url = useObjectUrl(drawing?.facts.svg)
  if (!drawing || !url)
    return (
      <div className={styles.preview}>
        <Spinner label="正在读取线条…" />
      </div>
    )
  const { count, traced } = drawing.facts
  if (count === 0)
    return (
      <p className={form.note} role="alert">
        这张图里没有线条，没有可导出的内容。请提高“细节”重新生成。
      </p>
    )
  return (
    <figure className={styles.figure}>
      <img className={styles.preview} src={url} alt="矢量线稿预览" />
      <figcaption className={form.note}>
        {count.toLocaleString('zh-CN')} 条线
        {traced ? '，由图片描出，与原图略有出入' : ''}
        {pencil ? '，不含排线与纸纹' : ''}
      </figcaption>
    </figure>
  )
}

function Choice<T extends string>({
  name,
  label,
  options,
  value,
  onChange,
}: {
  name: string
  label: string
  options: readonly { value: T; title: string }[]
  value: T
  onChange: (value: T) => void
}) {
  return (
    <fieldset className={form.choices}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={form.choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.title}
        </label>
      ))}
    </fieldset>
  )
}
