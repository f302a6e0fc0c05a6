import { z } from 'zod'
import { deleteBlobs, readBlob, saveBlobs } from '#src/data/store/blobs.ts'
import { keepValue, readValue } from '#src/data/store/db.ts'
import { withLock } from '#src/data/store/locks.ts'
import { masksKey } from '#src/data/store/private-data.ts'
import { digestFile } from '#src/worker-clients/image-files.ts'

/** Pictures whose masks are remembered for other tools, newest first. */
const MOST = 300

const zRecord = z.object({
  /** SHA-256 of the picture. */
  picture: z.string(),
  /** Of the picture: only one that agrees has to be hashed. */
  bytes: z.number(),
  width: z.number(),
  height: z.number(),
  /** Key of the mask in the store `blobs`. */
  key: z.string(),
  /** Ids of the drafts' inputs that are this very mask. */
  holders: z.array(z.string()),
})
const zRecords = z.array(zRecord)

/** A picture in a form, as far as it matters for its mask. */
interface Picture {
  file: File
  width: number
  height: number
}

const hashes = new WeakMap<File, Promise<string>>()

function hashOf(file: File): Promise<string> {
  const known = hashes.get(file)
  if (known) return known
  const made = digestFile(file).then(({ sha256 }) => sha256)
  hashes.set(file, made)
  made.catch(() => hashes.delete(file))
  return made
}

/** Changes the list of an account, one change at a time, in all tabs. */
async function change(
  owner: string,
  work: (records: z.infer<typeof zRecords>) => Promise<z.infer<typeof zRecords>>,
): Promise<void> {
  const key = masksKey(owner)
  await withLock(`zhuhui-${key}`, async () => {
    await keepValue(key, await work((await readValue(key, zRecords)) ?? []))
  })
}

/**
 * Remembers the mask of a picture for every tool; null when nothing is masked any more.
 * @param holder id of the draft's input that holds it
 */
export async function keepPictureMask(
  owner: string,
  { file, width, height }: Picture,
  mask: Blob | null,
  holder: string,
): Promise<void> {
  const picture = await hashOf(file)
  await change(owner, async (records) => {
    const others = records.filter((record) => record.picture !== picture)
    const key = `mask-${owner}-${picture}`
    if (mask) await saveBlobs([[key, mask]], owner)
    else await deleteBlobs([key])
    const own = { picture, bytes: file.size, width, height, key, holders: [holder] }
    const all = mask ? [own, ...others] : others
    await deleteBlobs(all.slice(MOST).map((record) => record.key))
    return all.slice(0, MOST)
  })
}

/**
 * The mask that was last made of a picture in any tool; undefined when there is none, or when the draft's
 * own mask is that one.
 * @param held id of the draft's mask of the picture
 * @param holder id under which the draft will hold what is found
 */
export async function findPictureMask(
  owner: string,
  { file, width, height }: Picture,
  held: string | undefined,
  holder: string,
): Promise<Blob | undefined> {
  const records = (await readValue(masksKey(owner), zRecords)) ?? []
  const isAlike = (one: z.infer<typeof zRecord>) =>
    one.bytes === file.size && one.width === width && one.height === height
  if (!records.some(isAlike)) return undefined
  const picture = await hashOf(file)
  const found = records.find((record) => record.picture === picture)
  if (!found || (held && found.holders.includes(held))) return undefined
  const mask = await readBlob(found.key)
  if (!mask) return undefined
  await change(owner, async (now) =>
    now.map((record) =>
      record.picture === picture ? { ...record, holders: [...record.holders.slice(-50), holder] } : record,
    ),
  )
  return mask
}
