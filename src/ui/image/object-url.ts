import { useEffect, useState } from 'react'
import { LUT_TYPE } from '#contracts/asset.ts'
import { FORMATS } from '#contracts/formats.ts'
import { drawTable, thumbnail } from '#src/worker-clients/image-files.ts'

/** An object URL of a blob for as long as the component shows it; undefined on the first render. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) {
      setUrl(undefined)
      return
    }
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}

/** Longest side of a thumbnail, px: sharp at 96 CSS px on a dense screen. */
const THUMB_SIDE = 192
/** Small files are their own thumbnail: scaling them would cost more than showing them. */
const SMALL_BYTES = 120_000

/** Thumbnails live as long as their files do. */
const thumbs = new WeakMap<File, Promise<Blob>>()

/** Keeps the small copy that was made when a file was checked: lists then need not make one. */
export function rememberThumb(file: File, thumb: Blob): void {
  if (file.size >= SMALL_BYTES) thumbs.set(file, Promise.resolve(thumb))
}

function drawThumb(file: File): Promise<Blob> {
  if (file.type === LUT_TYPE) return drawTable(file)
  // What browsers do not show (TIFF) fails in the worker, and gets a plain mark.
  const isShown = file.type !== FORMATS.tiff.type
  return file.size < SMALL_BYTES && isShown ? Promise.resolve(file) : thumbnail(file, THUMB_SIDE)
}

function makeThumb(file: File): Promise<Blob> {
  const known = thumbs.get(file)
  if (known) return known
  const made = drawThumb(file)
  thumbs.set(file, made)
  return made
}

/** A row that is scrolled past within this time is not worth decoding a photo for, ms. */
const LINGER_MS = 80

/** A small picture of a file for lists: undefined while it is made, '' where this browser cannot show it. */
export function useThumb(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    let made = ''
    let gone = false
    const show = (blob: Blob) => {
      if (gone) return
      made = URL.createObjectURL(blob)
      setUrl(made)
    }
    const load = () => {
      makeThumb(file).then(show, () => {
        if (!gone) setUrl('')
      })
    }
    const waits = !thumbs.has(file) && file.size >= SMALL_BYTES
    const timer = setTimeout(load, waits ? LINGER_MS : 0)
    return () => {
      gone = true
      clearTimeout(timer)
      if (made) URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [file])
  return url
}
