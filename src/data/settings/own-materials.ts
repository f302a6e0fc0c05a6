import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import { z } from 'zod'
import { stemOf } from '#contracts/file-names.ts'
import { clipText, shownName } from '#contracts/safe-name.ts'
import { user } from '#src/data/api/session.ts'
import { freeBlobs, onBlobsHeld } from '#src/data/store/blob-sweep.ts'
import { saveBlobs } from '#src/data/store/blobs.ts'
import { keepValue, onDatabaseBack, readValue } from '#src/data/store/db.ts'
import { materialsKey, onPrivateDataCleared } from '#src/data/store/private-data.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { GUEST } from '#src/data/tasks/task-model.ts'
import { makeTileOnDevice } from '#src/worker-clients/image-files.ts'

const NAME_LENGTH = 24
const PREFIX = 'own-'

export const zOwnMaterial = z.object({
  id: z.string().startsWith(PREFIX).max(64),
  name: z.string().min(1).max(NAME_LENGTH),
  /** Mean colour, #rrggbb. */
  colour: z.string().regex(/^#[0-9a-f]{6}$/),
  /** What the picture's width stands for, mm. */
  repeatMm: z.number().min(10).max(20_000),
  /** Key of the picture in the store `blobs`. */
  picture: z.string(),
})
/** A material that the user has added on this device. */
export type OwnMaterial = z.infer<typeof zOwnMaterial>

/** A photograph of a wall or floor is usually about this wide, mm. */
const USUAL_MM = 1000

const own = signal<readonly OwnMaterial[]>([])
/** Account whose materials are in `own`; null before they were read. */
let owner: string | null = null
const accountNow = () => user.peek()?.id ?? GUEST

async function load(): Promise<void> {
  const account = accountNow()
  if (owner === account) return
  const stored = await readValue(materialsKey(account), z.array(z.unknown()))
  if (owner === account || account !== accountNow()) return
  owner = account
  // One damaged entry does not take the others along.
  own.value = (stored ?? []).flatMap((one) => zOwnMaterial.safeParse(one).data ?? [])
}

onDatabaseBack(() => {
  owner = null
  return load()
})

function keep(next: readonly OwnMaterial[]): Promise<void> {
  own.value = next
  return keepValue(materialsKey(accountNow()), next)
}

/**
 * Makes a picture repeat without a seam and keeps it as a material on this device.
 * @throws AppError FILE_ errors, DEVICE_FAILED, STORAGE_FULL
 */
export async function addOwnMaterial(file: File): Promise<OwnMaterial> {
  await load()
  const account = accountNow()
  const { blob, colour } = await makeTileOnDevice(file)
  const id = `${PREFIX}${crypto.randomUUID()}`
  const material: OwnMaterial = {
    id,
    name: clipText(stemOf(shownName(file.name)).trim(), NAME_LENGTH) || '我的材质',
    colour,
    repeatMm: USUAL_MM,
    picture: `material-${id}`,
  }
  await saveBlobs([[material.picture, blob]], account)
  // Signed out or in meanwhile: the picture stays with the account that added it, and the sweep frees it.
  if (account === accountNow()) await keep([material, ...own.peek()])
  return material
}

/** Gives an own material another name or size; what is out of bounds is left as it was. */
export async function changeOwnMaterial(
  id: string,
  patch: Partial<Pick<OwnMaterial, 'name' | 'repeatMm'>>,
): Promise<void> {
  await keep(
    own.peek().map((one) => {
      if (one.id !== id) return one
      return zOwnMaterial.safeParse({ ...one, ...patch }).data ?? one
    }),
  )
}

/** Forgets an own material and its picture. */
export async function removeOwnMaterial(id: string): Promise<void> {
  const gone = own.peek().filter((one) => one.id === id)
  await keep(own.peek().filter((one) => one.id !== id))
  freeBlobs(gone.map(({ picture }) => picture))
}

/** An own material by its id; undefined for another's or the library's. */
export async function findOwnMaterial(id: string): Promise<OwnMaterial | undefined> {
  await load()
  return own.peek().find((one) => one.id === id)
}

/** The account's own materials, newest first; re-renders when they change. */
export function useOwnMaterials(): readonly OwnMaterial[] {
  const found = useSignalValue(own)
  const account = useSignalValue(user)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has other materials
  useEffect(() => void load(), [account])
  return found
}

onBlobsHeld(() => own.peek().map(({ picture }) => picture))
onPrivateDataCleared(() => {
  owner = null
  own.value = []
})
