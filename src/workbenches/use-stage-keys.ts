import { type KeyboardEvent, useEffect, useEffectEvent } from 'react'
import type { ZoomPan } from '#src/ui/image/use-zoom-pan.ts'
import { commandOf } from '#src/ui/mask/shortcuts.ts'
import { type Place, useCrosshair } from './use-crosshair.ts'

interface Stage {
  zoom: Pick<ZoomPan, 'onKeyDown'>
  /** Whether the stage shows what can be edited. */
  isResult: boolean
  /** Whether the crosshair points at something; false where the mode has handles of its own. */
  hasCrosshair: boolean
  edits: { undo: () => void; redo: () => void }
  /** What Escape does. */
  cancel: () => void
  /** Enter at the crosshair. */
  press: (at: Place) => void
  /** The crosshair moved. */
  aim: (at: Place) => void
}

/** The keys of a stage: zoom, a crosshair that points and draws, and the way back and forth. */
export function useStageKeys({ zoom, isResult, hasCrosshair, edits, cancel, press, aim }: Stage) {
  const crosshair = useCrosshair()
  const { at } = crosshair
  const follow = useEffectEvent(aim)
  useEffect(() => {
    if (at) follow(at)
  }, [at])
  return {
    at: isResult && hasCrosshair ? at : null,
    onKeyDown(event: KeyboardEvent): void {
      zoom.onKeyDown(event)
      if (event.defaultPrevented || !isResult) return
      const command = commandOf(event)?.kind
      if (command === 'undo' || command === 'redo') {
        event.preventDefault()
        edits[command]()
      } else if (command === 'cancel') {
        cancel()
      } else if (hasCrosshair) {
        const place = crosshair.press(event)
        if (place) press(place)
      }
    },
  }
}
