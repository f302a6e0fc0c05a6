import type { Quote } from '#contracts/task.ts'
import type { OpId } from '#ops/index.ts'
import type { Engine } from '#server/engines/engine.ts'
import type { Db } from '#server/store/database.ts'
import { measureLane, nextTurn } from '#server/store/tasks.ts'
import type { Queue } from './queue.ts'

interface Wanted {
  /** Null for a visitor. */
  userId: string | null
  op: OpId
  engine: Engine
  /** Work of each run, s. */
  works: readonly number[]
}

/**
 * How long runs would wait and take if they were started now, by what waits before them and by how fast the engine was of
 * late. An engine elsewhere that has not run anything yet is not judged.
 */
export async function estimate(
  db: Db,
  queue: Queue,
  { userId, op, engine, works }: Wanted,
): Promise<Pick<Quote, 'seconds' | 'waitSeconds' | 'ahead'>> {
  const lane = queue.laneOf(engine, Math.max(...works))
  const before = await measureLane(db, lane, await nextTurn(db, userId, lane))
  const running = queue.runningIn(lane)
  const slots = (lane.isLong ? engine.longSlots : engine.slots) ?? 1
  const isFree = before.length === 0 && running.length < slots
  const ahead = before.reduce((sum, { count }) => sum + count, 0)
  const own = queue.pace.ratioOf(engine.name, op) ?? (engine.place === 'local' ? 1 : null)
  if (own === null) return { seconds: null, waitSeconds: null, ahead }
  const left = [
    ...before,
    ...running.map(({ run, progress }) => ({ op: run.op, seconds: run.work_s * (1 - progress) })),
  ].reduce((sum, { op, seconds }) => sum + seconds * (queue.pace.ratioOf(engine.name, op) ?? 1), 0)
  const work = works.reduce((sum, seconds) => sum + seconds, 0)
  return {
    seconds: (work * own) / Math.min(slots, works.length),
    waitSeconds: isFree ? 0 : left / slots,
    ahead,
  }
}
