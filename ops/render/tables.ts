import type { Setting } from '#contracts/surfaces.ts'
import type { Mood } from './lexicon.ts'
import type { Surfaces } from './styles.ts'

/** The style that a category goes by where none is named, by its id or the beginning of it. */
export const CATEGORY_STYLES: Readonly<Record<string, string>> = {
  'building-house-cottage': 'huizhou',
  'building-house-renewal': 'brick',
  'building-office': 'curtain',
  'building-office-loft': 'industrial',
  'building-culture': 'brutalist',
  'building-hotel-resort': 'tropical',
  'building-hotel-homestay': 'timber',
  'building-hotel-camp': 'timber',
  'building-commerce': 'curtain',
  'building-care': 'modern',
  'building-public': 'curtain',
  'interior-leisure-tea': 'newchinese',
  'landscape-residence-courtyard': 'newchinese',
  'landscape-park': 'meadow',
  'landscape-residence': 'modern',
  'landscape-public': 'modern',
  'landscape-public-village': 'timber',
  commercial: 'retail',
  'commercial-food': 'cafe',
  'commercial-food-restaurant': 'newchinese',
  'commercial-food-hotpot': 'newchinese',
  'commercial-food-western': 'french',
  'commercial-food-bar': 'industrial',
  'commercial-work': 'office',
  'commercial-hospitality': 'luxury',
  'commercial-service-gym': 'industrial',
  'commercial-service-clinic': 'minimal',
  birdsview: 'city',
  'birdsview-urban-oldtown': 'huizhou',
  'birdsview-district-village': 'huizhou',
}

/** Surfaces that a category asks for whatever the style. */
export const CATEGORY_SURFACES: Readonly<Record<string, Partial<Record<Setting, Surfaces>>>> = {
  'interior-wet': {
    indoors: {
      wall: [['tile-white', 'stone-carrara', 'tile-zellige']],
      floor: [['tile-stone-grey', 'concrete-terrazzo']],
    },
  },
  'interior-living-kitchen': { indoors: { floor: [['tile-stone-grey', 'tile-hexagon']] } },
  'interior-living-balcony': { indoors: { floor: [['floor-decking', 'tile-stone-grey']] } },
  'building-industry': {
    outdoors: {
      wall: [['metal-aluminium'], ['metal-zinc', 'concrete-fair']],
      ground: [['floor-asphalt'], ['plant-lawn']],
    },
  },
  'landscape-park-children': { outdoors: { ground: [['floor-rubber'], ['plant-lawn']] } },
  'landscape-park-wetland': {
    outdoors: { ground: [['floor-decking'], ['plant-meadow']], vegetation: [['plant-reed']] },
  },
  'landscape-residence-roof': { outdoors: { ground: [['floor-decking'], ['plant-meadow']] } },
  'commercial-food-hotpot': { indoors: { floor: [['stone-slate', 'tile-cement']] } },
  'commercial-service-gym': { indoors: { floor: [['floor-rubber', 'floor-epoxy']] } },
  'commercial-retail-car': { indoors: { floor: [['floor-epoxy', 'stone-granite-black']] } },
}

/** What surroundings do near the building; what lies far away would have to be drawn. */
export const ENVIRONMENTS: Readonly<
  Record<string, Partial<Record<Setting, Surfaces>> & { planting?: number }>
> = {
  'environment-city': { outdoors: { ground: [['stone-granite-grey'], ['floor-permeable']] }, planting: 0.4 },
  'environment-suburb': { outdoors: { ground: [['floor-permeable'], ['plant-lawn']] }, planting: 0.7 },
  'environment-mountain': { outdoors: { ground: [['floor-gravel'], ['plant-meadow']] }, planting: 0.8 },
  'environment-forest': { outdoors: { ground: [['plant-moss'], ['floor-gravel']] }, planting: 1 },
  'environment-lake': { outdoors: { water: [['water-lake']] }, planting: 0.7 },
  'environment-sea': { outdoors: { ground: [['floor-sand'], ['floor-decking']] }, planting: 0.4 },
  'environment-river': { outdoors: { ground: [['stone-granite-grey'], ['plant-lawn']] }, planting: 0.6 },
  'environment-desert': { outdoors: { ground: [['floor-sand']] }, planting: 0.1 },
  'environment-field': { outdoors: { ground: [['plant-meadow'], ['floor-gravel']] }, planting: 0.8 },
  'environment-village': { outdoors: { ground: [['floor-setts'], ['plant-lawn']] }, planting: 0.6 },
  'environment-grassland': { outdoors: { ground: [['plant-lawn'], ['plant-meadow']] }, planting: 0.7 },
  'environment-studio': { outdoors: { ground: [['#d9d6d0']] }, planting: 0.3 },
  'environment-plaza': { outdoors: { ground: [['stone-granite-grey']] }, planting: 0.4 },
  'environment-street': { outdoors: { ground: [['floor-asphalt'], ['floor-permeable']] }, planting: 0.4 },
}

/** Atmospheres of the category tree as light and air. */
export const MOODS_OF: Readonly<Record<string, Mood>> = {
  'atmosphere-morning': { time: 'morning' },
  'atmosphere-noon': { time: 'noon', weather: 'clear' },
  'atmosphere-afternoon': { time: 'noon', weather: 'clear', sun: { azimuth: 70, elevation: 30 } },
  'atmosphere-sunset': { time: 'sunset', weather: 'clear' },
  'atmosphere-dusk': { time: 'dusk', weather: 'clear', lamps: 0.9 },
  'atmosphere-night': { time: 'night', lamps: 0.95 },
  'atmosphere-overcast': { weather: 'overcast' },
  'atmosphere-rain': { weather: 'rain' },
  'atmosphere-snow': { weather: 'snow', season: 'winter' },
  'atmosphere-fog': { weather: 'fog' },
  'atmosphere-spring': { season: 'spring' },
  'atmosphere-summer': { season: 'summer' },
  'atmosphere-autumn': { season: 'autumn' },
  'atmosphere-winter': { season: 'winter' },
  'atmosphere-warm': { lamps: 0.9 },
  'atmosphere-cool': { lamps: 0.15, weather: 'overcast' },
}
