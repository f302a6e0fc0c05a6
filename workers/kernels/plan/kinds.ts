import type { RoomKind, SiteKind } from '#contracts/flatplan.ts'

/** Words in a room's name, the most telling first. */
const ROOM_WORDS: readonly (readonly [RegExp, RoomKind])[] = [
  [/衣帽|更衣|closet/i, 'closet'],
  [/卫|浴|洗手|厕|盥洗|淋浴|toilet|bath|wc/i, 'bath'],
  [/洗衣|家政|laundry/i, 'laundry'],
  [/厨|kitchen/i, 'kitchen'],
  [/阳台|露台|平台|balcony|terrace/i, 'balcony'],
  [/花园|庭院|院子|天井|garden/i, 'garden'],
  [/储|库房|杂物|设备|storage/i, 'storage'],
  [/车库|车位|garage/i, 'garage'],
  [/楼梯|电梯|梯井|stair/i, 'stairs'],
  [/玄关|门厅|入户|门廊|entrance|foyer/i, 'entrance'],
  [/走廊|走道|过道|过厅|corridor|hall$/i, 'corridor'],
  [/卧|儿童|老人|保姆|客房|次主|bed/i, 'bedroom'],
  [/书|茶|影音|琴|多功能|健身|study/i, 'study'],
  [/办公|会议|接待|前台|洽谈|展|office|meeting/i, 'office'],
  [/餐|dining/i, 'dining'],
  [/客|起居|厅|living/i, 'living'],
]

/** Words in the name of a part of a site. */
const SITE_WORDS: readonly (readonly [RegExp, SiteKind])[] = [
  [/停车|车位|parking/i, 'parking'],
  [/篮球|网球|足球|羽毛球|球场|运动|跑道|court/i, 'court'],
  [/水|池|湖|河|溪|泳|water|pool|lake/i, 'water'],
  [/草|绿地|绿化|lawn|green/i, 'lawn'],
  [/花|灌木|种植|菜园|planting/i, 'planting'],
  [/木平台|栈道|平台|deck/i, 'deck'],
  [/路|车道|街|road|street/i, 'road'],
  [/广场|铺装|庭院|入口|步道|plaza|paving/i, 'paving'],
  [/楼|栋|幢|[0-9]+[#号Ff层]|住宅|商业|办公|幼儿园|会所|门卫|建筑|building/i, 'building'],
]

/** Kind that a room's name tells; null where it tells none. */
export function roomKindOf(name: string): RoomKind | null {
  return ROOM_WORDS.find(([words]) => words.test(name))?.[1] ?? null
}

/** Kind that the name of a part of a site tells; null where it tells none. */
export function siteKindOf(name: string): SiteKind | null {
  return SITE_WORDS.find(([words]) => words.test(name))?.[1] ?? null
}
