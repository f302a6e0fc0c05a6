import { useEffect, useState } from 'react'
import type { InputRole } from '#contracts/ops.ts'
import { type PictureBudget, usePictureBudget } from '#src/data/api/link-quality.ts'
import { useInputUrl, useOutputUrl } from '#src/data/tasks/outputs.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'

/** An original that was not loaded by itself. */
export interface OriginalOffer {
  /** Bytes that it takes; 0 where they are not known. */
  bytes: number
  loading: boolean
  load: () => void
}

export interface Progressive {
  /** Best that there is so far. */
  url: string | undefined
  /** It is the original. */
  full: boolean
  /** Null where the original is there, or comes by itself. */
  offer: OriginalOffer | null
}

/** Longer side of a preview, px. */
export const PREVIEW_SIDE = 1280
/** An original of so few bytes costs no more than its preview. */
const CHEAP_BYTES = 200_000

type Level = 'preview' | 'original'

interface Source {
  id: string
  bytes: number
  /** Pixels; 0 where they are not known. */
  longerSide: number
}

/** How far a picture is loaded by itself. @param enlarged it is shown with more pixels than a preview has */
export function levelOf(budget: PictureBudget, source: Omit<Source, 'id'>, enlarged: boolean): Level {
  if (budget === 'original' || (source.bytes > 0 && source.bytes <= CHEAP_BYTES)) return 'original'
  const hasMore = source.longerSide === 0 || source.longerSide > PREVIEW_SIDE
  return budget === 'zoom' && enlarged && hasMore ? 'original' : 'preview'
}

/** The address once its picture has been read and decoded; undefined before, and where that fails. */
function useDecoded(url: string | undefined): string | undefined {
  const [decoded, setDecoded] = useState<string>()
  useEffect(() => {
    if (!url) return
    let gone = false
    const image = new Image()
    image.src = url
    image.decode().then(
      () => !gone && setDecoded(url),
      // Not decodable in one piece (or the way to the server is cut): what is there stays.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [url])
  return url !== undefined && decoded === url ? url : undefined
}

interface Urls {
  small: string | undefined
  preview: string | undefined
  original: string | undefined
}

/** Thumbnail, then preview, then original, as far as the link, the zoom and the user ask for. */
function useChain(urls: Urls, source: Source | undefined, isLocal: boolean, enlarged: boolean): Progressive {
  const budget = usePictureBudget()
  const [asked, setAsked] = useState<string>()
  const isAsked = source !== undefined && asked === source.id
  const own = source ? levelOf(budget, source, enlarged) : 'preview'
  const wantsOriginal = isLocal || isAsked || own === 'original'
  // A thumbnail first only where the preview may take its time.
  const small = useDecoded(budget === 'original' || isLocal ? undefined : urls.small)
  const preview = useDecoded(isLocal ? undefined : urls.preview)
  const original = useDecoded(wantsOriginal ? urls.original : undefined)
  if (original) return { url: original, full: true, offer: null }
  const url = isLocal
    ? urls.original
    : (preview ?? small ?? (budget === 'original' ? urls.preview : urls.small))
  if (isLocal || !source || (own === 'original' && !isAsked)) return { url, full: false, offer: null }
  const load = () => setAsked(source.id)
  return { url, full: false, offer: { bytes: source.bytes, loading: isAsked, load } }
}

/**
 * A result's address, better and better.
 * @param enlarged it is shown with more pixels than a preview has, which asks for more
 */
export function useProgressiveOutput(task: LocalTask, index: number, enlarged = false): Progressive {
  const output = task.outputs[index]
  const isLocal = Boolean(task.outputMeta[index]?.key)
  const remote = isLocal ? undefined : task
  const urls = {
    small: useOutputUrl(remote, index, 320),
    preview: useOutputUrl(remote, index, 1280),
    original: useOutputUrl(task, index, 'full'),
  }
  return useChain(urls, output && sourceOf(output), isLocal, enlarged)
}

/** The same for an input. */
export function useProgressiveInput(
  task: LocalTask,
  role: InputRole = 'image',
  enlarged = false,
): Progressive {
  const input = task.inputs.find((one) => one.role === role)
  const isLocal = task.localInputs?.some((one) => one.role === role) ?? false
  const remote = isLocal ? undefined : task
  const urls = {
    small: useInputUrl(remote, role, 320),
    preview: useInputUrl(remote, role, 1280),
    original: useInputUrl(task, role, 'full'),
  }
  return useChain(urls, input && sourceOf(input), isLocal, enlarged)
}

function sourceOf(asset: { id: string; bytes: number; width: number; height: number }): Source {
  return { id: asset.id, bytes: asset.bytes, longerSide: Math.max(asset.width, asset.height) }
}
