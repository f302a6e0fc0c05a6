import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ErrorName, toAppError } from '#contracts/errors.ts'
import { LIVE_BEAT_MS, type LiveFrame, type LiveState } from '#contracts/live.ts'
import type { Reach } from '#contracts/reach.ts'
import { call } from '#src/data/api/api.ts'
import { wantEvents } from '#src/data/api/events.ts'
import { refreshTickets, requireSignIn } from '#src/data/api/session.ts'
import { newId } from '#src/data/store/locks.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { forgetPreview, previews } from '#src/data/tasks/task-sync.ts'
import { base64Of, composeBoard } from './compose.ts'

/** Changes are sent once nothing moved for this long, ms; strokes have rested before. */
const REST_MS = 250
/** How long a picture is waited for, ms. */
const FRAME_MS = 120_000
/** Errors after which a session is over. */
const ENDS: ReadonlySet<ErrorName> = new Set(['LIVE_OVER', 'TICKETS_SHORT', 'NOT_FOUND', 'NOT_SIGNED_IN'])
/** Errors after which it is tried again. */
const PASSES: ReadonlySet<ErrorName> = new Set(['NETWORK', 'TIMEOUT', 'CANCELLED'])

/** What is on the board. */
interface Board {
  base: File | undefined
  drawing: File | undefined
  params: Readonly<Record<string, unknown>>
  /** How far it may go; as far as the site allows when left out. */
  reach: Reach | undefined
  /** Graph that was chosen; the best one when left out. */
  graphId: string | undefined
}

type Shown = Extract<LiveFrame, { state: 'done' }>

export interface Live {
  /** Whether a session goes on. */
  isOn: boolean
  isStarting: boolean
  /** Minutes that it has cost so far. */
  minutes: number
  /** Pictures of it that left the house. */
  departures: LiveState['departures']
  error: unknown
  /** The last result. */
  shown: Shown | null
  /** Whether a picture is being made, and how it looks so far. */
  isWorking: boolean
  preview: string | undefined
  start: () => void
  stop: () => void
}

/** A session of real-time rendering: what is on the board is sent whenever it has changed, the newest wins. */
export function useLive(board: Board): Live {
  const [session, setSession] = useState<string | null>(null)
  const [{ minutes, departures }, setState] = useState<LiveState>({ minutes: 0, departures: [] })
  const [isStarting, setStarting] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const [working, setWorking] = useState<string | null>(null)
  const sending = useRef<AbortController | null>(null)
  const preview = useSignalValue(previews).get(working ?? '')
  const { base, drawing, params, reach, graphId } = board
  const isBlank = !base && !drawing
  // The brush draws the picture; it is none of the words.
  const { brush: _brush, ...asked } = params
  const wish = JSON.stringify([asked, graphId])

  const fail = (thrown: unknown) => {
    const known = toAppError(thrown)
    if (PASSES.has(known.errorName)) return
    setError(known)
    if (ENDS.has(known.errorName)) setSession(null)
  }

  const start = async () => {
    if (!(await requireSignIn())) return
    const sessionId = newId()
    setStarting(true)
    setError(null)
    try {
      setState(await call('liveStart', { body: { sessionId, reach, graphId } }))
      setSession(sessionId)
    } catch (thrown) {
      setError(thrown)
    } finally {
      setStarting(false)
    }
  }

  const beat = useEffectEvent(async (sessionId: string) => {
    try {
      const now = await call('liveBeat', { body: { sessionId } })
      if (now.minutes !== minutes) void refreshTickets()
      setState(now)
    } catch (thrown) {
      fail(thrown)
    }
  })

  const send = useEffectEvent(async (sessionId: string) => {
    sending.current?.abort()
    const abort = new AbortController()
    sending.current = abort
    const frameId = newId()
    setWorking(frameId)
    try {
      const picture = await base64Of(await composeBoard(base, drawing))
      const body = { sessionId, frameId, picture, params: asked, reach, graphId }
      const made = await call('liveFrame', { body, signal: abort.signal, timeoutMs: FRAME_MS })
      if (abort.signal.aborted || made.state !== 'done') return
      setShown(made)
      setError(null)
    } catch (thrown) {
      if (!abort.signal.aborted) fail(thrown)
    } finally {
      forgetPreview(frameId)
      setWorking((now) => (now === frameId ? null : now))
    }
  })

  useEffect(() => {
    if (!session) return
    wantEvents('live', true)
    const timer = setInterval(() => void beat(session), LIVE_BEAT_MS)
    return () => {
      clearInterval(timer)
      wantEvents('live', false)
      sending.current?.abort()
      // One that is over stays so; a line that is cut ends it by its silence.
      void call('liveStop', { body: { sessionId: session } })
        .then(setState)
        .catch(() => undefined)
    }
  }, [session])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is on the board is what is sent anew.
  useEffect(() => {
    if (!session || isBlank) return
    const timer = setTimeout(() => void send(session), REST_MS)
    return () => clearTimeout(timer)
  }, [session, isBlank, base, drawing, wish])

  return {
    ...{ isOn: session !== null, isStarting, minutes, departures, error, shown },
    ...{ isWorking: working !== null, preview },
    start: () => void start(),
    stop: () => setSession(null),
  }
}
