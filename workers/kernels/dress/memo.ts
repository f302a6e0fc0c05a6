import type { Cube } from '#kernels/grade/cube.ts'
import type { Environment } from './environment.ts'
import type { LightPlanes } from './light.ts'

/** What stays the same while a picture's look changes a little. */
export class Memo {
  /** Colours of the finishes, linear light, three values a pixel, and what lies in each region there (see signOf). */
  readonly albedo: Float32Array
  finishes: readonly string[] = []
  #light: { key: string; planes: LightPlanes } | null = null
  #environment: { key: string; found: Environment } | null = null
  #sky: { key: string; found: Float32Array | null } | null = null
  #table: { key: string; table: Cube } | null = null

  constructor(pixels: number) {
    this.albedo = new Float32Array(3 * pixels)
  }

  light(key: string, make: () => LightPlanes): LightPlanes {
    if (this.#light?.key !== key) this.#light = { key, planes: make() }
    return this.#light.planes
  }

  environment(key: string, make: () => Environment): Environment {
    if (this.#environment?.key !== key) this.#environment = { key, found: make() }
    return this.#environment.found
  }

  sky(key: string, make: () => Float32Array | null): Float32Array | null {
    if (this.#sky?.key !== key) this.#sky = { key, found: make() }
    return this.#sky.found
  }

  /** The table of a palette is that of the look without changes of single regions, which change nothing else. */
  table(key: string, make: () => Cube): Cube {
    if (this.#table?.key !== key) this.#table = { key, table: make() }
    return this.#table.table
  }
}
