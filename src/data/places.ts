import type { OpId, Place } from '#contracts/ops.ts'

export interface PlaceChoice {
  place: Place
  title: string
  available: boolean
  /** Why it is not available, in Chinese. */
  reason?: string
}
/** Places that an op can run at, best first. */
export function placesFor(_op: OpId): PlaceChoice[] {
  return []
}
/** One Chinese sentence that says which engine the op waits for and how to connect it; '' when it can run. */
export function whatIsMissing(_op: OpId): string {
  return ''
}
/** placesFor that re-renders when engines change. */
export function usePlaces(op: OpId): PlaceChoice[] {
  return placesFor(op)
}
