import {
  choosePictures,
  type PictureChoice,
  usePictureBudget,
  usePictureChoice,
  useSavesData,
} from '#src/data/api/link-quality.ts'
import styles from './PictureLoading.module.css'

const CHOICES: { value: PictureChoice; title: string }[] = [
  { value: 'auto', title: '自动' },
  { value: 'saver', title: '省流量' },
  { value: 'original', title: '原图' },
]

/** What happens to pictures with this choice, now. */
function useMeaning(): string {
  const choice = usePictureChoice()
  const budget = usePictureBudget()
  const saves = useSavesData()
  if (choice === 'saver') return '只加载预览图，需要时再点“查看原图”。'
  if (choice === 'original') return '总是加载原图，较费流量。'
  if (saves) return '系统开启了省流量，只加载预览图，需要时再点“查看原图”。'
  if (budget === 'original') return '按实测网速决定。现在网速不错，直接加载原图。'
  if (budget === 'zoom') return '按实测网速决定。现在网速一般，放大时才加载原图。'
  return '按实测网速决定。现在网速较慢，只加载预览图。'
}

/** How much of a picture is loaded by itself. */
export function PictureLoading() {
  const choice = usePictureChoice()
  const meaning = useMeaning()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>看图方式</legend>
      <div className={styles.choices}>
        {CHOICES.map(({ value, title }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name="picture-loading"
              checked={choice === value}
              onChange={() => choosePictures(value)}
            />
            <span>{title}</span>
          </label>
        ))}
      </div>
      <p className={styles.note} aria-live="polite">
        {meaning}
      </p>
    </fieldset>
  )
}
