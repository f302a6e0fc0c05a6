/** Side of the copy that is looked at, px. */
const SIDE = 64
/** Alpha from which a pixel hides what is behind it: a scaled copy rounds. */
const OPAQUE = 250

/** Whether anything behind a picture would be seen through it, judged on a small copy. */
export function isTranslucent(image: HTMLImageElement): boolean {
  const canvas = new OffscreenCanvas(SIDE, SIDE)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return false
  context.drawImage(image, 0, 0, SIDE, SIDE)
  const { data } = context.getImageData(0, 0, SIDE, SIDE)
  return data.some((value, at) => at % 4 === 3 && value < OPAQUE)
}
