/** Words that are offered for a prompt, by group; each is one that the lexicon understands. */
export interface Suggestions {
  title: string
  words: readonly string[]
}

const LIGHT: Suggestions = {
  title: '光与天气',
  words: ['清晨', '晴天', '阴天', '黄昏', '夜景', '雨天', '雪天', '薄雾', '侧光', '逆光', '暖光'],
}
const SEASON: Suggestions = {
  title: '季节与绿化',
  words: ['春天', '盛夏', '秋色', '冬天', '绿植', '草坪', '花海', '爬藤'],
}
const TONE: Suggestions = {
  title: '色调',
  words: ['暖色调', '冷色调', '大地色', '黑白灰', '莫兰迪', '马卡龙'],
}

const OUTDOORS: readonly Suggestions[] = [
  {
    title: '立面',
    words: [
      '清水混凝土',
      '红砖',
      '青砖',
      '白墙',
      '木格栅',
      '洞石',
      '毛石',
      '铝板',
      '耐候钢',
      '玻璃幕墙',
      '陶板',
      '绿墙',
    ],
  },
  {
    title: '屋面与地面',
    words: ['灰瓦屋顶', '金属屋面', '屋顶绿化', '青石板地面', '透水砖', '小料石', '木平台', '砾石'],
  },
  LIGHT,
  SEASON,
  TONE,
]

const INDOORS: readonly Suggestions[] = [
  {
    title: '墙面',
    words: ['白墙', '奶油色墙面', '微水泥墙面', '艺术涂料', '木饰面', '木格栅', '洞石', '红砖', '绿墙'],
  },
  { title: '地面', words: ['木地板', '人字拼', '水磨石地面', '大理石地面', '六角砖', '花砖', '地毯'] },
  {
    title: '家具与门窗',
    words: ['亚麻沙发', '皮革沙发', '圈圈绒', '胡桃木家具', '藤编', '落地窗', '长虹玻璃'],
  },
  { title: '光', words: ['清晨', '午后', '黄昏', '夜晚', '暖光', '侧光', '逆光', '雨天', '雪天'] },
  TONE,
]

/** Words that suit a domain of the category tree. */
export function suggestionsFor(domain: string): readonly Suggestions[] {
  return domain === 'interior' || domain === 'commercial' ? INDOORS : OUTDOORS
}

const SEPARATORS = '，,、；;。'
const edges = new RegExp(`^[${SEPARATORS}\\s]+|[${SEPARATORS}\\s]+$`, 'g')

/** The prompt with the word added at its end, or taken out where it stands by itself between separators. */
export function toggleWord(prompt: string, word: string): string {
  const parts = prompt.split(new RegExp(`([${SEPARATORS}]+)`))
  const at = parts.findIndex((part) => part.trim() === word)
  if (at < 0) return prompt.trim() ? `${prompt.replace(edges, '')}，${word}` : word
  // With the separator before it, or the one after it where it is the first.
  parts.splice(at > 0 ? at - 1 : 0, 2)
  return parts.join('').replace(edges, '')
}

/** Whether the word stands in the prompt by itself. */
export function hasWord(prompt: string, word: string): boolean {
  return prompt.split(new RegExp(`[${SEPARATORS}]+`)).some((part) => part.trim() === word)
}
