import type { Place } from '#contracts/ops.ts'
import { formatBytes } from '#src/text/format.ts'
import type { PlaceChoice } from './places.ts'

/** What a choice of place goes by, beyond what engines there are. */
export interface PlaceFacts {
  signedOut: boolean
  offline: boolean
  /** When the server's engines were heard of last, ms since 1970; 0 for never. */
  heardAt: number
  /** Pixels of the largest picture; 0 while there is none. */
  pixels: number
  /** Most pixels that this device takes for the op; null where it takes any. */
  devicePixels: number | null
  /** What the op needs on this device and is not there yet, bytes; 0 when all is there or nothing is needed. */
  missingBytes: number
  /** What the browser cannot read among the pictures (TIFF); '' when it reads them all. */
  unreadable: string
  /** What the user chose for this tool, if anything. */
  wanted?: Place | undefined
}

/** Where an op will run. */
export interface Decision {
  choices: readonly PlaceChoice[]
  /** Undefined when nothing can run the op. */
  chosen: PlaceChoice | undefined
  /** Why it runs there, in Chinese; '' when there is nothing to say. */
  why: string
  /** What a start on this device downloads first, bytes. */
  download: number
}

const megapixels = (pixels: number) => (pixels / 1e6).toFixed(pixels < 10e6 ? 1 : 0)
const MP = 1024 * 1024

function limitOnDevice({ pixels, devicePixels }: PlaceFacts): string {
  if (devicePixels === null || pixels <= devicePixels) return ''
  return `图片 ${megapixels(pixels)} MP，超过本机 ${Math.round(devicePixels / MP)} MP 上限`
}

/** The device with what these pictures and this connection mean for it. */
function judgeDevice(choice: PlaceChoice, facts: PlaceFacts): PlaceChoice {
  if (!choice.available) return choice
  if (facts.unreadable) return { ...choice, available: false, reason: `浏览器读不了 ${facts.unreadable}` }
  const limit = limitOnDevice(facts)
  if (limit) return { ...choice, available: false, reason: limit }
  if (facts.offline && facts.missingBytes > 0)
    return {
      ...choice,
      available: false,
      reason: `离线，本机未下载离线包（${formatBytes(facts.missingBytes)}）`,
    }
  return choice
}

/** An engine with what this connection means for it: offline, it is known as it was last. */
function judgeEngine(choice: PlaceChoice, { offline, heardAt }: PlaceFacts): PlaceChoice {
  return offline && heardAt > 0 ? { ...choice, seenAt: heardAt } : choice
}

/** Why the best place is what it is. */
function explain(chosen: PlaceChoice, device: PlaceChoice | undefined, facts: PlaceFacts): string {
  const { signedOut, offline, missingBytes } = facts
  if (chosen.place === 'device') {
    if (offline) return '离线，在本机处理'
    return signedOut ? '未登录，在本机处理' : '在本机处理，不上传'
  }
  if (!device) return offline ? `离线，联网后由${chosen.title}处理` : ''
  if (facts.unreadable && signedOut)
    return `${device.reason ?? ''}，请登录后用${chosen.title}，或先转换为 JPG、PNG`
  if (!device.available) return `${device.reason ?? ''}，用${chosen.title}`
  return missingBytes > 0
    ? `本机未下载离线包（${formatBytes(missingBytes)}），用${chosen.title}`
    : `${chosen.title}更快，不占用本机`
}

/**
 * Decides where an op runs: where the user wants it while that is possible; else on this device for a visitor
 * and while offline, because it asks neither for an account nor for a network; else at the best place there is.
 * @param places what engines and this version offer, best first
 */
export function decidePlace(places: readonly PlaceChoice[], facts: PlaceFacts): Decision {
  // Where nothing else could take it, the form says what to do instead of waiting for an engine.
  const unreadable = places.length > 1 ? facts.unreadable : ''
  const choices = places.map((choice) =>
    choice.place === 'device' ? judgeDevice(choice, { ...facts, unreadable }) : judgeEngine(choice, facts),
  )
  const able = choices.filter((choice) => choice.available)
  const device = choices.find((choice) => choice.place === 'device')
  const own = able.find((choice) => choice.place === facts.wanted)
  const here = facts.signedOut || facts.offline ? able.find((choice) => choice.place === 'device') : undefined
  const chosen = own ?? here ?? able[0]
  const others = able.length > 1
  const why = !chosen ? '' : own && others ? '按你的选择' : explain(chosen, device, facts)
  return { choices, chosen, why, download: chosen?.place === 'device' ? facts.missingBytes : 0 }
}
