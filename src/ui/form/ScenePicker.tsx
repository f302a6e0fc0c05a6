import { SCENE_IDS, type SceneId, scenePicture } from '#contracts/scenes.ts'
import { SAMPLES, thumbOf } from '#src/tools/samples.ts'
import { useAfterPaint } from '#src/ui/after-paint.ts'
import { Choices } from './Choices.tsx'
import styles from './ScenePicker.module.css'

interface Props {
  labelId: string
  value: string
  onChange: (value: SceneId) => void
}

/** The project's own scenes as pictures to choose from. */
export function ScenePicker({ labelId, value, onChange }: Props) {
  // Decoding them would hold up the form's first frame.
  const painted = useAfterPaint()
  return (
    <Choices className={styles.scenes} labelledBy={labelId}>
      {SCENE_IDS.map((id) => (
        <button
          type="button"
          key={id}
          className={styles.scene}
          aria-pressed={id === value}
          onClick={() => onChange(id)}
        >
          {painted && (
            <img src={thumbOf(scenePicture(id))} alt="" loading="lazy" decoding="async" draggable={false} />
          )}
          <span>{SAMPLES.find((sample) => sample.id === id)?.title}</span>
        </button>
      ))}
    </Choices>
  )
}
