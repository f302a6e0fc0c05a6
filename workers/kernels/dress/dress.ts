import type { Raster } from '#kernels/raster.ts'
import { addRain, addSnow } from '#kernels/relight/weather.ts'
import { type Air, airOf } from './air.ts'
import { developPicture, meter, palettePicture } from './develop.ts'
import { smoothBorders } from './edges.ts'
import { environmentOf } from './environment.ts'
import { finishesOf, meanOf, signOf } from './finishes.ts'
import { layFinishes } from './lay.ts'
import { lightOf } from './light.ts'
import type { DressOptions, Finish, Look, Palette } from './look.ts'
import { mirrorScene } from './mirror.ts'
import { changeNature, natureOf } from './nature.ts'
import { paintScene, type Scene, skyOf } from './paint.ts'
import type { Prepared } from './prepare.ts'

/** Lays what changed since the last look. */
function layChanged(prepared: Prepared, look: Look, finishes: readonly (Finish | null)[]): void {
  const { seen, geometry, map, memo } = prepared
  const nature = natureOf(look, seen)
  const signs = finishes.map((finish) => `${nature.season}${nature.snow}${signOf(finish)}`)
  const wanted = signs.map((sign, id) => memo.finishes[id] !== sign)
  if (wanted.some(Boolean)) {
    layFinishes(prepared, finishes, wanted)
    changeNature(seen, geometry, map, nature, wanted, memo.albedo)
  }
  memo.finishes = signs
}

function sceneOf(
  prepared: Prepared,
  look: Look,
  air: Air,
  own: ReadonlyMap<number, Finish>,
  seed: number,
): Scene {
  const { seen, map, geometry, source, memo } = prepared
  const finishes = finishesOf(prepared, look, own)
  layChanged(prepared, look, finishes)
  const key = `${look.time}/${look.weather}/${look.season}/${JSON.stringify(look.sun)}`
  const ground = look.finishes.ground?.[0]
  const light = (c: 0 | 1 | 2) => 0.55 * (0.6 * air.sunLight[c] + 0.4 * air.skyLight[c])
  const soil = ground ? meanOf(ground) : ([0.12, 0.13, 0.07] as const)
  const around = memo.keep('environment', `${key}/${seed}`, () => {
    const trees = [0.13 * light(0), 0.19 * light(1), 0.08 * light(2)] as const
    const below = [soil[0] * light(0), soil[1] * light(1), soil[2] * light(2)] as const
    const sky = air.sky ?? airOf({ ...look, time: 'noon' }, seen, source.kind, geometry).sky!
    return environmentOf({ sky, trees, ground: below }, air.azimuth, seed)
  })
  return {
    prepared,
    look,
    air,
    finishes,
    around,
    seed,
    light: memo.keep('light', JSON.stringify(air.sun), () => lightOf(seen, geometry, map, source, air.sun)),
    sky: memo.keep('sky', `${key}/${seed}`, () => skyOf(prepared, air, seed)),
  }
}

/** What a palette's table depends on. */
function tableKey(
  prepared: Prepared,
  look: Look,
  { lab }: Palette,
  { seed, strength, lock }: DressOptions,
): string {
  let sum = lab.length
  for (let i = 0; i < lab.length; i++) sum = (Math.imul(sum, 31) + Math.round(64 * lab[i]!)) | 0
  const finishes = finishesOf(prepared, look, new Map()).map(signOf)
  const { time, weather, season, sun, lamps, planting } = look
  const light = [time, weather, season, JSON.stringify(sun), lamps, planting]
  return [sum, seed, strength, lock, ...light, finishes.join(' ')].join('/')
}

function addFall(picture: Raster, { prepared, air }: Scene, strength: number): void {
  if (air.fall === 'none') return
  const { map, seen } = prepared
  const add = air.fall === 'rain' ? addRain : addSnow
  const share = seen.regions.map(({ label }) => (label === 'opening' ? 0.5 : 1) * strength)
  add(picture, air.fall === 'rain' ? 190 : 240, (i) => share[map[i]!]!)
}

/**
 * Dresses a picture: materials in perspective and scale, sky, light, glass, planting and colours by a look. Nothing
 * moves: light and line work are the source's own, or made from its planes.
 * The same look, seed and strength give the same picture. What is the same as the last time is not computed again,
 * where materials are the same objects: a change of one region's finish takes a fraction of the whole.
 * @param report called with 0..1
 * @returns a picture of the source's size, with its alpha
 */
export function dress(
  prepared: Prepared,
  look: Look,
  options: DressOptions,
  report: (done: number) => void = () => {},
): Raster {
  const { seen, geometry, source } = prepared
  const air = airOf(look, seen, source.kind, geometry)
  const paint = (own: ReadonlyMap<number, Finish>) => {
    const scene = sceneOf(prepared, look, air, own, options.seed)
    report(0.4)
    const rgb = paintScene(scene)
    report(0.6)
    mirrorScene(scene, rgb)
    smoothBorders(prepared, rgb)
    meter({ scene, rgb })
    report(0.75)
    return { scene, rgb }
  }
  const palette = look.palette
  const table =
    palette &&
    prepared.memo.keep('table', tableKey(prepared, look, palette, options), () =>
      palettePicture(paint(new Map()), palette, options),
    )
  const painted = paint(options.finishes)
  const picture = developPicture(painted, table && { table, share: palette!.share }, options)
  addFall(picture, painted.scene, options.strength)
  report(1)
  return picture
}
