import { useState } from 'react'
import type { OpId, Place } from '#contracts/ops.ts'
import { useNetwork } from '#src/data/network.ts'
import { type PlaceChoice, usePlaces, useWhatIsMissing } from '#src/data/places.ts'
import { useUser } from '#src/data/session.ts'

/** Where a tool's op will run, and what else is possible. */
export interface PlaceState {
  choices: readonly PlaceChoice[]
  /** The place that a start would use; undefined when nothing can run the op. */
  chosen: PlaceChoice | undefined
  choose: (place: Place) => void
  /** Why nothing can run the op; '' when something can. */
  missing: string
}

/**
 * The best place for this user now: the engines' order, but the device first for a visitor and while
 * offline, because it asks neither for an account nor for a network.
 */
export function bestPlace(
  choices: readonly PlaceChoice[],
  hurdles: { signedOut: boolean; offline: boolean },
): PlaceChoice | undefined {
  const able = choices.filter((choice) => choice.available)
  const device = able.find((choice) => choice.place === 'device')
  return (hurdles.signedOut || hurdles.offline) && device ? device : able[0]
}

/** Where the op runs: the user's choice as long as it is possible, the best place otherwise. */
export function usePlace(op: OpId): PlaceState {
  const choices = usePlaces(op)
  const missing = useWhatIsMissing(op)
  const signedOut = useUser() === null
  const offline = useNetwork() === 'offline'
  const [wanted, choose] = useState<Place>()
  const own = choices.find((choice) => choice.place === wanted && choice.available)
  return { choices, chosen: own ?? bestPlace(choices, { signedOut, offline }), choose, missing }
}
