import { useRef, useState } from 'react'
import type { PointedThing } from '#contracts/mask.ts'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { useZoomPan } from '#src/ui/image/use-zoom-pan.ts'
import type { Size } from '#src/ui/image/zoom.ts'
import { changeEditor, editorSettings } from './editor-settings.ts'
import { hasSign, type MaskTool } from './mask-tools.ts'
import type { MaskCommand } from './shortcuts.ts'
import { brushSize } from './stamp.ts'
import { useMaskDocument } from './use-mask-document.ts'
import { useMaskJobs } from './use-mask-jobs.ts'
import { useMaskKeys } from './use-mask-keys.ts'
import { useMaskPointer } from './use-mask-pointer.ts'

export interface MaskEditorProps {
  /** Tells one picture from another. */
  id: string
  image: File
  picture: Size
  /** The mask stored with the picture. */
  mask: File | undefined
  /** @param things what was pointed at to make it; it may have been corrected since */
  onMask: (mask: Blob | null, things: PointedThing[]) => void
  /** What was pointed at to make the stored mask. */
  things?: readonly PointedThing[] | undefined
  /** The tool in hand at first, and again when another one is given: the brush when left out. */
  first?: FirstTool | undefined
  /** What happens while nothing is painted, where that is allowed. */
  otherwise?: string | undefined
}

/** A tool to begin with: boxes and clicks, lines over the thing, or the brush. */
export type FirstTool = 'box' | 'lines' | 'brush'

/** Largest brush, px of a picture that is 1024 px long. */
const MOST_BRUSH = 200

/** The user's brush, the same in all tools. */
function useBrush({ width, height }: Size) {
  const settings = useSignalValue(editorSettings)
  const value = settings.brush
  const change = (next: number) => changeEditor({ brush: Math.min(MOST_BRUSH, Math.max(1, next)) })
  return {
    value,
    change,
    most: MOST_BRUSH,
    size: brushSize(value, width, height),
    hardness: settings.hardness,
    step: (direction: 1 | -1) => change(value + direction * (value >= 40 ? 10 : value >= 10 ? 5 : 1)),
    stepHardness: (direction: 1 | -1) =>
      changeEditor({ hardness: Math.min(1, Math.max(0, settings.hardness + direction / 10)) }),
  }
}

/** State and commands of the mask editor. */
export function useMaskEditor(props: MaskEditorProps) {
  const { id, image, picture } = props
  const { first = 'brush' } = props
  const [tool, setTool] = useState<MaskTool>(first === 'brush' ? 'brush' : 'smart')
  const [subtract, setSubtract] = useState(false)
  const [scribble, setScribble] = useState(first === 'lines')
  const [space, setSpace] = useState(false)
  const [hidden, setHidden] = useState(false)
  const [sheet, setSheet] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const moves = (event: { button?: number; buttons?: number }) =>
    tool === 'hand' || space || event.button === 1 || event.buttons === 4
  const zoom = useZoomPan(picture, { drags: moves })
  const { mask, state, loading } = useMaskDocument({
    picture,
    stored: props.mask,
    onSave: (made) => props.onMask(made, jobs.session.things),
  })
  const jobs = useMaskJobs(mask, { key: id, file: image, ...picture }, props.things)
  const brush = useBrush(picture)
  const blocked = loading || jobs.busy !== null
  const pointer = useMaskPointer({
    ...{ mask, zoom, tool, subtract, scribble, moves, blocked },
    size: brush.size,
    hardness: brush.hardness,
    onAsk: jobs.ask,
  })
  const { gesture } = pointer

  const choose = (next: MaskTool) => {
    if (mask.live) return
    gesture.drop()
    jobs.session.end()
    setTool(next)
  }
  const [begun, setBegun] = useState(first)
  if (begun !== first) {
    setBegun(first)
    setTool(first === 'brush' ? 'brush' : 'smart')
    setScribble(first === 'lines')
  }
  const undo = async () => {
    if (gesture.open) return gesture.back()
    const takesHint = jobs.session.current
    await mask.undo()
    if (takesHint) jobs.session.undone()
  }
  const giveUp = (): boolean => {
    if (jobs.busy) jobs.stop()
    else if (gesture.drawing) gesture.abandon()
    else if (gesture.open) gesture.drop()
    else if (!jobs.forget()) return false
    return true
  }
  const whole = {
    undo: () => void undo(),
    redo: () => void mask.redo(),
    invert: () => mask.invert(),
    clear: () => mask.clear(),
  }
  const whileOpen = (work: () => void): boolean => {
    if (gesture.open) work()
    return gesture.open
  }
  const carryOut = (wish: MaskCommand): boolean => {
    switch (wish.kind) {
      case 'tool':
        choose(wish.tool)
        return true
      case 'size':
        brush.step(wish.step)
        return true
      case 'hardness':
        brush.stepHardness(wish.step)
        return true
      case 'sheet':
        setSheet(true)
        return true
      case 'peek':
        setHidden(!hidden)
        return true
      case 'swapSign':
        if (hasSign(tool)) setSubtract(!subtract)
        else choose(tool === 'brush' ? 'erase' : 'brush')
        return true
      case 'cancel':
        return giveUp()
      case 'confirm':
        return whileOpen(() => gesture.close(subtract))
      case 'back':
        return whileOpen(() => gesture.back())
      default:
        if (!blocked && !mask.live) whole[wish.kind]()
        return true
    }
  }
  useMaskKeys({ root, stage, onCommand: carryOut, onOther: zoom.onKeyDown, onSpace: setSpace })
  return {
    ...{ root, stage, zoom, mask, state, loading, blocked, jobs, brush, pointer, whole },
    ...{ tool, choose, subtract, setSubtract, scribble, setScribble, hidden, sheet, setSheet },
    /** The picture follows the pointer. */
    moving: tool === 'hand' || space,
  }
}
export type MaskEditing = ReturnType<typeof useMaskEditor>
