import { createHmac } from 'node:crypto'
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { z } from 'zod'
import { buildApp } from './app.ts'
import { loadSecret } from './auth/secret.ts'
import { SmsSignIn } from './auth/sms-sign-in.ts'
import { CONNECTIONS_PER_ADDRESS, limitConnections } from './connections.ts'
import { ComfyUiEngine } from './engines/comfyui/comfyui-engine.ts'
import type { Engine } from './engines/engine.ts'
import { LocalEngine } from './engines/local/local-engine.ts'
import { openPools, type Pools } from './engines/local/pools.ts'
import { OpenAiEngine } from './engines/openai/openai-engine.ts'
import type { Env } from './env.ts'
import { createLog, describeThrown, type Log } from './log.ts'
import { consoleSms, type SmsProvider } from './providers/sms.ts'
import { Queue } from './queue/queue.ts'
import { Uploads } from './routes/uploads.ts'
import { Blobs } from './store/blobs.ts'
import { type DataLock, lockData } from './store/data-lock.ts'
import { type Db, openDatabase } from './store/database.ts'
import { sweepSessions } from './store/sessions.ts'
import { sweepCodes } from './store/sms-codes.ts'
import { clearUnused } from './store/storage.ts'

/** Parts that a caller may bring instead of the usual ones. */
export interface ServerParts {
  sms?: SmsProvider
  engines?: (env: Env, log: Log) => Engine[]
  /** Called when the disk failed and going on could lose data. */
  onFatal?: () => void
}

/** A server that listens. */
export interface RunningServer {
  url: string
  db: Db
  blobs: Blobs
  queue: Queue
  /** Stops in good order: running tasks wait for the next start. */
  close(): Promise<void>
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const MB = 1024 * 1024
/** How long pictures stay that no task shows. */
const UNUSED_LIFE_MS = 7 * DAY

function readVersion(): string {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(file)).version
}

/** The engines of this server, best first. */
function openEngines(env: Env, log: Log, pools: Pools): Engine[] {
  const engines: Engine[] = [new LocalEngine(env, log)]
  const secret = loadSecret(env.DATA_DIR)
  for (const [index, address] of env.COMFYUI_URL.entries()) {
    const { host } = new URL(address)
    // The same address is the same engine after a restart, wherever it stands in the list.
    const mark = createHmac('sha256', secret).update(host).digest('hex').slice(0, 16)
    const settings = {
      name: `comfyui-${mark}`,
      title: env.COMFYUI_URL.length > 1 ? `ComfyUI ${index + 1}` : 'ComfyUI',
      address,
      token: env.COMFYUI_TOKEN,
      timeoutS: env.COMFYUI_TIMEOUT_S,
      clientId: `zhuhui-${mark}`,
    }
    engines.push(new ComfyUiEngine(settings, log, pools.pictures))
  }
  if (env.OPENAI_IMAGE_MODEL) engines.push(new OpenAiEngine(env, log, pools.pictures))
  return engines
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
  const minutely = setInterval(() => queue.tend(), MINUTE)
  hourly.unref()
  minutely.unref()
  void sweep()
  return () => {
    clearInterval(hourly)
    clearInterval(minutely)
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
  const pools = openPools(log, env.LOCAL_IDLE_S)
  const engines = parts.engines?.(env, log) ?? openEngines(env, log, pools)
  const queue = new Queue({ db, blobs, engines, log })
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
  })
  const settings = { trustProxy: env.TRUST_PROXY }
  const version = readVersion()
  const app = buildApp({
    db,
    blobs,
    queue,
    signIn,
    uploads,
    pools,
    log,
    settings,
    version,
    quotaBytes,
    distDir: env.DIST_DIR,
    modelsDir: env.MODELS_DIR,
  })
  await queue.refreshEngines()
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
    async close() {
      stopSweeping()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      await queue.stop()
      await Promise.all([...Object.values(pools), ...engines].map((part) => part.close()))
      server.closeAllConnections()
      await closed
      await db.destroy()
      lock.release()
    },
  }
}
