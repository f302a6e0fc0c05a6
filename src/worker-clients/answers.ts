import { proxy, type Remote } from 'comlink'
import type { AnswerStore } from '#workers/image/answers.ts'
import { adoptWorker } from './comlink-worker.ts'
import type { PoolWorker } from './pool.ts'

/** Most that is kept, bytes: what is seen of a plan and the texts found in it are about 20 MB. */
const MOST_BYTES = 64 * 2 ** 20

const bytesOf = (answers: readonly Float32Array[]) => answers.reduce((sum, one) => sum + one.byteLength, 0)

/** A store of answers that drops the oldest ones beyond its limit. */
export class BoundedAnswers implements AnswerStore {
  readonly #most: number
  /** The one that was asked for last comes last. */
  readonly #kept = new Map<string, readonly Float32Array[]>()
  #bytes = 0

  /** @param most bytes at most */
  constructor(most = MOST_BYTES) {
    this.#most = most
  }

  find(key: string): readonly Float32Array[] | null {
    const found = this.#kept.get(key)
    if (!found) return null
    this.#kept.delete(key)
    this.#kept.set(key, found)
    return found
  }

  keep(key: string, answers: readonly Float32Array[]): void {
    this.#drop(key)
    this.#kept.set(key, answers)
    this.#bytes += bytesOf(answers)
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#most) return
      this.#drop(oldest)
    }
  }

  clear(): void {
    this.#kept.clear()
    this.#bytes = 0
  }

  #drop(key: string): void {
    this.#bytes -= bytesOf(this.#kept.get(key) ?? [])
    this.#kept.delete(key)
  }
}

/** Answers of the networks that several workers of this page run. */
export const answers = new BoundedAnswers()

/** A started worker that runs networks, in the shape that the pool handles. */
export function adoptSharing<Api extends { shareAnswers(store: AnswerStore): void }>(
  worker: Worker,
): PoolWorker<Remote<Api>> {
  const adopted = adoptWorker<Api>(worker)
  const { shareAnswers } = adopted.api as unknown as Remote<{ shareAnswers(store: AnswerStore): void }>
  // A worker that breaks here says so to its first job.
  shareAnswers(proxy(answers)).catch(() => undefined)
  return adopted
}
