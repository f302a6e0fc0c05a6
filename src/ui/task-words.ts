import type { Category, Material } from '#contracts/catalog.ts'
import { isFinal, TASK_STATE_TITLES } from '#contracts/task.ts'
import { TICKET_KINDS } from '#contracts/tickets.ts'
import { OPS } from '#ops/index.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { formatModel } from '#src/text/format.ts'
import { titleOfOption } from '#src/tools/controls.ts'
import { findTool, isShown } from '#src/tools/registry.ts'
import { SAMPLES } from '#src/tools/samples.ts'
import type { Field } from '#src/tools/tool.ts'

/** Title of the tool that made a task; the op's where this version does not know the tool. */
export function titleOfTask(task: Pick<LocalTask, 'toolId' | 'op'>): string {
  return findTool(task.toolId)?.title ?? OPS[task.op].title
}

/** What a task is at, in a few words. */
export function stateOfTask(task: LocalTask): string {
  if (task.intent === 'cancel') return '正在取消'
  if (task.phase === 'saving') return '正在存到本机'
  if (task.phase === 'waiting') return '等待网络'
  if (task.phase === 'uploading') return `上传中 ${percent(task.uploadProgress ?? 0)}`
  if (task.state === 'queued' && task.queueNum > 0) return `排队第 ${task.queueNum} 位`
  if (task.state === 'running') return task.step || TASK_STATE_TITLES.running
  return TASK_STATE_TITLES[task.state]
}

/** 0..1 of a task that is under way; null where no share can be told. */
export function progressOfTask(task: LocalTask): number | null {
  if (task.phase === 'uploading') return task.uploadProgress ?? 0
  if (task.phase === 'saving' || task.phase === 'waiting' || isFinal(task.state)) return null
  return task.state === 'running' ? task.progress : 0
}

/** True while a task will still change by itself. */
export function isActive(task: Pick<LocalTask, 'state'>): boolean {
  return !isFinal(task.state)
}

/** What a task cost, in words. */
export function costOfTask(task: Pick<LocalTask, 'cost' | 'refunded' | 'origin'>): string {
  if (!task.cost || task.origin === 'device') return '不消耗算力券'
  const price = `${TICKET_KINDS[task.cost.kind].title} ${task.cost.amount} 张`
  return task.refunded ? `${price}，已全额退回` : price
}

export const percent = (share: number) => `${Math.round(share * 100)}%`

/** Whole percent, rounded down: what is not whole is never said to be. */
export const wholePercent = (share: number) => `${Math.floor(100 * share)}%`

/** How much of its source's structure a result keeps, where that was looked at: 96%，3 处改动. */
export function structureOfTask(
  { outputMeta }: Pick<LocalTask, 'outputMeta'>,
  index = 0,
): string | undefined {
  const structure = outputMeta[index]?.structure
  if (!structure) return undefined
  const { length } = structure.changes
  return `${wholePercent(structure.share)}${length > 0 ? `，${length} 处改动` : ''}`
}

/** Names of what parameters refer to by id. */
export interface Names {
  categories: readonly Category[]
  materials: readonly Material[]
  /** Named styles of renders. */
  styles: readonly { id: string; title: string }[]
}

function nameOfCategory(tree: readonly Category[], id: string): string | undefined {
  for (const node of tree) {
    const found = node.id === id ? node.name : nameOfCategory(node.childrens, id)
    if (found) return found
  }
  return undefined
}

function valueInWords(field: Field, params: Readonly<Record<string, unknown>>, names: Names): string {
  const value = params[field.key]
  switch (field.kind) {
    case 'slider':
    case 'number': {
      if (typeof value !== 'number') return ''
      return `${Number(value.toFixed(2))}${field.unit ? ` ${field.unit}` : ''}`
    }
    case 'choice':
      return typeof value === 'string' || typeof value === 'number' ? titleOfOption(field, value) : ''
    case 'switch':
    case 'lock':
      return value ? '开' : '关'
    case 'category':
      return [value, params.classifyId3]
        .map((id) => (typeof id === 'string' && id ? nameOfCategory(names.categories, id) : undefined))
        .filter(Boolean)
        .join(' · ')
    case 'facet':
      return typeof value === 'string' && value ? (nameOfCategory(names.categories, value) ?? value) : ''
    case 'material':
      return names.materials.find((material) => material.id === value)?.name ?? ''
    case 'style':
      return names.styles.find((style) => style.id === value)?.title ?? ''
    case 'scene':
      return SAMPLES.find((sample) => sample.id === value)?.title ?? ''
    case 'lora':
      return typeof value === 'string' ? formatModel(value) : ''
    case 'text':
    case 'colour':
      return typeof value === 'string' ? value : ''
  }
}

/** The parameters of a task as its tool's form names them; empty ones are left out. */
export function paramsInWords(
  task: Pick<LocalTask, 'toolId' | 'params' | 'place'>,
  names: Names,
): { title: string; value: string }[] {
  const fields = findTool(task.toolId)?.fields ?? []
  return fields
    .filter((field) => field.key in task.params && isShown(field, task.params, task.place))
    .map((field) => ({ title: field.title, value: valueInWords(field, task.params, names) }))
    .filter((entry) => entry.value !== '')
}
