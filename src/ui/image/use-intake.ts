import { useCallback, useRef, useState } from 'react'
import { LIMITS, LUT_TYPE } from '#contracts/asset.ts'
import { ERRORS, toAppError } from '#contracts/errors.ts'
import { clipText } from '#contracts/safe-name.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { acceptImages, SHRUNK_SIDE } from '#src/data/files/files.ts'
import { fetchLinkedPicture } from '#src/data/files/linked-pictures.ts'
import { cutLongPicture, piecesOf } from '#src/data/files/long-pictures.ts'
import { newId } from '#src/data/store/locks.ts'
import { underShownName } from '#src/data/store/shown-file.ts'
import { toast, toastError, toastWhile } from '#src/state/toasts.ts'
import type { InputSlot } from '#src/tools/tool.ts'
import { drawTable } from '#src/worker-clients/image-files.ts'
import type { Collected } from './collect-files.ts'
import { rememberThumb } from './object-url.ts'

/** A file that could not be taken: it stays listed until the user has read why. */
export interface Refusal {
  id: string
  name: string
  message: string
  remedy: string
}

/** A picture that is much longer than wide: taken with its shorter side, and offered to be cut. */
export interface LongPicture {
  id: string
  slot: InputSlot
  /** The picture in the slot. */
  input: DraftInput
  /** Size of the file that was chosen, px. */
  before: { width: number; height: number }
  /** How many pieces it would be cut into. */
  pieces: number
}

export interface Intake {
  /** Files still to be checked. */
  checking: number
  /** How far the check of several files is; null while none goes on. */
  progress: { done: number; total: number } | null
  refusals: readonly Refusal[]
  longs: readonly LongPicture[]
  /** Cuts a long picture into pieces, which take its place. */
  cut: (long: LongPicture) => Promise<void>
  /** Takes files into a slot: the good ones go in as they are checked, the bad ones are listed. */
  add: (slot: InputSlot, files: readonly File[], found?: Collected) => Promise<void>
  /** Stops checking; what is in already stays. */
  stop: () => void
  /** Forgets one refusal or offer, or all of them. */
  dismiss: (id?: string) => void
}

const refusal = (name: string, message: string, remedy: string): Refusal => ({
  id: newId(),
  name,
  message,
  remedy,
})

/** Characters of a link that are shown. */
const LINK_LENGTH = 80

/** A binary glTF file starts with this word. */
const GLB_MAGIC = 'glTF'

async function acceptModels(files: readonly File[]): Promise<{ inputs: DraftInput[]; refused: Refusal[] }> {
  const inputs: DraftInput[] = []
  const refused: Refusal[] = []
  for (const file of files) {
    const magic = await file.slice(0, 4).text()
    if (magic !== GLB_MAGIC)
      refused.push(
        refusal(file.name, '这不是 GLB 模型文件', '请在建模软件中导出为 GLB（二进制 glTF 2.0）后再选'),
      )
    else if (file.size > LIMITS.uploadBytes)
      refused.push(refusal(file.name, ERRORS.FILE_TOO_BIG.message, '请精简面数或压缩贴图后重新导出'))
    else inputs.push({ id: newId(), role: 'model', file, width: 0, height: 0 })
  }
  return { inputs, refused }
}

/** A .cube file, read wholly: what is wrong with it is better told now than by a task. */
async function acceptTables(files: readonly File[]): Promise<{ inputs: DraftInput[]; refused: Refusal[] }> {
  const inputs: DraftInput[] = []
  const refused: Refusal[] = []
  for (const file of files) {
    try {
      await drawTable(file)
      const typed = new File([file], file.name, { type: LUT_TYPE, lastModified: file.lastModified })
      inputs.push({ id: newId(), role: 'lut', file: typed, width: 0, height: 0 })
    } catch (thrown) {
      const { message, remedy } = toAppError(thrown, 'LUT_INVALID')
      refused.push(refusal(file.name, message, remedy))
    }
  }
  return { inputs, refused }
}

/** How files that are no pictures are checked. */
const OTHER_CHECKS = { model: acceptModels, lut: acceptTables }

/** Puts new inputs into a slot: a slot of one is replaced, a fuller one keeps its first `max`. */
export function mergeInputs(
  previous: readonly DraftInput[],
  slot: InputSlot,
  added: readonly DraftInput[],
): { inputs: DraftInput[]; left: readonly DraftInput[] } {
  const others = previous.filter((input) => input.role !== slot.role)
  const own = previous.filter((input) => input.role === slot.role)
  if (slot.max === 1) {
    const [first, ...left] = added
    if (!first) return { inputs: [...previous], left: [] }
    // A mask belongs to the picture that it was painted on.
    const staying = slot.role === 'image' ? others.filter((input) => input.role !== 'mask') : others
    return { inputs: [...staying, first], left }
  }
  const room = Math.max(0, slot.max - own.length)
  return { inputs: [...others, ...own, ...added.slice(0, room)], left: added.slice(room) }
}

/** What is said about files for which a slot has no room. */
function overflow(slot: InputSlot, left: number): Refusal {
  const remedy = slot.max > 1 ? '请先处理这一批，再添加其余文件' : '请只选一个文件'
  return refusal(
    `其余 ${left} 个文件`,
    `“${slot.title}”最多 ${slot.max} ${slot.kind === 'image' ? '张' : '个'}`,
    remedy,
  )
}

/** What is said about pictures that were scaled down. */
const wordsOfShrunk = (count: number) =>
  `${count > 1 ? `${count} 张` : ''}图片过大，已自动压缩到长边 ${SHRUNK_SIDE} px`

/** Found pictures go into the form in groups: a form of hundreds is not drawn and stored for each of them. */
const GROUP_MS = 400
/** Least time between two reports of the progress, ms. */
const REPORT_MS = 150

/** Collects what is found and hands it on in groups. */
class Grouped<T> {
  #waiting: T[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #take: (group: T[]) => void

  constructor(take: (group: T[]) => void) {
    this.#take = take
  }

  push(item: T): void {
    this.#waiting.push(item)
    this.#timer ??= setTimeout(() => this.flush(), GROUP_MS)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const group = this.#waiting
    this.#waiting = []
    if (group.length > 0) this.#take(group)
  }
}

/**
 * Checks files and puts them into a workbench's inputs.
 * @param shrink whether the size rule of uploads applies; tools that work on the original bytes say false
 */
export function useIntake(
  setInputs: (next: (previous: DraftInput[]) => DraftInput[]) => void,
  shrink: boolean,
): Intake {
  const [progress, setProgress] = useState<Intake['progress']>(null)
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const [longs, setLongs] = useState<readonly LongPicture[]>([])
  const running = useRef(new Set<{ done: number; total: number; abort: AbortController }>())

  const report = () => {
    const jobs = [...running.current]
    const sum = (key: 'done' | 'total') => jobs.reduce((total, job) => total + job[key], 0)
    setProgress(jobs.length > 0 ? { done: sum('done'), total: sum('total') } : null)
  }
  const refuse = (list: readonly Refusal[]) => {
    if (list.length > 0) setRefusals((previous) => [...list, ...previous])
  }
  /** @returns how many found no room */
  const put = (slot: InputSlot, found: readonly DraftInput[]): number => {
    let left = 0
    setInputs((previous) => {
      const merged = mergeInputs(previous, slot, found)
      left = merged.left.length
      return merged.inputs
    })
    return left
  }

  /** Inputs of a slot as they are at this moment: a hand-over empties it just before it adds to it. */
  const countIn = (slot: InputSlot): number => {
    let count = 0
    setInputs((previous) => {
      count = previous.filter((input) => input.role === slot.role).length
      return previous
    })
    return count
  }

  const addPictures = async (slot: InputSlot, files: readonly File[]) => {
    const own = slot.max === 1 ? 0 : countIn(slot)
    const job = { done: 0, total: files.length, abort: new AbortController() }
    running.current.add(job)
    report()
    let over = 0
    let told = 0
    const found = new Grouped<DraftInput>((group) => {
      over += put(slot, group)
    })
    const refused = new Grouped<Refusal>(refuse)
    try {
      const { left, shrunk, skipped } = await acceptImages(files, {
        shrink,
        drawings: slot.drawings ?? false,
        most: slot.max - own,
        signal: job.abort.signal,
        onFound: ({ file, width, height, preview, long, pages, originalName, chosenBytes }) => {
          if (preview) rememberThumb(file, preview)
          const input = {
            ...{ id: newId(), role: slot.role, file, width, height },
            ...(chosenBytes === file.size ? {} : { chosenBytes }),
          }
          found.push(input)
          if (pages > 1) toast('info', `${originalName} 共 ${pages} 页，处理第 1 页`)
          if (!long) return
          const pieces = piecesOf(input, slot.max).length
          setLongs((previous) => [...previous, { id: input.id, slot, input, before: long, pieces }])
        },
        onRefused: (name, error) => refused.push(refusal(name, error.message, error.remedy)),
        onChecked: (done, total) => {
          Object.assign(job, { done, total })
          if (Date.now() - told < REPORT_MS) return
          told = Date.now()
          report()
        },
      })
      found.flush()
      refused.flush()
      if (skipped > 0) toast('info', `压缩包里另有 ${skipped} 个不是图片的文件已略过`)
      if (left + over > 0) refuse([overflow(slot, left + over)])
      if (shrunk > 0) toast('info', wordsOfShrunk(shrunk))
    } finally {
      running.current.delete(job)
      report()
    }
  }

  const addOthers = async (slot: InputSlot, kind: keyof typeof OTHER_CHECKS, files: readonly File[]) => {
    const { inputs: found, refused } = await OTHER_CHECKS[kind](files)
    const left = put(slot, found)
    refuse(left > 0 ? [...refused, overflow(slot, left)] : refused)
  }

  /** Pictures of other sites, where these let a page have them; the others are listed with the way round. */
  const fetchLinks = async (links: readonly string[]): Promise<File[]> => {
    if (links.length === 0) return []
    const job = { done: 0, total: links.length, abort: new AbortController() }
    running.current.add(job)
    report()
    const fetchOne = async (link: string): Promise<File[]> => {
      try {
        return [await fetchLinkedPicture(link, job.abort.signal)]
      } catch (thrown) {
        if (job.abort.signal.aborted) return []
        const { message, remedy } = toAppError(thrown, 'LINK_CLOSED')
        refuse([refusal(clipText(link, LINK_LENGTH), message, remedy)])
        return []
      } finally {
        job.done++
        report()
      }
    }
    try {
      return (await toastWhile('正在取链接里的图片…', () => Promise.all(links.map(fetchOne)))).flat()
    } finally {
      running.current.delete(job)
      report()
    }
  }

  const add: Intake['add'] = async (slot, files, found) => {
    if (found && found.skipped > 0) {
      const words = `${found.skipped} 个不是图片的文件已略过`
      if (files.length > 0) toast('info', `文件夹里另有 ${words}`)
      else toast('warning', `文件夹里没有图片，${words}`)
    }
    refuse(
      (found?.unreadable ?? []).map((name) =>
        refusal(name, '读取不到这个文件', '请检查文件是否已移走或被占用'),
      ),
    )
    const linked = slot.kind === 'image' ? await fetchLinks(found?.links ?? []) : []
    if (linked.length > 0) await addPictures(slot, linked)
    if (files.length === 0) return
    await (slot.kind === 'image'
      ? addPictures(slot, files)
      : addOthers(slot, slot.kind, files.map(underShownName)))
  }
  const stop = () => {
    for (const { abort } of running.current) abort.abort()
  }
  const dismiss = useCallback((id?: string) => {
    setRefusals((previous) => (id ? previous.filter((item) => item.id !== id) : []))
    setLongs((previous) => (id ? previous.filter((item) => item.id !== id) : []))
  }, [])
  const checking = progress ? progress.total - progress.done : 0
  const cut = async ({ id, slot, input, pieces }: LongPicture) => {
    try {
      const files = await cutLongPicture(input.file, pieces)
      setInputs((previous) => previous.filter((one) => one.id !== id))
      dismiss(id)
      await addPictures(slot, files)
    } catch (thrown) {
      toastError(thrown)
    }
  }
  return { checking, progress, refusals, longs, add, cut, stop, dismiss }
}
