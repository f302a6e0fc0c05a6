import { MapRow } from '#kernels/grade/map-row.ts'
import { PlaneRow } from '#kernels/raster/plane-row.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Scene } from './scene.ts'
import { SkyRows } from './sky-cover.ts'
import type { Textures } from './textures.ts'

/** Readers of the scene's planes along one row of the picture. */
export class Rows {
  readonly level: PlaneRow | null
  readonly snow: PlaneRow | null
  readonly wet: PlaneRow | null
  /** Rows of the picture. */
  readonly height: number
  readonly base: MapRow
  readonly depth: PlaneRow
  readonly leaves: PlaneRow
  readonly lawn: PlaneRow
  readonly lit: PlaneRow | null
  readonly spill: PlaneRow | null
  readonly openings: PlaneRow | null
  /** The sky that was there. */
  readonly old: SkyRows
  readonly newSky: readonly PlaneRow[] | null
  readonly textures: Readonly<Record<keyof Textures, PlaneRow | null>>
  readonly #all: readonly { read(y: number): void }[]

  constructor(scene: Scene, { width, height }: Raster) {
    const plane = (source: Scene['depth'] | null) => source && new PlaneRow(source, width, height)
    this.old = new SkyRows(scene.sky, width, height)
    this.base = new MapRow(scene.base, width, height)
    this.depth = new PlaneRow(scene.depth, width, height)
    this.leaves = new PlaneRow(scene.leaves, width, height)
    this.lawn = new PlaneRow(scene.lawn, width, height)
    this.level = plane(scene.level)
    this.snow = plane(scene.snow)
    this.wet = plane(scene.wet)
    this.height = height
    this.lit = plane(scene.lit)
    this.spill = plane(scene.spill)
    this.openings = plane(scene.openings)
    this.newSky = scene.newSky?.map((source) => new PlaneRow(source, width, height)) ?? null
    const { tree, lawn, patch, puddle, drift } = scene.textures
    this.textures = {
      ...{ tree: plane(tree), lawn: plane(lawn), patch: plane(patch) },
      ...{ puddle: plane(puddle), drift: plane(drift) },
    }
    const some = [
      ...Object.values(this.textures),
      this.level,
      this.snow,
      this.wet,
      this.lit,
      this.spill,
      this.openings,
      ...(this.newSky ?? []),
    ]
    this.#all = [
      this.base,
      this.depth,
      this.leaves,
      this.lawn,
      this.old,
      ...some.filter((row) => row !== null),
    ]
  }

  read(y: number): void {
    for (const row of this.#all) row.read(y)
  }
}
