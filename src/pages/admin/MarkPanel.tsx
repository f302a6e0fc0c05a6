import { setAiMark, useAiMark } from '#src/data/admin/engines.ts'
import frame from '#src/pages/page.module.css'
import { attempt } from '#src/pages/tasks/attempt.ts'
import options from '#src/ui/options.module.css'
import styles from './Engines.module.css'

/** Whether generated pictures bear a visible mark. */
export function MarkPanel({ isLocked }: { isLocked: boolean }) {
  const { data } = useAiMark()
  if (data === undefined) return null
  const handleChange = (isOn: boolean) =>
    attempt(() => setAiMark(isOn), isOn ? '之后生成的图片带角标' : '之后生成的图片不带角标')
  return (
    <fieldset className={`${frame.panel} ${styles.setting}`} disabled={isLocked}>
      <legend>生成内容的标识</legend>
      <div className={options.options}>
        <label>
          <input
            type="checkbox"
            checked={data}
            onChange={(event) => void handleChange(event.target.checked)}
          />
          <span>
            在生成的图片右下角写“AI 生成”
            <small>
              公开提供的网站按 GB 45438-2025
              应当显示；视频显示在播放器与封面上。内置引擎的结果不加。元数据里的标识始终都有。
            </small>
          </span>
        </label>
      </div>
    </fieldset>
  )
}
