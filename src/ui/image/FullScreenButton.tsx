import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { ToolIcon } from './ToolIcon.tsx'
import type { useFullScreen } from './use-full-screen.ts'

/** Turns full screen on and off; nothing where the browser has none. */
export function FullScreenButton({
  screen,
  className,
}: {
  screen: ReturnType<typeof useFullScreen>
  className?: string | undefined
}) {
  if (!screen.possible) return null
  return (
    <IconButton
      className={className}
      icon={<ToolIcon name={screen.on ? 'leaveFull' : 'full'} />}
      onClick={screen.toggle}
      label={screen.on ? '退出全屏' : '全屏'}
    />
  )
}
