import type { ReactNode } from 'react'
import { controlsOf, titleOfOption } from '#src/tools/controls.ts'
import { isShown } from '#src/tools/registry.ts'
import type { InputSlot } from '#src/tools/tool.ts'
import { ParamField } from '#src/ui/form/ParamField.tsx'
import { ParamForm } from '#src/ui/form/ParamForm.tsx'
import { DropOverlay } from '#src/ui/image/DropOverlay.tsx'
import { ImageInput } from '#src/ui/image/ImageInput.tsx'
import { LongPictures } from '#src/ui/image/LongPictures.tsx'
import { RefusalList } from '#src/ui/image/RefusalList.tsx'
import { useDropPaste } from '#src/ui/image/use-drop-paste.ts'
import { useMedia, WIDE } from './media.ts'
import type { Bench } from './use-bench.ts'
import { usePicturePicker } from './use-picture-picker.tsx'

const TABLE = /\.cube$/i

/**
 * Files and parameters of a tool. Files dropped or pasted anywhere on the page go into the first slot, colour tables
 * into theirs.
 */
export function InputsPanel({ bench, children }: { bench: Bench; children?: ReactNode }) {
  const { tool, intake } = bench
  const wide = useMedia(WIDE)
  const main = tool.inputs[0]
  const lut = tool.inputs.find(({ kind }) => kind === 'lut')
  const hovering = useDropPaste((files, found) => {
    const tables = lut ? files.filter(({ name }) => TABLE.test(name)) : []
    if (lut && tables.length > 0) bench.add(lut, tables)
    const rest = files.filter((file) => !tables.includes(file))
    if (main && (rest.length > 0 || tables.length === 0)) bench.add(main, rest, found)
  }, main?.drawings)
  return (
    <>
      {main ? <DropOverlay shown={hovering} target={main.title} /> : null}
      {/* A phone keeps this sheet closed: there the canvas lists them. */}
      {wide ? <RefusalList refusals={intake.refusals} onDismiss={intake.dismiss} /> : null}
      {wide ? <LongPictures intake={intake} /> : null}
      {tool.inputs.map((slot) => (slot === lut ? null : <Slot key={slot.role} bench={bench} slot={slot} />))}
      {children}
      <ParamForm
        tool={tool}
        params={bench.params}
        place={bench.place.chosen?.place}
        loras={bench.place.loras}
        onChange={bench.setParams}
      />
      {/* A table is laid over the finished colours, so it comes last. */}
      {lut ? <Slot bench={bench} slot={lut} /> : null}
    </>
  )
}

/** One input with the parameters that belong to it. */
function Slot({ bench, slot }: { bench: Bench; slot: InputSlot }) {
  const { tool, params, setParams, intake } = bench
  const inputs = bench.inputs.filter((input) => input.role === slot.role)
  const earlier = usePicturePicker(bench, slot)
  const fields = inputs.length > 0 ? controlsOf(tool).filter(({ forInput }) => forInput === slot.role) : []
  return (
    <>
      <ImageInput
        slot={slot}
        inputs={inputs}
        checking={slot === tool.inputs[0] ? intake.checking : 0}
        onAdd={(files, found) => bench.add(slot, files, found)}
        onRemove={bench.removeInputs}
        onBrowse={earlier.open}
      />
      {earlier.element}
      {fields.map((field) => (
        <ParamField key={field.key} field={field} params={params} onChange={setParams} />
      ))}
    </>
  )
}

/** One line for the collapsed sheet of a phone. */
export function summaryOf(bench: Pick<Bench, 'tool' | 'inputs' | 'params'>): string {
  const { tool, inputs, params } = bench
  const main = tool.inputs[0]
  const count = main ? inputs.filter((input) => input.role === main.role).length : 0
  const pictures = !main
    ? ''
    : count > 0
      ? `${main.title} ${count} ${main.kind === 'image' ? '张' : '个'}`
      : `未选${main.title}`
  const choices = controlsOf(tool).flatMap((field) =>
    field.kind === 'choice' && !field.advanced && isShown(field, params)
      ? field.options.filter((option) => option === params[field.key]).map((at) => titleOfOption(field, at))
      : [],
  )
  return [pictures, ...choices.slice(0, 2)].filter(Boolean).join(' · ')
}
