import { outputName } from '#contracts/file-names.ts'
import { OPS } from '#ops/index.ts'
import { findTool } from '#src/tools/registry.ts'
import type { LocalTask } from './task-model.ts'

/**
 * Name that an output is saved under: `stem_title.ext`, numbered where a task has several.
 * @param title shown part of the name; the tool's title when left out
 * @param type MIME type that it is saved as; the output's own when left out
 */
export function downloadName(task: LocalTask, index = 0, title?: string, type?: string): string {
  const output = task.outputs[index]
  const main =
    task.localInputs?.find(({ role }) => role === 'image') ?? task.inputs.find(({ role }) => role === 'image')
  const original = main?.name || task.localInputs?.[0]?.name || task.inputs[0]?.name || '筑绘'
  const shown = title ?? findTool(task.toolId)?.title ?? OPS[task.op].title
  const number = task.outputs.length > 1 ? `_${index + 1}` : ''
  return outputName(original, `${shown}${number}`, type ?? output?.type ?? '')
}
