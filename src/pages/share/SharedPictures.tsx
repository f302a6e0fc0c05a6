import { useEffect, useState } from 'react'
import { isDrawingName } from '#contracts/formats.ts'
import { drawnFile } from '#src/data/files/drawings.ts'
import { IconButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { thumbnail } from '#src/worker-clients/image-files.ts'
import styles from './SharedPictures.module.css'

/** More are counted: nobody looks through hundreds here. */
const MOST_SHOWN = 24

interface Props {
  /** Index in the share, and the file. */
  pictures: readonly (readonly [index: number, file: File])[]
  onRemove: (index: number) => void
}

/** The pictures that were shared; each can be left out. */
export function SharedPictures({ pictures, onRemove }: Props) {
  const more = pictures.length - MOST_SHOWN
  return (
    <ul className={styles.list} aria-label="收到的图片">
      {pictures.slice(0, MOST_SHOWN).map(([index, file]) => (
        <li key={index} className={pictures.length === 1 ? styles.single : undefined}>
          <Preview file={file} />
          {pictures.length > 1 && (
            <IconButton
              icon="close"
              size={16}
              label={`去掉 ${file.name}`}
              className={styles.remove}
              onClick={() => onRemove(index)}
            />
          )}
        </li>
      ))}
      {more > 0 && <li className={styles.more}>还有 {more} 张</li>}
    </ul>
  )
}

function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>()
  useEffect(() => {
    const controller = new AbortController()
    let made: string | undefined
    const { signal } = controller
    const drawn = isDrawingName(file.name) ? drawnFile(file, { signal }) : Promise.resolve(file)
    drawn
      .then((picture) => thumbnail(picture, 320, { signal }))
      .then((small) => {
        if (controller.signal.aborted) return
        made = URL.createObjectURL(small)
        setUrl(made)
      })
      .catch(() => {
        if (!controller.signal.aborted) setUrl(null)
      })
    return () => {
      controller.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [file])
  if (url) return <img src={url} alt={file.name} draggable={false} />
  return (
    <span className={styles.plate} title={file.name}>
      {url === null && (
        <>
          <Icon name="image" size={24} />
          <span>不能预览</span>
        </>
      )}
    </span>
  )
}
