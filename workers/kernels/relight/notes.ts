import type { RelightNote } from './scene.ts'

const WORDS: Record<RelightNote, string> = {
  noSky: '没有找到天空，只调整了光线与色彩',
  unsure: '没有找到天空，按室内处理；如果是外景，请在“更多设置”里选室外',
  noWindows: '没有找到可以亮灯的窗户',
  noLeaves: '没有找到草木，季节只体现在色调上',
}

/** One line about what could not be done; '' when all was. */
export function wordsOfNotes(notes: readonly RelightNote[]): string {
  return notes.map((note) => WORDS[note]).join('；')
}
