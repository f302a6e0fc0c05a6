import { MapRow } from '#kernels/grade/map-row.ts'
import { PlaneRow } from '#kernels/plane-row.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Scene } from './scene.ts'
import type { Textures } from './textures.ts'

/** Readers of the scene's planes along one row of the picture. */
export class Rows {
  readonly cover: MapRow | null
  readonly foliage: PlaneRow
  readonly leaves: PlaneRow
  readonly level: PlaneRow | null
  readonly snow: PlaneRow | null
  readonly sky: readonly PlaneRow[]
  readonly base: MapRow
  readonly depth: PlaneRow
  readonly lit: PlaneRow | null
  readonly spill: PlaneRow | null
  readonly openings: PlaneRow | null
  readonly oldSky: readonly PlaneRow[]
  readonly newSky: readonly PlaneRow[] | null
  readonly textures: Readonly<Record<keyof Textures, PlaneRow | null>>
  readonly #all: readonly { read(y: number): void }[]

  constructor(scene: Scene, { width, height }: Raster) {
    const plane = (source: Scene['depth'] | null) => source && new PlaneRow(source, width, height)
    this.cover = scene.sky.map && new MapRow(scene.sky.map, width, height)
    this.base = new MapRow(scene.base, width, height)
    this.depth = new PlaneRow(scene.depth, width, height)
    this.foliage = new PlaneRow(scene.sky.foliage, width, height)
    this.leaves = new PlaneRow(scene.sky.leaves, width, height)
    this.sky = scene.sky.rows.map((data) => new PlaneRow({ width: 1, height: data.length, data }, 1, height))
    this.level = plane(scene.level)
    this.snow = plane(scene.snow)
    this.lit = plane(scene.lit)
    this.spill = plane(scene.spill)
    this.openings = plane(scene.openings)
    this.oldSky = scene.oldSky.map((source) => new PlaneRow(source, 1, height))
    this.newSky = scene.newSky?.map((source) => new PlaneRow(source, width, height)) ?? null
    const { tree, lawn, patch, drift } = scene.textures
    this.textures = { tree: plane(tree), lawn: plane(lawn), patch: plane(patch), drift: plane(drift) }
    const some = [
      ...Object.values(this.textures),
      this.cover,
      this.level,
      this.snow,
      this.lit,
      this.spill,
      this.openings,
      ...this.oldSky,
      ...this.sky,
      ...(this.newSky ?? []),
    ]
    this.#all = [this.base, this.depth, this.foliage, this.leaves, ...some.filter((row) => row !== null)]
  }

  read(y: number): void {
    for (const row of this.#all) row.read(y)
  }
}
