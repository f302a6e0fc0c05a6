import { z } from 'zod'
import { type OpFacts, tickets } from '../op-facts.ts'
import { unit } from '../shapes.ts'

export const facts = {
  title: '换材质',
  start: '替换材质',
  icon: 'retexture',
  cost: tickets('image', 1),
  places: ['device', 'local'],
  needs: 'none',
  output: 'image',
  transparency: 'kept',
  accepts: ['image', 'mask', 'style'],
  requires: ['image', 'mask'],
  builtIn: ['device', 'local'],
  // Four corners by hand tell the plane.
  networks: {
    all: ['seeing'],
    of: ({ corners }) => (Array.isArray(corners) && corners.length > 0 ? [] : ['seeing']),
    isSmall: true,
    isOptional: true,
  },
  keepsSize: true,
  needsMask: true,
  own: { keys: ['corners'], ofResult: true },
  look: { canvas: 'plane' },
  lacks: ({ material }, roles) => (material || roles.includes('style') ? null : '请先选择一种材质'),
  params: () =>
    z.object({
      material: z.string().max(64).default(''),
      /**
       * What the width of the picture in the role `style` stands for, mm, when it repeats already; null for one that
       * has to be made to.
       */
      tileMm: z.number().min(10).max(20_000).nullable().default(null),
      /** Larger or smaller than it is. */
      scale: z.number().min(0.1).max(10).default(1),
      /** Turned on its plane, degrees clockwise. */
      turn: z.number().min(-180).max(180).default(0),
      /**
       * Corners of a rectangle of the plane: upper left, upper right, lower right, lower left, x and y each in parts
       * of the picture's sides; empty where the room and the lines are to tell.
       */
      corners: z
        .array(z.number().min(-4).max(5))
        .max(8)
        .refine(({ length }) => length === 0 || length === 8)
        .default([]),
      keepLight: unit(0.8),
    }),
} as const satisfies OpFacts
