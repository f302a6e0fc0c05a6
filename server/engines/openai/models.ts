import type { MadeSizes } from '../pictures/frame.ts'

/** What requests to a model look like. */
export interface ModelShape {
  /** Sizes that it makes, px. */
  made: MadeSizes
  /** Most pictures that it takes with a request (`images/edits`); 0 where it takes none. */
  mostInputs: number
  /** Most pictures of one request. */
  most: number
  /** Whether it has to be asked for bytes instead of an address. */
  asksFormat: boolean
}

const SHAPES: readonly (readonly [RegExp, ModelShape])[] = [
  [
    /gpt-image|chatgpt-image/i,
    {
      made: {
        sizes: [
          [1024, 1024],
          [1536, 1024],
          [1024, 1536],
        ],
      },
      mostInputs: 16,
      most: 10,
      asksFormat: false,
    },
  ],
  [
    /dall-e-3/i,
    {
      made: {
        sizes: [
          [1024, 1024],
          [1792, 1024],
          [1024, 1792],
        ],
      },
      mostInputs: 0,
      most: 1,
      asksFormat: true,
    },
  ],
  [/dall-e-2/i, { made: { sizes: [[1024, 1024]] }, mostInputs: 1, most: 10, asksFormat: true }],
]

/** Any other model behind the same interface, as house servers offer them. */
const OTHER: ModelShape = {
  made: { pixels: 1024 * 1024, step: 64 },
  mostInputs: 16,
  most: 1,
  asksFormat: true,
}

/** Shape of the requests to a model, by its name. */
export function shapeOf(model: string): ModelShape {
  return SHAPES.find(([pattern]) => pattern.test(model))?.[1] ?? OTHER
}
