import type { RenderStyle } from './styles.ts'

/** Styles of shops and offices. */
export const WORK: readonly RenderStyle[] = [
  {
    id: 'retail',
    title: '精品商业',
    line: '洞石、微水泥与黄铜',
    domains: ['commercial'],
    words: ['精品店', '精品', '买手店', 'boutique', 'retail'],
    indoors: {
      wall: [
        ['concrete-microcement@#d9d1c4', 'stone-travertine'],
        ['stone-travertine', 'wood-walnut'],
      ],
      floor: [['concrete-terrazzo', 'stone-travertine', 'concrete-microcement']],
      ceiling: [['paint-white', 'paint-grey@#b9b5ae']],
      furniture: [
        ['wood-oak', 'wood-walnut'],
        ['stone-carrara', 'stone-travertine'],
        ['fabric-linen', 'fabric-leather-brown', 'fabric-velvet@#5c6b5e'],
      ],
    },
    outdoors: {
      wall: [
        ['stone-travertine', 'concrete-grc'],
        ['metal-bronze', 'wood-slats'],
      ],
      roof: [['concrete-grc']],
      ground: [['stone-granite-grey'], ['floor-setts']],
    },
    light: { time: 'noon', weather: 'clear', season: 'keep' },
    lamps: 0.9,
    planting: 0.4,
    palette: ['#d9d1c4', '#d3c1a3', '#c9c4bb', '#b08d4c', '#6b4a34'],
  },
  {
    id: 'cafe',
    title: '咖啡小店',
    line: '水磨石、浅木与手工砖',
    domains: ['commercial'],
    words: ['精品咖啡店', '咖啡店', '咖啡馆', '茶饮店', '甜品店', 'cafe', 'coffee shop', 'bakery'],
    indoors: {
      wall: [['paint-white', 'paint-cream'], ['tile-zellige', 'tile-subway', 'brick-white'], ['wood-slats']],
      floor: [['concrete-terrazzo', 'tile-cement', 'tile-hexagon']],
      furniture: [
        ['wood-oak', 'wood-ash', 'wood-walnut'],
        ['fabric-linen', 'fabric-leather-cream'],
        ['fabric-leather-brown', 'fabric-velvet@#56786c'],
      ],
    },
    light: { time: 'morning', weather: 'clear', season: 'keep' },
    lamps: 0.75,
    planting: 0.6,
    palette: ['#f1efea', '#c9c4bb', '#c8a878', '#769c92', '#7a4a2e'],
  },
  {
    id: 'office',
    title: '现代办公',
    line: '浅灰、木与透亮玻璃',
    domains: ['commercial'],
    words: ['办公空间', '办公室', '总部办公', 'office', 'workplace'],
    indoors: {
      wall: [['paint-white', 'paint-grey@#d6d4d0'], ['wood-slats@#c3a276', 'fabric-felt'], ['glass-fluted']],
      floor: [['fabric-wool@#8f9090', 'floor-epoxy', 'tile-stone-grey']],
      ceiling: [['paint-white', 'metal-mesh']],
      furniture: [
        ['wood-oak-white', 'wood-ash'],
        ['fabric-felt', 'fabric-felt@#7f9aa8', 'fabric-felt@#8fa08a'],
        ['metal-steel'],
      ],
    },
    light: { time: 'noon', weather: 'clear', season: 'keep' },
    lamps: 0.65,
    planting: 0.5,
    palette: ['#f1efea', '#d6d4d0', '#c3a276', '#8d8f90', '#5b7f6e'],
  },
]
