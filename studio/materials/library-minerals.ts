import { boardMarked, cast, microcement, terrazzo } from './concrete.ts'
import { onyx, travertine, veined } from './marble.ts'
import { brickScreen, brickwork, terracottaPanels } from './masonry.ts'
import type { Generator } from './sheet.ts'
import { granite, limestone, rubble, sandstone, slate } from './stone.ts'

const STONE: Record<string, Generator> = {
  'stone-carrara': veined({
    ground: '#eceae7',
    cloud: '#cfd0d1',
    vein: '#9da0a4',
    heart: '#7d8187',
    bold: 2,
    boldness: 0.5,
    fine: 0.65,
    haze: 0.7,
  }),
  'stone-calacatta': veined({
    ground: '#f5f2ec',
    cloud: '#e6e1d8',
    vein: '#b3a48d',
    heart: '#8a8178',
    bold: 2,
    boldness: 0.85,
    fine: 0.32,
    haze: 0.45,
  }),
  'stone-marquina': veined({
    ground: '#1d1c20',
    cloud: '#2c2b30',
    vein: '#8f8d8e',
    heart: '#f0eeea',
    bold: 2,
    boldness: 0.8,
    fine: 0.4,
    haze: 0.05,
  }),
  'stone-travertine': travertine('#e2d3b8', '#b99c74', '#7a6245'),
  'stone-travertine-silver': travertine('#cbc6bd', '#8d857b', '#57504a'),
  'stone-granite-grey': granite({ pale: '#c4c3c0', mid: '#9a9998', dark: '#454547', share: 0.16 }),
  'stone-granite-black': granite({ pale: '#77787a', mid: '#47484a', dark: '#242527', share: 0.42 }),
  'stone-slate': slate,
  'stone-sandstone': sandstone,
  'stone-limestone': limestone,
  'stone-onyx': onyx,
  'stone-rubble': rubble,
}

const MASONRY: Record<string, Generator> = {
  'brick-red': brickwork({ a: '#a9604a', b: '#874535', odd: '#5d3630', mortar: '#b9b0a4', worn: 0.45 }),
  'brick-grey': brickwork({ a: '#777c7e', b: '#5f6466', odd: '#4a4f52', mortar: '#a09f9b', worn: 0.4 }),
  'brick-white': brickwork({
    a: '#e6e2da',
    b: '#d7d2c8',
    odd: '#cfc7ba',
    mortar: '#cfcac0',
    worn: 0.6,
    painted: true,
  }),
  'brick-black': brickwork({ a: '#3f3d3d', b: '#2f2e2f', odd: '#544a46', mortar: '#55524f', worn: 0.3 }),
  'brick-clay': brickwork({ a: '#c88460', b: '#a9613d', odd: '#d9a77f', mortar: '#cfc3b2', worn: 0.9 }),
  'brick-perforated': brickScreen,
  'brick-panel': terracottaPanels,
}

const CONCRETE: Record<string, Generator> = {
  'concrete-fair': cast({
    light: '#b6b5b1',
    dark: '#8f8e8a',
    columns: 2,
    rowCount: 2,
    joint: 8,
    ties: 2,
    holes: 1500,
    clouds: 0.75,
  }),
  'concrete-board': boardMarked,
  'concrete-white': cast({
    light: '#e4e2dd',
    dark: '#c6c3bc',
    columns: 2,
    rowCount: 1,
    joint: 10,
    ties: 0,
    holes: 420,
    clouds: 0.5,
  }),
  'concrete-microcement': microcement,
  'concrete-terrazzo': terrazzo,
  'concrete-grc': cast({
    light: '#d8d3c9',
    dark: '#bdb6aa',
    columns: 2,
    rowCount: 4,
    joint: 16,
    ties: 0,
    holes: 160,
    clouds: 0.4,
  }),
}

/** Stone, brick and concrete, by id. */
export const MINERALS: Readonly<Record<string, Generator>> = { ...STONE, ...MASONRY, ...CONCRETE }
