import { ERRORS } from '#contracts/errors.ts'
import { moveOf, moveWords, VIEW_ANGLE_TITLES, VIEW_ANGLES, type ViewAngle } from '#contracts/views.ts'
import type { DraftInput } from '#src/data/drafts/drafts.ts'
import { ChoiceList } from '../ChoiceList.tsx'
import type { Bench } from '../use-bench.ts'
import { ConeDrawing } from './ConeDrawing.tsx'
import { type RangeState, useViewRange } from './use-view-range.ts'

const ANGLES: ReadonlySet<unknown> = new Set(VIEW_ANGLES)

/** The angles of the parameters, whatever a draft has kept. */
function anglesOf({ angles }: Readonly<Record<string, unknown>>): ViewAngle[] {
  return Array.isArray(angles) ? angles.filter((angle): angle is ViewAngle => ANGLES.has(angle)) : []
}

/** Where the camera may go from a picture's place, and which of these views are made. */
export function AnglePanel({ bench, source }: { bench: Bench; source: DraftInput }) {
  const { params, setParams } = bench
  const state = useViewRange(source, params)
  const { range } = state
  const angles = anglesOf(params)
  const reach = typeof params.reach === 'number' ? params.reach : 1
  const moves = new Map(VIEW_ANGLES.map((angle) => [angle, range && moveOf(angle, range, reach)]))
  const toggle = (angle: ViewAngle) =>
    setParams({
      angles: VIEW_ANGLES.filter((one) => (one === angle) !== angles.includes(one)),
    })
  const shown = angles.flatMap((angle) => moves.get(angle) ?? [])
  return (
    <ChoiceList
      label="视角"
      heading="视角"
      note={<span role="status">{wordsOf(state, angles.length, shown.length)}</span>}
      choices={VIEW_ANGLES.map((angle) => {
        const move = moves.get(angle)
        const isOut = range !== null && !move
        return {
          id: angle,
          name: VIEW_ANGLE_TITLES[angle],
          value: move ? degreesOf(moveWords(move)) : isOut ? '转不了' : '',
          isChosen: angles.includes(angle),
          title: isOut ? '这张图在这个方向看不到更多，不会出图' : undefined,
        }
      })}
      onChoose={toggle}
    >
      {range ? <ConeDrawing range={range} moves={shown} /> : null}
    </ChoiceList>
  )
}

const degreesOf = (words: string) => words.slice(words.indexOf(' ') + 1)

function wordsOf({ busy, range, error }: RangeState, chosen: number, count: number): string {
  if (busy) return '正在看能转多少…'
  if (error) return error.message
  if (!range) return ERRORS.NO_VIEWS.message
  if (chosen === 0) return '请至少选一个'
  return count > 0 ? `出 ${count} 张` : '选的都转不了，请换一个'
}
