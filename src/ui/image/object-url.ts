import { useEffect, useState } from 'react'
import { thumbnail } from '#src/worker-clients/image.ts'

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

function makeThumb(file: File): Promise<Blob> {
  const known = thumbs.get(file)
  if (known) return known
  const made = file.size < SMALL_BYTES ? Promise.resolve(file) : thumbnail(file, THUMB_SIDE)
  thumbs.set(file, made)
  return made
}

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
    makeThumb(file).then(show, () => {
      if (!gone) setUrl('')
    })
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [file])
  return url
}
