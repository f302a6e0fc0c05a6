import { Button } from 'antd'
import { useState } from 'react'
import { useOwner } from '#src/data/api/session.ts'
import { readOutput } from '#src/data/tasks/outputs.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { toast, toastError, toastWhile } from '#src/state/toasts.ts'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'
import { keptMask } from '#src/worker-clients/mask.ts'
import { withEdits } from '../own-edits.ts'
import type { Bench } from '../use-bench.ts'
import { keepMask } from '../use-picture-masks.ts'

/** Takes a cut-out's mask into the editor, where the brush keeps what was lost and takes away what is too much. */
export function CorrectButton({ task, bench }: { task: LocalTask; bench: Bench }) {
  const owner = useOwner()
  const [busy, setBusy] = useState(false)
  const correct = async () => {
    const mask = await toastWhile('正在取回蒙版…', async () => keptMask(await readOutput(task, 0)))
    if (!mask) return toast('warning', '这个结果没有带蒙版，请重新抠图后再修整')
    const picture = bench.inputs.find(({ id }) => id === task.item)
    if (picture) keepMask({ owner, setInputs: bench.setInputs }, picture, mask)
    else {
      // The picture has left the form: it comes back with this mask.
      await bench.reuse(task, mask)
      // The mask is corrected by itself from here on, not what it was made of.
      bench.setInputs((inputs) => inputs.map((input) => withEdits(input, { things: null })))
    }
    bench.setParams({ mode: 'scribble' })
    bench.setView(bench.batch.on ? { task: null } : { run: null, task: null })
    if (bench.batch.on) toast('info', '蒙版已取回，点开这张原图继续修整')
  }
  return (
    <Button
      type="text"
      icon={<ToolIcon name="brush" />}
      loading={busy}
      onClick={() => {
        setBusy(true)
        void correct()
          .catch(toastError)
          .finally(() => setBusy(false))
      }}
    >
      修整
    </Button>
  )
}
