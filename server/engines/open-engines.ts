import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type { EngineRow } from '#server/admin/engine-store.ts'
import { loadSecret } from '#server/auth/secret.ts'
import type { Env } from '#server/env.ts'
import type { Log } from '#server/log.ts'
import type { RemoteJobs } from '#server/store/remote-jobs.ts'
import { ComfyUiEngine } from './comfyui/comfyui-engine.ts'
import type { GraphShelf } from './comfyui/graph-shelf.ts'
import type { Engine } from './engine.ts'
import { LocalEngine } from './local/local-engine.ts'
import type { Pools } from './local/pools.ts'
import { CloudEngine } from './openai/cloud-engine.ts'
import { CLOUDS } from './openai/clouds.ts'
import { OpenAiEngine } from './openai/openai-engine.ts'
import { isPublicAddress } from './public-address.ts'

/** What engines are opened with. */
export interface EngineParts {
  env: Env
  log: Log
  pools: Pools
  /** Graphs of all ComfyUIs. */
  shelf: GraphShelf
  /** What clouds call the jobs of tasks. */
  remoteJobs: RemoteJobs
}

/** Names that only a house's own network has. */
const HOUSE_NAME = /^[^.]+$|\.(local|lan|home|internal|intranet)$|\.localhost$/i

/** Whether what is sent to an address leaves the house, as far as the address tells. */
function leavesHouse(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? isPublicAddress(host) : !HOUSE_NAME.test(host)
}

/** The embedded engine. */
export const openLocal = ({ env, pools }: Pick<EngineParts, 'env' | 'pools'>): Engine =>
  new LocalEngine(env, pools)

/** Opens the engines of a kind that the environment names; none where it names none. */
export type Opener = (parts: EngineParts) => Engine[]

function openComfyUis({ env, log, pools, shelf }: EngineParts): Engine[] {
  const secret = loadSecret(env.DATA_DIR)
  return env.COMFYUI_URL.map((address, index) => {
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
      isOutside: leavesHouse(address),
    }
    return new ComfyUiEngine(settings, log, pools.pictures, { shelf })
  })
}

function openOpenAi({ env, log, pools }: EngineParts): Engine[] {
  if (!env.OPENAI_IMAGE_MODEL) return []
  const settings = {
    name: 'openai',
    title: `图像接口 ${env.OPENAI_IMAGE_MODEL}`,
    address: env.OPENAI_BASE_URL,
    key: env.OPENAI_API_KEY,
    model: env.OPENAI_IMAGE_MODEL,
    timeoutS: env.OPENAI_TIMEOUT_S,
    slots: 2,
    isOutside: leavesHouse(env.OPENAI_BASE_URL),
  }
  return [new OpenAiEngine(settings, log, pools.pictures)]
}

/** Every kind of engine that the environment can name, best first. */
export const OPENERS: Opener[] = [openComfyUis, openOpenAi]

/** The engines that the environment names, best first. */
export const openFromEnv: Opener = (parts) => OPENERS.flatMap((open) => open(parts))

/** A key for a ComfyUI behind a proxy: `name:password` for Basic, anything else a Bearer token. */
function withLogin(address: string, key: string): { address: string; token: string } {
  const at = key.indexOf(':')
  if (at < 1) return { address, token: key }
  const url = new URL(address)
  url.username = encodeURIComponent(key.slice(0, at))
  url.password = encodeURIComponent(key.slice(at + 1))
  return { address: url.href, token: '' }
}

/** An engine that the operator has connected. @param key opened */
export function openFromRow(
  row: EngineRow,
  key: string,
  { log, pools, shelf, remoteJobs }: EngineParts,
): Engine {
  const common = {
    name: row.id,
    title: row.title,
    timeoutS: row.time_limit_s,
    slots: row.slots,
    isOutside: row.is_outside === 1,
  }
  if (row.kind === 'openai') {
    const settings = { ...common, address: row.address, key, model: row.image_model }
    return new OpenAiEngine(settings, log, pools.pictures)
  }
  if (row.kind !== 'comfyui') {
    const models = { image: row.image_model, video: row.video_model }
    const settings = { ...common, address: row.address, key, models, cloud: CLOUDS[row.kind] }
    return new CloudEngine(settings, log, pools.pictures, remoteJobs)
  }
  const settings = { ...common, ...withLogin(row.address, key), clientId: `zhuhui-${row.id}` }
  return new ComfyUiEngine(settings, log, pools.pictures, { shelf })
}
