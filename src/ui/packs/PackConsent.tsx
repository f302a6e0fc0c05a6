import { PACKS } from '#src/data/settings/pack-list.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { formatBytes } from '#src/text/format.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { packQuestion } from './pack-consent.ts'

/** Asks whether a pack may be downloaded over a metered link; nothing while there is no question. */
export function PackConsent() {
  const question = useSignalValue(packQuestion)
  if (!question) return null
  const { pack, bytes, answer } = question
  return (
    <ConfirmDialog
      title="使用流量下载离线包？"
      confirmLabel="下载并开始"
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    >
      <p>
        在本机处理要先下载“{PACKS[pack].title}”离线包，还需 {formatBytes(bytes)}
        。当前网络按流量计费，或已开启省流量。
      </p>
    </ConfirmDialog>
  )
}
