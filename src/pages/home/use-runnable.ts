import type { OpId } from '#ops/index.ts'
import { useEngines } from '#src/data/api/query-client.ts'
import { choosePlaces } from '#src/data/tasks/places.ts'

/** A test of whether an op can run somewhere now; the component renders again when engines come or go. */
export function useRunnable(): (op: OpId) => boolean {
  const engines = useEngines()
  return (op) => choosePlaces(op, engines).some((choice) => choice.available)
}
