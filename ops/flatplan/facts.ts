import { z } from 'zod'
import {
  MOST_PLAN_CHANGES,
  MOST_PLAN_MENDS,
  zPlanChange,
  zPlanMend,
  zPlanStyle,
  zRuler,
} from '#contracts/flatplan.ts'
import { type OpFacts, tickets } from '../op-facts.ts'
import { colour, unit } from '../shapes.ts'

export const facts = {
  title: '彩平图',
  start: '生成彩平图',
  icon: 'flatplan',
  cost: tickets('image', 1),
  places: ['local', 'device'],
  needs: 'none',
  output: 'image',
  accepts: ['image'],
  requires: ['image'],
  builtIn: ['device', 'local'],
  keepsSize: true,
  networks: {
    all: ['plans', 'ocrFind', 'ocrRead'],
    of: ({ content }) => (content === 'site' ? ['ocrFind', 'ocrRead'] : ['plans', 'ocrFind', 'ocrRead']),
    sparedBy: 'drawing',
    packs: {
      planText: {
        title: '彩色平面图',
        summary: '识别图纸里的墙、门窗、房间名与尺寸',
        models: ['plans', 'ocrFind', 'ocrRead'],
      },
    },
  },
  own: { keys: ['ruler', 'mends', 'changes'] },
  look: { vectors: 'plan' },
  params: () =>
    z.object({
      /** A flat or a building by its rooms, or a site by its roads, lawns and water. */
      content: z.enum(['home', 'site']).default('home'),
      style: zPlanStyle.default('natural'),
      /** A line of known length; null where dimensions in the drawing are to tell, or nothing is. */
      ruler: zRuler.nullable().default(null),
      /** The user's corrections of the reading, applied in this order. */
      mends: z.array(zPlanMend).max(MOST_PLAN_MENDS).default([]),
      /** What the user said of single rooms; a later one counts more. */
      changes: z.array(zPlanChange).max(MOST_PLAN_CHANGES).default([]),
      showLabels: z.boolean().default(true),
      showAreas: z.boolean().default(true),
      /** Fill of the walls. */
      poche: colour('#3A3A3C'),
      shadow: unit(0.65),
      /** Longer side of the result, px; 0 for the source's, but at least 2048. */
      side: z.union([z.literal(0), z.literal(2048), z.literal(3840)]).default(0),
    }),
} as const satisfies OpFacts
