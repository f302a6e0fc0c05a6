import type { Bench } from './use-bench.ts'

/** A changed parameter brings the live preview back in the place of the result that was made with the old one. */
export function withPreview(bench: Bench): Bench {
  const { batch, shown, setParams, setView } = bench
  if (!shown || batch.on) return bench
  return {
    ...bench,
    setParams(patch) {
      setParams(patch)
      setView({ run: null, task: null })
    },
  }
}
