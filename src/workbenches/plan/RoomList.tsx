import type { PlanRoom } from '#ops/flatplan/preview.ts'
import { ChoiceList } from '../ChoiceList.tsx'
import { nameInPlan } from './plan-changes.ts'

interface Props {
  rooms: readonly PlanRoom[]
  selected: number | null
  onSelect: (id: number) => void
}

/** The rooms of a plan with their areas, largest first; choosing one opens it in the preview. */
export function RoomList({ rooms, selected, onSelect }: Props) {
  if (rooms.length === 0) return null
  const nameless = rooms.filter(({ name, kind }) => !name && kind === 'other')
  const nameOf = (room: PlanRoom) =>
    nameless.includes(room) ? `房间 ${nameless.indexOf(room) + 1}` : nameInPlan(room)
  const total = rooms.reduce((sum, { area, counts }) => sum + (counts ? (area ?? 0) : 0), 0)
  return (
    <ChoiceList
      label="房间与面积"
      heading={`房间 ${rooms.length}`}
      note={total > 0 ? <span>合计 {total.toFixed(1)} m²</span> : <span>标定比例后显示面积</span>}
      choices={[...rooms]
        .sort((a, b) => (b.area ?? 0) - (a.area ?? 0))
        .map((room) => ({
          id: room.id,
          name: nameOf(room),
          value: room.area === null ? '' : `${room.area.toFixed(1)} m²${room.counts ? '' : '（不计）'}`,
          isChosen: room.id === selected,
        }))}
      onChoose={onSelect}
      isLong
    />
  )
}
