import { useState } from 'react'
import type { OwnWatermark } from '#src/data/settings/watermark.ts'
import { useObjectUrl } from '#src/ui/image/object-url.ts'
import { useDrawing } from '#src/ui/image/use-drawing.ts'
import { watermarkOnDevice } from '#src/worker-clients/image-files.ts'

/** Longer side of the preview, px: sharp at its width on a dense screen. */
const SIDE = 960

interface Wanted extends Pick<OwnWatermark, 'settings' | 'logo'> {
  picture: Blob | null
}

async function draw({ picture, settings, logo }: Wanted): Promise<{ blob: Blob | undefined }> {
  return picture ? watermarkOnDevice(picture, settings, logo, { longerSide: SIDE }) : { blob: undefined }
}

/** The picture with the watermark as it is set now, as fast as the device follows. */
export function usePreview(picture: Blob | null, { settings, logo }: OwnWatermark) {
  const [made, setMade] = useState<Blob>()
  const wanted = { picture, settings, logo }
  const { error } = useDrawing(wanted, draw, ({ blob }) => setMade(blob), { isReady: picture !== null })
  return { url: useObjectUrl(made), error }
}
