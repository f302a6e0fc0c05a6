import type { Entry } from './categories.ts'

const BUILDING: Entry = [
  'building',
  '建筑',
  'architectural exterior, professional architectural visualization',
  [
    [
      'house',
      '住宅',
      'residential building',
      [
        ['villa', '独栋别墅', 'detached villa with terraces and large windows'],
        ['townhouse', '联排住宅', 'row of townhouses, small front gardens'],
        ['lowrise', '多层住宅', 'low-rise apartment building with balconies'],
        ['highrise', '高层住宅', 'high-rise residential tower, rhythmic facade'],
        ['cottage', '乡村民居', 'rural house with pitched roof and courtyard'],
        ['renewal', '老旧小区改造', 'renovated old residential block, new facade and lifts'],
      ],
    ],
    [
      'office',
      '办公',
      'office building',
      [
        ['tower', '超高层总部', 'headquarters skyscraper with unitised curtain wall'],
        ['campus', '产业园区', 'low-rise business campus with green courtyards'],
        ['loft', '创意园', 'converted industrial lofts, brick and steel'],
        ['government', '政务中心', 'civic administration building, formal axis'],
        ['lab', '研发楼', 'research building, laboratories, sun shading louvres'],
      ],
    ],
    [
      'culture',
      '文化',
      'cultural building',
      [
        ['museum', '博物馆', 'museum, sculptural volume, stone facade'],
        ['library', '图书馆', 'public library, open stacks behind glass'],
        ['theatre', '剧院', 'opera house, flowing roof, lit foyer'],
        ['gallery', '美术馆', 'art gallery, white volumes, top light'],
        ['exhibition', '会展中心', 'exhibition centre with long-span roof'],
        ['memorial', '纪念馆', 'memorial hall, solemn stone, reflecting pool'],
      ],
    ],
    [
      'education',
      '教育',
      'education building',
      [
        ['kindergarten', '幼儿园', 'kindergarten, colourful playful facade, play yard'],
        ['school', '中小学', 'primary and secondary school, shaded corridors, sports field'],
        ['university', '高校', 'university teaching building, campus lawn'],
        ['dormitory', '学生公寓', 'student housing, coloured balconies'],
      ],
    ],
    [
      'hotel',
      '酒店',
      'hotel building',
      [
        ['resort', '度假酒店', 'resort hotel, pools and pavilions'],
        ['urban', '城市酒店', 'urban hotel tower with lit porte-cochere'],
        ['homestay', '民宿', 'boutique homestay, local materials'],
        ['camp', '营地', 'glamping cabins in nature'],
      ],
    ],
    [
      'commerce',
      '商业',
      'commercial building',
      [
        ['mall', '购物中心', 'shopping centre, lively plaza, media facade'],
        ['street', '商业街', 'pedestrian shopping street, shopfronts'],
        ['complex', '城市综合体', 'mixed-use complex with podium and towers'],
        ['market', '菜市场', 'covered market hall, timber roof'],
      ],
    ],
    [
      'care',
      '医疗康养',
      'healthcare building',
      [
        ['hospital', '医院', 'hospital, calm facade, healing garden'],
        ['clinic', '社区诊所', 'neighbourhood clinic'],
        ['elderly', '养老院', 'retirement home with sheltered gardens'],
      ],
    ],
    [
      'public',
      '交通体育',
      'public infrastructure building',
      [
        ['station', '高铁站', 'railway station, vast roof, daylight'],
        ['airport', '航站楼', 'airport terminal, curved roof, glass'],
        ['stadium', '体育馆', 'stadium, membrane roof'],
        ['bridge', '桥梁', 'pedestrian bridge, slender structure'],
      ],
    ],
    [
      'industry',
      '工业',
      'industrial building',
      [
        ['factory', '厂房', 'modern factory, metal cladding, strip windows'],
        ['warehouse', '物流仓储', 'logistics warehouse with docks'],
        ['energy', '能源设施', 'energy plant as architecture'],
      ],
    ],
  ],
]

const INTERIOR: Entry = [
  'interior',
  '室内',
  'interior design, photorealistic interior rendering',
  [
    [
      'living',
      '起居',
      'living area',
      [
        ['livingroom', '客厅', 'living room, sofa, soft daylight'],
        ['dining', '餐厅', 'dining room, pendant lamp over the table'],
        ['openkitchen', '开放厨房', 'open kitchen with island'],
        ['kitchen', '厨房', 'fitted kitchen, stone worktop'],
        ['balcony', '阳台', 'balcony lounge with plants'],
        ['entrance', '玄关', 'entrance hall with built-in cabinet'],
      ],
    ],
    [
      'private',
      '卧房',
      'private rooms',
      [
        ['master', '主卧', 'master bedroom, upholstered headboard'],
        ['second', '次卧', 'second bedroom'],
        ['child', '儿童房', "children's room, playful furniture"],
        ['elder', '老人房', "elderly person's bedroom, warm and safe"],
        ['cloakroom', '衣帽间', 'walk-in wardrobe with lit shelves'],
        ['study', '书房', 'study with bookshelves'],
      ],
    ],
    [
      'wet',
      '卫浴',
      'wet rooms',
      [
        ['bathroom', '卫生间', 'bathroom, large tiles, walk-in shower'],
        ['spa', '浴室', 'bathroom with freestanding tub'],
        ['laundry', '家政间', 'laundry room'],
      ],
    ],
    [
      'leisure',
      '休闲',
      'leisure rooms at home',
      [
        ['tea', '茶室', 'tea room, low table, paper screens'],
        ['cinema', '影音室', 'home cinema, acoustic panels'],
        ['gym', '健身房', 'home gym'],
        ['loft', '阁楼', 'attic room under the roof'],
      ],
    ],
  ],
]

const LANDSCAPE: Entry = [
  'landscape',
  '景观',
  'landscape architecture visualization',
  [
    [
      'park',
      '公园',
      'park',
      [
        ['city', '城市公园', 'city park with lawns and paths'],
        ['wetland', '湿地公园', 'wetland park with boardwalk and reeds'],
        ['pocket', '口袋公园', 'pocket park between buildings'],
        ['children', '儿童乐园', 'playground landscape'],
        ['forest', '森林公园', 'forest park, tall trees, trail'],
      ],
    ],
    [
      'residence',
      '住区景观',
      'residential landscape',
      [
        ['garden', '私家庭院', 'private garden, stepping stones, planting beds'],
        ['entrance', '小区入口', 'residential entrance landscape, gate and water'],
        ['central', '中心花园', 'central garden of a housing estate'],
        ['roof', '屋顶花园', 'roof garden with decking'],
        ['courtyard', '中式庭院', 'Chinese courtyard, rocks, pine, pond'],
      ],
    ],
    [
      'public',
      '公共空间',
      'public realm',
      [
        ['plaza', '广场', 'civic plaza, paving pattern, fountain'],
        ['waterfront', '滨水', 'waterfront promenade'],
        ['street', '街道', 'streetscape with trees and cycle lane'],
        ['campus', '校园景观', 'campus landscape'],
        ['village', '乡村景观', 'village landscape, fields and paths'],
      ],
    ],
  ],
]

const COMMERCIAL: Entry = [
  'commercial',
  '公装',
  'commercial interior, photorealistic',
  [
    [
      'retail',
      '零售',
      'retail interior',
      [
        ['fashion', '服装店', 'fashion boutique, display rails'],
        ['jewellery', '珠宝店', 'jewellery store, glass cases'],
        ['bookstore', '书店', 'bookstore, tall shelves'],
        ['supermarket', '超市', 'supermarket aisles'],
        ['showroom', '展厅', 'product showroom'],
        ['car', '汽车展厅', 'car showroom'],
      ],
    ],
    [
      'food',
      '餐饮',
      'food and beverage interior',
      [
        ['restaurant', '中餐厅', 'Chinese restaurant'],
        ['western', '西餐厅', 'western restaurant, candle light'],
        ['cafe', '咖啡馆', 'coffee shop, bar counter'],
        ['bar', '酒吧', 'cocktail bar, moody light'],
        ['teahouse', '茶饮店', 'tea drink shop'],
        ['hotpot', '火锅店', 'hot pot restaurant'],
      ],
    ],
    [
      'work',
      '办公空间',
      'workplace interior',
      [
        ['open', '开放办公', 'open-plan office'],
        ['meeting', '会议室', 'meeting room'],
        ['reception', '前台', 'reception desk and lobby'],
        ['executive', '总裁办公室', 'executive office'],
        ['cowork', '联合办公', 'co-working space'],
      ],
    ],
    [
      'hospitality',
      '酒店空间',
      'hotel interior',
      [
        ['lobby', '酒店大堂', 'hotel lobby, high ceiling'],
        ['room', '客房', 'hotel guest room'],
        ['banquet', '宴会厅', 'banquet hall'],
        ['spa', '水疗', 'spa, stone and water'],
      ],
    ],
    [
      'service',
      '服务空间',
      'service interior',
      [
        ['beauty', '美容院', 'beauty salon'],
        ['clinic', '诊所', 'clinic interior'],
        ['gym', '健身会所', 'fitness club'],
        ['classroom', '培训教室', 'training classroom'],
        ['ktv', 'KTV', 'karaoke lounge'],
        ['sales', '售楼处', 'property sales centre with site model'],
      ],
    ],
  ],
]

const BIRDSVIEW: Entry = [
  'birdsview',
  '鸟瞰规划',
  "bird's-eye view, urban planning visualization",
  [
    [
      'urban',
      '城市设计',
      'urban design',
      [
        ['cbd', '中央商务区', 'central business district'],
        ['tod', 'TOD 片区', 'transit-oriented district'],
        ['oldtown', '历史街区', 'historic quarter'],
        ['newtown', '新城', 'new town'],
      ],
    ],
    [
      'district',
      '片区规划',
      'district planning',
      [
        ['residential', '居住区', 'residential estate masterplan'],
        ['industrial', '产业园', 'industrial park masterplan'],
        ['campus', '校园', 'campus masterplan'],
        ['resort', '文旅度假区', 'tourism resort masterplan'],
        ['village', '美丽乡村', 'rural village masterplan'],
      ],
    ],
  ],
]

/** Domains, their types and their kinds. */
export const DOMAINS: readonly Entry[] = [BUILDING, INTERIOR, LANDSCAPE, COMMERCIAL, BIRDSVIEW]
