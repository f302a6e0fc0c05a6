import { generative as clearroom } from './clearroom/generative.ts'
import { generative as composite } from './composite/generative.ts'
import { generative as edit } from './edit/generative.ts'
import { generative as flatplan } from './flatplan/generative.ts'
import type { GenerativeFacts } from './generative.ts'
import { generative as image2video } from './image2video/generative.ts'
import { generative as image3d } from './image3d/generative.ts'
import { generative as images2video } from './images2video/generative.ts'
import type { OpId } from './index.ts'
import { generative as inpaint } from './inpaint/generative.ts'
import { generative as live } from './live/generative.ts'
import { generative as outpaint } from './outpaint/generative.ts'
import { generative as relight } from './relight/generative.ts'
import { generative as render } from './render/generative.ts'
import { generative as restore } from './restore/generative.ts'
import { generative as retexture } from './retexture/generative.ts'
import { generative as stylize } from './stylize/generative.ts'
import { generative as text2image } from './text2image/generative.ts'
import { generative as text2video } from './text2video/generative.ts'
import { generative as upscale } from './upscale/generative.ts'
import { generative as views } from './views/generative.ts'

/** How generative engines are asked for the operations that they can carry out by words and pictures. */
export const GENERATIVE: { readonly [Op in OpId]?: GenerativeFacts } = {
  render,
  views,
  composite,
  flatplan,
  clearroom,
  edit,
  stylize,
  retexture,
  relight,
  inpaint,
  outpaint,
  restore,
  upscale,
  text2image,
  text2video,
  image2video,
  images2video,
  image3d,
  live,
}
