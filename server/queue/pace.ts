import { median } from '#kernels/median.ts'
import type { OpId } from '#ops/index.ts'
import type { Db } from '#server/store/database.ts'
import { listLastRuns } from '#server/store/task-runs.ts'

/** Runs that an engine is judged by. */
const JUDGED_BY = 10

interface Run {
  /** Reckoned work, s. */
  workS: number
  /** Time that it took, s. */
  seconds: number
}

/** How fast engines were in their last runs, for estimates of the next ones. */
export class Pace {
  /** Last runs, newest last, by engine and op. */
  readonly #runs = new Map<string, Run[]>()

  /** Takes note of the last runs that the database knows of. */
  async load(db: Db): Promise<void> {
    for (const { engine, op, ...run } of await listLastRuns(db, JUDGED_BY)) this.note(engine, op, run)
  }

  /** Takes note of a run that succeeded. */
  note(engine: string, op: OpId, run: Run): void {
    const key = `${engine}/${op}`
    this.#runs.set(key, [...(this.#runs.get(key) ?? []), run].slice(-JUDGED_BY))
  }

  /** Seconds that pass for a second of reckoned work; null for an op that the engine has not run yet. */
  ratioOf(engine: string, op: OpId): number | null {
    const ratios = this.#lastOf(engine, op).flatMap(({ workS, seconds }) =>
      workS > 0 ? seconds / workS : [],
    )
    return ratios.length > 0 ? median(ratios) : null
  }

  /** Seconds that a run took lately; null for an op that the engine has not run yet. */
  secondsOf(engine: string, op: OpId): number | null {
    const last = this.#lastOf(engine, op)
    return last.length > 0 ? median(last.map(({ seconds }) => seconds)) : null
  }

  #lastOf(engine: string, op: OpId): readonly Run[] {
    return this.#runs.get(`${engine}/${op}`) ?? []
  }
}
