import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { z } from 'zod'
import { storedSignal } from '#src/state/stored-signal.ts'

/** Nothing is sent until the user goes on. */
export const outboxPaused = storedSignal({
  name: 'outboxPaused',
  version: 1,
  schema: z.boolean(),
  initial: false,
})
/** Jobs are sent over Wi-Fi or a cable alone, where the browser tells. */
export const wifiOnly = storedSignal({ name: 'wifiOnly', version: 1, schema: z.boolean(), initial: false })

/** What the Network Information API says of the link; few browsers know its type, most of them on phones. */
interface Connection extends EventTarget {
  type?: string
}

const UNMETERED = ['wifi', 'ethernet']
const link = (globalThis.navigator as (Navigator & { connection?: Connection }) | undefined)?.connection
const linkType = signal(link?.type)
link?.addEventListener?.('change', () => {
  linkType.value = link.type
})

/** Whether the link is Wi-Fi or a cable; undefined where the browser does not tell. */
export const onWifi: ReadonlySignal<boolean | undefined> = computed(() => {
  const type = linkType.value
  return type === undefined || type === 'unknown' || type === 'none' ? undefined : UNMETERED.includes(type)
})
