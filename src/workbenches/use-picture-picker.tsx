import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { InputSlot } from '#src/tools/tool.ts'
import type { Bench } from './use-bench.ts'

const PicturePicker = lazy(() => import('./PicturePicker.tsx'))

/** The dialog that takes earlier results and samples into a slot, and the function that opens it. */
export function usePicturePicker(
  { add, inputs }: Pick<Bench, 'add' | 'inputs'>,
  slot: InputSlot,
): { element: ReactNode; open: () => void } {
  const [isOpen, setOpen] = useState(false)
  const room = slot.max - inputs.filter(({ role }) => role === slot.role).length
  return {
    open: () => setOpen(true),
    element: isOpen ? (
      <Suspense>
        <PicturePicker
          slot={slot}
          room={room}
          onAdd={(files) => add(slot, files)}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ) : null,
  }
}
