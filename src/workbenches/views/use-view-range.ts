import { useEffect, useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'
import type { ViewRange } from '#contracts/views.ts'
import { paramsOf } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { viewRangeOf } from '#src/worker-clients/image-previews.ts'

/** How far a picture can be turned. */
export interface RangeState {
  busy: boolean
  /** Null before it is known, and where the picture allows no other view. */
  range: ViewRange | null
  error: AppError | null
}

const NOTHING: RangeState = { busy: false, range: null, error: null }

/** Asks how far a picture can be turned, again where it is another one or taken to show something else. */
export function useViewRange(source: DraftInput, params: Readonly<Record<string, unknown>>): RangeState {
  const [state, setState] = useState<RangeState & { key: string }>({ ...NOTHING, key: '' })
  // What this browser cannot decode it cannot judge either; the start works all the same.
  const file = source.width > 0 ? source.file : null
  const { setting } = params
  const key = file ? `${source.id} ${String(setting)}` : ''
  useEffect(() => {
    if (!file) return
    const controller = new AbortController()
    const asked = paramsOf('views').safeParse({ setting })
    if (!asked.success) return
    viewRangeOf(file, asked.data, { signal: controller.signal }).then(
      (range) => {
        if (!controller.signal.aborted) setState({ busy: false, range, error: null, key })
      },
      (thrown: unknown) => {
        if (!controller.signal.aborted)
          setState({ busy: false, range: null, error: toAppError(thrown, 'DEVICE_FAILED'), key })
      },
    )
    return () => controller.abort()
  }, [file, setting, key])
  if (!file) return NOTHING
  return state.key === key ? state : { ...NOTHING, busy: true }
}
