import type { Entry } from './categories.ts'

const STYLE: Entry = [
  'style',
  '风格',
  'design style',
  [
    ['modern', '现代简约', 'modern minimalism, clean lines'],
    ['cream', '奶油风', 'cream style, warm off-white, rounded forms'],
    ['wabisabi', '侘寂', 'wabi-sabi, raw plaster, imperfect textures'],
    ['newchinese', '新中式', 'new Chinese style, timber lattice, ink tones'],
    ['chinese', '传统中式', 'traditional Chinese architecture, upturned eaves'],
    ['huizhou', '徽派', 'Huizhou style, white walls, black tiles, horse-head gables'],
    ['lingnan', '岭南', 'Lingnan style, shaded arcades, grey brick'],
    ['japanese', '日式', 'Japanese style, light oak, paper screens'],
    ['nordic', '北欧', 'Scandinavian style, pale wood, white walls'],
    ['french', '法式', 'French style, panel mouldings'],
    ['american', '美式', 'American style, warm wood'],
    ['european', '欧式古典', 'European classicism, columns and cornices'],
    ['mediterranean', '地中海', 'Mediterranean, white stucco, arches, blue'],
    ['industrial', '工业风', 'industrial, exposed concrete, black steel'],
    ['luxury', '轻奢', 'light luxury, marble and brass'],
    ['midcentury', '中古风', 'mid-century modern, walnut, colour accents'],
    ['brutalist', '粗野主义', 'brutalism, board-marked concrete'],
    ['parametric', '参数化', 'parametric design, flowing surfaces'],
    ['futuristic', '未来科技', 'futuristic, light strips, metal'],
    ['bauhaus', '包豪斯', 'Bauhaus, white cubes, primary colours'],
    ['artdeco', '装饰艺术', 'art deco, geometric ornament'],
    ['tropical', '东南亚', 'tropical, dark timber, lush plants'],
    ['eco', '生态绿建', 'green architecture, planted facade'],
  ],
]

const ATMOSPHERE: Entry = [
  'atmosphere',
  '氛围',
  'atmosphere',
  [
    ['morning', '清晨', 'early morning, soft low sun, light mist'],
    ['noon', '晴天正午', 'clear noon, crisp shadows, blue sky'],
    ['afternoon', '午后', 'warm afternoon sun'],
    ['sunset', '日落', 'sunset, golden hour'],
    ['dusk', '黄昏蓝调', 'blue hour, warm window light'],
    ['night', '夜景', 'night, architectural lighting'],
    ['overcast', '阴天', 'overcast, soft even light'],
    ['rain', '雨天', 'rainy day, wet reflective ground'],
    ['snow', '雪景', 'snow cover, cold light'],
    ['fog', '薄雾', 'thin fog, depth in layers'],
    ['spring', '春', 'spring, blossoms'],
    ['summer', '夏', 'summer, lush green'],
    ['autumn', '秋', 'autumn foliage'],
    ['winter', '冬', 'winter, bare trees'],
    ['warm', '暖调室内', 'warm interior lighting'],
    ['cool', '冷调室内', 'cool neutral interior lighting'],
  ],
]

const VIEW: Entry = [
  'view',
  '视角',
  'camera view',
  [
    ['eye', '人视', 'eye-level view'],
    ['half', '半鸟瞰', 'elevated view'],
    ['bird', '鸟瞰', "bird's-eye view"],
    ['top', '顶视', 'top-down view'],
    ['worm', '仰视', 'low angle looking up'],
    ['front', '正立面', 'frontal one-point perspective'],
    ['corner', '两点透视', 'two-point corner perspective'],
    ['wide', '广角', 'wide-angle lens 18mm'],
    ['closeup', '近景特写', 'close-up of detail, shallow depth of field'],
    ['axon', '轴测', 'axonometric view'],
    ['section', '剖透视', 'sectional perspective'],
    ['fisheye', '全景', '360 panorama, equirectangular'],
  ],
]

const ENVIRONMENT: Entry = [
  'environment',
  '环境',
  'surroundings',
  [
    ['city', '城市街区', 'city block, neighbouring buildings'],
    ['suburb', '郊区', 'suburban surroundings'],
    ['mountain', '山地', 'mountain slope'],
    ['forest', '森林', 'forest clearing'],
    ['lake', '湖畔', 'lakeside with reflection'],
    ['sea', '海边', 'seaside'],
    ['river', '滨江', 'riverside'],
    ['desert', '荒漠', 'desert'],
    ['field', '田园', 'farmland'],
    ['village', '村落', 'village'],
    ['grassland', '草坡', 'grassy hill'],
    ['studio', '纯色背景', 'plain studio background'],
    ['plaza', '广场前景', 'plaza in the foreground with people'],
    ['street', '街道车流', 'street with traffic'],
  ],
]

/** Branches that any domain combines with. */
export const MOODS: readonly Entry[] = [STYLE, ATMOSPHERE, VIEW, ENVIRONMENT]
