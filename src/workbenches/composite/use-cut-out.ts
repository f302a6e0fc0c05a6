import { useEffect, useState } from 'react'
import { type AppError, toAppError } from '#contracts/errors.ts'
import { cutOutFor } from '#src/data/drafts/cut-outs.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { loadPacks, usePacks } from '#src/data/settings/packs.ts'

/** A picture's subject on its way to the preview. */
export type CutState =
  | { kind: 'working'; step: string }
  | { kind: 'ready'; cut: Blob; key: string }
  /** The network has to be downloaded first. */
  | { kind: 'pack' }
  | { kind: 'failed'; error: AppError }

/** The network is not on this device. */
class PackAbsentError extends Error {}

/** Cuts a picture's subject out once on this device: by its mask, its own transparency, or the network. */
export function useCutOut(source: DraftInput, mask: DraftInput | undefined) {
  const [state, setState] = useState<CutState>({ kind: 'working', step: '正在读取图片' })
  const [tries, setTries] = useState(0)
  const packs = usePacks()
  const [looked, setLooked] = useState(false)
  useEffect(() => void loadPacks().finally(() => setLooked(true)), [])
  // Without a store for packs there is nothing to download ahead: the network is fetched as it is needed.
  const here = packs ? packs.matting.state === 'ready' : looked || null
  const { file } = source
  const painted = mask?.file
  const key = `${source.id} ${mask?.id ?? ''} ${painted?.size ?? 0} ${painted?.lastModified ?? 0}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is asked for by its number
  useEffect(() => {
    let gone = false
    const show = (next: CutState) => {
      if (!gone) setState(next)
    }
    setState({ kind: 'working', step: '正在识别主体' })
    cutOutFor(file, painted, {
      options: { onProgress: (_, step) => show({ kind: 'working', step }) },
      ready: async (options) => {
        if (!here) throw new PackAbsentError()
        return options
      },
      shared: true,
    }).then(
      (cut) => show({ kind: 'ready', cut, key }),
      (thrown: unknown) =>
        show(
          thrown instanceof PackAbsentError
            ? here === null
              ? { kind: 'working', step: '正在查看离线包' }
              : { kind: 'pack' }
            : { kind: 'failed', error: toAppError(thrown, 'DEVICE_FAILED') },
        ),
    )
    return () => {
      gone = true
    }
  }, [file, painted, key, here, tries])
  return { state, pack: packs?.matting, retry: () => setTries((count) => count + 1) }
}
