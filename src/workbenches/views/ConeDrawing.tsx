import type { Move, ViewRange } from '#contracts/views.ts'
import styles from './ConeDrawing.module.css'

/** Angles are a few degrees: they are drawn so many times larger. */
const LARGER = 4
const WIDTH = 280
const HEIGHT = 132
/** Where the two drawings stand, and the way from the camera to what it looks at, px. */
const ABOVE = { x: 92, y: 20 }
const BESIDE = { x: 262, y: 70 }
const WAY = 92
const SHORT = 74

const rad = (degrees: number) => (LARGER * degrees * Math.PI) / 180

/** A place around what is looked at, seen from above. */
function fromAbove(turn: number, near = 0): [number, number] {
  const way = WAY * (1 - near)
  return [ABOVE.x + way * Math.sin(rad(turn)), ABOVE.y + way * Math.cos(rad(turn))]
}

/** The same seen from the side, higher up. */
function fromBeside(rise: number): [number, number] {
  return [BESIDE.x - SHORT * Math.cos(rad(rise)), BESIDE.y - SHORT * Math.sin(rad(rise))]
}

function conePath(tip: { x: number; y: number }, from: [number, number], to: [number, number], way: number) {
  const sweep = tip === ABOVE ? 0 : 1
  return `M${tip.x} ${tip.y}L${from.join(' ')}A${way} ${way} 0 0 ${sweep} ${to.join(' ')}Z`
}

/** The range of a camera as two cones, from above and from the side, and the chosen places in it. */
export function ConeDrawing({ range, moves }: { range: ViewRange; moves: readonly Move[] }) {
  const { left, right, up, down } = range
  const tenths = (value: number) => Math.round(10 * value) / 10
  const words = `左右可转 ${tenths(left)}° 与 ${tenths(right)}°，可升 ${tenths(up)}°、降 ${tenths(down)}°`
  return (
    <figure className={styles.figure}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles.cone} role="img" aria-label={words}>
        <path className={styles.range} d={conePath(ABOVE, fromAbove(-left), fromAbove(right), WAY)} />
        <path className={styles.range} d={conePath(BESIDE, fromBeside(-down), fromBeside(up), SHORT)} />
        <circle className={styles.seen} cx={ABOVE.x} cy={ABOVE.y} r={4} />
        <circle className={styles.seen} cx={BESIDE.x} cy={BESIDE.y} r={4} />
        <Camera at={fromAbove(0)} own />
        <Camera at={fromBeside(0)} own />
        {moves.map(({ turn, rise, near }) => (
          <Camera
            key={`${turn} ${rise} ${near}`}
            at={rise !== 0 ? fromBeside(rise) : fromAbove(turn, near)}
          />
        ))}
        <text className={styles.words} x={ABOVE.x} y={12} textAnchor="middle">
          俯看
        </text>
        <text className={styles.words} x={(2 * BESIDE.x - SHORT) / 2} y={12} textAnchor="middle">
          侧看
        </text>
      </svg>
      <figcaption>
        {words}（图中角度放大 {LARGER} 倍）
      </figcaption>
    </figure>
  )
}

function Camera({ at: [x, y], own = false }: { at: [number, number]; own?: boolean }) {
  return <circle className={own ? styles.own : styles.chosen} cx={x} cy={y} r={own ? 5 : 6} />
}
