import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { question } from '#src/state/confirm.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'

/** The question that something outside of a page's own form asks. */
export default function Confirmation() {
  const asked = useSignalValue(question)
  if (!asked) return null
  return (
    <ConfirmDialog
      title={asked.title}
      confirmLabel={asked.confirmLabel}
      onConfirm={() => asked.answer(true)}
      onClose={() => asked.answer(false)}
    >
      {asked.text}
    </ConfirmDialog>
  )
}
