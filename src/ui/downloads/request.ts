import { signal } from '@preact/signals-react'
import { downloadOutput } from '#src/data/tasks/outputs.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { toastError } from '#src/state/toasts.ts'
import { titleOfTask } from '#src/ui/task-words.ts'

/** Tasks whose results the user wants as one archive; null while nobody asks. */
export const downloadRequest = signal<readonly LocalTask[] | null>(null)

/** Results that can be saved. */
export function countOutputs(tasks: readonly LocalTask[]): number {
  return tasks.reduce((sum, task) => sum + (task.state === 'done' ? task.outputs.length : 0), 0)
}

/** Saves the results of tasks: a single file as it is, several as an archive that is asked about first. */
export async function requestDownload(tasks: readonly LocalTask[]): Promise<void> {
  const done = tasks.filter((task) => task.state === 'done' && task.outputs.length > 0)
  const [first] = done
  if (!first) return
  if (countOutputs(done) > 1) {
    downloadRequest.value = done
    return
  }
  try {
    await downloadOutput(first, 0, titleOfTask(first))
  } catch (thrown) {
    toastError(thrown)
  }
}
