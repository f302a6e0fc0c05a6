import { App, Button } from 'antd'
import { useState } from 'react'
import { downloadMany } from '#src/data/outputs.ts'
import type { LocalTask } from '#src/data/tasks.ts'
import { Icon } from '#src/ui/Icon.tsx'

/** Saves every finished result of a run. */
export function DownloadAll({ run }: { run: readonly LocalTask[] }) {
  const { message } = App.useApp()
  const [going, setGoing] = useState<{ done: number; total: number } | null>(null)
  const done = run.filter((task) => task.state === 'done')
  const save = async () => {
    setGoing({ done: 0, total: done.length })
    const result = await downloadMany(done, { onProgress: setGoing }).finally(() => setGoing(null))
    if (result.failed.length > 0)
      message.warning(`${result.failed.length} 张没有下载成功：${result.failed.slice(0, 3).join('、')}`)
  }
  return (
    <Button
      type="primary"
      icon={<Icon name="download" size={18} />}
      disabled={done.length === 0}
      loading={going !== null}
      onClick={() => void save()}
    >
      {going ? `${going.done} / ${going.total}` : `下载全部 ${done.length} 张`}
    </Button>
  )
}
