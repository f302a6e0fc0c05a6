import { useRef } from 'react'
import { DRAWING_ENDINGS, PICTURE_ACCEPT } from '#contracts/formats.ts'
import type { InputSlot } from '#src/tools/tool.ts'
import { type Collected, filesOfFolder } from './collect-files.ts'

const DRAWINGS = DRAWING_ENDINGS.join(',')

/** What the file dialog offers: a slot of many takes zips of pictures too. */
function acceptOf({ kind, max, drawings }: InputSlot): string {
  if (kind === 'model') return '.glb,model/gltf-binary'
  if (kind === 'lut') return '.cube'
  const taken = drawings ? `${PICTURE_ACCEPT},${DRAWINGS}` : PICTURE_ACCEPT
  return max > 1 ? `${taken},.zip` : taken
}

/** Hidden fields for a slot's files and for the camera, and the functions that open them. */
export function useFilePicker(slot: InputSlot, onAdd: (files: File[]) => void, testId?: string) {
  const field = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const take = (target: HTMLInputElement) => {
    onAdd(Array.from(target.files ?? []))
    // The same file may be picked again after it was removed.
    target.value = ''
  }
  const element = (
    <>
      <input
        ref={field}
        type="file"
        hidden
        tabIndex={-1}
        accept={acceptOf(slot)}
        multiple={slot.max > 1}
        data-testid={testId}
        onChange={(event) => take(event.currentTarget)}
      />
      {slot.kind === 'image' ? (
        <input
          ref={camera}
          type="file"
          hidden
          tabIndex={-1}
          accept="image/*"
          capture="environment"
          onChange={(event) => take(event.currentTarget)}
        />
      ) : null}
    </>
  )
  return { element, open: () => field.current?.click(), shoot: () => camera.current?.click() }
}

/** React's typings do not know the attribute; every desktop browser does. */
const PICKS_FOLDERS = { webkitdirectory: '' }

/** A hidden field that takes a folder for a slot, and the function that opens it. */
export function useFolderPicker(
  { drawings }: InputSlot,
  onAdd: (files: File[], found: Collected) => void,
  testId?: string,
) {
  const field = useRef<HTMLInputElement>(null)
  const element = (
    <input
      ref={field}
      type="file"
      hidden
      tabIndex={-1}
      {...PICKS_FOLDERS}
      data-testid={testId}
      onChange={(event) => {
        const target = event.currentTarget
        const found = filesOfFolder(target.files ?? [], drawings)
        target.value = ''
        onAdd(found.files, found)
      }}
    />
  )
  return { element, open: () => field.current?.click() }
}
