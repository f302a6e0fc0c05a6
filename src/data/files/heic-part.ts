import { AppError } from '#contracts/errors.ts'
import { network } from '#src/data/api/network.ts'
import { keptFiles } from '#src/data/settings/pack-files.ts'
import { filesOf } from '#src/data/settings/pack-list.ts'
import { ensurePack } from '#src/data/settings/packs.ts'

/**
 * Makes sure that what reads HEIC photos is on this device, and stays here for the next time.
 * @throws AppError PART_MISSING without a network, CANCELLED, and what ensurePack throws
 */
export async function readyForHeic(signal?: AbortSignal): Promise<void> {
  const [part] = await filesOf('heic')
  if (part && (await keptFiles()).has(part.url)) return
  if (network.peek() === 'offline') throw new AppError('PART_MISSING', '打开 HEIC 照片的组件还没有下载到本机')
  await ensurePack('heic', signal ? { signal } : {}).catch((thrown: unknown) => {
    // Where bytes cost money it is fetched for this time only: it is smaller than the photo.
    if (!(thrown instanceof AppError) || thrown.errorName !== 'PACK_METERED') throw thrown
  })
}
