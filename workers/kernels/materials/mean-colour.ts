import type { Raster } from '#kernels/raster.ts'

/** Mean colour of an opaque picture, #rrggbb. */
export function meanColour({ data }: Raster): string {
  const sums = [0, 0, 0]
  for (let i = 0; i < data.length; i += 4) for (let c = 0; c < 3; c++) sums[c]! += data[i + c]!
  return `#${sums
    .map((sum) =>
      Math.round(sum / (data.length / 4))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
