import { useCallback, useEffect, useRef, useState } from 'react'
import { AppError } from '#contracts/errors.ts'
import { paramsOf } from '#ops/index.ts'
import { readOutput } from '#src/data/tasks/outputs.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { keepStructure } from '#src/data/tasks/versions.ts'
import { checkStructure } from '#src/worker-clients/image-ops.ts'
import { type RoleFile, readInputs } from '../task-files.ts'

/** What of the check lies over the result. */
export type StructureLayer = 'rings' | 'lines' | 'heat' | 'none'

/** Addresses of the pictures that can lie over the result. */
interface Layers {
  lines: string
  heat: string
}

/**
 * The file that a render was made of, among those of its task.
 * @throws AppError INPUT_MISSING
 */
export function sourceAmong(inputs: readonly RoleFile[]): File {
  const source = inputs.find(({ role }) => role === 'image')
  if (!source) throw new AppError('INPUT_MISSING')
  return source.file
}

async function checkTask(task: LocalTask, index: number): Promise<Layers> {
  const [inputs, result] = await Promise.all([readInputs(task), readOutput(task, index)])
  const { lines, heat, ...structure } = await checkStructure(
    sourceAmong(inputs),
    result,
    paramsOf('render').parse(task.params),
  )
  await keepStructure(task.taskId, index, structure)
  return { lines: URL.createObjectURL(lines), heat: URL.createObjectURL(heat) }
}

function revoke({ lines, heat }: Layers): void {
  URL.revokeObjectURL(lines)
  URL.revokeObjectURL(heat)
}

/**
 * The check of one result's structure against its source. What was found is kept with the result; what lies over it is
 * drawn when it is first asked for.
 * @param wanted whether what differs is on show
 * @returns `url` of what is to lie over the result
 */
export function useStructureCheck(task: LocalTask, index: number, wanted: boolean) {
  const report = task.outputMeta[index]?.structure ?? null
  const [layers, setLayers] = useState<Layers | null>(null)
  const [layer, show] = useState<StructureLayer>('rings')
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  useEffect(() => (layers ? () => revoke(layers) : undefined), [layers])
  const drawn = layer === 'lines' || layer === 'heat' ? layer : null
  const lacks = wanted && error === null && (report === null || (drawn !== null && layers === null))
  const check = useCallback(() => {
    setBusy(true)
    checkTask(task, index)
      .then((made) => (left.current ? revoke(made) : setLayers(made)), setError)
      .finally(() => setBusy(false))
  }, [task, index])
  useEffect(() => {
    if (lacks && !busy) check()
  }, [lacks, busy, check])
  return {
    ...{ report, layer, busy: lacks, error, show },
    url: wanted && drawn ? layers?.[drawn] : undefined,
    retry: () => setError(null),
  }
}
