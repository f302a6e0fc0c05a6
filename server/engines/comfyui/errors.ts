import { z } from 'zod'
import { AppError, type ErrorName } from '#contracts/errors.ts'

/** Failures of a node by what is said of them, the first that fits. */
const FAILURES: readonly (readonly [pattern: RegExp, name: ErrorName])[] = [
  [/out of memory|OutOfMemory|OOM|Allocation on device|not enough memory/i, 'ENGINE_VRAM'],
  [
    /FileNotFound|No such file|not found in|does not exist|safetensors|state_dict|Error loading|header/i,
    'ENGINE_MODEL',
  ],
  [/Invalid image file|cannot identify image/i, 'ENGINE_OUTPUT'],
]

const zFailure = z.object({
  node_type: z.string().catch(''),
  exception_type: z.string().catch(''),
  exception_message: z.string().catch(''),
})

/** What a job's own messages say of its end, as an error of the catalogue. */
export function explainFailure(messages: readonly (readonly [event: string, data: unknown])[]): AppError {
  if (messages.some(([event]) => event === 'execution_interrupted')) return new AppError('ENGINE_INTERRUPTED')
  const told = messages.find(([event]) => event === 'execution_error')?.[1]
  const { node_type, exception_type, exception_message } = zFailure.parse(told ?? {})
  const said = `${exception_type} ${exception_message}`
  const name = FAILURES.find(([pattern]) => pattern.test(said))?.[1]
  if (name) return new AppError(name)
  return new AppError('ENGINE_GRAPH', node_type ? `ComfyUI 的“${node_type}”节点出错` : undefined)
}

const zRefusal = z
  .object({
    error: z
      .object({ type: z.string().catch(''), message: z.string().catch('') })
      .catch({ type: '', message: '' }),
    node_errors: z
      .record(
        z.string(),
        z.object({
          class_type: z.string().catch(''),
          errors: z.array(z.object({ type: z.string().catch(''), details: z.string().catch('') })).catch([]),
        }),
      )
      .catch({}),
  })
  .catch({ error: { type: '', message: '' }, node_errors: {} })

/** Why a graph was not accepted, or not wholly; its cause is the answer itself. */
export function explainRefusal(body: unknown): AppError {
  const { error, node_errors } = zRefusal.parse(body)
  const told = { cause: body }
  for (const { class_type, errors } of Object.values(node_errors)) {
    const [first] = errors
    if (!first) continue
    const named = /^(\w+): '([^']*)' not in/.exec(first.details)
    if (first.type === 'value_not_in_list' && named?.[1]?.endsWith('_name'))
      return new AppError('ENGINE_MODEL', `ComfyUI 上没有模型文件 ${named[2]}`, told)
    return new AppError('ENGINE_GRAPH', `ComfyUI 不接受“${class_type}”节点的设置`, told)
  }
  const missing = /node (\S+) does not exist/.exec(error.message)
  return new AppError('ENGINE_GRAPH', missing ? `ComfyUI 上没有“${missing[1]}”节点` : undefined, told)
}
