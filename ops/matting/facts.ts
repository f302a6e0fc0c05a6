import { z } from 'zod'
import { zThings } from '#contracts/mask.ts'
import { type OpFacts, tickets } from '../op-facts.ts'
import { colour, unit } from '../shapes.ts'

/** IS-Net cuts out; the seeing network names the things that are pointed at. */
const NETWORKS = ['isnet', 'seeing'] as const

export const facts = {
  title: '抠图',
  start: '开始抠图',
  icon: 'matting',
  cost: tickets('image', 1),
  places: ['local', 'device'],
  needs: 'none',
  output: 'image',
  transparency: 'own',
  accepts: ['image', 'mask'],
  requires: ['image'],
  builtIn: ['device', 'local'],
  networks: {
    all: NETWORKS,
    of: ({ mode }) => (mode === 'box' || mode === 'scribble' ? NETWORKS : ['isnet']),
    packs: { matting: { title: '智能抠图', summary: '去除背景，得到透明底图片', models: NETWORKS } },
  },
  own: { keys: ['things'], counts: ({ mode }) => mode !== 'auto' },
  look: { canvas: 'things', samples: 'things', transparent: true },
  params: () =>
    z.object({
      /**
       * How the subject is told: the network's choice, or what was boxed or scribbled on. With `auto` the input `mask`
       * holds corrections (white strokes keep, black ones remove, clear parts say nothing); otherwise it is the
       * selection as it was shown for `things` and corrected by hand, white on what stays, or stands for itself.
       */
      mode: z.enum(['auto', 'box', 'scribble']).default('auto'),
      /** What was pointed at in this picture, px; without things and mask the network chooses. */
      things: zThings.default([]),
      /** What stands behind the cut-out. */
      ground: z.enum(['transparent', 'white', 'colour']).default('transparent'),
      colour: colour('#F7F5F0'),
      /** Crop to the subject. */
      trim: z.boolean().default(false),
      /** Soft shadow where the subject stands on the ground, 0..1. */
      shadow: unit(0),
    }),
} as const satisfies OpFacts
