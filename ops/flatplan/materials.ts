import type { LaidMaterial } from '#kernels/plan/lay-floor.ts'
import type { Raster } from '#kernels/raster.ts'
import { type Pyramid, pyramidOf } from '#kernels/retexture/pyramid.ts'
import type { ParamsOf } from '../index.ts'
import type { Platform } from '../platform.ts'

/** Colour of a floor whose material is not in the library. */
const EVEN = '#d8d4cc'

const pyramids = new WeakMap<Raster, Pyramid>()

function pyramidFor(picture: Raster): Pyramid {
  const known = pyramids.get(picture) ?? pyramidOf(picture)
  pyramids.set(picture, known)
  return known
}

/** Materials ready to lay; one whose picture is not to be had is laid in its colour. */
export async function openFloors(
  io: Pick<Platform, 'materials'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LaidMaterial>> {
  const opened = new Map<string, LaidMaterial>()
  for (const [id, { picture }] of await io.materials(ids))
    if (picture) opened.set(id, { pyramid: pyramidFor(picture.picture), repeatMm: picture.repeatMm })
  return opened
}

/** Colours of the materials that the user gave to rooms. */
export async function coloursOf(
  io: Pick<Platform, 'materials'>,
  { changes }: Pick<ParamsOf<'flatplan'>, 'changes'>,
): Promise<(id: string) => string> {
  const known = await io.materials([...new Set(changes.flatMap(({ material }) => material || []))])
  return (id) => known.get(id)?.colour ?? EVEN
}
