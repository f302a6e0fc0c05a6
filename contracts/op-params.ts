import { z } from 'zod'
import { MOST_PLAN_CHANGES, zPlanChange, zPlanStyle, zRuler } from './flatplan.ts'
import { zThings } from './mask.ts'
import type { OpId } from './ops.ts'
import { zPlacing, zSceneId } from './scenes.ts'
import { zRegionChanges, zRoom } from './surfaces.ts'
import { VIEW_ANGLES, zViewAngle } from './views.ts'

const text = (max: number) => z.string().trim().max(max).default('')
const unit = (initial: number) => z.number().min(0).max(1).default(initial)
const signed = (initial = 0) => z.number().min(-100).max(100).default(initial)

const prompted = () =>
  z.object({
    prompt: text(2000),
    /** Leave out style picture and words: geometry alone decides. */
    ignoreWordAndImage: z.boolean().default(false),
  })

const rendering = () =>
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

const aspect = () => z.enum(['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16'])

const PARAMS = {
  render: () =>
    rendering().extend({
      /** A named style; '' lets the words, the category and the picture decide. */
      style: z.string().max(32).default(''),
      seed: z.number().int().min(0).max(2_147_483_647).default(1),
      /** What kind of picture the source is; `auto` judges by it. */
      setting: z.enum(['auto', 'indoors', 'outdoors', 'above']).default('auto'),
      /** Pictures that a start makes of one source: so many tasks, each with the next seed. A task makes one. */
      variants: z.number().int().min(1).max(4).default(1),
      /** Cleans the picture and sets it upright before: for photographs of old rooms. */
      repair: z.boolean().default(false),
      /** What was done to its regions by hand. */
      regions: zRegionChanges.default([]),
      /** The room as it was drawn by hand; null where it is to be found. Means nothing outdoors. */
      room: zRoom.nullable().default(null),
    }),
  views: () =>
    rendering().extend({
      /** As in `render`. */
      style: z.string().max(32).default(''),
      seed: z.number().int().min(0).max(2_147_483_647).default(1),
      setting: z.enum(['auto', 'indoors', 'outdoors', 'above']).default('auto'),
      /** Renders the picture first; false turns it as it is. */
      dress: z.boolean().default(true),
      angles: z.array(zViewAngle).max(VIEW_ANGLES.length).default(['left', 'right', 'up', 'near']),
      /** How much is used of the way that a picture allows. */
      reach: unit(1),
    }),
  composite: () =>
    z.object({
      ground: z.enum(['scene', 'gradient', 'colour']).default('scene'),
      /** Built-in scene; a picture in the role `scene` takes its place. */
      scene: zSceneId.default('living'),
      colour: z
        .string()
        .regex(/^#[0-9a-fA-F]{6}$/)
        .default('#F7F5F0'),
      /** Whose size and cut the result has. In the picture's the subject stays where it is, in a scene's it is set. */
      frame: z.enum(['picture', 'scene']).default('picture'),
      shadow: unit(0.6),
      /** Where the light comes from; `auto` as the scene shows. */
      light: z.enum(['auto', 'left', 'above', 'right']).default('auto'),
      /** How far the subject's colours follow the light of the scene. */
      harmonise: unit(0.6),
      /** How much light of the ground comes round the subject's edges. */
      wrap: unit(0.4),
      /** Where the subject was placed by hand; null places it by itself. */
      placing: zPlacing.nullable().default(null),
    }),
  render3d: () =>
    z.object({
      hour: z.number().min(5).max(20).default(15),
      samples: z.number().int().min(16).max(2048).default(256),
      view: z.string().max(64).default(''),
    }),
  flatplan: () =>
    z.object({
      /** A flat or a building by its rooms, or a site by its roads, lawns and water. */
      content: z.enum(['home', 'site']).default('home'),
      style: zPlanStyle.default('natural'),
      /** A line of known length; null where dimensions in the drawing are to tell, or nothing is. */
      ruler: zRuler.nullable().default(null),
      /** What the user said of single rooms; a later one counts more. */
      changes: z.array(zPlanChange).max(MOST_PLAN_CHANGES).default([]),
      showLabels: z.boolean().default(true),
      showAreas: z.boolean().default(true),
      /** Fill of the walls. */
      poche: z
        .string()
        .regex(/^#[0-9a-fA-F]{6}$/)
        .default('#3A3A3C'),
      shadow: unit(0.65),
      /** Longer side of the result, px; 0 for the source's, but at least 2048. */
      side: z.union([z.literal(0), z.literal(2048), z.literal(3840)]).default(0),
    }),
  clearroom: () =>
    z.object({
      /** Floor, walls and ceiling as they are; false makes a shell of cement of them. */
      keepFinish: z.boolean().default(true),
    }),
  edit: () =>
    prompted().extend({
      strength: unit(0.75),
      /** As in `render`. */
      style: z.string().max(32).default(''),
      setting: z.enum(['auto', 'indoors', 'outdoors', 'above']).default('auto'),
    }),
  stylize: () =>
    prompted().extend({
      /** `fine` paints the style's texture too; `fast` only shifts colours. */
      method: z.enum(['fine', 'fast']).default('fine'),
      /** How firmly the picture's own structure and detail hold; 1 leaves the style's texture out. */
      strength: unit(0.75),
      /** How much of the style's colours shows. */
      colour: unit(1),
      /** Size of the style's texture. */
      scale: z.number().min(0.25).max(4).default(1),
      /** 1 keeps the edges of things as they are. */
      lock: z.number().int().min(0).max(1).default(1),
    }),
  retexture: () =>
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
       * of the picture's sides; empty where the lines are to tell.
       */
      corners: z.array(z.number().min(-4).max(5)).max(8).default([]),
      keepLight: unit(0.8),
    }),
  relight: () =>
    z
      .object({
        time: z.enum(['keep', 'morning', 'noon', 'sunset', 'dusk', 'night']).default('dusk'),
        weather: z.enum(['keep', 'clear', 'overcast', 'rain', 'snow', 'fog']).default('keep'),
        season: z.enum(['keep', 'spring', 'summer', 'autumn', 'winter']).default('keep'),
        strength: unit(0.85),
        /** How brightly windows and lamps shine when it gets dark. */
        windows: unit(0.8),
        /** What kind of picture it is; `auto` judges by sky and leaves. */
        scene: z.enum(['auto', 'outdoors', 'indoors']).default('auto'),
      })
      .refine(
        ({ time, weather, season }) => [time, weather, season].some((wish) => wish !== 'keep'),
        '请先选择时间、天气或季节',
      ),
  // Each slider is a correction of what the automatic work has found: 0 leaves it alone.
  grade: () =>
    z.object({
      preset: z.enum(['building', 'interior', 'night', 'snow']).default('building'),
      exposure: signed(),
      contrast: signed(),
      /** Above 0 is warmer. */
      temperature: signed(),
      /** Above 0 is more magenta, below greener. */
      tint: signed(),
      vibrance: signed(),
      clarity: signed(),
      dehaze: signed(),
      noise: signed(),
      sharpen: signed(),
      /** Sets the scene's verticals upright. */
      straighten: z.boolean().default(true),
      /** How much of the colour table (input `lut`) shows, 0..1. */
      lutStrength: unit(1),
    }),
  matting: () =>
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
      colour: z
        .string()
        .regex(/^#[0-9a-fA-F]{6}$/)
        .default('#F7F5F0'),
      /** Crop to the subject. */
      trim: z.boolean().default(false),
      /** Soft shadow where the subject stands on the ground, 0..1. */
      shadow: unit(0),
    }),
  inpaint: () => z.object({}),
  outpaint: () =>
    z.object({
      /** Sides as they are given, or the fewest pixels that bring the picture to a ratio (see marginsOf). */
      ratio: z.enum(['free', '1:1', '4:3', '3:4', '3:2', '16:9', '9:16']).default('free'),
      /** Where the picture lies in a ratio: at the left or top, in the middle, at the right or bottom. */
      position: z.enum(['start', 'middle', 'end']).default('middle'),
      left: z.number().int().min(0).max(4096).default(256),
      right: z.number().int().min(0).max(4096).default(256),
      top: z.number().int().min(0).max(4096).default(0),
      bottom: z.number().int().min(0).max(4096).default(0),
    }),
  upscale: () =>
    z.object({
      factor: z.union([z.literal(2), z.literal(4)]).default(2),
      quality: z.enum(['fast', 'best']).default('fast'),
    }),
  compress: () =>
    z.object({
      format: z.enum(['keep', 'jpeg', 'webp', 'png']).default('keep'),
      mode: z.enum(['quality', 'size']).default('quality'),
      quality: z.number().int().min(1).max(100).default(80),
      /** Wanted size, in kB of 1000 bytes. */
      targetKb: z.number().int().min(10).max(50_000).default(500),
      /** Longest side in px; 0 keeps the size. */
      maxSide: z.number().int().min(0).max(16_384).default(0),
    }),
  restore: () =>
    z.object({
      /** How much of the noise goes. */
      strength: unit(0.75),
      /** How much of a JPEG's blocks goes. */
      deblock: unit(0.75),
      sharpen: unit(0.4),
      /** 2 enlarges what was cleaned. */
      factor: z.union([z.literal(1), z.literal(2)]).default(1),
    }),
  lineart: () =>
    z.object({
      style: z.enum(['line', 'pencil', 'ink', 'contour']).default('line'),
      /** How much fine detail becomes lines, 0..1. */
      detail: unit(0.5),
      /** How heavy the lines are, 0..1. */
      weight: unit(0.5),
      /** Lines on a transparent ground instead of paper. */
      transparent: z.boolean().default(false),
    }),
  panorama: () => z.object({ fov: z.number().min(30).max(110).default(75) }),
  text2image: () =>
    prompted().extend({
      negative: text(1000),
      aspect: aspect().default('4:3'),
      count: z.number().int().min(1).max(4).default(1),
      classifyId3: z.string().max(64).default(''),
    }),
  text2video: () =>
    z.object({
      prompt: text(2000),
      aspect: aspect().default('16:9'),
      seconds: z.number().int().min(2).max(10).default(5),
    }),
  image2video: () =>
    z.object({
      prompt: text(2000),
      move: z.enum(['push', 'pull', 'left', 'right', 'up', 'orbit']).default('push'),
      seconds: z.number().int().min(2).max(10).default(5),
    }),
  images2video: () =>
    z.object({
      transition: z.enum(['fade', 'slide', 'zoom', 'cut']).default('fade'),
      secondsEach: z.number().min(1).max(10).default(3),
      aspect: aspect().default('16:9'),
    }),
  describe: () => z.object({ language: z.enum(['zh', 'en']).default('zh') }),
  expand: () => z.object({ prompt: text(2000), language: z.enum(['zh', 'en']).default('zh') }),
  chatEdit: () => z.object({ prompt: text(2000) }),
  chat: () => z.object({ prompt: text(8000), thinking: z.boolean().default(true) }),
  live: () =>
    prompted().extend({ strength: unit(0.75), brush: z.number().int().min(1).max(200).default(25) }),
} satisfies Record<OpId, () => z.ZodObject>

type Schemas = { [Op in OpId]: ReturnType<(typeof PARAMS)[Op]> }

const made: Partial<Record<OpId, z.ZodObject>> = {}

/**
 * Schema of an op's parameters; `{}` parses to its defaults. Made when it is first asked for, since a page needs
 * one or two of them.
 */
export function paramsOf<Op extends OpId>(op: Op): Schemas[Op] {
  made[op] ??= PARAMS[op]()
  return made[op] as Schemas[Op]
}

/** Parsed parameters of an op. */
export type ParamsOf<Op extends OpId> = z.output<Schemas[Op]>
