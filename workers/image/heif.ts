import address from 'libheif-js/libheif-wasm/libheif-bundle.mjs?url'
import { AppError } from '#contracts/errors.ts'
import type { HeifLibrary } from '#kernels/read/heic.ts'

let library: Promise<HeifLibrary> | undefined

async function load(): Promise<HeifLibrary> {
  const { default: create } = (await import(/* @vite-ignore */ address)) as { default: () => HeifLibrary }
  return create()
}

/**
 * libheif, loaded when a HEIC is first read. It is a file of its own, beside the app's and never joined with them,
 * so that anybody can put another build in its place, as its licence (LGPL 3) wants.
 * @throws AppError PART_MISSING where it is neither here nor to be had
 */
export function openHeif(): Promise<HeifLibrary> {
  library ??= load().catch((cause: unknown) => {
    library = undefined
    throw new AppError('PART_MISSING', '打开 HEIC 照片的组件还没有下载到本机', { cause })
  })
  return library
}
