import { App } from 'antd'
import { useCallback, useState } from 'react'
import { LIMITS } from '#contracts/asset.ts'
import { ERRORS } from '#contracts/errors.ts'
import type { DraftInput } from '#src/data/drafts.ts'
import { acceptImages, releasePreview } from '#src/data/files.ts'
import { newId } from '#src/data/locks.ts'
import type { InputSlot } from '#src/tools/tool.ts'

/** A file that could not be taken: it stays listed until the user has read why. */
export interface Refusal {
  id: string
  name: string
  message: string
  remedy: string
}

export interface Intake {
  /** Files being checked now. */
  checking: number
  refusals: readonly Refusal[]
  /** Takes files into a slot: the good ones go in, the bad ones are listed. */
  add: (slot: InputSlot, files: readonly File[]) => Promise<void>
  /** Forgets one refusal, or all of them. */
  dismiss: (id?: string) => void
}

const refusal = (name: string, message: string, remedy: string): Refusal => ({
  id: newId(),
  name,
  message,
  remedy,
})

/** A binary glTF file starts with this word. */
const GLB_MAGIC = 'glTF'

interface Found {
  inputs: DraftInput[]
  refused: Refusal[]
  /** To be shown as a toast. */
  notice?: string | undefined
}

async function acceptModels(files: readonly File[]): Promise<Found> {
  const inputs: DraftInput[] = []
  const refused: Refusal[] = []
  for (const file of files) {
    const magic = await file.slice(0, 4).text()
    if (magic !== GLB_MAGIC)
      refused.push(
        refusal(file.name, '这不是 GLB 模型文件', '请在建模软件中导出为 GLB（二进制 glTF 2.0）后再选'),
      )
    else if (file.size > LIMITS.uploadBytes)
      refused.push(refusal(file.name, ERRORS.FILE_TOO_BIG.message, '请精简面数或压缩贴图后重新导出'))
    else inputs.push({ id: newId(), role: 'model', file, width: 0, height: 0 })
  }
  return { inputs, refused }
}

async function acceptPictures(slot: InputSlot, files: readonly File[], shrink: boolean): Promise<Found> {
  const { accepted, refused, notice } = await acceptImages(files, { shrink, most: slot.max })
  const inputs = accepted.map((image): DraftInput => {
    releasePreview(image)
    return {
      id: newId(),
      role: slot.role,
      file: image.file,
      width: image.width,
      height: image.height,
    }
  })
  return {
    inputs,
    refused: refused.map(({ name, error }) => refusal(name, error.message, error.remedy)),
    notice,
  }
}

/** Puts new inputs into a slot: a slot of one is replaced, a fuller one keeps its first `max`. */
export function mergeInputs(
  previous: readonly DraftInput[],
  slot: InputSlot,
  added: readonly DraftInput[],
): { inputs: DraftInput[]; left: readonly DraftInput[] } {
  const others = previous.filter((input) => input.role !== slot.role)
  const own = previous.filter((input) => input.role === slot.role)
  if (slot.max === 1) {
    const [first, ...left] = added
    if (!first) return { inputs: [...previous], left: [] }
    // A mask belongs to the picture that it was painted on.
    const staying = slot.role === 'image' ? others.filter((input) => input.role !== 'mask') : others
    return { inputs: [...staying, first], left }
  }
  const room = Math.max(0, slot.max - own.length)
  return { inputs: [...others, ...own, ...added.slice(0, room)], left: added.slice(room) }
}

/**
 * Checks files and puts them into a workbench's inputs.
 * @param shrink whether the size rule of uploads applies; tools that work on the original bytes say false
 */
export function useIntake(
  inputs: readonly DraftInput[],
  setInputs: (next: (previous: DraftInput[]) => DraftInput[]) => void,
  shrink: boolean,
): Intake {
  const { message } = App.useApp()
  const [checking, setChecking] = useState(0)
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])

  const add = async (slot: InputSlot, files: readonly File[]) => {
    if (files.length === 0) return
    setChecking((count) => count + files.length)
    try {
      const found: Found =
        slot.kind === 'model' ? await acceptModels(files) : await acceptPictures(slot, files, shrink)
      const { left } = mergeInputs(inputs, slot, found.inputs)
      const over = left.map(({ file }) =>
        refusal(file.name, `“${slot.title}”最多 ${slot.max} 个文件`, '请分批处理，或先移除不需要的文件'),
      )
      if (found.inputs.length > 0) setInputs((previous) => mergeInputs(previous, slot, found.inputs).inputs)
      const refused = [...found.refused, ...over]
      if (refused.length > 0) setRefusals((previous) => [...refused, ...previous])
      if (found.notice) message.info(found.notice)
    } finally {
      setChecking((count) => count - files.length)
    }
  }

  const dismiss = useCallback(
    (id?: string) => setRefusals((previous) => (id ? previous.filter((item) => item.id !== id) : [])),
    [],
  )
  return { checking, refusals, add, dismiss }
}
