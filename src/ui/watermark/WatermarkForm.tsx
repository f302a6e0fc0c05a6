import { type ReactNode, useEffect, useId, useState } from 'react'
import { PICTURE_ACCEPT } from '#contracts/formats.ts'
import { type Corner, WATERMARK_LIMITS, type Watermark } from '#contracts/watermark.ts'
import { changeWatermark, setWatermarkLogo, useWatermark } from '#src/data/settings/watermark.ts'
import { toastError } from '#src/state/toasts.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Group } from '#src/ui/form/Group.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { usePreview } from './use-preview.ts'
import styles from './WatermarkForm.module.css'

/** Shown where no picture of the user's is at hand. */
const SAMPLE = '/samples/living-final-480.webp'

const CORNERS: { value: Corner; title: string }[] = [
  { value: 'topLeft', title: '左上' },
  { value: 'topRight', title: '右上' },
  { value: 'bottomLeft', title: '左下' },
  { value: 'bottomRight', title: '右下' },
]
const COLOURS = [
  { value: '#ffffff', title: '白' },
  { value: '#14171a', title: '墨' },
  { value: '#d9482b', title: '朱红' },
  { value: '#2b6e8f', title: '石青' },
]

/** The account's watermark with a live preview. Changes are kept as they are made. */
export function WatermarkForm({ picture }: { picture?: Blob | undefined }) {
  const own = useWatermark()
  const { settings } = own
  const sample = useSample(picture === undefined)
  const preview = usePreview(picture ?? sample, own)
  const set = (change: Partial<Watermark>) => changeWatermark({ ...settings, ...change })
  return (
    <div className={styles.form}>
      <div className={styles.preview} aria-live="polite">
        {preview.url ? <img src={preview.url} alt="水印预览" /> : <Spinner />}
      </div>
      {preview.error && <ErrorNote error={preview.error} />}
      <div className={styles.fields}>
        <Choice
          legend="内容"
          value={settings.kind}
          options={[
            { value: 'text', title: '文字' },
            { value: 'logo', title: '图片' },
          ]}
          onChange={(kind) => set({ kind })}
        />
        {settings.kind === 'text' ? (
          <TextFields settings={settings} set={set} />
        ) : (
          <LogoField logo={own.logo} />
        )}
        <Choice
          legend="排列"
          value={settings.layout}
          options={[
            { value: 'tile', title: '平铺' },
            { value: 'corner', title: '一角' },
          ]}
          onChange={(layout) => set({ layout })}
        />
        {settings.layout === 'corner' ? (
          <Choice
            legend="位置"
            value={settings.corner}
            options={CORNERS}
            onChange={(corner) => set({ corner })}
          />
        ) : (
          <>
            <Slider
              title="角度"
              unit="°"
              step={5}
              limits={WATERMARK_LIMITS.angle}
              value={settings.angle}
              onChange={(angle) => set({ angle })}
            />
            <Slider
              title="间距"
              unit=" 倍"
              step={0.1}
              limits={WATERMARK_LIMITS.gap}
              value={settings.gap}
              onChange={(gap) => set({ gap })}
            />
          </>
        )}
        <Slider
          title="大小"
          unit="%"
          step={0.5}
          limits={WATERMARK_LIMITS.size}
          value={settings.size}
          onChange={(size) => set({ size })}
        />
        <Slider
          title="不透明度"
          unit="%"
          step={5}
          limits={WATERMARK_LIMITS.opacity}
          value={settings.opacity}
          onChange={(opacity) => set({ opacity })}
        />
      </div>
    </div>
  )
}

/** The sample picture; null until it is there, or where the user's own is shown. */
function useSample(needed: boolean): Blob | null {
  const [sample, setSample] = useState<Blob | null>(null)
  useEffect(() => {
    if (!needed) return
    let gone = false
    fetch(SAMPLE)
      .then((answer) => answer.blob())
      .then(
        (blob) => !gone && setSample(blob),
        () => undefined,
      )
    return () => {
      gone = true
    }
  }, [needed])
  return sample
}

interface FieldsProps {
  settings: Watermark
  set: (change: Partial<Watermark>) => void
}

function TextFields({ settings, set }: FieldsProps) {
  const id = useId()
  return (
    <>
      <div className={styles.field}>
        <label htmlFor={id}>文字</label>
        <input
          id={id}
          className={styles.text}
          value={settings.text}
          maxLength={WATERMARK_LIMITS.textLength}
          placeholder="筑绘"
          autoComplete="off"
          onChange={(event) => set({ text: event.target.value })}
        />
      </div>
      <Group className={styles.field} label="颜色">
        <span aria-hidden="true">颜色</span>
        <span className={styles.colours}>
          {COLOURS.map(({ value, title }) => (
            <button
              key={value}
              type="button"
              className={styles.colour}
              aria-pressed={settings.colour === value}
              aria-label={title}
              title={title}
              onClick={() => set({ colour: value })}
            >
              <span style={{ background: value }} />
            </button>
          ))}
          <label className={styles.colour} title="其他颜色">
            <input
              type="color"
              aria-label="其他颜色"
              value={settings.colour}
              onChange={(event) => set({ colour: event.target.value })}
            />
          </label>
        </span>
      </Group>
    </>
  )
}

function LogoField({ logo }: { logo: Blob | null }) {
  const id = useId()
  const take = async (file: File | null) => {
    try {
      await setWatermarkLogo(file)
    } catch (thrown) {
      toastError(thrown)
    }
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>图片</label>
      <span className={styles.logo}>
        <input
          id={id}
          type="file"
          accept={PICTURE_ACCEPT}
          className="visually-hidden"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) void take(file)
            event.target.value = ''
          }}
        />
        <label htmlFor={id} className={styles.pick}>
          {logo ? '换一张' : '选择图片'}
        </label>
        {logo ? (
          <Button look="quiet" onClick={() => void take(null)}>
            移除
          </Button>
        ) : (
          <span className={styles.hint}>最好是透明底的 PNG</span>
        )}
      </span>
    </div>
  )
}

function Choice<T extends string>({
  legend,
  value,
  options,
  onChange,
}: {
  legend: string
  value: T
  options: readonly { value: T; title: string }[]
  onChange: (value: T) => void
}): ReactNode {
  return (
    <Group className={styles.field} label={legend}>
      <span aria-hidden="true">{legend}</span>
      <span className={styles.segments}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value)}
          >
            {option.title}
          </button>
        ))}
      </span>
    </Group>
  )
}

function Slider({
  title,
  unit,
  step,
  limits,
  value,
  onChange,
}: {
  title: string
  unit: string
  step: number
  limits: { min: number; max: number }
  value: number
  onChange: (value: number) => void
}) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{title}</label>
      <span className={styles.slider}>
        <input
          id={id}
          type="range"
          min={limits.min}
          max={limits.max}
          step={step}
          value={value}
          aria-valuetext={`${value}${unit}`}
          onChange={(event) => onChange(Number(event.target.value))}
        />
        <output htmlFor={id}>
          {value}
          {unit}
        </output>
      </span>
    </div>
  )
}
