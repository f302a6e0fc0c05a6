import { Input, Segmented, Skeleton, Slider, Switch } from 'antd'
import { lazy, Suspense, useId } from 'react'
import { loadChunk } from '#src/app/load-chunk.ts'
import type { LoraChoice } from '#src/data/tasks/places.ts'
import { type Control, titleOfOption } from '#src/tools/controls.ts'
import { CategoryPicker } from './CategoryPicker.tsx'
import { Choices } from './Choices.tsx'
import { FacetPicker } from './FacetPicker.tsx'
import { LoraPicker } from './LoraPicker.tsx'
import { MaterialPicker } from './MaterialPicker.tsx'
import { NumberInput } from './NumberInput.tsx'
import styles from './ParamForm.module.css'
import type { Params } from './ParamForm.tsx'
import { ScenePicker } from './ScenePicker.tsx'
import { useTypedText } from './use-typed-text.ts'

// Only renders have styles and a lexicon: other forms do not carry them.
const StylePicker = lazy(() => loadChunk(() => import('./StylePicker.tsx')))
const PromptHelper = lazy(() => loadChunk(() => import('./PromptHelper.tsx')))

interface ControlProps<F extends Control = Control> {
  field: F
  params: Params
  onChange: (patch: Record<string, unknown>) => void
  labelId: string
  controlId: string
  /** LoRAs that can be chosen. */
  loras: readonly LoraChoice[]
}
const NONE: readonly LoraChoice[] = []
type NumberField = Extract<Control, { kind: 'slider' | 'number' }>
type ChoiceField = Extract<Control, { kind: 'choice' }>
type TextField = Extract<Control, { kind: 'text' }>

/** The value of a field; what it begins with where the parameters have none. */
const numberOf = ({ key, initial }: Control, params: Params) => Number(params[key] ?? initial)
const textOf = ({ key, initial }: Control, params: Params) => String(params[key] ?? initial)

/** More options than this do not fit a segmented row of the panel. */
const SEGMENTS = 5
/** Room for the words of all segments if they are as wide as the widest, in Latin letters; a Chinese one takes two. */
const SEGMENT_LETTERS = 28

const letters = (text: string) => [...text].reduce((sum, char) => sum + (char > '\u2e80' ? 2 : 1), 0)

/** One control with its label and hint. */
export function ParamField({
  field,
  params,
  onChange,
  loras = NONE,
}: {
  field: Control
  params: Params
  onChange: (patch: Record<string, unknown>) => void
  loras?: readonly LoraChoice[]
}) {
  const labelId = useId()
  const controlId = useId()
  const inline = field.kind === 'switch' || field.kind === 'lock'
  // Only one element may be labelled by `for`: the others are named through their label's id.
  const forId =
    inline || field.kind === 'text' || field.kind === 'colour' || field.kind === 'lora'
      ? controlId
      : undefined
  const hint = field.hint ? <span className={styles.hint}>{field.hint}</span> : null
  const label = forId ? (
    <label id={labelId} htmlFor={forId} className={styles.label}>
      {field.title}
    </label>
  ) : (
    <span id={labelId} className={styles.label}>
      {field.title}
    </span>
  )
  const control = <Choose {...{ field, params, onChange, labelId, controlId, loras }} />
  if (inline)
    return (
      <div className={styles.inline}>
        <div>
          {label}
          {hint}
        </div>
        {control}
      </div>
    )
  return (
    <div className={styles.field}>
      <div className={styles.labelRow}>
        {label}
        {hint}
      </div>
      {control}
    </div>
  )
}

function Choose({ field, ...rest }: ControlProps) {
  switch (field.kind) {
    case 'slider':
      return <SliderControl field={field} {...rest} />
    case 'number':
      return <NumberControl field={field} {...rest} />
    case 'choice':
      return <ChoiceControl field={field} {...rest} />
    case 'switch':
      return <SwitchControl field={field} {...rest} />
    case 'lock':
      return <LockControl field={field} {...rest} />
    case 'text':
      return <TextControl field={field} {...rest} />
    case 'colour':
      return <ColourControl field={field} {...rest} />
    case 'category':
      return (
        <CategoryPicker
          domain={field.domain}
          labelId={rest.labelId}
          type={String(rest.params.classifyId2 ?? '')}
          kind={String(rest.params.classifyId3 ?? '')}
          onChange={rest.onChange}
        />
      )
    case 'facet':
      return (
        <FacetPicker
          domain={field.domain}
          label={field.title}
          value={textOf(field, rest.params)}
          onChange={(value) => rest.onChange({ [field.key]: value })}
        />
      )
    case 'style':
      return (
        <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 4 }} />}>
          <StylePicker
            labelId={rest.labelId}
            domain={field.domain}
            value={textOf(field, rest.params)}
            onChange={(value) => rest.onChange({ [field.key]: value })}
          />
        </Suspense>
      )
    case 'lora':
      return (
        <LoraPicker
          id={rest.controlId}
          loras={rest.loras}
          value={textOf(field, rest.params)}
          onChange={(value) => rest.onChange({ [field.key]: value })}
        />
      )
    case 'scene':
      return (
        <ScenePicker
          labelId={rest.labelId}
          value={textOf(field, rest.params)}
          onChange={(value) => rest.onChange({ [field.key]: value })}
        />
      )
    case 'material':
      return (
        <MaterialPicker
          labelId={rest.labelId}
          value={textOf(field, rest.params)}
          onChange={(value) => rest.onChange({ [field.key]: value })}
        />
      )
  }
}

function SliderControl({ field, params, onChange, labelId }: ControlProps<NumberField>) {
  const value = numberOf(field, params)
  const set = (next: number) => onChange({ [field.key]: next })
  return (
    <div className={styles.slider}>
      <Slider
        min={field.min}
        max={field.max}
        step={field.step}
        value={value}
        onChange={set}
        ariaLabelledByForHandle={labelId}
        tooltip={{ open: false }}
      />
      <NumberInput
        size="small"
        min={field.min}
        max={field.max}
        step={field.step}
        value={value}
        onChange={set}
        controls={false}
        aria-label={`${field.title}（数值）`}
        {...(field.unit ? { suffix: field.unit } : {})}
      />
    </div>
  )
}

function NumberControl({ field, params, onChange, labelId }: ControlProps<NumberField>) {
  return (
    <NumberInput
      className={styles.number}
      min={field.min}
      max={field.max}
      step={field.step}
      value={numberOf(field, params)}
      onChange={(next) => onChange({ [field.key]: next })}
      aria-labelledby={labelId}
      {...(field.unit ? { suffix: field.unit } : {})}
    />
  )
}

function ChoiceControl({ field, params, onChange, labelId }: ControlProps<ChoiceField>) {
  const value = field.options.find((option) => option === params[field.key]) ?? String(field.initial)
  const options = field.options.map((value) => ({ value, label: titleOfOption(field, value) }))
  const set = (next: string | number) => onChange({ [field.key]: next })
  const widest = Math.max(...options.map(({ label }) => letters(label)))
  if (options.length > SEGMENTS || options.length * widest > SEGMENT_LETTERS)
    return (
      <Choices className={styles.chips} labelledBy={labelId}>
        {options.map((option) => (
          <button
            type="button"
            key={option.value}
            className={styles.chip}
            aria-pressed={option.value === value}
            onClick={() => set(option.value)}
          >
            {option.label}
          </button>
        ))}
      </Choices>
    )
  return (
    <Segmented
      block
      options={options}
      value={value}
      onChange={set}
      name={`choice-${field.key}`}
      aria-label={field.title}
    />
  )
}

function SwitchControl({ field, params, onChange, controlId }: ControlProps) {
  return (
    <Switch
      id={controlId}
      checked={Boolean(params[field.key] ?? field.initial)}
      onChange={(next) => onChange({ [field.key]: next })}
    />
  )
}

function LockControl({ field, params, onChange, controlId }: ControlProps) {
  return (
    <Switch
      id={controlId}
      checked={numberOf(field, params) === 1}
      onChange={(next) => onChange({ [field.key]: next ? 1 : 0 })}
    />
  )
}

function TextControl({ field, params, onChange, controlId }: ControlProps<TextField>) {
  const text = useTypedText(textOf(field, params), (next) => onChange({ [field.key]: next }))
  return (
    <>
      <Input.TextArea
        id={controlId}
        value={text.value}
        onChange={(event) => text.type(event.target.value)}
        placeholder={field.placeholder}
        maxLength={field.maxLength}
        showCount
        autoSize={{ minRows: 3, maxRows: 10 }}
      />
      {field.lexicon ? (
        <Suspense>
          <PromptHelper domain={field.lexicon} value={text.value} onChange={text.type} />
        </Suspense>
      ) : null}
    </>
  )
}

const HEX = /^#[0-9a-fA-F]{6}$/

function ColourControl({ field, params, onChange, controlId }: ControlProps) {
  const value = textOf(field, params)
  return (
    <div className={styles.colour}>
      <input
        type="color"
        id={controlId}
        value={value}
        onChange={(event) => onChange({ [field.key]: event.target.value.toUpperCase() })}
      />
      <Input
        // The field keeps what is typed until it is a whole colour; a change from outside replaces it.
        key={value}
        defaultValue={value}
        maxLength={7}
        aria-label={`${field.title}（十六进制）`}
        onChange={(event) => {
          const typed = event.target.value.trim()
          if (HEX.test(typed) && typed.toUpperCase() !== value.toUpperCase())
            onChange({ [field.key]: typed.toUpperCase() })
        }}
      />
    </div>
  )
}
