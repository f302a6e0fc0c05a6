import { useEffect, useState } from 'react'
import { type OpenedSheet, type SheetOffer, sheetsBeside } from '#src/data/files/sheets.ts'
import { toastError } from '#src/state/toasts.ts'
import { useObjectUrl } from '#src/ui/image/object-url.ts'
import styles from './SheetStrip.module.css'

interface Props {
  file: File
  /** Takes another drawing in the place of this one. */
  onTake: (sheet: OpenedSheet) => void
}

/** The other drawings of a plan's sheet, to choose from. */
export function SheetStrip({ file, onTake }: Props) {
  const offers = sheetsBeside(file)
  const [opening, setOpening] = useState<SheetOffer | null>(null)
  if (offers.length === 0) return null
  const take = async (offer: SheetOffer) => {
    setOpening(offer)
    try {
      onTake(await offer.open({}))
    } catch (thrown) {
      toastError(thrown)
    } finally {
      setOpening(null)
    }
  }
  return (
    <section className={styles.strip} aria-label="换一个图">
      <p>换一个图：</p>
      <ul>
        {offers.map((offer) => (
          <li key={offer.title}>
            <Thumb
              offer={offer}
              isOpening={offer === opening}
              disabled={opening !== null}
              onTake={() => void take(offer)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ThumbProps {
  offer: SheetOffer
  isOpening: boolean
  disabled: boolean
  onTake: () => void
}

function Thumb({ offer, isOpening, disabled, onTake }: ThumbProps) {
  const [blob, setBlob] = useState<Blob>()
  useEffect(() => {
    let isLive = true
    offer.thumb().then(
      (made) => isLive && setBlob(made),
      // Without a small picture its title is there.
      () => undefined,
    )
    return () => {
      isLive = false
    }
  }, [offer])
  const url = useObjectUrl(blob)
  return (
    <button
      type="button"
      className={styles.thumb}
      disabled={disabled}
      aria-busy={isOpening}
      aria-label={offer.title}
      title={offer.title}
      onClick={onTake}
    >
      {url ? <img src={url} alt="" draggable={false} /> : null}
    </button>
  )
}
