import { z } from 'zod'
import type { ShareRecord } from '#contracts/share.ts'
import { dropShare, findShare, type Incoming, keepShare, readShared } from '#workers/share-store.ts'

export { dropShare, type Incoming, keepShare }

const zShare: z.ZodType<ShareRecord> = z.object({
  id: z.string(),
  at: z.number(),
  origin: z.enum(['share', 'open']),
  title: z.string(),
  text: z.string(),
  url: z.string(),
  files: z.array(z.object({ name: z.string(), type: z.string(), bytes: z.number() })),
  left: z.number(),
})

/** A share with its files. */
export interface OpenedShare extends ShareRecord {
  /** In the order of `files`; those whose bytes are gone are left out. */
  opened: File[]
}

/** Reads a share; null when it is not there any more or this browser keeps none. */
export async function openShare(id: string): Promise<OpenedShare | null> {
  if (!('caches' in globalThis)) return null
  const record = zShare.safeParse(await findShare(id))
  if (!record.success) return null
  const opened = await Promise.all(
    record.data.files.map(async ({ name, type }, index) => {
      const blob = await readShared(id, index)
      return blob ? [new File([blob], name || `图片${index + 1}`, { type })] : []
    }),
  )
  return { ...record.data, opened: opened.flat() }
}
