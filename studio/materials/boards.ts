// Floors of boards: each board is cut from its own place in a tree.
import { type Bond, herringbone, inside, newSpot, strips } from './bonds.ts'
import { noise, smooth } from './noise.ts'
import { blend, dim, fill, type Generator, hex, relief, type Sheet } from './sheet.ts'
import { type Board, boardOf, coloursOf, grainAt, type WoodSpec } from './wood.ts'

/** mm over which the grain of a floor board would repeat: longer than any board. */
const TREE = 4096

interface Floor {
  readonly joint: number
  /** How much boards differ in lightness, 0..1. */
  readonly vary: number
}

function layBoards(
  sheet: Sheet,
  bond: Bond,
  spec: WoodSpec,
  width: number,
  floor: Floor,
  quarter: boolean,
): void {
  const { mm, size } = sheet
  const colours = coloursOf(spec)
  const spot = newSpot()
  const known = new Map<number, Board>()
  const pitch = mm / size
  fill(sheet, (u, v, out) => {
    // Turned by a right angle the same bond runs upright.
    if (quarter) bond(v, u, spot)
    else bond(u, v, spot)
    let board = known.get(spot.id)
    if (!board) {
      board = boardOf(spec, Math.floor(spot.id * 2 ** 30), TREE, 1600, width)
      known.set(spot.id, board)
    }
    grainAt(spec, colours, board, spot.x + spot.other * 2000 + 800, spot.y, out)
    dim(out, 1 + (spot.other - 0.5) * floor.vary)
    blend(out, colours.dark, Math.max(0, spot.id - 0.6) * floor.vary)
    const on = inside(spot.edge, floor.joint, pitch)
    const bevel = smooth(floor.joint / 2, floor.joint / 2 + 2.4, spot.edge)
    dim(out, (0.3 + 0.7 * on) * (0.86 + 0.14 * bevel))
    out.h += bevel * 0.5 * on
  })
  relief(sheet, { light: 0.55 })
}

/** Oak blocks in herringbone. */
export const herringboneFloor =
  (spec: WoodSpec): Generator =>
  (sheet) => {
    const n = 6
    const width = sheet.mm / (2 * n * Math.SQRT2)
    layBoards(sheet, herringbone(sheet.mm, n, sheet.seed), spec, width, { joint: 0.9, vary: 0.26 }, false)
  }

/** Long boards of 200 mm. */
export const plankFloor =
  (spec: WoodSpec): Generator =>
  (sheet) => {
    layBoards(sheet, strips(sheet.mm, 200, 1, sheet.seed), spec, 200, { joint: 2, vary: 0.24 }, false)
  }

/** Weathered deck boards with grooves and open joints. */
export const decking =
  (spec: WoodSpec): Generator =>
  (sheet) => {
    const { mm, size, seed } = sheet
    const count = 10
    const width = mm / count
    const colours = coloursOf(spec)
    const bond = strips(mm, width, 1, seed)
    const spot = newSpot()
    const known = new Map<number, Board>()
    fill(sheet, (u, v, out) => {
      bond(u, v, spot)
      let board = known.get(spot.id)
      if (!board) {
        board = boardOf(spec, Math.floor(spot.id * 2 ** 30), TREE, mm, width)
        known.set(spot.id, board)
      }
      grainAt(spec, colours, board, spot.x, spot.y, out)
      dim(out, 1 + (spot.other - 0.5) * 0.25)
      const weather = 0.5 + 0.5 * noise(u, v, 4, 14, seed + 3)
      blend(out, hex('#9a948a'), 0.16 + 0.22 * weather)
      const open = spot.edge
      const on = inside(open, 7, mm / size)
      const groove = Math.sin((spot.y / width) * Math.PI * 2 * 13)
      // Two screws across each board over every joist.
      const joist = 4
      const du = Math.abs(u * joist - Math.floor(u * joist) - 0.5) * (mm / joist)
      const screw = Math.hypot(du, Math.abs(Math.abs(spot.y) - width * 0.3))
      if (screw < 4.5) blend(out, hex('#4b4742'), 0.8 * smooth(4.5, 3.4, screw))
      dim(out, 0.12 + 0.88 * on)
      out.h += on * (1 + 0.55 * groove) + on * smooth(3.5, 7, open) * 0.8
    })
    relief(sheet, { light: 0.5 })
  }
