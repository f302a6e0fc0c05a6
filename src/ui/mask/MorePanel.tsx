import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { PICTURE_ACCEPT } from '#contracts/formats.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { Group } from '#src/ui/form/Group.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'
import { changeEditor, editorSettings, MASK_COLOURS } from './editor-settings.ts'
import styles from './MaskEditor.module.css'
import { Dial } from './ToolOptions.tsx'
import type { MaskEditing } from './use-mask-editor.ts'
import type { MaskJobs } from './use-mask-jobs.ts'

interface Props {
  id: string
  blank: boolean
  whole: MaskEditing['whole']
  jobs: MaskJobs
  /** What a downloaded mask is called. */
  name: string
  onSheet: () => void
  onClose: () => void
}

/** Edge, look and files of the mask, and the shortcuts. */
export function MorePanel(props: Props) {
  const { blank, whole, jobs, name, onSheet, onClose } = props
  const root = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const handlePointer = (event: PointerEvent) => {
      const target = event.target as Element
      if (!root.current?.contains(target) && !target.closest('[data-mask-more]')) close()
    }
    document.addEventListener('pointerdown', handlePointer)
    root.current?.focus()
    return () => document.removeEventListener('pointerdown', handlePointer)
  }, [])
  return (
    <div
      id={props.id}
      ref={root}
      className={styles.panel}
      role="dialog"
      aria-label="蒙版调整与文件"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.panelRow} data-narrow="true">
        <Button icon={<ToolIcon name="invert" />} onClick={whole.invert}>
          反选
        </Button>
        <Button icon={<Icon name="trash" size={18} />} disabled={blank} onClick={whole.clear}>
          清空
        </Button>
      </div>
      <EdgeSection blank={blank} onReshape={jobs.reshape} />
      <LookSection />
      <div className={styles.panelRow}>
        <UploadButton onUpload={jobs.upload} />
        <Button
          icon={<Icon name="download" size={18} />}
          disabled={blank}
          onClick={() => jobs.download(name)}
        >
          下载蒙版
        </Button>
      </div>
      <Button className={styles.keysButton} type="text" onClick={onSheet}>
        快捷键 <kbd>?</kbd>
      </Button>
    </div>
  )
}

function EdgeSection({ blank, onReshape }: { blank: boolean; onReshape: MaskJobs['reshape'] }) {
  const { radius } = useSignalValue(editorSettings)
  return (
    <Group className={styles.section} label="边缘">
      <Dial
        title="边缘"
        name="边缘调整的像素"
        min={1}
        max={100}
        value={radius}
        onChange={(value) => changeEditor({ radius: value })}
      />
      <div className={styles.panelRow}>
        <Button disabled={blank} onClick={() => onReshape('grow')}>
          扩展
        </Button>
        <Button disabled={blank} onClick={() => onReshape('shrink')}>
          收缩
        </Button>
        <Button disabled={blank} onClick={() => onReshape('feather')}>
          羽化
        </Button>
      </div>
    </Group>
  )
}

function LookSection() {
  const { colour, opacity } = useSignalValue(editorSettings)
  return (
    <Group className={styles.section} label="蒙版的显示">
      <div className={styles.colours}>
        {MASK_COLOURS.map((entry) => (
          <button
            type="button"
            key={entry.value}
            className={styles.colour}
            aria-label={`蒙版颜色：${entry.title}`}
            aria-pressed={entry.value === colour}
            title={entry.title}
            onClick={() => changeEditor({ colour: entry.value })}
          >
            <span style={{ background: entry.value }} />
          </button>
        ))}
      </div>
      <Dial
        title="浓度"
        name="蒙版的浓度"
        min={10}
        max={100}
        value={Math.round(100 * opacity)}
        onChange={(value) => changeEditor({ opacity: value / 100 })}
      />
    </Group>
  )
}

function UploadButton({ onUpload }: { onUpload: MaskJobs['upload'] }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<Icon name="upload" size={18} />} onClick={() => input.current?.click()}>
        上传蒙版
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURE_ACCEPT}
        aria-label="蒙版文件"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onUpload(file)
        }}
      />
    </>
  )
}
