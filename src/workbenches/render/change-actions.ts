import { partOf, type StructureChange } from '#contracts/structure.ts'
import { paramsOf } from '#ops/index.ts'
import { hrefOfTool } from '#src/app/device.ts'
import { currentOwner } from '#src/data/api/session.ts'
import { keepPictureMask } from '#src/data/drafts/picture-masks.ts'
import { readOutput } from '#src/data/tasks/outputs.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { addVersion } from '#src/data/tasks/versions.ts'
import { findTool, isIndoorTool, type RegisteredTool } from '#src/tools/registry.ts'
import { inspectFile } from '#src/worker-clients/image-files.ts'
import { putBackPlaces } from '#src/worker-clients/image-ops.ts'
import { writeMask } from '#src/worker-clients/mask.ts'
import { readInputs, resultFile } from '../task-files.ts'
import { REDRAW_WORDS, wordsOfChange } from './structure-words.ts'
import { sourceAmong } from './use-structure-check.ts'

const DONE = '已恢复成底图：'

/**
 * Puts what the source shows at a change back into the result, as a version of it.
 * @returns the version's id
 * @throws AppError what reading and decoding throw
 */
export async function putBackChange(
  task: LocalTask,
  index: number,
  change: StructureChange,
): Promise<string> {
  const [inputs, result] = await Promise.all([readInputs(task), readOutput(task, index)])
  const params = paramsOf('render').parse(task.params)
  const picture = await putBackPlaces(sourceAmong(inputs), result, [change.box], params)
  const words = wordsOfChange(change)
  const text = task.versionOf && task.text?.startsWith(DONE) ? `${task.text}；${words}` : DONE + words
  return addVersion(task, index, { picture, text, inputs })
}

/** The tool that redraws a part of what another one rendered. */
export function redrawToolOf(tool: RegisteredTool): RegisteredTool | undefined {
  return findTool(isIndoorTool(tool) ? 'localRenderingProIndoor' : 'localRenderingPro')
}

/**
 * Prepares a local redraw of a change: its place becomes the mask of the result, which comes along to every tool.
 * @returns the address of the tool with the result and what is wanted
 * @throws AppError what reading throws
 */
export async function prepareRedraw(
  task: LocalTask,
  index: number,
  change: StructureChange,
  tool: RegisteredTool,
): Promise<string> {
  const file = resultFile(await readOutput(task, index), task, index)
  const { width, height } = await inspectFile(file, file.name)
  const mask = new Uint8Array(width * height)
  const part = partOf({ width, height }, change.box)
  for (let y = part.top; y < part.top + part.height; y++)
    mask.fill(255, y * width + part.left, y * width + part.left + part.width)
  const blob = await writeMask(mask, width, height)
  await keepPictureMask(currentOwner(), { file, width, height }, blob, '')
  const query = new URLSearchParams({
    from: task.taskId,
    output: String(index),
    words: REDRAW_WORDS[change.kind],
  })
  const href = hrefOfTool(tool)
  return `${href}${href.includes('?') ? '&' : '?'}${query}`
}
