import { resolve } from 'node:path'
import type { MaterialPicture } from '#kernels/retexture/apply.ts'
import { MATERIALS } from '#server/catalog/materials.ts'
import { decodeRgba } from './decode.ts'

const LIBRARY = resolve(import.meta.dirname, '../../../public/materials')
/** Longer side that a tile is made from, px. */
const TILE_SIDE = 1190

/**
 * A material's picture.
 * @param shrink one that has to be made to repeat, which needs no more than a tile's size
 * @throws AppError FILE_DAMAGED, FILE_TOO_MANY_PIXELS
 */
export async function readTile(path: string, shrink: boolean) {
  const { data, width, height } = await decodeRgba(path)
  const longer = Math.max(width, height)
  if (!shrink || longer <= TILE_SIDE) return { width, height, data: new Uint8ClampedArray(data) }
  const size = {
    width: Math.max(1, Math.round((width * TILE_SIDE) / longer)),
    height: Math.max(1, Math.round((height * TILE_SIDE) / longer)),
  }
  return { ...size, data: new Uint8ClampedArray((await decodeRgba(path, size)).data) }
}

/** A material of the library with its picture, mean colour (#rrggbb) and gloss (0..1); null where there is none. */
export async function openLibraryMaterial(
  id: string,
): Promise<{ picture: MaterialPicture; colour: string; gloss: number } | null> {
  const material = MATERIALS.find((one) => one.id === id)
  if (!material) return null
  const { repeatMm, colour, gloss } = material
  const picture = await readTile(resolve(LIBRARY, `${id}.webp`), false)
  return { picture: { picture, repeatMm, repeats: true }, colour, gloss }
}

/** Materials of the library by their ids; those that are not in it are left out. */
export async function openLibraryMaterials(ids: readonly string[]) {
  const materials = new Map<string, NonNullable<Awaited<ReturnType<typeof openLibraryMaterial>>>>()
  for (const id of ids) {
    const material = await openLibraryMaterial(id)
    if (material) materials.set(id, material)
  }
  return materials
}
