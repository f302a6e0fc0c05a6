/** Longer side of what is sent, px; the board's own. */
const SIDE = 1024
/** What is sent without a picture below has the board's shape. */
const PAPER = { width: SIDE, height: 768 }
const QUALITY = 0.92

async function load(file: Blob | undefined): Promise<ImageBitmap | null> {
  // What this browser cannot decode is not on the board either.
  return file ? createImageBitmap(file).catch(() => null) : null
}

/** What is seen on the board: the drawing on its picture or on white paper, as a JPEG. */
export async function composeBoard(base: Blob | undefined, drawing: Blob | undefined): Promise<Blob> {
  const [below, above] = await Promise.all([load(base), load(drawing)])
  const scale = below ? SIDE / Math.max(below.width, below.height) : 1
  const size = below
    ? { width: Math.round(below.width * scale), height: Math.round(below.height * scale) }
    : PAPER
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  for (const layer of [below, above]) {
    if (layer) context.drawImage(layer, 0, 0, size.width, size.height)
    layer?.close()
  }
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}

/** Bytes as base64. */
export async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
