import { AppError } from '#contracts/errors.ts'
import { network } from '#src/data/api/network.ts'
import { keptFiles } from '#src/data/settings/pack-files.ts'
import { filesOf } from '#src/data/settings/pack-list.ts'
import { ensurePack } from '#src/data/settings/packs.ts'

/** Formats whose reader is a part of its own, and what they are called in a sentence. */
const TITLES = { heic: 'HEIC 照片', pdf: 'PDF' }

/**
 * Makes sure that what reads files of a format is on this device, and stays here for the next time.
 * @throws AppError PART_MISSING without a network, CANCELLED, and what ensurePack throws
 */
export async function readyForFormat(format: keyof typeof TITLES, signal?: AbortSignal): Promise<void> {
  const [parts, kept] = await Promise.all([filesOf(format), keptFiles()])
  if (parts.every(({ url }) => kept.has(url))) return
  if (network.peek() === 'offline')
    throw new AppError('PART_MISSING', `打开 ${TITLES[format]}的组件还没有下载到本机`)
  await ensurePack(format, signal ? { signal } : {}).catch((thrown: unknown) => {
    // Where bytes cost money it is fetched for this time only: it is small.
    if (!(thrown instanceof AppError) || thrown.errorName !== 'PACK_METERED') throw thrown
  })
}
