import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { onSettle } from '#src/state/pending-edits.ts'
import { toastError } from '#src/state/toasts.ts'
import type { Size } from '#src/ui/image/zoom.ts'
import { readMask, writeMask } from '#src/worker-clients/mask.ts'
import { MaskDocument, type MaskState } from './mask-document.ts'

/** A change is saved once the pen has rested this long, ms. */
const SAVE_AFTER = 250

interface Options {
  picture: Size
  /** The mask stored with the picture, if any. */
  stored: File | undefined
  /** Called with the mask as a PNG after each change; null when nothing is masked. */
  onSave: (mask: Blob | null) => void
}

/** A mask that is loaded from its file, and saved whenever it has changed: after a rest, and on leaving. */
export function useMaskDocument({ picture, stored, onSave }: Options): {
  mask: MaskDocument
  state: MaskState
  /** The stored mask is being read: nothing may be painted yet. */
  loading: boolean
} {
  const [mask] = useState(() => new MaskDocument(picture.width, picture.height))
  const state = useSyncExternalStore(
    useCallback((changed) => mask.onChange(changed), [mask]),
    () => mask.state,
  )
  // Only what was stored before this editor opened is loaded; what it saves itself is not.
  const [first] = useState(stored)
  const [loading, setLoading] = useState(first !== undefined)
  useEffect(() => {
    if (!first) return
    const gone = new AbortController()
    readMask(first, mask.width, mask.height, gone.signal).then(
      (bytes) => {
        mask.load(bytes)
        setLoading(false)
      },
      (thrown: unknown) => {
        if (gone.signal.aborted) return
        // The picture is still there to be painted on.
        toastError(thrown)
        setLoading(false)
      },
    )
    return () => gone.abort()
  }, [first, mask])
  useSaving(mask, onSave)
  return { mask, state, loading }
}

function useSaving(mask: MaskDocument, onSave: Options['onSave']): void {
  const saved = useRef(0)
  const running = useRef<Promise<void>>(Promise.resolve())
  const keep = useEffectEvent(onSave)
  useEffect(() => {
    const write = async () => {
      const { version: now, blank } = mask.state
      if (now === saved.current) return
      saved.current = now
      keep(blank ? null : await writeMask(mask.data, mask.width, mask.height))
    }
    /** Saves what is not saved yet, after what is being saved. */
    const save = () => {
      running.current = running.current.then(write).catch(toastError)
      return running.current
    }
    const handleHidden = () => {
      if (document.visibilityState === 'hidden') void save()
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      // A stroke in hand is waited for: its end is a change of its own, or it is dropped.
      if (mask.live) timer = setTimeout(wait, SAVE_AFTER)
      else void save()
    }
    const stopWatching = mask.onChange(() => {
      clearTimeout(timer)
      timer = setTimeout(wait, SAVE_AFTER)
    })
    const leave = onSettle(save)
    document.addEventListener('visibilitychange', handleHidden)
    return () => {
      clearTimeout(timer)
      stopWatching()
      leave()
      document.removeEventListener('visibilitychange', handleHidden)
      void save()
    }
  }, [mask])
}
