import type { Label } from '#contracts/surfaces.ts'

/** Words of labels, which say where a material or a colour goes. */
export const LABEL_ROWS: readonly (readonly [labels: readonly Label[], words: string])[] = [
  [['wall'], '墙面|墙上|外墙|内墙|墙体|墙身|墙壁|背景墙|电视墙|隔墙|外立面|立面|墙|wall|facade|façade'],
  [['roof'], '屋顶|房顶|屋面|坡屋顶|roof'],
  [['ground', 'floor'], '地面|路面|地坪|园路|道路|车道|人行道|小路|步道|广场|ground|path|road|plaza'],
  [['floor'], '地板|楼面|floor|flooring'],
  [['ceiling'], '天花板|天花|天棚|吊顶|顶面|顶棚|ceiling'],
  [
    ['opening'],
    '门窗框|门窗|窗户|窗框|门框|窗套|门套|房门|大门|入户门|窗|门|window frame|window|door frame|door',
  ],
  [
    ['furniture'],
    '家具|沙发|柜子|柜体|柜门|橱柜|衣柜|书柜|酒柜|边柜|电视柜|鞋柜|展柜|书架|货架|餐椅|单椅|扶手椅|柜台|台面|门板|吧台|餐桌|茶几|桌子|椅子|岛台|床|furniture|sofa|cabinet|countertop|counter',
  ],
  [['vegetation'], '植物|植被|树木|树|tree|plant|vegetation'],
  [['water'], '水面|water'],
]

/** Words of colours, #rrggbb. */
export const COLOUR_ROWS: readonly (readonly [colour: string, words: string])[] = [
  ['#f1efea', '白色|纯白|全白|刷白|涂白|漆白|white'],
  ['#eae3d4', '米白色|米白|暖白|象牙白|off-white|ivory'],
  ['#dccdb2', '米色|米黄|beige'],
  ['#c9c7c3', '浅灰色|浅灰|light grey|light gray'],
  ['#9a9895', '灰色|中灰|grey|gray'],
  ['#5f5a54', '深色|dark'],
  ['#e2ddd3', '浅色|light-coloured|light-colored'],
  ['#55565a', '深灰色|深灰|炭灰|dark grey|dark gray|charcoal'],
  ['#2a2b2d', '黑色|纯黑|刷黑|涂黑|black'],
  ['#6b4a34', '棕色|咖啡色|褐色|深棕|brown'],
  ['#b0814f', '驼色|焦糖色|camel|caramel|tan'],
  ['#a8392c', '红色|大红|red'],
  ['#b8402a', '朱红|朱砂|vermilion'],
  ['#dfb5ae', '粉色|粉红|裸粉|pink'],
  ['#c97a3a', '橙色|橘色|orange'],
  ['#d9b23f', '黄色|明黄|yellow'],
  ['#6f8a5c', '绿色|green'],
  ['#2f4638', '墨绿色|墨绿|深绿|dark green'],
  ['#b6cfb4', '浅绿|薄荷绿|mint'],
  ['#4f7394', '蓝色|blue'],
  ['#24344c', '深蓝|藏蓝|navy blue|navy'],
  ['#a9c3d3', '浅蓝|天蓝|light blue'],
  ['#75618a', '紫色|purple'],
]

/** Five colours that a picture is drawn to, by the words for them. */
export const PALETTE_ROWS: readonly (readonly [colours: readonly string[], words: string])[] = [
  [
    ['#f3e9d8', '#dcc29a', '#b98a5a', '#8a5a3a', '#4a3528'],
    '暖色调|暖调|温暖|暖色|偏暖|暖一点|warm tone|warm palette|warm',
  ],
  [
    ['#eef1f2', '#c3ccd1', '#8fa0aa', '#5b6d78', '#2b353c'],
    '冷色调|冷调|清冷|冷色|偏冷|冷一点|cool tone|cool palette|cool',
  ],
  [['#e6d9c3', '#c9ae86', '#a27b52', '#75583b', '#433526'], '大地色系|大地色|earth tone|earthy'],
  [['#f4f4f2', '#c8c8c6', '#8f8f8d', '#55565a', '#222325'], '黑白灰|单色|monochrome|black and white'],
  [['#d9d2c7', '#b9aea3', '#a9a79a', '#93999c', '#6f6a68'], '莫兰迪色|莫兰迪|低饱和|morandi|muted'],
  [['#f6e6e1', '#dfe9dd', '#dbe6ef', '#f3ead0', '#e6dcea'], '马卡龙|糖果色|粉彩|pastel'],
]

/** Words of light and air: what they set, and how they are called; the first word is the title. */
export const MOOD_ROWS: readonly (readonly [set: Mood, words: string])[] = [
  [{ time: 'morning' }, '清晨|早晨|早上|晨光|晨曦|日出|朝阳|early morning|morning|dawn|sunrise'],
  [
    { time: 'noon' },
    '正午|中午|白天|日光|阳光|自然光|上午|下午|午后|noon|midday|daytime|daylight|sunlight|afternoon',
  ],
  [{ time: 'sunset' }, '日落|夕阳|落日|晚霞|斜阳|金色时刻|sunset|golden hour'],
  [{ time: 'dusk' }, '黄昏|傍晚|蓝调时刻|蓝调|暮色|dusk|twilight|blue hour|evening'],
  [{ time: 'night', lamps: 0.95 }, '夜晚|夜景|夜间|晚上|深夜|夜色|夜|nighttime|night'],
  [{ weather: 'clear' }, '晴天|晴朗|晴空|晴|蓝天白云|蓝天|万里无云|sunny|clear sky|blue sky|clear day'],
  [{ weather: 'overcast' }, '阴天|多云|柔光|漫射光|柔和光线|overcast|cloudy|soft light|diffuse light'],
  [{ weather: 'rain' }, '雨天|下雨|雨后|小雨|细雨|雨|rainy day|rainy|rain'],
  [{ weather: 'rain', time: 'night', lamps: 0.95 }, '雨夜|rainy night'],
  [{ weather: 'snow', season: 'winter' }, '雪天|下雪|雪景|积雪|雪地|雪后|雪|snowy|snowfall|snow'],
  [{ weather: 'snow', season: 'winter', time: 'night', lamps: 0.95 }, '雪夜|snowy night'],
  [{ weather: 'fog' }, '薄雾|雾天|云雾|烟雨|雾气|雾|misty|mist|foggy|fog|hazy'],
  [{ weather: 'fog', time: 'morning' }, '晨雾|morning mist'],
  [{ season: 'spring' }, '春天|春季|春日|樱花|春|spring'],
  [{ season: 'summer' }, '夏天|夏季|夏日|盛夏|夏|summer'],
  [{ season: 'autumn' }, '秋天|秋季|秋日|秋色|红叶|枫叶|银杏|秋|autumn|fall foliage'],
  [{ season: 'winter' }, '冬天|冬季|冬日|冬|winter'],
  [
    { lamps: 0.9 },
    '暖光|暖色灯光|暖黄灯光|暖黄色灯光|暖黄色的灯光|暖黄色光|黄色灯光|灯光|灯带|氛围灯|灯火|亮灯|warm lighting|warm light|lights on|interior lighting|lit window|lamp',
  ],
  [{ sun: { azimuth: 180, elevation: 22 } }, '逆光|backlit|backlight'],
  [{ sun: { azimuth: 15, elevation: 40 } }, '顺光|front light|frontal light'],
  [{ sun: { azimuth: 80, elevation: 32 } }, '侧光|右侧光|光从右边来|side light|light from the right'],
  [{ sun: { azimuth: 280, elevation: 32 } }, '左侧光|光从左边来|light from the left'],
  [{ sun: { azimuth: 70, elevation: 14 } }, '长影|长阴影|低角度阳光|low sun|long shadow'],
  [{ sun: { azimuth: 30, elevation: 75 } }, '顶光|overhead sun|top light'],
  [{ planting: 1 }, '绿植|绿化|绿意|茂密|郁郁葱葱|绿树成荫|lush greenery|lush|greenery'],
]

/** What words of light and air set. */
export interface Mood {
  time?: 'morning' | 'noon' | 'sunset' | 'dusk' | 'night'
  weather?: 'clear' | 'overcast' | 'rain' | 'snow' | 'fog'
  season?: 'spring' | 'summer' | 'autumn' | 'winter'
  /** 0..1. */
  lamps?: number
  /** Degrees: 0 behind the camera, 90 at the right; above the horizon. */
  sun?: { azimuth: number; elevation: number }
  /** 0..1. */
  planting?: number
}

/** Words that turn what follows them around. */
export const NEGATIONS = '不要|不用|不想要|没有|别用|不含|去掉|去除|避免|无|别|不|without|no|not|avoid|except'

/** Things with a word of the lexicon inside: they would have to be drawn. */
export const THINGS =
  '窗帘|窗外|窗景|窗花|门头|门牌|门厅|门口|床头|床品|树影|涂鸦|竹林|竹子|水晶|水墨|水果|水杯|雪山|雪人|雨伞|雨棚|雾灯|夜灯|路灯|吊灯|灯笼|落地灯|灯具|花瓶|秋千|春联|木雕|砖雕|石雕|石狮|石桌|木桥|墙画|壁画|壁炉|草帽|沙发椅|冬青|夏威夷|自然风光|倒影|车流|人群|光影|window view|street lamp|pendant lamp|floor lamp|chandelier|snow mountain|umbrella|fireplace|bookshelf|bookcase'

/** What the picture itself is, which a prompt may name: nothing follows from it. */
export const PLACES_NAMED =
  '客厅|卧室|主卧|次卧|书房|餐厅|厨房|卫生间|浴室|玄关|阳台|茶室|衣帽间|儿童房|大堂|前台|展厅|会议室|餐饮店|店铺|别墅|住宅|民宿|酒店|公寓|大楼|高层|建筑|房子|房间|空间|室内|室外|庭院|花园|院子|公园|景观|天空|鸟瞰图|鸟瞰|living room|bedroom|study|dining room|kitchen|bathroom|lobby|showroom|house|villa|building|apartment|hotel|room|interior|exterior|garden|courtyard|park|landscape|aerial view'

/** Ways to make something of something else: 刷成, 改为, 铺上. */
export const BECOMING = ['替换', ...'换改变做刷涂漆喷贴铺弄调染装'].flatMap((verb) => [
  `${verb}成`,
  `${verb}为`,
  `${verb}上`,
])

/** The same in English: what stands before the outcome, and the verbs that lead it. */
export const BECOMING_ENGLISH: ReadonlyMap<string, readonly string[]> = new Map([
  ['with', ['replace']],
  ['by', ['replace']],
  ['to', ['change', 'turn', 'convert']],
  ['into', ['change', 'turn', 'convert', 'make']],
])

/** Begins what something was before it becomes something else; says something else where nothing becomes. */
export const BEFORE = ['从', '由', 'from']

/** Words that say nothing of their own. */
export const FILLERS =
  '换|改|变|涂|漆|粉刷|涂刷|改造|改用|换用|选用|加一点|加点|加些|多一点|一点|增加|加入|加上|帮我|给我|我想要|我要|我想|想要|希望|需要|这里的|这里|这个|这块|这一块|这面|此处|裸露|大面积|点缀|时分|璀璨|清澈|哑光|亚光|烤漆|样子|上做|上用|上的|整个|全部|所有|局部|部分|区域|的|和|与|及|或|了|着|是|在|有|用|为|要|请|把|将|让|都|一个|一些|一种|一张|整体|风格|风|效果图|效果|渲染|真实感|真实|写实|照片级|高清|超清|高级感|高级|质感|大气|简洁|干净|氛围|色调|材质|饰面|材料|搭配|采用|使用|配|感|铺|刷|贴|做|光线|很|更|a|an|the|of|in|on|with|and|or|at|to|into|for|is|are|by|style|styled|render|rendering|photorealistic|realistic|high quality|8k|4k|hd|clad|cladding|made|finish|colour|color|some|paint|painted|change|replace|turn|convert|make|cover|covered|add|cozy|please'
