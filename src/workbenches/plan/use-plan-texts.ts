import { useEffect, useState } from 'react'
import { OPS } from '#ops/index.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { drawnTextsOf } from '#src/data/files/drawn-plans.ts'
import { loadPacks, usePacks } from '#src/data/settings/packs.ts'
import { planTexts, type ReadText } from '#src/worker-clients/image-ops.ts'

/** What was read in a plan for its preview. */
export interface PlanTexts {
  /** Null until it is known whether the file keeps the texts of its drawing: a preview without them would be made in vain. */
  texts: readonly ReadText[] | null
  /** `absent`: the networks are not on this device, so the preview does without names. */
  state: 'reading' | 'read' | 'absent' | 'failed'
}

const NONE: readonly ReadText[] = []
const kept = new WeakMap<File, readonly ReadText[]>()

/** Reads the texts of a plan once on this device, where the networks for it are there. */
export function usePlanTexts({ file }: DraftInput): PlanTexts {
  const packs = usePacks()
  const [looked, setLooked] = useState(false)
  const [plain, setPlain] = useState<File | null>(null)
  const [found, setFound] = useState<{ file: File; texts: readonly ReadText[]; failed: boolean } | null>(null)
  useEffect(() => void loadPacks().finally(() => setLooked(true)), [])
  const isHere = packs?.planText.state === 'ready'
  useEffect(() => {
    if (kept.has(file)) return
    const controller = new AbortController()
    const { signal } = controller
    const read = async () => {
      // What cannot be read is for the preview to say.
      const drawn = await drawnTextsOf(file).catch(() => null)
      if (drawn) return drawn
      if (!signal.aborted) setPlain(file)
      return isHere ? planTexts(file, OPS.flatplan.networks?.all ?? [], { signal }) : null
    }
    void read().then(
      (texts) => {
        if (!texts) return
        kept.set(file, texts)
        setFound({ file, texts, failed: false })
      },
      () => {
        if (!signal.aborted && isHere) setFound({ file, texts: NONE, failed: true })
      },
    )
    return () => controller.abort()
  }, [file, isHere])
  const known = kept.get(file)
  if (known) return { texts: known, state: 'read' }
  const texts = plain === file ? NONE : null
  if (!isHere) return { texts, state: looked && texts ? 'absent' : 'reading' }
  return { texts, state: found?.file === file && found.failed ? 'failed' : 'reading' }
}
