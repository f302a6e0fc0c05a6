import { type Cube, parseCube } from '#kernels/grade/cube.ts'
import type { Platform } from '../platform.ts'

/**
 * The colour table (.cube) that was given; null where there is none.
 * @throws AppError LUT_INVALID
 */
export async function readTable(io: Platform): Promise<Cube | null> {
  const bytes = await io.bytes('lut')
  return bytes && parseCube(new TextDecoder().decode(bytes))
}
