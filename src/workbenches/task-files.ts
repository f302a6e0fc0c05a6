import { assetUrl } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import { endingOfType } from '#contracts/formats.ts'
import type { InputRole } from '#contracts/ops.ts'
import { readBlob } from '#src/data/store/blobs.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'

/** A file of an earlier task, in its role. */
export interface RoleFile {
  role: InputRole
  file: File
}

/**
 * Files that a task was started with: from this device where they still lie here, else from the server.
 * @throws AppError NOT_FOUND when one of them is gone, NETWORK when it cannot be reached
 */
export async function readInputs(task: LocalTask): Promise<RoleFile[]> {
  if (task.localInputs && task.localInputs.length > 0)
    return Promise.all(
      task.localInputs.map(async (input) => {
        const blob = await readBlob(input.key)
        if (!blob) throw new AppError('NOT_FOUND', `“${input.name}”已不在本机`)
        return { role: input.role, file: new File([blob], input.name, { type: input.type }) }
      }),
    )
  return Promise.all(
    task.inputs.map(async (input) => {
      const answer = await fetch(assetUrl(input.id)).catch((cause: unknown) => {
        throw new AppError('NETWORK', undefined, { cause })
      })
      if (!answer.ok) throw new AppError('NOT_FOUND', `“${input.name}”已不在服务器上`)
      const blob = await answer.blob()
      return { role: input.role, file: new File([blob], input.name || '图片', { type: input.type }) }
    }),
  )
}

/** A result as a file for the next tool, named after the task's own picture. */
export function resultFile(blob: Blob, task: LocalTask, index: number): File {
  const name = task.outputs[index]?.name || task.inputs[0]?.name || task.localInputs?.[0]?.name || '结果'
  const stem = name.replace(/\.[a-z0-9]{2,5}$/i, '')
  return new File([blob], `${stem}.${endingOfType(blob.type) || 'png'}`, { type: blob.type })
}
