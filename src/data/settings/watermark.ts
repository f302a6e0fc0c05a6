import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import { z } from 'zod'
import { AppError } from '#contracts/errors.ts'
import { WATERMARK_LIMITS, type Watermark, zWatermark } from '#contracts/watermark.ts'
import { user } from '#src/data/api/session.ts'
import { keepValue, readValue } from '#src/data/store/db.ts'
import { onPrivateDataCleared, watermarkKey } from '#src/data/store/private-data.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { GUEST } from '#src/data/tasks/task-model.ts'
import { inspectFile, watermarkOnDevice } from '#src/worker-clients/image-files.ts'

/** An account's watermark: how it looks, and the picture of the kind `logo`. */
export interface OwnWatermark {
  settings: Watermark
  logo: Blob | null
}

const zStored = z.object({
  settings: zWatermark,
  // Bytes, since WebKit refuses Blobs in some versions.
  logo: z.object({ type: z.string(), bytes: z.instanceof(ArrayBuffer) }).nullable(),
})

const INITIAL: OwnWatermark = { settings: zWatermark.parse({}), logo: null }

const own = signal<OwnWatermark>(INITIAL)
/** Account whose watermark is in `own`; null before one was read. */
let owner: string | null = null

const accountNow = () => user.peek()?.id ?? GUEST

/** The watermark of who is signed in, read on first use. */
export async function readWatermark(): Promise<OwnWatermark> {
  const account = accountNow()
  if (owner === account) return own.peek()
  const stored = await readValue(watermarkKey(account), zStored)
  if (owner === account || account !== accountNow()) return own.peek()
  owner = account
  own.value = stored
    ? {
        settings: stored.settings,
        logo: stored.logo && new Blob([stored.logo.bytes], { type: stored.logo.type }),
      }
    : INITIAL
  return own.peek()
}

async function keep(next: OwnWatermark): Promise<void> {
  own.value = next
  owner = accountNow()
  const logo = next.logo && { type: next.logo.type, bytes: await next.logo.arrayBuffer() }
  await keepValue(watermarkKey(owner), { settings: next.settings, logo })
}

/** Changes how the watermark looks, and keeps it; nothing before the stored one was read, which it would replace. */
export function changeWatermark(settings: Watermark): void {
  if (owner !== accountNow()) return
  void keep({ ...own.peek(), settings })
}

/**
 * Takes a picture as the logo, or forgets it with null.
 * @throws AppError FILE_ errors when it is no picture that this browser reads, or too large
 */
export async function setWatermarkLogo(file: File | null): Promise<void> {
  await readWatermark()
  if (!file) return keep({ settings: { ...own.peek().settings, kind: 'text' }, logo: null })
  if (file.size > WATERMARK_LIMITS.logoBytes) throw new AppError('FILE_TOO_BIG', '水印图片不能超过 4 MB')
  const { type, readable } = await inspectFile(file, file.name)
  if (!readable) throw new AppError('FILE_NOT_IMAGE', '浏览器读不了这种图片，请换成 PNG 或 JPG')
  return keep({
    settings: { ...own.peek().settings, kind: 'logo' },
    logo: new Blob([await file.arrayBuffer()], { type }),
  })
}

/** The watermark of who is signed in; re-renders when it changes. */
export function useWatermark(): OwnWatermark {
  const found = useSignalValue(own)
  const account = useSignalValue(user)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has another watermark
  useEffect(() => void readWatermark(), [account])
  return found
}

/**
 * A copy of a picture with the account's watermark, made on this device.
 * @throws AppError FILE_ errors, DEVICE_FAILED, CANCELLED
 */
export async function markPicture(picture: Blob, signal?: AbortSignal): Promise<Blob> {
  const { settings, logo } = await readWatermark()
  return (await watermarkOnDevice(picture, settings, logo, signal ? { signal } : {})).blob
}

onPrivateDataCleared(() => {
  owner = null
  own.value = INITIAL
})
