import type { Raster } from '#kernels/raster.ts'

/** A material's picture. */
export interface MaterialPicture {
  picture: Raster
  /** What its width stands for, mm. */
  repeatMm: number
  /** Whether it repeats already; another picture is made to. */
  repeats: boolean
}
