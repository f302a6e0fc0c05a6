import type { Context, Hono } from 'hono'
import { AppError } from '#contracts/errors.ts'
import { EVENTS_PATH, type UserEvent } from '#contracts/events.ts'
import { type ClientSettings, clientAddress, findViewer } from '#server/auth/session.ts'
import { describeThrown, type Log } from '#server/log.ts'
import type { Queue } from '#server/queue/queue.ts'
import type { Db } from '#server/store/database.ts'
import { viewTasks } from '#server/store/task-view.ts'
import { findTask } from '#server/store/tasks.ts'
import type { Happening, Numbered } from './event-bus.ts'

/** Streams that one user, and one address, may have open: a tab that is looked at has one. */
const PER_USER = 8
const PER_ADDRESS = 64
/** Shorter than what proxies and this server take for a dead connection. */
const BEAT_MS = 20_000
/** How long a client waits before it comes back, ms. */
const RETRY_MS = 2000
/** Events that may wait for a reader that does not read. */
const MOST_WAITING = 300

interface OpenStream {
  userId: string
  address: string
  end: () => void
  /** Ends it when its session has ended. */
  check: () => Promise<void>
}

/** All open streams, so that they can be ended. */
export class EventStreams {
  readonly #open = new Set<OpenStream>()

  /** @throws AppError TOO_MANY */
  add(stream: OpenStream): () => void {
    if ([...this.#open].filter(({ address }) => address === stream.address).length >= PER_ADDRESS)
      throw new AppError('TOO_MANY')
    this.#open.add(stream)
    return () => this.#open.delete(stream)
  }

  /** Ends those of a user whose sessions have ended. */
  async check(userId: string): Promise<void> {
    await Promise.all([...this.#open].filter((one) => one.userId === userId).map(({ check }) => check()))
  }

  /** Ends all of them in good order. */
  close(): void {
    for (const { end } of [...this.#open]) end()
  }
}

interface EventParts {
  db: Db
  queue: Queue
  streams: EventStreams
  settings: ClientSettings
  log: Log
}

/** The stream of what happens to a user. */
export function mountEventRoutes(app: Hono, parts: EventParts): void {
  app.get(EVENTS_PATH, async (c) => {
    const viewer = await findViewer(c, parts.db)
    if (!viewer) throw new AppError('NOT_SIGNED_IN')
    if (parts.queue.events.countOf(viewer.id) >= PER_USER) throw new AppError('TOO_MANY')
    return new Response(openStream(c, viewer.id, parts), {
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        // Proxies that gather answers before they pass them on are asked not to.
        'X-Accel-Buffering': 'no',
      },
    })
  })
}

function openStream(c: Context, userId: string, parts: EventParts): ReadableStream<Uint8Array> {
  const { db, queue, streams, log } = parts
  const encoder = new TextEncoder()
  let finish = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const check = async () => {
          const still = await findViewer(c, db).catch(() => null)
          if (still?.id !== userId) finish()
        }
        const address = clientAddress(c, parts.settings)
        const leave = streams.add({ userId, address, end: () => finish(), check })
        const send = (text: string) => {
          if ((controller.desiredSize ?? 0) < -MOST_WAITING) finish()
          else controller.enqueue(encoder.encode(text))
        }
        let isOver = false
        // One after another, so that events keep their order while tasks are looked up.
        let tail: Promise<void> = Promise.resolve()
        const tell = ({ id, happening }: Numbered) => {
          tail = tail
            .then(async () => {
              const event = await eventOf(userId, happening, parts)
              if (event && !isOver) send(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`)
            })
            .catch((error: unknown) => log.error('event not told', describeThrown(error)))
        }
        finish = () => {
          if (isOver) return
          isOver = true
          clearInterval(beat)
          stop()
          leave()
          try {
            controller.close()
          } catch {
            // The reader has gone before.
          }
        }
        const beat = setInterval(async () => {
          // The session may have run out meanwhile.
          await check()
          if (!isOver) send(': \n\n')
        }, BEAT_MS)
        const { missed, now, stop } = queue.events.listen(userId, c.req.header('last-event-id') ?? null, tell)
        send(`retry: ${RETRY_MS}\n\n`)
        if (missed) for (const one of missed) tell(one)
        else send(`id: ${now}\ndata: ${JSON.stringify({ type: 'resync' } satisfies UserEvent)}\n\n`)
      },
      cancel: () => finish(),
    },
    new CountQueuingStrategy({ highWaterMark: 1 }),
  )
}

/** What is told of a happening as things stand now; null when there is nothing to tell any more. */
async function eventOf(
  userId: string,
  happening: Happening,
  { db, queue }: EventParts,
): Promise<UserEvent | null> {
  if (happening.type !== 'task') return happening as UserEvent
  const row = await findTask(db, userId, happening.taskId)
  if (!row) return null
  const [task] = await viewTasks(db, [row], queue.liveOf)
  return task ? { type: 'task', task } : null
}
