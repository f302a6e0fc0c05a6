import type { CSSProperties, Ref } from 'react'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { useObjectUrl } from '#src/ui/image/object-url.ts'
import styles from './Canvas.module.css'

interface Props {
  source: DraftInput
  /** What the preview is drawn on; it is there while the source is on show as well. */
  canvas: Ref<HTMLCanvasElement>
  /** Whether the preview is on show, not its source. */
  isResult: boolean
  /** Where the picture lies on its stage. */
  place: CSSProperties
  busy?: boolean
  testId: string
}

/** A live preview of a picture, or the picture itself, in the same place of a stage. */
export function PreviewPicture({ source, canvas, isResult, place, busy, testId }: Props) {
  const url = useObjectUrl(source.file)
  return (
    <>
      <canvas
        ref={canvas}
        className={styles.picture}
        role="img"
        aria-label={`${source.file.name}，预览`}
        hidden={!isResult}
        style={place}
        data-testid={testId}
        data-busy={busy}
      />
      {url && !isResult ? (
        <img className={styles.picture} src={url} alt={source.file.name} draggable={false} style={place} />
      ) : null}
    </>
  )
}
