import { AppError } from '#contracts/errors.ts'
import type { LocalTask, SubmitRequest, TaskFilter } from './task-model.ts'

export type { LocalTask, SubmitRequest, TaskFilter } from './task-model.ts'

/** Starts everything that lives behind the list of tasks; called once by main.tsx. */
export async function startTasks(): Promise<void> {}
/** Makes the record at once and lets it go on behind; resolves with the task's id. */
export async function submit(_request: SubmitRequest): Promise<string> {
  throw new AppError('INTERNAL')
}
export async function cancel(_taskId: string): Promise<void> {}
/** Runs a finished task again as a new one; resolves with the new id. */
export async function retry(_taskId: string): Promise<string> {
  throw new AppError('INTERNAL')
}
export async function remove(_taskIds: readonly string[]): Promise<void> {}
/** Loads the next page of older tasks from the server; false when there are no more. */
export async function loadMoreTasks(): Promise<boolean> {
  return false
}
/** Tasks of the signed-in user (or of this device's visitor), newest first. */
export function useTasks(_filter: TaskFilter = {}): LocalTask[] {
  return []
}
export function useTask(_taskId: string | null | undefined): LocalTask | undefined {
  return undefined
}
/** True until the tasks stored on this device have been read. */
export function useTasksLoading(): boolean {
  return true
}
