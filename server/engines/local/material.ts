import { resolve } from 'node:path'
import type { MaterialPicture } from '#kernels/materials/material-picture.ts'
import { MATERIALS } from '#server/catalog/materials.ts'
import { decodeRaster } from './decode.ts'

const LIBRARY = resolve(import.meta.dirname, '../../../public/materials')
/** A material of the library with its picture, mean colour (#rrggbb) and gloss (0..1); null where there is none. */
export async function openLibraryMaterial(
  id: string,
): Promise<{ picture: MaterialPicture; colour: string; gloss: number } | null> {
  const material = MATERIALS.find((one) => one.id === id)
  if (!material) return null
  const { repeatMm, colour, gloss } = material
  const picture = await decodeRaster(resolve(LIBRARY, `${id}.webp`))
  return { picture: { picture, repeatMm, repeats: true }, colour, gloss }
}

/** Materials of the library by their ids; those that are not in it are left out. */
export async function openLibraryMaterials(ids: readonly string[]) {
  const opened = await Promise.all(
    ids.map(async (id) => {
      const material = await openLibraryMaterial(id)
      return material ? [[id, material] as const] : []
    }),
  )
  return new Map(opened.flat())
}
