import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useMemo, useSyncExternalStore } from 'react'

/**
 * Value of a signal as React state. Goes through useSyncExternalStore, so that a component re-renders
 * without knowing that a signal is behind it.
 */
export function useSignalValue<T>(source: ReadonlySignal<T>): T {
  // The same two functions each time: React would subscribe anew with every render otherwise.
  const [subscribe, read] = useMemo(
    () => [(changed: () => void) => source.subscribe(() => changed()), () => source.peek()] as const,
    [source],
  )
  return useSyncExternalStore(subscribe, read, read)
}

/**
 * Value derived from signals, computed again only when they or `key` change.
 * @param key everything that `compute` closes over, as one string
 */
export function useComputedValue<T>(key: string, compute: () => T): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for what `compute` closes over
  const source = useMemo(() => computed(compute), [key])
  return useSignalValue(source)
}
