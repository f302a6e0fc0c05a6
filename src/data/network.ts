import { type ReadonlySignal, signal } from '@preact/signals-react'

export type NetworkState = 'online' | 'slow' | 'offline'
const state = signal<NetworkState>('online')
/** What the last requests say of the way to the server. */
export const network: ReadonlySignal<NetworkState> = state

/** The network's state; re-renders when it changes. */
export function useNetwork(): NetworkState {
  return state.value
}
