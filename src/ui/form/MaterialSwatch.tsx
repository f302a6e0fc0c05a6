import { useRef, useState } from 'react'
import { PICTURE_ACCEPT } from '#contracts/formats.ts'
import { addOwnMaterial, type OwnMaterial } from '#src/data/settings/own-materials.ts'
import { useBlobUrl } from '#src/data/store/blob-urls.ts'
import { toast, toastError } from '#src/state/toasts.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './MaterialPicker.module.css'

/** Longer side of a swatch's picture, px. */
const SWATCH_SIDE = 256

interface SwatchProps {
  name: string
  /** Shown until the picture is there, and where there is none. */
  colour: string
  isChosen: boolean
  onChoose: () => void
}

/** Background of a swatch: the picture over its mean colour. */
function faceOf(colour: string, url: string | undefined) {
  return { backgroundColor: colour, ...(url ? { backgroundImage: `url("${url}")` } : {}) }
}

/** A material of the library. */
export function Swatch({ name, colour, url, isChosen, onChoose }: SwatchProps & { url: string | undefined }) {
  return (
    <button type="button" className={styles.swatch} aria-pressed={isChosen} title={name} onClick={onChoose}>
      <span className={styles.face} style={faceOf(colour, url)} aria-hidden />
      <span className={styles.name}>{name}</span>
    </button>
  )
}

/** A material that the user has added. */
export function OwnSwatch({ picture, ...rest }: SwatchProps & { picture: string }) {
  return <Swatch {...rest} url={useBlobUrl(picture, SWATCH_SIDE)} />
}

/** Takes pictures of materials from the user's files. */
export function AddMaterial({ onAdded }: { onAdded: (material: OwnMaterial) => void }) {
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const handleFiles = async (files: readonly File[]) => {
    setBusy(true)
    for (const file of files) {
      try {
        onAdded(await addOwnMaterial(file))
        toast('success', `已加入“${file.name}”，并处理成四方连续`)
      } catch (thrown) {
        toastError(thrown)
      }
    }
    setBusy(false)
  }
  return (
    <>
      <button
        type="button"
        className={`${styles.swatch} ${styles.add}`}
        disabled={busy}
        aria-busy={busy}
        onClick={() => picker.current?.click()}
      >
        <span className={styles.face} aria-hidden>
          <Icon name="plus" size={20} />
        </span>
        <span className={styles.name}>{busy ? '正在处理' : '添加材质图'}</span>
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={PICTURE_ACCEPT}
        data-testid="material-file"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          void handleFiles(files)
        }}
      />
    </>
  )
}
