import { readNeeded } from '#ops/inputs.ts'
import type { Kept, PreviewPlatform } from '#ops/preview.ts'
import { mirror } from './mirror.ts'

interface Job {
  io: PreviewPlatform
  params: { direction: 'across' | 'down' }
  side: number
  kept: Kept
}

export async function preview({ io, params, side, kept }: Job) {
  const { raster, width, height } = await kept.get('small', `${io.keyOf('image')} ${side}`, () =>
    readNeeded(io, 'image', { maxSide: side }),
  )
  return { picture: mirror(raster, params.direction), width, height }
}
