import { CHANGE_TITLES, type ChangeKind, LEAST_KEPT, type StructureChange } from '#contracts/structure.ts'

/** Roughly where a change is. */
function whereOf({ box }: StructureChange): string {
  const third = (value: number, words: readonly [string, string, string]) =>
    words[Math.min(2, Math.floor(3 * value))]!
  const words =
    third(box.y + box.height / 2, ['上', '', '下']) + third(box.x + box.width / 2, ['左', '', '右'])
  return words || '中'
}

/** What a change is and where: 窗少了 · 左上. */
export const wordsOfChange = (change: StructureChange) => `${CHANGE_TITLES[change.kind]} · ${whereOf(change)}`

/** Whether a share is too low for its result to be trusted. */
export const isLow = (share: number) => share < LEAST_KEPT

/** What a local redraw is asked for in the place of a change, until the user says it otherwise. */
export const REDRAW_WORDS: Readonly<Record<ChangeKind, string>> = {
  opening: '窗，与旁边的窗同样的大小和样式',
  thing: '墙上的构件，与旁边的同样',
  split: '同一面墙，同一种材质，没有分缝',
  edge: '边线齐直，与周围连成一体',
}
