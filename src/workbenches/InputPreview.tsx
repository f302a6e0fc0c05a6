import { useState } from 'react'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { formatBytes, formatPixels } from '#src/text/format.ts'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { Group } from '#src/ui/form/Group.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { useObjectUrl } from '#src/ui/image/object-url.ts'
import { useZoomPan } from '#src/ui/image/use-zoom-pan.ts'
import { ZoomBar } from '#src/ui/image/ZoomBar.tsx'
import { ZoomStage } from '#src/ui/image/ZoomStage.tsx'
import { placeOf } from '#src/ui/image/zoom.ts'
import styles from './Canvas.module.css'
import { unreadableOf } from './start-rules.ts'

/** The pictures that a start would take, one at a time, with zoom. */
export function InputPreview({ inputs, first = 0 }: { inputs: readonly DraftInput[]; first?: number }) {
  const [wanted, setWanted] = useState(first)
  const index = Math.min(wanted, inputs.length - 1)
  const input = inputs[index]
  if (!input) return null
  return (
    <div className={styles.preview}>
      <Picture key={input.id} input={input}>
        {inputs.length > 1 ? (
          <Group className={styles.pager} label="翻看图片">
            <IconButton
              icon={<Icon name="chevronLeft" size={18} />}
              onClick={() => setWanted(index - 1)}
              disabled={index === 0}
              label="上一张"
            />
            <span>
              {index + 1} / {inputs.length}
            </span>
            <IconButton
              icon={<Icon name="chevronRight" size={18} />}
              onClick={() => setWanted(index + 1)}
              disabled={index === inputs.length - 1}
              label="下一张"
            />
          </Group>
        ) : null}
      </Picture>
    </div>
  )
}

function Picture({ input, children }: { input: DraftInput; children: React.ReactNode }) {
  const url = useObjectUrl(input.file)
  const known = input.width > 0
  const unreadable = unreadableOf([input])
  const shown = known && !unreadable
  const size = known ? { width: input.width, height: input.height } : { width: 1, height: 1 }
  const zoom = useZoomPan(size)
  const { view } = zoom
  return (
    <>
      <ZoomStage zoom={zoom} label="图片预览">
        {url && shown ? (
          <img
            className={styles.picture}
            src={url}
            alt={input.file.name}
            draggable={false}
            style={placeOf(view, size)}
          />
        ) : null}
        {shown ? null : (
          <p className={styles.cannotShow}>浏览器不能显示 {unreadable || '这种'} 图片，结果照常显示</p>
        )}
      </ZoomStage>
      <div className={styles.tools}>
        {children}
        <span className={styles.facts} title={input.file.name}>
          <span className={styles.fileName}>{input.file.name}</span>
          <span>
            {[formatPixels(input.width, input.height), formatBytes(input.file.size)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <ZoomBar zoom={zoom} />
      </div>
    </>
  )
}
