import { formatBytes } from '#src/text/format.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './OriginalButton.module.css'
import type { OriginalOffer } from './use-progressive.ts'

/** Over the lower edge of a picture of which only a preview was loaded: asks for the original. */
export function OriginalButton({ offer }: { offer: OriginalOffer | null }) {
  if (!offer) return null
  const size = offer.bytes > 0 ? ` · ${formatBytes(offer.bytes)}` : ''
  return (
    <div className={styles.slot}>
      <button
        type="button"
        className={styles.button}
        onClick={offer.load}
        disabled={offer.loading}
        aria-busy={offer.loading}
        data-testid="load-original"
      >
        <Icon name="image" size={16} />
        {offer.loading ? `正在加载原图${size}` : `查看原图${size}`}
      </button>
    </div>
  )
}
