import { paletteOf } from '#kernels/dress/develop.ts'
import type { Finish, Look, Palette } from '#kernels/dress/look.ts'
import { writeLab } from '#kernels/lab.ts'
import type { MaterialPicture } from '#kernels/materials/material-picture.ts'
import type { Raster } from '#kernels/raster.ts'
import type { Light } from '#kernels/relight/skies.ts'
import type { Label } from '#kernels/seeing/scene.ts'
import { LINEAR_OF_BYTE } from '#kernels/srgb.ts'
import type { PlannedLight, RenderPlan } from '#ops/render/plan.ts'

/** A material of the library as far as it is to be had. */
export interface LibraryMaterial {
  /** Null where the picture is not at hand: its mean colour stands for it then. */
  picture: MaterialPicture | null
  /** Mean colour, #rrggbb. */
  colour: string
  /** 0 matt .. 1 mirror. */
  gloss: number
}

/** Materials by id. */
export type Materials = ReadonlyMap<string, LibraryMaterial>

/** How far a dyed material's mean goes to its colour. */
const DYED = 0.85
/** Gloss of plain colours. */
const PAINTED = 0.1

/** Linear light of #rrggbb. */
function lightOfHex(hex: string): Light {
  const at = (k: number) => LINEAR_OF_BYTE[Number.parseInt(hex.slice(k, k + 2), 16)]!
  return [at(1), at(3), at(5)]
}

/** Id of the material in a finish; null for a plain colour. */
export function materialIn(finish: string): string | null {
  return finish.startsWith('#') ? null : finish.split('@')[0]!
}

/** Ids of all materials that these finishes are made of. */
export function materialsIn(finishes: Iterable<string>): string[] {
  const ids = new Set<string>()
  for (const finish of finishes) {
    const id = materialIn(finish)
    if (id) ids.add(id)
  }
  return [...ids]
}

/** What seats are covered with. */
const isSoft = (id: string) => /^fabric-(?!rattan|sheer)/.test(id)

/** Finishes that were made: the same one for the same string, so that what it covers is not laid again. */
const made = new WeakMap<LibraryMaterial, Map<string, Finish>>()
const colours = new Map<string, Finish>()

/** The finish that a string stands for; see zFinish. What is not in the library is left to the source. */
export function finishOf(finish: string, materials: Materials): Finish | null {
  const id = materialIn(finish)
  if (!id) {
    const known = colours.get(finish) ?? {
      material: null,
      colour: lightOfHex(finish),
      tint: 1,
      gloss: PAINTED,
    }
    colours.set(finish, known)
    return known
  }
  const found = materials.get(id)
  if (!found) return null
  const byName = made.get(found) ?? new Map<string, Finish>()
  made.set(found, byName)
  const dye = finish.split('@')[1]
  const known = byName.get(finish) ?? {
    material: found.picture,
    colour: lightOfHex(dye ?? found.colour),
    tint: dye ? DYED : 0,
    gloss: found.gloss,
    soft: isSoft(id),
  }
  byName.set(finish, known)
  return known
}

/** How far a picture is drawn to colours that a word asks for, to a style picture's, and to those when told to. */
const SHARES = { words: 0.3, picture: 0.7, firm: 0.95 }
/** Steps between two colours of a word. */
const BETWEEN = 24

/** The colours of a style picture. @param firm whether they are to show strongly */
export function paletteOfPicture(picture: Raster, firm: boolean): Palette {
  return { ...paletteOf(picture), share: firm ? SHARES.firm : SHARES.picture }
}

/** A run of colours through those that a word names, the lightest first. */
function paletteOfWords(colours: readonly string[]): Palette {
  const lights = colours.map(lightOfHex)
  const lab = new Float32Array(3 * BETWEEN * (lights.length - 1))
  for (let n = 0; n < lab.length / 3; n++) {
    const [from, to] = [lights[Math.floor(n / BETWEEN)]!, lights[Math.floor(n / BETWEEN) + 1]!]
    const t = (n % BETWEEN) / BETWEEN
    const mix = (c: 0 | 1 | 2) => from[c] + t * (to[c] - from[c])
    writeLab(mix(0), mix(1), mix(2), lab, 3 * n)
  }
  return { lab, share: SHARES.words }
}

const SUN_COLOUR: Light = [1.08, 1, 0.86]

function sunOf({ sun, weather }: PlannedLight): Look['sun'] {
  if (!sun) return null
  return { ...sun, colour: SUN_COLOUR, strength: weather === 'overcast' || weather === 'fog' ? 0.25 : 1 }
}

/**
 * The look that a plan stands for.
 * @param picture the style picture's palette; it goes before that of words
 */
export function lookOfPlan(plan: RenderPlan, materials: Materials, picture: Palette | null): Look {
  const finishes: Partial<Record<Label, readonly Finish[]>> = {}
  for (const [label, list] of Object.entries(plan.finishes) as [Label, readonly string[]][])
    finishes[label] = list.flatMap((one) => finishOf(one, materials) ?? [])
  const { time, weather, season, lamps, planting } = plan.light
  const palette = picture ?? (plan.palette && paletteOfWords(plan.palette))
  return {
    finishes,
    asked: plan.asked,
    time,
    weather,
    season,
    sun: sunOf(plan.light),
    lamps,
    palette,
    planting,
  }
}
