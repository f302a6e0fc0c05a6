import type { OpId } from '#ops/index.ts'
import { choosePlaces } from '#src/data/places.ts'
import { useEngines } from '#src/data/query-client.ts'

/** A test of whether an op can run somewhere now; the component renders again when engines come or go. */
export function useRunnable(): (op: OpId) => boolean {
  const engines = useEngines()
  return (op) => choosePlaces(op, engines).some((choice) => choice.available)
}
