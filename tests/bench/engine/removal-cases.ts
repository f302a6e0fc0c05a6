import { join, resolve } from 'node:path'
import sharp from 'sharp'
import type { Raster } from '#kernels/raster.ts'
import { PHOTOS } from '#tests/support/photos.ts'

const PUBLIC = resolve(import.meta.dirname, '../../../public')
const render = (name: string) => join(PUBLIC, `samples/${name}-final.webp`)
const material = (name: string) => join(PUBLIC, `materials/${name}.webp`)

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** A hole in a picture that is 1024 px wide. */
export interface RemovalCase {
  name: string
  file: string
  hole: Box
}

const at = (x: number, y: number, width: number, height = width): Box => ({
  left: Math.round(x - width / 2),
  top: Math.round(y - height / 2),
  width,
  height,
})

/** Places where the same stuff goes on without a drawing in it, one of each kind, near and far. */
export const TEXTURES: readonly RemovalCase[] = [
  { name: 'gravel', file: render('garden'), hole: at(330, 590, 100) },
  { name: 'leaves', file: render('garden'), hole: at(150, 180, 110) },
  { name: 'lawn', file: render('house'), hole: at(350, 600, 100) },
  { name: 'terrazzo', file: render('shop'), hole: at(520, 600, 90) },
  { name: 'hedge', file: material('plant-hedge'), hole: at(512, 512, 160) },
  { name: 'boucle', file: material('fabric-boucle'), hole: at(512, 512, 140) },
  { name: 'basket', file: PHOTOS.room, hole: at(109, 572, 34, 36) },
]

/** Places where lines, tiles or frames run through the hole. */
export const STRUCTURES: readonly RemovalCase[] = [
  { name: 'slats', file: PHOTOS.house, hole: at(420, 180, 90) },
  { name: 'glazing', file: PHOTOS.house, hole: at(310, 350, 80) },
  { name: 'roofEdge', file: PHOTOS.house, hole: at(400, 78, 80) },
  { name: 'bricks', file: material('brick-red'), hole: at(512, 512, 160) },
  { name: 'tiles', file: render('shop'), hole: at(350, 345, 50, 40) },
  { name: 'windows', file: render('house'), hole: at(335, 400, 80) },
  { name: 'frames', file: render('living'), hole: at(487, 262, 44, 48) },
]

/** A picture 1024 px wide; opaque. */
export async function openPicture(file: string): Promise<Raster> {
  const { data, info } = await sharp(file)
    .resize(1024)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}

/** The mask of a hole, 255 inside. */
export function maskOf({ width, height }: Raster, hole: Box): Uint8Array {
  const mask = new Uint8Array(width * height)
  for (let y = hole.top; y < hole.top + hole.height; y++) {
    mask.fill(255, y * width + hole.left, y * width + hole.left + hole.width)
  }
  return mask
}

/** The picture with black in the hole, so that nothing of the truth is left to be seen. */
export function withHole(picture: Raster, mask: Uint8Array): Raster {
  const data = picture.data.slice()
  mask.forEach((value, i) => {
    if (value) data.fill(0, 4 * i, 4 * i + 3)
  })
  return { ...picture, data }
}

/** RGB of a box, with `margin` px around it. */
export function cutRgb(picture: Raster, box: Box, margin = 0): Uint8Array {
  const [width, height] = [box.width + 2 * margin, box.height + 2 * margin]
  const out = new Uint8Array(3 * width * height)
  for (let y = 0, t = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = 4 * ((box.top - margin + y) * picture.width + box.left - margin + x)
      for (let c = 0; c < 3; c++) out[t++] = picture.data[i + c] ?? 0
    }
  }
  return out
}
