import { Button } from 'antd'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { AreaEditor } from './AreaEditor.tsx'
import { BackButton } from './BackButton.tsx'
import styles from './Canvas.module.css'
import { InputPreview } from './InputPreview.tsx'
import { maskOf } from './start-rules.ts'
import { useBackStep } from './use-back-step.ts'
import type { Bench } from './use-bench.ts'

/** A picture for a tool that changes all of it, or only what is marked. */
export function AreaCanvas({ bench, source }: { bench: Bench; source: DraftInput }) {
  const { isOpen, open, close } = useBackStep('area')
  const mask = maskOf(bench.inputs, source)
  // What this browser cannot decode it cannot show under a brush either: the whole picture is then taken.
  if (source.width === 0) return <InputPreview inputs={[source]} />
  const clear = () => bench.setInputs((previous) => previous.filter((input) => input !== mask))
  return (
    <div className={styles.frame}>
      <header className={styles.backBar}>
        {isOpen ? <BackButton label="完成，返回图片" onClick={close} /> : null}
        <span className={styles.taskName}>
          {isOpen ? '涂出要改变的部分，其余保持原样' : mask ? '只改变选定的部分' : '改变整张图'}
        </span>
        <span className={styles.spring} />
        {mask && !isOpen ? (
          <Button type="text" onClick={clear}>
            改为整张图
          </Button>
        ) : null}
        {isOpen ? null : <Button onClick={open}>{mask ? '修改范围' : '只改一部分'}</Button>}
      </header>
      <div className={styles.frameBody}>
        {isOpen ? <AreaEditor bench={bench} source={source} /> : <InputPreview inputs={[source]} />}
      </div>
    </div>
  )
}
