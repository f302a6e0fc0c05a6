import { Button } from 'antd'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { Group } from '#src/ui/form/Group.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { ToolIcon } from './ToolIcon.tsx'
import type { ZoomPan } from './use-zoom-pan.ts'
import styles from './ZoomBar.module.css'

const STEP = 1.25

/** Zoom out, the zoom now (click for 100 %), zoom in, fit. */
export function ZoomBar({ zoom }: { zoom: Pick<ZoomPan, 'view' | 'zoomBy' | 'fit' | 'actual'> }) {
  const percent = Math.round(zoom.view.scale * 100)
  return (
    <Group className={styles.bar} label="缩放">
      <IconButton
        icon={<ToolIcon name="minus" />}
        onClick={() => zoom.zoomBy(1 / STEP)}
        label="缩小"
        title="缩小（−）"
      />
      <Button
        type="text"
        className={styles.percent}
        onClick={() => zoom.actual()}
        title="原始大小（1）"
        aria-label={`缩放 ${percent}%，点击看原始大小`}
      >
        {percent}%
      </Button>
      <IconButton
        icon={<Icon name="plus" size={18} />}
        onClick={() => zoom.zoomBy(STEP)}
        label="放大"
        title="放大（+）"
      />
      <IconButton icon={<ToolIcon name="fit" />} onClick={zoom.fit} label="适合窗口" title="适合窗口（0）" />
    </Group>
  )
}
