import { signal } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { zAssetId } from '#contracts/asset.ts'
import { AppError } from '#contracts/errors.ts'
import { narrower, type Reach, zReach } from '#contracts/reach.ts'
import { currentOwner, useOwner } from '#src/data/api/session.ts'
import { parseRecord, read, write } from '#src/data/store/db.ts'
import { newId } from '#src/data/store/locks.ts'
import { onPicturesForgotten, onPrivateDataCleared } from '#src/data/store/private-data.ts'
import { useComputedValue, useSignalValue } from '#src/data/store/signal-hooks.ts'
import { GUEST } from '#src/data/tasks/task-model.ts'
import { storedSignal } from '#src/state/stored-signal.ts'

/** Longest name of a project, characters. */
export const MOST_NAME = 40

const zPinned = z.object({
  /** Originals that are kept here, with their bytes. */
  assets: z.array(z.object({ id: zAssetId, bytes: z.number().nonnegative() })),
  /** Originals that could not be fetched yet. */
  missing: z.number().int().nonnegative(),
})

/** A named collection of tasks, kept on this device alone. */
export const zProject = z.object({
  projectId: z.string(),
  userId: z.string(),
  name: z.string(),
  createdAt: z.number(),
  taskIds: z.array(z.string()),
  /** How far its pictures may go. */
  reach: zReach.default('outside'),
  /** There while the project's pictures are kept for use without a network. */
  pinned: zPinned.optional(),
})
export type Project = z.infer<typeof zProject>

const projects = signal<readonly Project[]>([])
/** Whose projects have been read. */
let readFor: string | undefined
let reading: Promise<void> | undefined

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('zhuhui-projects')

async function readProjects(owner: string): Promise<Project[]> {
  const owners = [...new Set([owner, GUEST])]
  const found = await read<unknown[][]>(
    (db) => Promise.all(owners.map((one) => db.getAllFromIndex('projects', 'userId', one))),
    [],
  )
  const sound = found.flat().flatMap((record) => parseRecord(zProject, record, 'projects') ?? [])
  return sound.sort((a, b) => a.createdAt - b.createdAt)
}

async function refresh(): Promise<void> {
  const owner = readFor
  if (owner === undefined) return
  const found = await readProjects(owner)
  if (readFor === owner) projects.value = found
}

channel?.addEventListener('message', () => void refresh())
onPrivateDataCleared(() => {
  readFor = undefined
  projects.value = []
})

// What was pinned is fetched again once the account signs in.
onPicturesForgotten(async (userId) => {
  const own = (await readProjects(userId)).filter((project) => project.userId === userId)
  for (const { projectId } of own)
    await changeProject(projectId, ({ pinned, ...rest }) =>
      pinned ? { ...rest, pinned: { assets: [], missing: pinned.assets.length + pinned.missing } } : rest,
    )
})

/** Reads the projects of an account into view; they stay up to date by themselves. */
export async function openProjects(owner: string): Promise<readonly Project[]> {
  if (readFor !== owner) {
    readFor = owner
    reading = refresh()
  }
  await reading
  return projects.peek()
}

/** The project that new tasks are put into; '' for none. */
const current = storedSignal<string>({ name: 'zhuhui.project', version: 1, schema: z.string(), initial: '' })

/** Has new tasks put into a project, and its reach apply to them. @param projectId null for no project */
export function workInProject(projectId: string | null): void {
  current.value = projectId ?? ''
}

/** The project that new tasks are put into; null for none, undefined until that is known. */
export function useCurrentProject(): Project | null | undefined {
  const id = useSignalValue(current)
  const owner = useOwner()
  const known = useProjects()
  const [read, setRead] = useState('')
  useEffect(() => {
    if (id) void openProjects(owner).then(() => setRead(owner))
  }, [id, owner])
  if (!id) return null
  return known.find(({ projectId }) => projectId === id) ?? (read === owner ? null : undefined)
}

/** Projects of the account on show, oldest first. */
export function useProjects(): readonly Project[] {
  return useComputedValue('projects', () => projects.value)
}

/** A name without what nobody can see. */
function soundName(name: string): string {
  const sound = name.replace(/\s+/g, ' ').trim().slice(0, MOST_NAME)
  if (sound === '') throw new AppError('PARAMS_INVALID', '请给项目起个名字')
  return sound
}

async function put(project: Project): Promise<void> {
  await write((db) => db.put('projects', project))
  channel?.postMessage('changed')
  await refresh()
}

/**
 * Makes a project.
 * @throws AppError PARAMS_INVALID without a name, STORAGE_FULL when it cannot be stored
 */
export async function createProject(name: string, taskIds: readonly string[] = []): Promise<string> {
  const projectId = newId()
  await put({
    projectId,
    userId: currentOwner(),
    name: soundName(name),
    createdAt: Date.now(),
    taskIds: [...new Set(taskIds)],
    reach: 'outside',
  })
  return projectId
}

/**
 * Changes a project in one transaction, so that two tabs do not undo each other.
 * @returns the project after the change; undefined when it is gone
 * @throws AppError STORAGE_FULL when it cannot be stored
 */
export async function changeProject(
  projectId: string,
  change: (project: Project) => Project,
): Promise<Project | undefined> {
  let after: Project | undefined
  await write(async (db) => {
    const transaction = db.transaction('projects', 'readwrite', { durability: 'strict' })
    const before = parseRecord(zProject, await transaction.store.get(projectId), 'projects')
    after = before && change(before)
    await Promise.all([after && transaction.store.put(after), transaction.done])
  })
  channel?.postMessage('changed')
  await refresh()
  return after
}

/**
 * Gives a project another name, and says how far its pictures may go; tasks that were sent before are not touched.
 * @throws AppError PARAMS_INVALID, STORAGE_FULL
 */
export async function editProject(projectId: string, edit: { name: string; reach: Reach }): Promise<void> {
  const name = soundName(edit.name)
  await changeProject(projectId, (project) => ({ ...project, name, reach: edit.reach }))
}

/** How far pictures of a task may go by the projects that it is in. */
export async function reachOfTask(taskId: string): Promise<Reach> {
  const own = (await openProjects(currentOwner())).filter(({ taskIds }) => taskIds.includes(taskId))
  return own.reduce<Reach>((reach, project) => narrower(reach, project.reach), 'outside')
}

/** Puts tasks into a project; those that are in it already stay once. @throws AppError STORAGE_FULL */
export async function addToProject(projectId: string, taskIds: readonly string[]): Promise<void> {
  await changeProject(projectId, (project) => ({
    ...project,
    // A visitor's project goes along into the account whose tasks it takes in.
    userId: project.userId === GUEST ? currentOwner() : project.userId,
    taskIds: [...new Set([...project.taskIds, ...taskIds])],
  }))
}

/** Takes tasks out of a project; the tasks themselves stay. @throws AppError STORAGE_FULL */
export async function takeFromProject(projectId: string, taskIds: readonly string[]): Promise<void> {
  const gone = new Set(taskIds)
  await changeProject(projectId, (project) => ({
    ...project,
    taskIds: project.taskIds.filter((id) => !gone.has(id)),
  }))
}

/** Forgets a project; its tasks stay. What was pinned is freed by unpinProject first. */
export async function deleteProject(projectId: string): Promise<void> {
  await write((db) => db.delete('projects', projectId))
  channel?.postMessage('changed')
  await refresh()
}
