import type { Material } from '#contracts/catalog.ts'

/** Name in the id, Chinese name, mean colour, repeat in mm, gloss 0..1, English words of the prompt. */
type Row = readonly [
  key: string,
  name: string,
  colour: string,
  repeatMm: number,
  gloss: number,
  english: string,
]

const GROUPS: Record<string, { group: string; rows: readonly Row[] }> = {
  wood: {
    group: '木',
    rows: [
      ['oak', '浅橡木', '#c8a878', 1200, 0.25, 'light oak wood, fine straight grain'],
      ['oak-white', '白橡木', '#d9c4a0', 1200, 0.22, 'white oak wood'],
      ['walnut', '胡桃木', '#6b4a34', 1200, 0.3, 'walnut wood, dark brown grain'],
      ['teak', '柚木', '#9a6a3c', 1200, 0.3, 'teak wood, golden brown'],
      ['cherry', '樱桃木', '#a4613c', 1200, 0.32, 'cherry wood, reddish'],
      ['ash', '白蜡木', '#d8c3a3', 1200, 0.22, 'ash wood, open grain'],
      ['pine', '松木', '#d9b27c', 1000, 0.2, 'pine wood with knots'],
      ['ebony', '黑檀', '#2f2622', 1000, 0.4, 'ebony wood, nearly black'],
      ['charred', '炭化木', '#33302d', 900, 0.15, 'charred timber cladding'],
      ['bamboo', '竹木', '#cda968', 800, 0.3, 'bamboo boards'],
      ['slats', '木格栅', '#8f7350', 300, 0.25, 'vertical timber slats'],
    ],
  },
  stone: {
    group: '石',
    rows: [
      ['carrara', '卡拉拉白', '#e4e3e0', 2400, 0.75, 'Carrara white marble, grey veins'],
      ['calacatta', '雪花白', '#eeebe4', 2400, 0.78, 'Calacatta marble, bold veins'],
      ['marquina', '黑金花', '#26252a', 2400, 0.8, 'black Marquina marble, white veins'],
      ['travertine', '洞石', '#d3c1a3', 1800, 0.3, 'beige travertine'],
      ['travertine-silver', '银洞石', '#b3aca2', 1800, 0.3, 'silver travertine'],
      ['granite-grey', '芝麻灰', '#9b9b99', 600, 0.35, 'grey granite, flamed'],
      ['granite-black', '芝麻黑', '#3e3f41', 600, 0.4, 'dark granite'],
      ['slate', '青石板', '#5b6468', 900, 0.25, 'slate slabs'],
      ['sandstone', '砂岩', '#c9a97f', 1200, 0.15, 'sandstone'],
      ['limestone', '莱姆石', '#d4ccbb', 1500, 0.2, 'limestone'],
      ['onyx', '玉石', '#d9cfae', 1800, 0.85, 'backlit onyx'],
      ['rubble', '毛石墙', '#8f8a80', 1500, 0.1, 'rubble stone wall'],
    ],
  },
  brick: {
    group: '砖',
    rows: [
      ['red', '红砖', '#955d4b', 1000, 0.1, 'red brick, running bond'],
      ['grey', '青砖', '#6f7375', 1000, 0.1, 'grey Chinese brick'],
      ['white', '白砖', '#dcd8d0', 1000, 0.15, 'white painted brick'],
      ['black', '黑砖', '#3c3a3a', 1000, 0.15, 'black brick'],
      ['clay', '陶土砖', '#b5795a', 1000, 0.12, 'terracotta brick'],
      ['perforated', '镂空砖', '#8a664c', 1000, 0.1, 'perforated brick screen'],
      ['panel', '陶板', '#aa7049', 900, 0.2, 'terracotta facade panels'],
    ],
  },
  concrete: {
    group: '混凝土',
    rows: [
      ['fair', '清水混凝土', '#a5a4a1', 2400, 0.2, 'fair-faced concrete with tie holes'],
      ['board', '木纹混凝土', '#989692', 1200, 0.12, 'board-marked concrete'],
      ['white', '白色混凝土', '#d9d7d2', 2400, 0.2, 'white concrete'],
      ['microcement', '微水泥', '#b4afa7', 3000, 0.3, 'microcement'],
      ['terrazzo', '水磨石', '#c9c4bb', 900, 0.55, 'terrazzo'],
      ['grc', 'GRC 板', '#cfcac0', 2400, 0.15, 'GRC facade panels'],
    ],
  },
  metal: {
    group: '金属',
    rows: [
      ['steel', '拉丝不锈钢', '#b6b9bc', 600, 0.75, 'brushed stainless steel'],
      ['mirror', '镜面不锈钢', '#d0d3d6', 600, 0.98, 'mirror polished steel'],
      ['brass', '黄铜', '#b08d4c', 600, 0.75, 'brushed brass'],
      ['copper', '紫铜', '#a8633f', 600, 0.7, 'copper'],
      ['bronze', '古铜', '#6d5236', 600, 0.6, 'dark bronze'],
      ['corten', '耐候钢', '#8a4b2d', 1500, 0.1, 'corten steel, rust'],
      ['aluminium', '铝板', '#c3c6c8', 1500, 0.5, 'aluminium composite panels'],
      ['black', '黑色金属', '#2a2b2d', 600, 0.35, 'matt black metal'],
      ['mesh', '金属网', '#6f7274', 200, 0.5, 'metal mesh'],
      ['zinc', '钛锌板', '#7d8286', 1000, 0.3, 'standing seam zinc'],
    ],
  },
  glass: {
    group: '玻璃',
    rows: [
      ['clear', '超白玻璃', '#dfe8e8', 3000, 0.97, 'low-iron clear glass'],
      ['lowe', '浅灰 Low-E', '#9fb0b5', 3000, 0.95, 'light grey low-e glass'],
      ['blue', '蓝灰玻璃', '#7f9aa8', 3000, 0.95, 'blue grey glass'],
      ['fluted', '长虹玻璃', '#cfdad8', 200, 0.85, 'fluted glass'],
      ['frosted', '磨砂玻璃', '#dbe3e2', 1500, 0.35, 'frosted glass'],
      ['block', '玻璃砖', '#b4c3c2', 800, 0.85, 'glass blocks'],
      ['tea', '茶色玻璃', '#6f5642', 3000, 0.93, 'bronze tinted glass'],
    ],
  },
  fabric: {
    group: '织物',
    rows: [
      ['linen', '亚麻', '#cfc3ac', 300, 0.05, 'linen fabric'],
      ['boucle', '圈圈绒', '#d4cdc0', 200, 0.03, 'boucle fabric'],
      ['velvet', '丝绒', '#4c5b52', 400, 0.25, 'velvet'],
      ['leather-brown', '棕色皮革', '#7a4a2e', 600, 0.4, 'brown leather'],
      ['leather-black', '黑色皮革', '#262424', 600, 0.45, 'black leather'],
      ['leather-cream', '米白皮革', '#ddd2bf', 600, 0.4, 'cream leather'],
      ['wool', '羊毛地毯', '#c7bba6', 800, 0.02, 'wool carpet'],
      ['sheer', '白纱帘', '#efece4', 400, 0.1, 'sheer curtain'],
      ['rattan', '藤编', '#ae8c5b', 120, 0.2, 'woven rattan'],
      ['felt', '毛毡', '#8d8f90', 600, 0.02, 'acoustic felt'],
    ],
  },
  paint: {
    group: '涂料',
    rows: [
      ['white', '白色乳胶漆', '#f1efea', 2000, 0.1, 'white wall paint'],
      ['cream', '奶油色', '#eadfcb', 2000, 0.1, 'cream wall paint'],
      ['grey', '高级灰', '#a8a6a2', 2000, 0.1, 'warm grey wall paint'],
      ['green', '鼠尾草绿', '#9aa58c', 2000, 0.1, 'sage green wall paint'],
      ['blue', '雾霾蓝', '#8799a6', 2000, 0.1, 'dusty blue wall paint'],
      ['terracotta', '陶土红', '#b4694c', 2000, 0.1, 'terracotta wall paint'],
      ['art', '艺术涂料', '#c4baa9', 2500, 0.12, 'textured art plaster'],
      ['lime', '石灰涂料', '#dcd4c6', 2500, 0.06, 'lime wash'],
      ['stone', '真石漆', '#b9ad9a', 800, 0.08, 'stone-effect spray paint'],
    ],
  },
  tile: {
    group: '瓷砖',
    rows: [
      ['white', '白色釉面砖', '#eef0ee', 600, 0.85, 'white glazed tiles'],
      ['subway', '地铁砖', '#e9e7e1', 600, 0.8, 'subway tiles'],
      ['zellige', '手工砖', '#769c92', 500, 0.8, 'zellige tiles'],
      ['mosaic', '马赛克', '#7a9ba6', 500, 0.7, 'glass mosaic'],
      ['stone-grey', '灰色仿石砖', '#a09d98', 1200, 0.35, 'grey stone-effect porcelain'],
      ['cement', '水泥花砖', '#a9a59c', 800, 0.25, 'patterned cement tiles'],
      ['hexagon', '六角砖', '#d5d2cb', 1400, 0.35, 'hexagon tiles'],
      ['fish', '鱼鳞砖', '#4f7a72', 650, 0.75, 'fish-scale tiles'],
    ],
  },
  floor: {
    group: '地面',
    rows: [
      ['herringbone', '人字拼木地板', '#bb9765', 1200, 0.3, 'herringbone oak floor'],
      ['plank', '宽板木地板', '#b58f60', 1800, 0.28, 'wide plank wood floor'],
      ['decking', '户外木平台', '#8f7252', 1400, 0.12, 'outdoor timber decking'],
      ['asphalt', '沥青', '#4a4b4c', 1000, 0.08, 'asphalt'],
      ['permeable', '透水砖', '#98918a', 1200, 0.08, 'permeable pavers'],
      ['setts', '小料石', '#8a8883', 1000, 0.12, 'granite setts, mossy joints'],
      ['gravel', '砾石', '#979187', 600, 0.05, 'gravel'],
      ['pebble', '鹅卵石', '#8f8b84', 500, 0.2, 'pebbles'],
      ['sand', '沙地', '#d6c39b', 1500, 0.02, 'sand'],
      ['rubber', '塑胶场地', '#9c4d3f', 1000, 0.08, 'rubber sports surface'],
      ['epoxy', '环氧地坪', '#b9bdbf', 3000, 0.65, 'epoxy floor'],
    ],
  },
  plant: {
    group: '植物',
    rows: [
      ['lawn', '草坪', '#687b40', 2000, 0.05, 'mown lawn'],
      ['meadow', '花境草地', '#818b4a', 2500, 0.04, 'wildflower meadow'],
      ['hedge', '绿篱', '#4a5f38', 1200, 0.08, 'clipped hedge'],
      ['greenwall', '垂直绿墙', '#566a3e', 1500, 0.08, 'living green wall'],
      ['ivy', '爬藤', '#435a38', 1500, 0.1, 'ivy covered wall'],
      ['moss', '苔藓', '#5b6a2e', 600, 0.03, 'moss'],
      ['reed', '芦苇', '#8f855a', 1500, 0.05, 'reeds'],
    ],
  },
  water: {
    group: '水',
    rows: [
      ['pool', '泳池水面', '#66b3c6', 3000, 0.95, 'swimming pool water'],
      ['lake', '湖面', '#567782', 6000, 0.95, 'calm lake water'],
      ['mirror', '镜面水景', '#667579', 4000, 0.98, 'reflecting pool'],
    ],
  },
}

/** Materials with their swatch, size and gloss. */
export const MATERIALS: Material[] = Object.entries(GROUPS).flatMap(([groupId, { group, rows }]) =>
  rows.map(([key, name, colour, repeatMm, gloss, english]) => ({
    id: `${groupId}-${key}`,
    name,
    group,
    colour,
    repeatMm,
    gloss,
    prompt: `${name}，${english}`,
  })),
)
