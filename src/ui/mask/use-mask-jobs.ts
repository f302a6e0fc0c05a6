import { useEffect, useRef, useState } from 'react'
import { toAppError } from '#contracts/errors.ts'
import type { MaskName, PointedThing } from '#contracts/mask.ts'
import { toast, toastError } from '#src/state/toasts.ts'
import {
  type NamedShare,
  namesToSelect,
  readMask,
  reshapeMask,
  type Subject,
  selectColour,
  selectNamed,
  selectRegion,
  selectThing,
  writeMask,
} from '#src/worker-clients/mask.ts'
import { combine } from './combine.ts'
import { editorSettings } from './editor-settings.ts'
import type { MaskDocument } from './mask-document.ts'
import type { Ask } from './mask-gesture.ts'
import { SmartSession } from './smart-session.ts'

/** What the editor has computed away from the page, one thing at a time; each can be stopped. */
export interface MaskJobs {
  /** What is being computed, in the user's words; null when nothing is. */
  busy: string | null
  session: SmartSession
  ask: (ask: Ask) => void
  /** What the picture shows that can be selected by name; null before it was looked for. */
  names: readonly NamedShare[] | null
  findNames: () => void
  selectName: (name: MaskName, subtract: boolean) => void
  reshape: (kind: 'grow' | 'shrink' | 'feather') => void
  upload: (file: File) => void
  download: (name: string) => void
  stop: () => void
  /** Leaves the thing that is being pointed at; false when there is none. */
  forget: () => boolean
}

/** What is asked of a place alone. */
type PlaceAsk = Extract<Ask, { kind: 'wand' | 'region' }>
const isOfPlace = (ask: Ask): ask is PlaceAsk => ask.kind === 'wand' || ask.kind === 'region'

type Work = (signal: AbortSignal) => Promise<void>

/** One thing at a time, with a word on what it is. */
function useOneJob() {
  const [busy, setBusy] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const run = async (title: string, work: Work) => {
    if (running.current) return
    const control = new AbortController()
    running.current = control
    setBusy(title)
    try {
      await work(control.signal)
    } catch (thrown) {
      if (toAppError(thrown).errorName !== 'CANCELLED') toastError(thrown)
    } finally {
      running.current = null
      setBusy(null)
    }
  }
  return { busy, run, stop: () => running.current?.abort() }
}

function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has taken the address over by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}

export function useMaskJobs(
  mask: MaskDocument,
  subject: Subject,
  things: readonly PointedThing[] | undefined,
): MaskJobs {
  const { busy, run, stop } = useOneJob()
  const [session] = useState(() => new SmartSession(mask, things))
  const [, redraw] = useState(0)
  const [names, setNames] = useState<readonly NamedShare[] | null>(null)
  const { width, height } = mask

  const put = (found: Uint8Array, subtract: boolean) => {
    const next = mask.data.slice()
    combine(next, found, subtract)
    mask.replace(next)
  }
  const askPlace = ({ kind, at, subtract }: PlaceAsk): Work => {
    const { tolerance, contiguous } = editorSettings.peek()
    return async (signal) => {
      const found =
        kind === 'wand'
          ? selectColour(subject, at, { tolerance, contiguous }, signal)
          : selectRegion(subject, at, signal)
      put(await found, subtract)
    }
  }
  const askThing = (ask: Exclude<Ask, PlaceAsk>): Work => {
    return async (signal) => {
      const pointing = session.add(ask)
      try {
        const found = await selectThing(subject, pointing, signal)
        if (!found.some((value) => value > 127)) {
          session.failed()
          return toast('info', '这里没有找到明确的物体，框选会更准')
        }
        session.found(found)
      } catch (thrown) {
        session.failed()
        throw thrown
      }
    }
  }
  return {
    busy,
    session,
    stop,
    names,
    forget() {
      const was = session.current
      session.end()
      if (was) redraw((times) => times + 1)
      return was
    },
    ask: (ask) => void run('正在识别…', isOfPlace(ask) ? askPlace(ask) : askThing(ask)),
    findNames: () => void run('正在识图…', async (signal) => setNames(await namesToSelect(subject, signal))),
    selectName: (name, subtract) =>
      void run('正在选取…', async (signal) => put(await selectNamed(subject, name, signal), subtract)),
    reshape: (kind) =>
      void run('正在调整边缘…', async (signal) => {
        const change = { kind, radius: editorSettings.peek().radius }
        mask.replace(await reshapeMask(mask.data, width, height, change, signal))
      }),
    upload: (file) =>
      void run('正在读取蒙版…', async (signal) => {
        const read = await readMask(file, width, height, signal)
        if (!read.some((value) => value > 127))
          return toast('warning', '这张图里没有白色部分，蒙版应当是白色为选中')
        mask.replace(read)
        toast('success', '已载入蒙版')
      }),
    download: (name) =>
      void run('正在保存蒙版…', async () => saveAs(await writeMask(mask.data, width, height), name)),
  }
}
