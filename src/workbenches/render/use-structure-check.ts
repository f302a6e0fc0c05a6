import { useEffect, useRef, useState } from 'react'
import { AppError } from '#contracts/errors.ts'
import type { StructureChange } from '#contracts/structure.ts'
import { paramsOf } from '#ops/index.ts'
import { readOutput } from '#src/data/tasks/outputs.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { toastError } from '#src/state/toasts.ts'
import { checkStructure } from '#src/worker-clients/image-ops.ts'
import { readInputs } from '../task-files.ts'

/** What of the check lies over the result. */
export type StructureLayer = 'none' | 'lines' | 'heat'

interface Check {
  share: number
  changes: readonly StructureChange[]
  isLow: boolean
  lines: string
  heat: string
}

async function checkTask(task: LocalTask, index: number): Promise<Check> {
  const source = (await readInputs(task)).find(({ role }) => role === 'image')
  if (!source) throw new AppError('INPUT_MISSING')
  const result = await readOutput(task, index)
  const params = paramsOf('render').parse(task.params)
  const { share, changes, isLow, lines, heat } = await checkStructure(source.file, result, params)
  return { share, changes, isLow, lines: URL.createObjectURL(lines), heat: URL.createObjectURL(heat) }
}

/**
 * The check of one result's lines against its source, made when it is first asked for.
 * @returns `url` of what is to lie over the result
 */
export function useStructureCheck(task: LocalTask, index: number) {
  const [check, setCheck] = useState<Check | null>(null)
  const [layer, setLayer] = useState<StructureLayer>('none')
  const [busy, setBusy] = useState(false)
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  useEffect(() => {
    if (!check) return
    return () => {
      URL.revokeObjectURL(check.lines)
      URL.revokeObjectURL(check.heat)
    }
  }, [check])
  const show = (wanted: StructureLayer) => {
    setLayer(wanted)
    if (wanted === 'none' || check || busy) return
    setBusy(true)
    checkTask(task, index)
      .then(
        (made) => {
          if (!left.current) return setCheck(made)
          URL.revokeObjectURL(made.lines)
          URL.revokeObjectURL(made.heat)
        },
        (thrown) => {
          setLayer('none')
          toastError(thrown)
        },
      )
      .finally(() => setBusy(false))
  }
  return { check, layer, busy, url: layer === 'none' ? undefined : check?.[layer], show }
}
