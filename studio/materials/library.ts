import { decking, herringboneFloor, plankFloor } from './boards.ts'
import { boucle, carpet, felt, leather, rattan, sheer, velvet, weave } from './fabric.ts'
import { fluted, frosted, glassBlocks, pane } from './glass.ts'
import { asphalt, epoxy, permeablePavers, rubberGranules, sand, setts, stones } from './ground.ts'
import { MINERALS } from './library-minerals.ts'
import { blackMetal, brushed, corten, metalPanels, mirrorSteel, standingSeam, wireMesh } from './metal.ts'
import { artPlaster, limewash, rolled, stonePaint } from './paint.ts'
import { foliage, lawn, meadow, moss, reeds } from './plants.ts'
import type { Generator } from './sheet.ts'
import { cementTiles, glazed, hexagonTiles, mosaic, scaleTiles, stonePorcelain } from './tiles.ts'
import { lake, pool } from './water.ts'
import { bamboo, charred, slats, veneer } from './wood.ts'
import { WOODS } from './woods.ts'

const WOOD: Record<string, Generator> = {
  'wood-oak': veneer(WOODS.oak),
  'wood-oak-white': veneer(WOODS.whiteOak),
  'wood-walnut': veneer(WOODS.walnut),
  'wood-teak': veneer(WOODS.teak),
  'wood-cherry': veneer(WOODS.cherry),
  'wood-ash': veneer(WOODS.ash),
  'wood-pine': veneer(WOODS.pine, 7),
  'wood-ebony': veneer(WOODS.ebony),
  'wood-charred': charred,
  'wood-bamboo': bamboo,
  'wood-slats': slats(WOODS.batten),
  'floor-herringbone': herringboneFloor(WOODS.oak),
  'floor-plank': plankFloor(WOODS.oak),
  'floor-decking': decking(WOODS.deck),
}

const METAL: Record<string, Generator> = {
  'metal-steel': brushed({ light: '#d3d6d8', dark: '#8f9396', brush: 0.42, sheen: 0.34 }),
  'metal-mirror': mirrorSteel,
  'metal-brass': brushed({ light: '#d9b978', dark: '#8a6a33', brush: 0.34, sheen: 0.36 }),
  'metal-copper': brushed({
    light: '#d08a62',
    dark: '#7f4429',
    brush: 0.26,
    sheen: 0.34,
    patina: '#6b3b2a',
    aged: 0.35,
  }),
  'metal-bronze': brushed({
    light: '#8f7150',
    dark: '#49361f',
    brush: 0.22,
    sheen: 0.24,
    patina: '#3c332a',
    aged: 0.75,
  }),
  'metal-corten': corten,
  'metal-aluminium': metalPanels,
  'metal-black': blackMetal,
  'metal-mesh': wireMesh,
  'metal-zinc': standingSeam,
}

const GLASS: Record<string, Generator> = {
  'glass-clear': pane({ deep: '#b9cccd', bright: '#f6fafa', sky: 0.6 }),
  'glass-lowe': pane({ deep: '#6d8087', bright: '#dbe5e8', sky: 0.7 }),
  'glass-blue': pane({ deep: '#4d6c7d', bright: '#c9dde8', sky: 0.75 }),
  'glass-fluted': fluted,
  'glass-frosted': frosted,
  'glass-block': glassBlocks,
  'glass-tea': pane({ deep: '#4b3625', bright: '#b29a80', sky: 0.6 }),
}

const FABRIC: Record<string, Generator> = {
  'fabric-linen': weave({ light: '#e6dcc8', dark: '#a5977d', threads: 190, slub: 0.9 }),
  'fabric-boucle': boucle,
  'fabric-velvet': velvet,
  'fabric-leather-brown': leather({ light: '#98633f', dark: '#57311d' }),
  'fabric-leather-black': leather({ light: '#393635', dark: '#171616' }),
  'fabric-leather-cream': leather({ light: '#ece3d3', dark: '#c4b79f' }),
  'fabric-wool': carpet,
  'fabric-sheer': sheer,
  'fabric-rattan': rattan,
  'fabric-felt': felt,
}

const PAINT: Record<string, Generator> = {
  'paint-white': rolled('#f1efea'),
  'paint-cream': rolled('#eadfcb'),
  'paint-grey': rolled('#a8a6a2'),
  'paint-green': rolled('#9aa58c'),
  'paint-blue': rolled('#8799a6'),
  'paint-terracotta': rolled('#b4694c'),
  'paint-art': artPlaster,
  'paint-lime': limewash,
  'paint-stone': stonePaint,
}

const TILE: Record<string, Generator> = {
  'tile-white': glazed(150, 150, 0, {
    a: '#f4f6f4',
    b: '#e9ecea',
    grout: '#c9cac7',
    joint: 2,
    handmade: 0.05,
    vary: 0.15,
  }),
  'tile-subway': glazed(150, 75, 0.5, {
    a: '#f1efe9',
    b: '#e3e0d8',
    grout: '#bdb9b1',
    joint: 2,
    handmade: 0.12,
    vary: 0.25,
  }),
  'tile-zellige': glazed(100, 100, 0, {
    a: '#8fb5aa',
    b: '#5f8a80',
    grout: '#b9c2bb',
    joint: 1.6,
    handmade: 1,
    vary: 0.9,
  }),
  'tile-mosaic': mosaic(['#4f7f92', '#6a97a5', '#8fb2b8', '#3f6b80', '#a9c4c5']),
  'tile-stone-grey': stonePorcelain,
  'tile-cement': cementTiles,
  'tile-hexagon': hexagonTiles({
    a: '#dedbd4',
    b: '#cbc7bf',
    grout: '#9a968f',
    joint: 3,
    handmade: 0.12,
    vary: 0.5,
  }),
  'tile-fish': scaleTiles({
    a: '#5f8f86',
    b: '#3b635c',
    grout: '#cfd3cd',
    joint: 3,
    handmade: 0.55,
    vary: 0.8,
  }),
}

const GROUND: Record<string, Generator> = {
  'floor-asphalt': asphalt,
  'floor-permeable': permeablePavers,
  'floor-setts': setts,
  'floor-gravel': stones(
    {
      colours: ['#b9b2a6', '#a39b8f', '#d0cabf', '#8d8780', '#c2b198'],
      large: 13,
      small: 5,
      count: 13000,
      round: 0.25,
    },
    '#9a9388',
  ),
  'floor-pebble': stones(
    {
      colours: ['#8f8a82', '#6f6d6b', '#b4aea3', '#a08c76', '#5a5a5c', '#c9c4ba'],
      large: 34,
      small: 15,
      count: 2300,
      round: 1,
    },
    '#7a746a',
  ),
  'floor-sand': sand,
  'floor-rubber': rubberGranules,
  'floor-epoxy': epoxy,
}

const PLANT: Record<string, Generator> = {
  'plant-lawn': lawn,
  'plant-meadow': meadow,
  'plant-hedge': foliage({
    count: 17000,
    long: 15,
    slim: 0.52,
    colours: ['#3d5c2c', '#54783a', '#6b8f47', '#85a75a'],
    lobes: 0,
    lean: -1.2,
    stray: 2.2,
    clumps: 0,
  }),
  'plant-greenwall': foliage({
    count: 5200,
    long: 44,
    slim: 0.4,
    colours: ['#2f5230', '#4c7a3a', '#7ba04a', '#a9b95e', '#7a4a55'],
    lobes: 0,
    lean: 1.5,
    stray: 1,
    clumps: 5,
  }),
  'plant-ivy': foliage({
    count: 4300,
    long: 38,
    slim: 0.9,
    colours: ['#2e4f27', '#426b33', '#5d8442', '#7c9c57'],
    lobes: 3,
    lean: 1.5,
    stray: 0.8,
    clumps: 0,
  }),
  'plant-moss': moss,
  'plant-reed': reeds,
}

const WATER: Record<string, Generator> = {
  'water-pool': pool,
  'water-lake': lake({ deep: '#2f545e', sky: '#a3bcc4', ripples: 7, slope: 0.36 }),
  'water-mirror': lake({ deep: '#4c5b61', sky: '#a9b6ba', ripples: 3, slope: 0.16 }),
}

/** The generator of every material in the catalogue, by its id. */
export const LIBRARY: Readonly<Record<string, Generator>> = {
  ...WOOD,
  ...MINERALS,
  ...METAL,
  ...GLASS,
  ...FABRIC,
  ...PAINT,
  ...TILE,
  ...GROUND,
  ...PLANT,
  ...WATER,
}

/** Materials whose detail is finer than a pixel: drawn at twice the size and averaged. */
export const FINE: ReadonlySet<string> = new Set([
  'fabric-linen',
  'fabric-rattan',
  'fabric-sheer',
  'metal-mesh',
  'glass-fluted',
  'tile-mosaic',
])

/** How much of their large blotches is taken away from materials whose repeat they would show, 0..1. */
export const EVENED: Readonly<Record<string, number>> = {
  'fabric-velvet': 0.85,
  'fabric-leather-black': 0.6,
  'fabric-leather-brown': 0.6,
  'fabric-leather-cream': 0.6,
  'metal-brass': 0.75,
  'metal-bronze': 0.75,
  'metal-copper': 0.75,
  'metal-corten': 0.7,
  'metal-steel': 0.7,
  'paint-art': 0.5,
  'paint-lime': 0.65,
  'plant-greenwall': 0.7,
  'plant-moss': 0.6,
  'glass-fluted': 0.8,
  'tile-zellige': 0.55,
}
