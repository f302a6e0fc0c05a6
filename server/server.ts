import { chmodSync, closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { z } from 'zod'
import { EngineDesk } from './admin/engine-desk.ts'
import { KeyBox } from './admin/key-box.ts'
import { Trials } from './admin/trials.ts'
import { Workflows } from './admin/workflows.ts'
import { buildApp } from './app.ts'
import { OperatorCode } from './auth/operator-code.ts'
import { loadSecret } from './auth/secret.ts'
import { SmsSignIn } from './auth/sms-sign-in.ts'
import { CONNECTIONS_PER_ADDRESS, limitConnections } from './connections.ts'
import { GraphShelf } from './engines/comfyui/graph-shelf.ts'
import type { Engine } from './engines/engine.ts'
import { openPools, type Pools } from './engines/local/pools.ts'
import { openFromEnv, openFromRow, openLocal } from './engines/open-engines.ts'
import { markPicture } from './engines/pictures/mark-picture.ts'
import { type Env, isPublicSite } from './env.ts'
import { EventStreams } from './events/routes.ts'
import { LiveDesk } from './live/live-desk.ts'
import { createLog, describeThrown, type Log } from './log.ts'
import { consoleSms, type SmsProvider } from './providers/sms.ts'
import { Queue } from './queue/queue.ts'
import { Uploads } from './routes/uploads.ts'
import { Blobs } from './store/blobs.ts'
import { type DataLock, lockData } from './store/data-lock.ts'
import { type Db, openDatabase } from './store/database.ts'
import { settleOperators } from './store/operators.ts'
import { RemoteJobs } from './store/remote-jobs.ts'
import { sweepSessions } from './store/sessions.ts'
import { readAiMark, readReach } from './store/site.ts'
import { sweepCodes } from './store/sms-codes.ts'
import { clearUnused } from './store/storage.ts'

/** Parts that a caller may bring instead of the usual ones. */
export interface ServerParts {
  sms?: SmsProvider
  engines?: (env: Env, log: Log) => Engine[]
  /** Processes that other servers use as well, and that are there when this one has stopped. */
  pools?: Pools
  /** Called when the disk failed and going on could lose data. */
  onFatal?: () => void
}

/** A server that listens. */
export interface RunningServer {
  url: string
  db: Db
  blobs: Blobs
  queue: Queue
  live: LiveDesk
  /** By which the first operator proves to have the console; null where there is one. */
  operatorCode: string | null
  /** Stops in good order: running tasks wait for the next start. */
  close(): Promise<void>
}

const MINUTE = 60_000
/** How often engines are asked again. */
const TEND_MS = 30_000
const DAY = 24 * 60 * MINUTE
const MB = 1024 * 1024
/** How long pictures stay that no task shows. */
const UNUSED_LIFE_MS = 7 * DAY

function readVersion(): string {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(file)).version
}

interface Swept {
  db: Db
  blobs: Blobs
  queue: Queue
  uploads: Uploads
  log: Log
}

function startSweeping({ db, blobs, queue, uploads, log }: Swept): () => void {
  const sweep = async () => {
    try {
      await Promise.all([sweepSessions(db), sweepCodes(db), uploads.sweep()])
      await clearUnused(db, blobs, Date.now() - UNUSED_LIFE_MS)
    } catch (error) {
      log.error('sweep failed', describeThrown(error))
    }
  }
  const hourly = setInterval(sweep, 60 * MINUTE)
  const tending = setInterval(() => queue.tend(), TEND_MS)
  hourly.unref()
  tending.unref()
  void sweep()
  return () => {
    clearInterval(hourly)
    clearInterval(tending)
  }
}

function listen(app: ReturnType<typeof buildApp>, env: Env): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port: env.PORT, hostname: env.HOST }, () =>
      resolve(server),
    ) as Server
    server.once('error', reject)
    // Behind a proxy all connections come from its address.
    limitConnections(server, env.TRUST_PROXY ? {} : { perAddress: CONNECTIONS_PER_ADDRESS })
  })
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Starts everything and listens.
 * @throws Error when the port is taken, the data folder cannot be written or a migration fails
 */
export async function startServer(env: Env, parts: ServerParts = {}): Promise<RunningServer> {
  const log = createLog(env.LOG_LEVEL)
  mkdirSync(env.DATA_DIR, { recursive: true })
  // Pictures, sessions and keys are nobody else's on this machine.
  chmodSync(env.DATA_DIR, 0o700)
  const lock = lockData(env.DATA_DIR)
  try {
    return await startLocked(env, parts, log, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startLocked(env: Env, parts: ServerParts, log: Log, lock: DataLock): Promise<RunningServer> {
  const file = join(env.DATA_DIR, 'zhuhui.db')
  // Its log and index get the same mode.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  const db = await openDatabase(file, {
    onFatal: (error) => {
      log.error('disk failed', describeThrown(error))
      parts.onFatal?.()
    },
  })
  const blobs = new Blobs(env.DATA_DIR)
  await blobs.clearTemporary()
  const pools = parts.pools ?? openPools(env, log)
  const mark = (picture: Uint8Array) => markPicture(picture, { blobs, pool: pools.pictures })
  const queue = new Queue({ db, blobs, log, mark, producer: env.AI_PRODUCER })
  const shelf = new GraphShelf()
  const engineParts = { env, log, pools, shelf, remoteJobs: new RemoteJobs(db) }
  const workflows = new Workflows({ db, queue, shelf, log })
  const own = parts.engines?.(env, log)
  const desk = new EngineDesk({
    ...{ db, queue, log, box: new KeyBox(loadSecret(env.DATA_DIR)) },
    before: own ?? [openLocal(engineParts)],
    after: own ? [] : openFromEnv(engineParts),
    open: (row, key) => openFromRow(row, key, engineParts),
  })
  const streams = new EventStreams()
  const live = new LiveDesk({
    ...{ db, blobs, queue, log },
    pictures: pools.pictures,
    producer: env.AI_PRODUCER,
  })
  const trials = new Trials(blobs, pools.pictures, shelf)
  const quotaBytes = env.USER_QUOTA_MB * MB
  const uploads = new Uploads({
    db,
    blobs,
    pools,
    log,
    dataDir: env.DATA_DIR,
    quotaBytes,
    reserveBytes: env.DISK_RESERVE_MB * MB,
  })
  const signIn = new SmsSignIn({
    db,
    sms: parts.sms ?? consoleSms,
    log,
    secret: loadSecret(env.DATA_DIR),
    hourlyPerSource: env.SMS_IP_HOURLY,
    operatorPhones: env.ADMIN_PHONES,
  })
  await settleOperators(db, env.ADMIN_PHONES)
  const operatorCode = await OperatorCode.open(db, env.ADMIN_PHONES.length > 0)
  const settings = { trustProxy: env.TRUST_PROXY }
  const version = readVersion()
  const app = buildApp({
    db,
    blobs,
    queue,
    desk,
    streams,
    trials,
    workflows,
    live,
    signIn,
    operatorCode,
    uploads,
    pools,
    log,
    settings,
    version,
    quotaBytes,
    distDir: env.DIST_DIR,
    modelsDir: env.MODELS_DIR,
  })
  await queue.setReach(await readReach(db))
  queue.marksAi = (await readAiMark(db)) ?? isPublicSite(env)
  await queue.pace.load(db)
  await workflows.load()
  await desk.load()
  const server = await listen(app, env).catch(async (error: unknown) => {
    await db.destroy()
    throw error
  })
  await queue.start()
  const stopSweeping = startSweeping({ db, blobs, queue, uploads, log })
  return {
    url: addressOf(server, env.HOST),
    db,
    blobs,
    queue,
    live,
    operatorCode: operatorCode.shown,
    async close() {
      stopSweeping()
      const closed = new Promise((resolve) => server.close(resolve))
      streams.close()
      server.closeIdleConnections()
      trials.close()
      live.close()
      await queue.stop()
      const own = parts.pools ? [] : Object.values(pools)
      await Promise.all([...own, ...queue.engines].map((part) => part.close()))
      server.closeAllConnections()
      await closed
      await db.destroy()
      lock.release()
    },
  }
}
