import type { RoomKind, SiteKind } from '#contracts/flatplan.ts'

/**
 * Words in names, a list for each kind, the most telling kinds first: Chinese, Japanese, English, German, French,
 * Spanish, Italian, Portuguese, Dutch, Swedish and Turkish. In alphabets a word tells by how words begin ("schlaf" is in
 * Schlafzimmer), with `_` before it also within or at the end of one, and with `.` behind it as a whole word.
 */
const ROOM_WORDS: readonly (readonly [RoomKind, string])[] = [
  [
    'closet',
    '衣帽 更衣 クローゼット closet clo. wic. w.i.c walk-in dressing dress. wardrobe klk. kladkammare ankleide vestidor cabina guardaroba inloopkast giyinme',
  ],
  [
    'bath',
    '卫 衛 浴 洗手 洗面 厕 廁 盥洗 淋浴 トイレ バス bath bth. toil toilet wc. w.c ensuite shower washroom restroom lavat powder pdr. bad. badezimmer badrum badkamer _bad. dusch bains bain. salle-d-eau toilette bano bagno banheiro casa-de-banho lavabo aseo servizi banyo tuvalet sdb. sde. douche',
  ],
  [
    'laundry',
    '洗衣 家政 laundry utility util. waschk hauswirtsch hwr. tvatt buanderie lavanderia lavadero wasruimte camasir',
  ],
  ['garage', '车库 車庫 车位 車位 garage carport garaj cochera garagem'],
  [
    'balcony',
    '阳台 陽台 露台 平台 バルコニー ベランダ balcon terrace terrasse terraza terrazz terraco terras teras. loggia deck veranda sacada altan uteplats balk',
  ],
  [
    'garden',
    '花园 花園 庭院 院子 天井 中庭 garden garten jardin giardino jardim tuin. tradgard bahce yard courtyard patio',
  ],
  [
    'storage',
    '储 儲 库房 庫房 杂物 雜物 设备 設備 収納 納戸 物入 storage store. storeroom stor. strg. pantry larder abstell abst. ar. vorrat speis. keller lager rangement debarras cellier cave. trastero despensa almacen ripostiglio dispensa cantina arrumos bergruimte berging kast. forrad klad kiler depo. boxroom cupboard linen mech.',
  ],
  [
    'stairs',
    '楼梯 樓梯 电梯 電梯 梯井 階段 stair lift. elevator elev. treppe aufzug escalier ascenseur escalera ascensor scala ascensore escada elevador trap. trapp hiss. merdiven asansor',
  ],
  [
    'entrance',
    '玄关 玄關 玄関 门厅 門廳 入户 入戶 门廊 entrance entry foyer vestib porch lobby eingang windfang vorraum entree ingresso entrada hal. antre giris entre.',
  ],
  [
    'corridor',
    '走廊 走道 过道 過道 过厅 廊下 corridor hallway hall. passage landing flur diele gang. couloir degagement palier pasillo distribuidor corridoio disimpegno corredor gang overloop koridor hol.',
  ],
  [
    'bedroom',
    '卧 臥 寝室 洋室 和室 儿童 兒童 老人 保姆 客房 次主 _bed bed bdrm. br. mbr. master mstr guest nursery kids schlaf _schlaf kinder kind. gast gaste eltern chambre ch. dormitor cuarto habitac camera. letto quarto suite slaapk sovrum sov. yatak cocuk',
  ],
  [
    'study',
    '书 書 茶 影音 琴 多功能 健身 study den. library studio arbeits buro. office. bibliothe estudio escritorio werkkamer kontor arbetsrum calisma gym.',
  ],
  [
    'office',
    '办公 辦公 会议 會議 接待 前台 洽谈 展 office meeting conference reception buro bureau besprech oficina ufficio escritorio kantoor ofis toplanti',
  ],
  [
    'living',
    '客厅 客廳 起居 リビング living great family lounge sitting tv. t.v drawing wohn _wohn stube sejour salon sala. soggiorno estar living_ woonkamer vardagsrum allrum oturma dagligstue',
  ],
  [
    'kitchen',
    '厨 廚 台所 キッチン kitchen kit. kitchenette kuche kueche kochen koch. cuisine cocina cucina cozinha keuken kok. koket mutfak',
  ],
  [
    'dining',
    '餐 ダイニング dining essen esszimmer essz. manger comedor pranzo jantar eetkamer matplats matsal yemek breakfast nook.',
  ],
  ['living', '客 厅 廳 sala'],
]

/** Words that name furniture and what it tells of its room; null where it stands in any. */
const THING_WORDS: readonly (readonly [RoomKind | null, string])[] = [
  [
    'kitchen',
    '冰箱 灶 油烟机 洗碗机 冷蔵庫 fridge refrig ref. stove oven. cooker dishwash dw. dm. k/f. kuhlschrank herd. geschirrsp frigo lave-vaisselle',
  ],
  ['laundry', '洗衣机 烘干机 洗濯機 washer washing-machine dryer. waschm trockner lave-linge lavatrice'],
  ['bath', '马桶 坐便 浴缸 花洒 bathtub badewanne baignoire'],
  ['bedroom', '床头 梳妆台 mattress nightstand bedside matratze'],
  ['living', '沙发 茶几 sofa couch coffee-table canape'],
  ['entrance', '鞋柜 shoe'],
  [
    null,
    'tm. tt. wm. w/d. 书桌 书柜 书架 餐桌 衣柜 电视柜 橱柜 椅 chair table desk shelf shelves bookcase bookshel cabinet wardrobe. dresser. rug. lamp. keyboard computer monitor mirror sink. basket heater tisch stuhl schrank regal spule. silla chaise armoire tavolo sedia armadio tafel. stoel bord. stol. masa. sandalye dolap',
  ],
]

/** Words in the name of a part of a site. */
const SITE_WORDS: readonly (readonly [SiteKind, string])[] = [
  [
    'parking',
    '停车 停車 车位 車位 駐車 parking car-park parkplatz stellpl aparcamiento parcheggio estacionamento parkeer otopark p. camper',
  ],
  [
    'court',
    '篮球 网球 足球 羽毛球 球场 球場 运动 運動 跑道 court sport spielfeld pitch. terrain-de cancha campo-da quadra',
  ],
  [
    'road',
    '路 车道 車道 街 road street avenue drive. lane. boulevard highway motorway interstate strasse _strasse weg. rue. route calle via. strada rua. straat gata vagen yol. cadde sokak',
  ],
  [
    'water',
    '水 池 湖 河 溪 泳 water pool lake pond river stream. teich fluss see. etang riviere piscin estanque rio. fiume lago. vijver rivier sjo. havuz gol.',
  ],
  [
    'lawn',
    '草 绿地 綠地 绿化 lawn green grass meadow park. field rasen wiese pelouse pre. cesped prado prato relva gras. gras cim.',
  ],
  ['planting', '花 灌木 种植 種植 菜园 planting garden garten jardin giardino jardim tuin bahce'],
  ['deck', '木平台 栈道 平台 deck terras terraz'],
  [
    'paving',
    '广场 廣場 铺装 鋪裝 庭院 入口 步道 plaza paving square platz hof. place. piazza praca plein torg meydan',
  ],
  [
    'building',
    '楼 樓 栋 棟 幢 号 住宅 商业 商業 办公 幼儿园 会所 门卫 建筑 建築 building house block. haus gebaude batiment edificio casa. gebouw hus. bina workshop stage. toilets bar. shop.',
  ],
]

/** Small letters without accents: names are written with and without them. */
function plainOf(name: string): string {
  return name
    .replace(/[\u00c0-\u024f]+/g, (letters) => letters.normalize('NFD').replace(/\p{M}/gu, ''))
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll('æ', 'ae')
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** One pattern of a list of words. */
function patternOf(words: string): RegExp {
  const parts = words.split(/\s+/).map((word) => {
    if (/[^\x20-\x7e]/.test(word)) return escaped(word)
    const isWhole = word.endsWith('.')
    const isWithin = word.startsWith('_')
    const stem = word.replace(/^_|[._]$/g, '')
    const letters = stem.split('-').map(escaped).join("[\\s'’-]*(?:[a-z]{1,3}[\\s'’-]+)?")
    return `${isWithin ? '' : '(?<![a-z])'}${letters}${isWhole ? '(?![a-z])' : ''}`
  })
  return new RegExp(parts.join('|'))
}

const ROOM_PATTERNS = ROOM_WORDS.map(([kind, words]) => [kind, patternOf(words)] as const)
const THING_PATTERNS = THING_WORDS.map(([kind, words]) => [kind, patternOf(words)] as const)
const SITE_PATTERNS = SITE_WORDS.map(([kind, words]) => [kind, patternOf(words)] as const)
/** Buildings by their numbers: 3#, 2号, 6F. */
const NUMBERED = /[0-9]+[#号fF层]/

/** Kind that a room's name tells; null where it tells none. */
export function roomKindOf(name: string): RoomKind | null {
  const plain = plainOf(name)
  return ROOM_PATTERNS.find(([, words]) => words.test(plain))?.[0] ?? null
}

/**
 * Kind of room that the name of a piece of furniture tells: null where it stands in rooms of any kind.
 * @returns undefined where the text names no furniture
 */
export function kindByThing(name: string): RoomKind | null | undefined {
  const plain = plainOf(name)
  return THING_PATTERNS.find(([, words]) => words.test(plain))?.[0]
}

/** Kind that the name of a part of a site tells; null where it tells none. */
export function siteKindOf(name: string): SiteKind | null {
  const plain = plainOf(name)
  const told = SITE_PATTERNS.find(([, words]) => words.test(plain))?.[0]
  return told ?? (NUMBERED.test(name) ? 'building' : null)
}

/** What a room is in which several names stand, as in a living room with an open kitchen: the first of these. */
const MAIN: readonly RoomKind[] = [
  'living',
  'bedroom',
  'office',
  'study',
  'kitchen',
  'dining',
  'bath',
  'garage',
]

/** The most telling of several kinds of one room. */
export function mainKindOf(kinds: readonly RoomKind[]): RoomKind | null {
  return MAIN.find((kind) => kinds.includes(kind)) ?? kinds[0] ?? null
}
