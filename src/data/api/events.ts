import { effect, type ReadonlySignal, signal } from '@preact/signals-react'
import { EVENTS_PATH, type UserEvent, zUserEvent } from '#contracts/events.ts'
import { network } from './network.ts'
import { user } from './session.ts'

/** How long the stream stays after nobody wants it any more: the next task may follow at once. */
const LINGER_MS = 10_000
/** After a refusal the stream is asked for again, ms. */
const RETRY_MS = 30_000

const heard = signal(false)
/** Whether what happens is heard now; otherwise it has to be asked for. */
export const eventsHeard: ReadonlySignal<boolean> = heard

const listeners = new Set<(event: UserEvent) => void>()
const wanting = signal<ReadonlySet<string>>(new Set())
const visible = signal(true)
let source: EventSource | null = null
let lingering: ReturnType<typeof setTimeout> | undefined
let retrying: ReturnType<typeof setTimeout> | undefined
let watching = false

/** Hears what happens to the user's tasks, purses and engines, as long as somebody wants the stream. */
export function onUserEvent(listener: (event: UserEvent) => void): void {
  listeners.add(listener)
}

/** Says whether the stream is wanted. @param who one of those that may want it */
export function wantEvents(who: string, isWanted: boolean): void {
  watch()
  if (wanting.peek().has(who) === isWanted) return
  const next = new Set(wanting.peek())
  if (isWanted) next.add(who)
  else next.delete(who)
  wanting.value = next
}

/** One stream for each tab that is looked at: browsers hold six connections to a server in all. */
function watch(): void {
  if (watching) return
  watching = true
  const look = () => {
    visible.value = document.visibilityState === 'visible'
  }
  look()
  document.addEventListener('visibilitychange', look)
  let owner: string | undefined
  effect(() => {
    const id = user.value?.id
    const mayRun = id !== undefined && visible.value && network.value !== 'offline'
    const isWanted = wanting.value.size > 0
    clearTimeout(lingering)
    if (!mayRun || id !== owner) close()
    owner = id
    if (mayRun && isWanted) open()
    else if (source) lingering = setTimeout(close, LINGER_MS)
  })
}

function close(): void {
  clearTimeout(retrying)
  retrying = undefined
  source?.close()
  source = null
  heard.value = false
}

function open(): void {
  if (source || typeof EventSource === 'undefined') return
  const stream = new EventSource(EVENTS_PATH)
  source = stream
  stream.addEventListener('open', () => {
    heard.value = true
  })
  stream.addEventListener('message', ({ data }: MessageEvent<string>) => {
    try {
      const event = zUserEvent.parse(JSON.parse(data))
      for (const listener of listeners) listener(event)
    } catch (thrown) {
      console.info('zhuhui: an event was not understood', thrown)
    }
  })
  stream.addEventListener('error', () => {
    if (source !== stream) return
    heard.value = false
    // The browser comes back by itself, unless it was refused: then polling does the work for a while.
    if (stream.readyState !== EventSource.CLOSED) return
    source = null
    retrying = setTimeout(() => {
      if (wanting.peek().size > 0 && visible.peek() && network.peek() !== 'offline' && user.peek()) open()
    }, RETRY_MS)
  })
}
