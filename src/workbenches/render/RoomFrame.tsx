import { type PointerEvent, useState } from 'react'
import type { Room } from '#contracts/surfaces.ts'
import { Handle } from '#src/ui/image/Handle.tsx'
import type { ZoomPan } from '#src/ui/image/use-zoom-pan.ts'
import type { Size } from '#src/ui/image/zoom.ts'
import {
  type Camera,
  dragCorner,
  type RoomBox,
  roomInPixels,
  type Spot,
  settleRoom,
} from '#src/worker-clients/room.ts'
import styles from './RoomFrame.module.css'

/** What is taken hold of: a corner of the back wall, or where the edges that run away meet. */
type Grip = 0 | 1 | 2 | 3 | 'vanishing'

const GRIPS: readonly { grip: Grip; title: string }[] = [
  { grip: 0, title: '后墙左上角' },
  { grip: 1, title: '后墙右上角' },
  { grip: 2, title: '后墙右下角' },
  { grip: 3, title: '后墙左下角' },
  { grip: 'vanishing', title: '灭点：进深方向的线汇聚处' },
]
/** What an arrow key moves a grip by, part of the longer side. */
const NUDGE = 0.003
/** Grips out of sight wait at the border, this far inside, CSS px. */
const MARGIN = 22
/** How far the edges that run away are drawn, parts of their way from where they meet. */
const FAR = 40

interface Props {
  zoom: ZoomPan
  /** The room of the last preview, px of the camera's picture. */
  found: { view: Camera; box: RoomBox }
  /** As it was drawn by hand; null where it is as it was found. */
  room: Room | null
  picture: Size
  onRoom: (room: Room, grip: Grip) => void
}

const spotOf = ({ back, vanishing }: RoomBox, grip: Grip) => (grip === 'vanishing' ? vanishing : back[grip])

/** The box after one of its grips was moved; as it was where it would be none. */
function moved(view: Camera, box: RoomBox, grip: Grip, to: Spot): RoomBox {
  if (grip !== 'vanishing') return dragCorner(view, box, grip, to)
  return settleRoom(view, { ...box, vanishing: to })?.box ?? box
}

function inParts({ back, vanishing }: RoomBox, { width, height }: Size): Room {
  const part = ({ x, y }: Spot) => ({ x: x / width, y: y / height })
  const [a, b, c, d] = back
  return { back: [part(a), part(b), part(c), part(d)], vanishing: part(vanishing) }
}

/** A room as a box over its picture, with grips to set it right. */
export function RoomFrame({ zoom, found, room, picture, onRoom }: Props) {
  const { view: camera } = found
  const [held, setHeld] = useState<{ grip: Grip; box: RoomBox } | null>(null)
  const rest = room ? roomInPixels(room, camera) : found.box
  const box = held?.box ?? rest
  const { view, box: stage } = zoom
  const scale = (picture.width * view.scale) / camera.width
  const onStage = ({ x, y }: Spot): Spot => ({ x: view.x + x * scale, y: view.y + y * scale })
  const fromStage = ({ x, y }: Spot): Spot => ({ x: (x - view.x) / scale, y: (y - view.y) / scale })
  const follow = (event: PointerEvent, grip: Grip) =>
    setHeld({ grip, box: moved(camera, rest, grip, fromStage(zoom.at(event))) })
  const release = () => {
    if (held && held.box !== rest) onRoom(inParts(held.box, camera), held.grip)
    setHeld(null)
  }
  const nudge = (grip: Grip, x: number, y: number) => {
    const step = NUDGE * Math.max(camera.width, camera.height)
    const from = spotOf(rest, grip)
    const next = moved(camera, rest, grip, { x: from.x + x * step, y: from.y + y * step })
    onRoom(inParts(next, camera), grip)
  }
  const inSight = ({ x, y }: Spot): Spot => ({
    x: Math.min(stage.width - MARGIN, Math.max(MARGIN, x)),
    y: Math.min(stage.height - MARGIN, Math.max(MARGIN, y)),
  })
  return (
    <>
      <Lines box={box} onStage={onStage} />
      {GRIPS.map(({ grip, title }) => {
        const at = inSight(onStage(spotOf(box, grip)))
        return (
          <Handle
            key={grip}
            name={title}
            title={title}
            className={`${styles.grip} ${grip === 'vanishing' ? styles.vanishing : ''}`}
            left={at.x}
            top={at.y}
            held={held?.grip === grip}
            onHold={() => setHeld({ grip, box: rest })}
            onMove={(event) => follow(event, grip)}
            onRelease={release}
            onCancel={() => setHeld(null)}
            onNudge={(x, y) => nudge(grip, x, y)}
          />
        )
      })}
    </>
  )
}

/** The back wall, and the edges that run from its corners towards the camera. */
function Lines({ box: { back, vanishing }, onStage }: { box: RoomBox; onStage: (spot: Spot) => Spot }) {
  const text = (spot: Spot) => {
    const { x, y } = onStage(spot)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  }
  const runs = back.map((corner) => {
    const way = Math.hypot(corner.x - vanishing.x, corner.y - vanishing.y)
    const by = way > 1 ? FAR : 0
    const end = {
      x: corner.x + (corner.x - vanishing.x) * by,
      y: corner.y + (corner.y - vanishing.y) * by,
    }
    return `M${text(corner)}L${text(end)}`
  })
  const path = `M${back.map(text).join('L')}Z${runs.join('')}`
  return (
    <svg className={styles.lines} aria-hidden="true">
      <path className={styles.under} d={path} />
      <path className={styles.line} d={path} />
    </svg>
  )
}
