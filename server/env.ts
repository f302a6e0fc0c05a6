import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { zPhone } from '#contracts/account.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .default('0')
  .transform((value) => value === '1' || value === 'true')
const count = (initial: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(initial)
/** A setting that counts as left out where it is empty. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

const commaList = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  )
/** Addresses that are set apart by commas. */
const addresses = commaList.pipe(z.array(z.url({ protocol: /^https?$/ })))

/** Phone numbers that are set apart by commas. */
const phones = commaList.pipe(z.array(zPhone))

const zEnv = z.object({
  /** Port to listen on; 0 takes a free one. */
  PORT: count(8787, 0, 65_535),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Everything the server keeps: database, pictures, unfinished uploads. */
  DATA_DIR: z.string().min(1).default('./data'),
  /** The built web app. */
  DIST_DIR: z.string().min(1).default(resolve(ROOT, 'dist')),
  MODELS_DIR: z.string().min(1).default(resolve(ROOT, 'models')),
  /** Resident memory at which the embedded engine's process is killed. */
  LOCAL_MEMORY_MB: count(2048, 256, 1_048_576),
  /** Seconds after which one job of the embedded engine is killed. */
  LOCAL_TIMEOUT_S: count(120, 1, 86_400),
  /** Seconds without a job after which an engine process is stopped. */
  LOCAL_IDLE_S: count(60, 1, 86_400),
  LOCAL_THREADS: count(Math.min(availableParallelism(), 8), 1, 128),
  /** Where a service with OpenAI's image interface is, with its version, such as `https://api.openai.com/v1`. */
  OPENAI_BASE_URL: optional(z.url({ protocol: /^https?$/ })).default('https://api.openai.com/v1'),
  /** May be empty for services in the own house. */
  OPENAI_API_KEY: z.string().trim().default(''),
  /** Model that makes pictures; the service is used only where it is set. */
  OPENAI_IMAGE_MODEL: z.string().trim().max(200).default(''),
  /** Seconds that one request to it may take. */
  OPENAI_TIMEOUT_S: count(300, 1, 3600),
  /** Where a ComfyUI is, such as `http://10.0.0.5:8188`; several are set apart by commas. */
  COMFYUI_URL: addresses,
  /** For a proxy before it that wants a Bearer token. */
  COMFYUI_TOKEN: z.string().trim().default(''),
  /** Seconds that one job may run over there. */
  COMFYUI_TIMEOUT_S: count(900, 1, 86_400),
  /** Numbers whose accounts are operators of this site. */
  ADMIN_PHONES: phones,
  /** Who is named as the maker in the label of generated pictures and films: a name, or a number of registration. */
  AI_PRODUCER: z.string().trim().min(1).max(100).default('筑绘'),
  /** What one user's pictures may take on the disk, MB. */
  USER_QUOTA_MB: count(2000, 1, 1_000_000_000),
  /** Free space below which uploads are refused, so that everything else can still be stored, MB. */
  DISK_RESERVE_MB: count(512, 0, 1_000_000_000),
  /** Verification codes that one address may ask for in an hour. */
  SMS_IP_HOURLY: count(30, 1, 1_000_000),
  /** Believe X-Forwarded-For and X-Forwarded-Proto: only behind a proxy that sets them. */
  TRUST_PROXY: flag,
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

/** Settings of the server, checked. */
export type Env = z.infer<typeof zEnv>

/** Whether others than the users of this machine reach the site: it listens to more, or stands behind a proxy. */
export function isPublicSite({ HOST, TRUST_PROXY }: Pick<Env, 'HOST' | 'TRUST_PROXY'>): boolean {
  return TRUST_PROXY || !/^(localhost|127\..*|::1|\[::1\])$/.test(HOST)
}

/**
 * Reads the settings.
 * @throws Error with one Chinese line a wrong setting
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const parsed = zEnv.safeParse(source)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}：${issue.message}`)
    throw new Error(`环境变量设置有误：\n${lines.join('\n')}`)
  }
  return { ...parsed.data, DATA_DIR: resolve(parsed.data.DATA_DIR) }
}
