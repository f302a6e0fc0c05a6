import type { Label, Setting } from '#contracts/surfaces.ts'

export { LABELS, type Label, type Setting } from '#contracts/surfaces.ts'

/** x to the right, y down, z away from the camera. */
export type Vector3 = readonly [number, number, number]

/** A place in a picture, px; pixel centres are at whole numbers plus a half. */
export interface Spot {
  x: number
  y: number
}

/** A pinhole camera with square pixels and the principal point in the picture's middle or straight above or below. */
export interface View {
  /** Size that `focal` belongs to, px. */
  width: number
  height: number
  /** Focal length, px. */
  focal: number
  /** How far the principal point is under the picture's middle, px: a shift lens keeps uprights upright; 0 if left out. */
  shift?: number
  /**
   * Unit vectors of the scene's axes in the camera's coordinates: the one nearest to the picture's right, the one
   * down to the ground, and the one away from the camera; at right angles to each other. Where an axis meets the
   * picture is its vanishing point.
   */
  axes: readonly [Vector3, Vector3, Vector3]
  /** Height of the eye over the ground, metres, where it is not the usual one of the setting. */
  eye?: number
  /** 0..1: how well the picture's lines agree; under 0.3 it is no more than a usual camera, held level. */
  sure: number
}

/** A plane of the scene: points p in front of the camera with normal · p = distance. */
export interface Surface3 {
  /** Unit vector that points towards the camera, so that `distance` is negative. */
  normal: Vector3
  /** In metres, by the eye's height that is assumed (1.5 m indoors, 1.6 m outdoors, 40 m from above). */
  distance: number
}

/** A room as a box: where its back wall's corners are; the other edges run from them away from the vanishing point. */
export interface RoomBox {
  /** Upper left, upper right, lower right, lower left, px; may lie outside of the picture. */
  back: readonly [Spot, Spot, Spot, Spot]
  /** Where the edges of floor and ceiling that run away from the camera meet. */
  vanishing: Spot
  /** 0..1. */
  sure: number
}

/**
 * Things that are made of something else than others of their label. `interface` is what a program shows beside its
 * scene, `backdrop` what is plain around it, `overlay` what lies over that.
 */
export type OwnName = 'rug' | 'curtain' | 'picture' | 'seat' | 'lamp' | 'interface' | 'backdrop' | 'overlay'

/** A region's name, and how far it is ahead of the second, 0..1. */
export interface Named {
  label: Label
  sure: number
  own?: OwnName
}

/** A connected part of the picture that is one thing of one material. */
export interface Region {
  /** Its value in `Seen.map`. */
  id: number
  label: Label
  /** 0..1: how far ahead of the second the label is. */
  sure: number
  /** Null where it is no plane (trees, sky, furniture with many faces). */
  plane: Surface3 | null
  pixels: number
  /** A place well inside of it. */
  at: Spot
  /** Its mean colour, CIE Lab. */
  lab?: readonly [l: number, a: number, b: number]
  /** What it was given by hand, as in zFinish. */
  finish?: string
  /** What it is where it is made of something else than others of its label. */
  own?: OwnName
}

/** How a picture is made: by a camera or as good as that, a model or a program's view of one, lines on paper. */
export type PictureKind = 'photo' | 'model' | 'drawing'

/** A picture as it is understood: its camera and what each pixel shows. */
export interface Seen {
  width: number
  height: number
  kind: PictureKind
  /** Whether its lightness was turned over before it was looked at, as of white lines on black. */
  inverted?: boolean
  setting: Setting
  view: View
  /** Null outdoors, and where no box fits. */
  room: RoomBox | null
  /** Id of each pixel's region, rows one after another. */
  map: Uint16Array
  /** `regions[id]` is the region with that id. */
  regions: readonly Region[]
  /** The superpixels that regions were made of, where they are known: the id of each pixel's. */
  parts?: ArrayLike<number>
}

/**
 * Sureness from which a surface takes a finish in a photograph, and one with a pattern in a model or drawing: of what takes one in
 * 88 photographs with reference label maps 0.94 is named right, and 0.87 at 0.5.
 */
export const SURE = 0.6
