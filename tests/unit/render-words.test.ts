import { describe, expect, test } from 'vitest'
import { readPrompt } from '#ops/render/words.ts'

const finishes = (prompt: string) =>
  readPrompt(prompt).understood.flatMap(({ wish, not }) =>
    wish.kind === 'finish'
      ? [`${not ? '!' : ''}${wish.finish} ${wish.told ? '=' : '~'} ${wish.labels.join()}`]
      : [],
  )
const moods = (prompt: string) =>
  Object.assign(
    {},
    ...readPrompt(prompt).understood.flatMap(({ wish, not }) =>
      wish.kind === 'mood' && !not ? [wish.mood] : [],
    ),
  )
const styles = (prompt: string) =>
  readPrompt(prompt).understood.flatMap(({ wish }) => (wish.kind === 'style' ? [wish.id] : []))

describe('words of a prompt', () => {
  test('the longest word counts', () => {
    expect(finishes('清水混凝土')).toEqual(['concrete-fair ~ wall'])
    expect(finishes('白色混凝土')).toEqual(['concrete-white ~ wall'])
    expect(finishes('人字拼木地板')).toEqual(['floor-herringbone ~ floor'])
    expect(finishes('玻璃砖')).toEqual(['glass-block ~ wall'])
    expect(styles('新中式')).toEqual(['newchinese'])
    expect(moods('雨夜')).toMatchObject({ weather: 'rain', time: 'night' })
  })

  test('a material goes where the prompt says, before or after it', () => {
    expect(finishes('红砖墙面、水磨石地面')).toEqual(['brick-red = wall', 'concrete-terrazzo = ground,floor'])
    expect(finishes('墙面用洞石，屋顶采用钛锌板')).toEqual(['stone-travertine = wall', 'metal-zinc = roof'])
    expect(finishes('地面水磨石墙面青砖')).toEqual(['concrete-terrazzo = ground,floor', 'brick-grey = wall'])
    expect(finishes('微水泥墙面和天花')).toEqual(['concrete-microcement = wall,ceiling'])
    expect(finishes('travertine floors and white brick walls')).toEqual([
      'stone-travertine = floor',
      'brick-white = wall',
    ])
    expect(finishes('walls in fair-faced concrete')).toEqual(['concrete-fair = wall'])
  })

  test('verbs and small words stand in no one’s way', () => {
    expect(readPrompt('墙面刷成绿色，把柜子做成胡桃木；请将沙发变为蓝色布艺').left).toEqual([])
    expect(finishes('墙面刷成绿色')).toEqual(['#6f8a5c = wall'])
    expect(finishes('把柜子做成胡桃木')).toEqual(['wood-walnut = furniture'])
    expect(finishes('请将沙发变为蓝色布艺')).toEqual(['fabric-linen@#4f7394 = furniture'])
    expect(finishes('天花板刷白')).toEqual(['#f1efea = ceiling'])
    expect(finishes('墙上做木饰面')).toEqual(['wood-oak = wall'])
    expect(finishes('窗框漆黑色')).toEqual(['#2a2b2d = opening'])
    expect(readPrompt('换成竖向木格栅').left).toEqual([])
    expect(readPrompt('墙上画一幅涂鸦').left).toEqual(['墙上', '画一幅', '涂鸦'])
  })

  test('a surface that is only named asks for nothing; what is named with more would have to be drawn', () => {
    expect(readPrompt('别墅外立面，米黄色石材，樱花，屋顶积雪').left).toEqual([])
    expect(readPrompt('一个沙发').left).toEqual(['沙发'])
    expect(readPrompt('弧形墙面，彩色屋顶').left).toEqual(['弧形', '墙面', '彩色', '屋顶'])
    expect(readPrompt('地面撒满花瓣').left).toContain('地面')
  })

  test('the colour of a light is no paint', () => {
    expect(finishes('雪景，暖黄色灯光从窗户透出')).toEqual([])
    expect(moods('暖黄色灯光')).toEqual({ lamps: 0.9 })
  })

  test('a colour paints what it stands beside, and dyes a material that follows it', () => {
    expect(finishes('墨绿色沙发')).toEqual(['#2f4638 = furniture'])
    expect(finishes('a blue door')).toEqual(['#4f7394 = opening'])
    expect(finishes('白色木格栅吊顶')).toEqual(['wood-slats@#f1efea = ceiling'])
    expect(finishes('米色')).toEqual(['#dccdb2 ~ wall'])
    expect(finishes('深蓝色乳胶漆')).toEqual(['paint-white@#24344c ~ wall'])
  })

  test('a material that is to become another colour is dyed', () => {
    expect(finishes('把地毯换成灰色')).toEqual(['fabric-wool@#9a9895 ~ floor'])
    expect(finishes('外墙涂料改为暖白色')).toEqual(['paint-white@#eae3d4 = wall'])
    expect(finishes('地毯换成灰色羊毛')).toEqual(['fabric-wool@#9a9895 ~ floor'])
    expect(finishes('地毯，灰色墙')).toEqual(['fabric-wool ~ floor', '#9a9895 = wall'])
  })

  test('a material that takes the place of another one goes where that one is, and that one is not wanted', () => {
    const read = (prompt: string) => {
      const { understood, left } = readPrompt(prompt)
      expect(left).toEqual([])
      return understood.map(({ what }) => what)
    }
    expect(read('草坪换成砾石')).toEqual(['地面：不用草坪', '地面：砾石'])
    expect(read('把木地板替换成水磨石')).toEqual(['地板：不用木地板', '地板：水磨石'])
    expect(read('草坪改为深灰色石板')).toEqual(['地面：不用草坪', '地面：深灰色的青石板'])
    expect(read('大理石台面换成木饰面')).toEqual(['家具：不用白色大理石', '家具：橡木'])
    expect(read('红砖外墙刷成白色')).toEqual(['墙面：不用红砖', '墙面：白色'])
    expect(read('白色墙面改成灰色')).toEqual(['墙面：不用白色', '墙面：灰色'])
    // Each stays where such a material goes.
    expect(read('瓷砖换成木地板')).toEqual(['墙面：不用白色瓷砖', '地板：木地板'])
    // Laid on it, or in another clause.
    expect(read('木地板铺上地毯')).toEqual(['地板：木地板', '地板：地毯'])
    expect(read('玻璃幕墙，墙面换成红砖')).toEqual(['墙面：玻璃幕墙', '墙面：红砖'])
    expect(read('黑色门窗框改成木色')).toEqual(['门窗：不用黑色', '门窗：橡木'])
  })

  test('what something was before may be led by 从, 由 or from, which say something else elsewhere', () => {
    const read = (prompt: string) => {
      const { understood, left } = readPrompt(prompt)
      return [...understood.map(({ what }) => what), ...left]
    }
    expect(read('把墙面从白色改成灰色')).toEqual(['墙面：不用白色', '墙面：灰色'])
    expect(read('墙面由红砖改为木格栅')).toEqual(['墙面：不用红砖', '墙面：木格栅'])
    expect(read('change the walls from white to grey')).toEqual(['墙面：不用白色', '墙面：灰色'])
    expect(read('从窗户透出暖光')).toEqual(['暖光', '从', '窗户', '透出'])
    expect(read('from white to grey')).toEqual(['墙面：白色', '墙面：灰色', 'from'])
  })

  test('English says by two words that something takes the place of another', () => {
    const read = (prompt: string) => readPrompt(prompt).understood.map(({ what }) => what)
    expect(read('replace the red brick with wood cladding')).toEqual(['墙面：不用红砖', '墙面：橡木'])
    expect(read('turn the lawn into gravel')).toEqual(['地面：不用草坪', '地面：砾石'])
    expect(read('change the carpet to grey')).toEqual(['地板：灰色的地毯'])
    expect(readPrompt('change the carpet to grey').understood[0]?.word).toBe('grey carpet')
    const both = ['墙面：不用白色瓷砖', '墙面：橡木', '地面：不用草坪', '地面：砾石']
    expect(read('replace the tiles with oak, and the lawn with gravel')).toEqual(both)
    // In another clause, or with no such verb at all.
    expect(read('replace the sky, lawn with gravel')).toEqual(['地面：草坪', '地面：砾石'])
    expect(read('brick to stone')).toEqual(['墙面：红砖', '墙面：莱姆石'])
  })

  test('the colour of a thing that would have to be drawn is no colour of walls', () => {
    expect(finishes('米色窗帘，门头黑色，窗帘换成亚麻')).toEqual([])
    expect(readPrompt('米色窗帘').left).toEqual(['米色', '窗帘'])
    expect(finishes('窗帘，米色墙面')).toEqual(['#dccdb2 = wall'])
  })

  test('the word for colour belongs to the colour before it', () => {
    const read = (prompt: string) => {
      const { understood, left } = readPrompt(prompt)
      return [...understood.map(({ what }) => what), ...left]
    }
    expect(read('深蓝色乳胶漆墙面')).toEqual(['墙面：深蓝的乳胶漆'])
    expect(read('蓝色系，雾霾蓝色墙面')).toEqual(['墙面：蓝色', '墙面：雾霾蓝'])
    expect(read('胡桃木色柜子，米白色调')).toEqual(['家具：胡桃木', '墙面：米白色'])
    expect(read('莫兰迪色系')).toEqual(['莫兰迪色'])
    expect(read('红砖色彩丰富，玻璃幕墙系统')).toEqual([
      ...['墙面：红砖', '墙面：玻璃幕墙'],
      ...['色彩丰富', '系统'],
    ])
  })

  test('light, weather and season in both languages', () => {
    expect(moods('雪天，黄昏，暖光')).toEqual({ weather: 'snow', season: 'winter', time: 'dusk', lamps: 0.9 })
    expect(moods('a foggy autumn morning, backlit')).toEqual({
      weather: 'fog',
      season: 'autumn',
      time: 'morning',
      sun: { azimuth: 180, elevation: 22 },
    })
    expect(moods('Golden Hour')).toEqual({ time: 'sunset' })
  })

  test('what is not wanted is known as that, up to the next stop or turn', () => {
    expect(finishes('不要红砖和木格栅，用青砖')).toEqual([
      '!brick-red ~ wall',
      '!wood-slats ~ wall',
      'brick-grey ~ wall',
    ])
    expect(finishes('不要红砖要青砖')).toEqual(['!brick-red ~ wall', 'brick-grey ~ wall'])
    expect(finishes('brick walls without concrete, with oak')).toEqual([
      'brick-red = wall',
      '!concrete-fair ~ wall',
      'wood-oak ~ wall',
    ])
    expect(moods('没有雾，万里无云')).toEqual({ weather: 'clear' })
  })

  test('what would have to be drawn is left, and what is unwanted of it is no matter', () => {
    expect(readPrompt('红砖墙，一只橘猫，沙发，孔雀').left).toEqual(['一只橘猫', '沙发', '孔雀'])
    expect(readPrompt('现代客厅，窗帘').left).toEqual(['窗帘'])
    expect(readPrompt('沙发').left).toEqual(['沙发'])
    const without = readPrompt('modern villa without people')
    expect(without.left).toEqual([])
    expect(without.understood.map(({ what }) => what)).toEqual(['现代风格', '不会添加people'])
  })

  test('English words count whole, with their plurals', () => {
    expect(readPrompt('cobblestones').understood).toHaveLength(1)
    expect(readPrompt('terrain, stonework, nightmare').understood).toEqual([])
    expect(finishes('BRICKS')).toEqual(['brick-red ~ wall'])
  })

  test('punctuation, full-width letters and empty prompts do no harm', () => {
    expect(readPrompt('')).toEqual({ understood: [], left: [] })
    expect(readPrompt('，。！？…——、 \n；')).toEqual({ understood: [], left: [] })
    expect(finishes('墙面：ｂｒｉｃｋ')).toEqual(['brick-red = wall'])
    expect(styles('【侘寂】·「日式」')).toEqual(['wabisabi', 'japanese'])
  })
})
