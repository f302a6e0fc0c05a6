import type { Place } from '#contracts/ops.ts'
import type { IconName } from '#src/ui/Icon.tsx'

/** Sign of each place. */
export const PLACE_ICONS = { device: 'device', local: 'engine', gpu: 'gpu' } as const satisfies Record<
  Place,
  IconName
>
