import { Button } from 'antd'
import type { LocalTask } from '#src/data/tasks/tasks.ts'
import { countOutputs, requestDownload } from '#src/ui/downloads/request.ts'
import { Icon } from '#src/ui/Icon.tsx'

/** Saves every finished result of a run: one file as it is, several as an archive. */
export function DownloadAll({ run }: { run: readonly LocalTask[] }) {
  const count = countOutputs(run)
  return (
    <Button
      type="primary"
      icon={<Icon name="download" size={18} />}
      disabled={count === 0}
      onClick={() => void requestDownload(run)}
    >
      下载全部 {count} 张
    </Button>
  )
}
