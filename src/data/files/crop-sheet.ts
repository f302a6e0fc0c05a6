import { stemOf } from '#contracts/file-names.ts'
import { cropPlan, thumbnail } from '#src/worker-clients/image-files.ts'
import { type OpenedSheet, offerSheets, type SheetOffer, sheetsBeside } from './sheets.ts'

const THUMB_SIDE = 240

/** A part of a plan's picture in the place of all of it, which is offered in turn. @param line from corner to corner, in parts of the sides */
export async function cropSheet(
  { file, width, height }: OpenedSheet,
  line: { x0: number; y0: number; x1: number; y1: number },
): Promise<OpenedSheet> {
  const box = {
    x0: Math.min(line.x0, line.x1),
    x1: Math.max(line.x0, line.x1),
    y0: Math.min(line.y0, line.y1),
    y1: Math.max(line.y0, line.y1),
  }
  const made = await cropPlan(file, box)
  const cropped = new File([made.blob], `${stemOf(file.name)}.png`, { type: 'image/png' })
  const whole: SheetOffer = {
    title: '裁切前的整张图',
    thumb: () => thumbnail(file, THUMB_SIDE),
    open: async () => ({ file, width, height }),
  }
  offerSheets(cropped, [whole, ...sheetsBeside(file)])
  return { file: cropped, width: made.width, height: made.height }
}
