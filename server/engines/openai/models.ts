/** What requests to a model look like. */
export interface ModelShape {
  /** Sizes that it makes, px; null where it makes any. */
  sizes: readonly (readonly [width: number, height: number])[] | null
  /** Most pictures of one request. */
  most: number
  /** Whether it has to be asked for bytes instead of an address. */
  asksFormat: boolean
  /** Whether it takes pictures (`images/edits`). */
  edits: boolean
}

const SHAPES: readonly (readonly [RegExp, ModelShape])[] = [
  [
    /gpt-image|chatgpt-image/i,
    {
      sizes: [
        [1024, 1024],
        [1536, 1024],
        [1024, 1536],
      ],
      most: 10,
      asksFormat: false,
      edits: true,
    },
  ],
  [
    /dall-e-3/i,
    {
      sizes: [
        [1024, 1024],
        [1792, 1024],
        [1024, 1792],
      ],
      most: 1,
      asksFormat: true,
      edits: false,
    },
  ],
  [/dall-e-2/i, { sizes: [[1024, 1024]], most: 10, asksFormat: true, edits: true }],
]

/** Any other model behind the same interface, as house servers offer them. */
const OTHER: ModelShape = { sizes: null, most: 1, asksFormat: true, edits: true }

/** Shape of the requests to a model, by its name. */
export function shapeOf(model: string): ModelShape {
  return SHAPES.find(([pattern]) => pattern.test(model))?.[1] ?? OTHER
}

/** Pixels of a picture that any size is possible of, and what its sides are multiples of. */
const PIXELS = 1024 * 1024
const STEP = 64

/** Size to ask for: of the sizes that a model makes the one whose ratio is nearest, px. */
export function sizeFor({ sizes }: ModelShape, ratio: number): readonly [width: number, height: number] {
  const distance = ([width, height]: readonly [number, number]) => Math.abs(Math.log(width / height / ratio))
  const nearest = sizes?.toSorted((a, b) => distance(a) - distance(b))[0]
  if (nearest) return nearest
  const round = (side: number) => Math.max(STEP, Math.round(side / STEP) * STEP)
  return [round(Math.sqrt(PIXELS * ratio)), round(Math.sqrt(PIXELS / ratio))]
}
