// The app's picture functions as a page offers them to a test: files come by address, results as base64.
import { zWatermark } from '#contracts/watermark.ts'
import type { ParamsOf } from '#ops/index.ts'
import { acceptImages } from '#src/data/files/files.ts'
import { cutLongPicture } from '#src/data/files/long-pictures.ts'
import { resizeForUpload, thumbnail, watermarkOnDevice } from '#src/worker-clients/image-files.ts'
import { type Openers, runOnDevice } from '#src/worker-clients/image-ops.ts'

async function load(path: string): Promise<File> {
  const blob = await (await fetch(path)).blob()
  return new File([blob], path.slice(1), { type: blob.type })
}

async function sent(blob: Blob): Promise<{ type: string; base64: string }> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return { type: blob.type, base64: btoa(binary) }
}

/** Size at which an <img> shows a file; 0 × 0 where it cannot. */
async function shownSize(file: Blob): Promise<[number, number]> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  await image.decode().catch(() => undefined)
  URL.revokeObjectURL(image.src)
  return [image.naturalWidth, image.naturalHeight]
}

const refuse = () => Promise.reject(new Error('nothing of the library is laid here'))
const NOTHING: Openers = { material: refuse, library: refuse, scene: refuse }

async function compress(path: string, params: Partial<ParamsOf<'compress'>>) {
  const work = { op: 'compress', params, inputs: [{ role: 'image', file: await load(path) }] } as const
  const { pictures, note } = await runOnDevice(work, [], NOTHING)
  return { note, ...(await sent(pictures[0]!.blob)) }
}

const lab = {
  resize: async (path: string, side: number) =>
    sent((await resizeForUpload(await load(path), side, { quality: 95 })).blob),

  thumbnail: async (path: string, side: number) => sent(await thumbnail(await load(path), side)),

  /** As PNG without loss, `maxSide` at most; 0 keeps the size. */
  png: async (path: string, maxSide: number) => {
    const { note: _, ...made } = await compress(path, { format: 'png', quality: 100, maxSide })
    return made
  },

  compress,

  async watermark(path: string, settings: unknown, logoPath?: string, longerSide?: number) {
    const logo = logoPath ? await load(logoPath) : null
    const options = longerSide ? { longerSide } : {}
    const made = await watermarkOnDevice(await load(path), zWatermark.parse(settings), logo, options)
    return sent(made.blob)
  },

  /** The pieces that a long picture is cut into. */
  async cut(path: string, most: number) {
    const pieces = await cutLongPicture(await load(path), most)
    return Promise.all(
      pieces.map(async (piece) => {
        const { width, height } = await createImageBitmap(piece)
        return { name: piece.name, width, height, ...(await sent(piece)) }
      }),
    )
  },

  /** What intake makes of files: sizes, and whether they are the same bytes. */
  async accept(paths: readonly string[], shrink: boolean) {
    const files = await Promise.all(paths.map(load))
    const found: { file: File; [fact: string]: unknown }[] = []
    const refused: string[] = []
    const { shrunk } = await acceptImages(files, {
      shrink,
      onFound: ({ file, width, height, shrunk, long, originalName }) =>
        found.push({
          ...{ file, width, height, shrunk, long, originalName, type: file.type },
          unchanged: files.some(({ size, name }) => size === file.size && name === file.name),
        }),
      onRefused: (name, error) => refused.push(`${name}: ${error.errorName}`),
    })
    const accepted = await Promise.all(
      found.map(async ({ file, ...facts }) => ({ ...facts, shown: await shownSize(file) })),
    )
    return { accepted, refused, shrunk }
  },
}

export type ImageLab = typeof lab

Object.assign(window, { bench: lab })
