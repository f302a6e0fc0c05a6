import { z } from 'zod'

/** Words of the user, at most so many characters. */
export const text = (max: number) => z.string().trim().max(max).default('')
/** A share, 0..1. */
export const unit = (initial: number) => z.number().min(0).max(1).default(initial)
/** A correction to either side, -100..100. */
export const signed = (initial = 0) => z.number().min(-100).max(100).default(initial)
/** A colour, #rrggbb. */
export const colour = (initial: string) =>
  z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .default(initial)
/** Ratios of pictures and films that are made from words. */
export const aspect = () => z.enum(['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16'])

/** A LoRA of the GPU engine, by the name of its file there, and how strongly it counts; '' for none. */
export const lora = () => ({
  lora: z.string().trim().max(300).default(''),
  loraWeight: z.number().min(0).max(2).default(1),
})

/** Parameters of ops that take words. */
export const prompted = () =>
  z.object({
    prompt: text(2000),
    /** Leave out style picture and words: geometry alone decides. */
    ignoreWordAndImage: z.boolean().default(false),
  })

/** Parameters that the ops which render have in common. */
export const rendering = () =>
  prompted().extend({
    /** How far the picture is made over: 0 a tint, 1 wholly. */
    strength: unit(0.75),
    /** How strongly the style picture colours the result. */
    ipaPlus: z.boolean().default(false),
    /** 1 keeps the source's geometry, 0 lets it go. */
    lock: z.number().int().min(0).max(1).default(1),
    classifyId2: z.string().max(64).default(''),
    classifyId3: z.string().max(64).default(''),
    view: z.string().max(64).default(''),
    atmosphere: z.string().max(64).default(''),
    environment: z.string().max(64).default(''),
  })
