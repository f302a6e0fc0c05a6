import { median } from '#kernels/median.ts'
import type { OpId } from '#ops/index.ts'

/** Runs that an engine is judged by. */
const JUDGED_BY = 9

/** How fast engines were in their last runs, for estimates of the next ones. */
export class Pace {
  /** Seconds that passed for each second of work as it is reckoned, newest last, by engine and op. */
  readonly #ratios = new Map<string, number[]>()

  /** Takes note of a run that succeeded. */
  note(engine: string, op: OpId, run: { workS: number; seconds: number }): void {
    if (run.workS <= 0) return
    const key = `${engine}/${op}`
    this.#ratios.set(key, [...(this.#ratios.get(key) ?? []), run.seconds / run.workS].slice(-JUDGED_BY))
  }

  /** Seconds that pass for a second of reckoned work; null for an op that the engine has not run yet. */
  ratioOf(engine: string, op: OpId): number | null {
    const known = this.#ratios.get(`${engine}/${op}`)
    return known ? median(known) : null
  }
}
