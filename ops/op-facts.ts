import type { z } from 'zod'
import type { ModelId } from '#contracts/models.ts'
import type { EngineNeed, InputRole, Place } from '#contracts/ops.ts'
import type { Cost, TicketKind } from '#contracts/tickets.ts'

type Params = Readonly<Record<string, unknown>>

/** What the price of a run depends on. */
export interface PricedRun {
  place: Place
  params: Params
  /** Pixels of the picture; 0 where there is none, or it is not known yet. */
  width: number
  height: number
  /** Pictures that it is carried out for. */
  count: number
}

/** Networks that can be downloaded ahead together, for work without a connection. */
export interface PackFacts {
  readonly title: string
  readonly summary: string
  readonly models: readonly ModelId[]
}

/** What is known of the networks of an operation. */
interface NetworkFacts {
  /** Those that it may run. */
  readonly all: readonly ModelId[]
  /** Those that it runs with these parameters, as far as they tell; see `networksOf` in its run.ts. */
  readonly of: (params: Params) => readonly ModelId[]
  /** What makes them needless for a picture: its drawing's texts, or that its subject is cut out or painted already. */
  readonly sparedBy?: 'drawing' | 'cutOut'
  /** Small enough to be fetched as soon as a picture is added, before it is asked for. */
  readonly isSmall?: true
  /** The operation also works on a device without its networks, if less well, so that nobody waits for their download. */
  readonly isOptional?: true
  /** Packs that are named after this operation. */
  readonly packs?: Readonly<Record<string, PackFacts>>
}

/** How an operation's page and results look, where not like those of most. */
interface LookFacts {
  /**
   * What its page has on the picture, beside the picture itself: one of the canvases in src/workbenches/. `live` draws
   * its preview.ts as parameters change.
   */
  readonly canvas?: 'live' | 'regions' | 'angles' | 'area' | 'margins' | 'things' | 'words' | 'plane'
  /** Samples to try it with: models of clay, single things first, or none; finished scenes when left out. */
  readonly samples?: 'clay' | 'things' | 'none'
  /** Its results are transparent around something. */
  readonly transparent?: boolean
  /** Its results hold vectors: lines to be written as SVG or DXF, or a plan as SVG. */
  readonly vectors?: 'lines' | 'plan'
  /** What it does where nothing is painted, in a few words. */
  readonly unpainted?: string
  /** What to ask it for. */
  readonly suggestions?: readonly string[]
}

/** What is known of an operation without carrying it out: read by pages and the server alike. */
export interface OpFacts {
  /** Name that the user sees; results are named by it. */
  readonly title: string
  /** What the start button says. */
  readonly start: string
  /** Name of its sign in src/ui/Icon.tsx. */
  readonly icon: string
  /** Tickets of a run; null when it costs nothing. */
  readonly cost: (run: PricedRun) => Cost | null
  /** Places that the design foresees, best first. What runs now is asked of the engines. */
  readonly places: readonly Place[]
  /** What to connect when nothing can run it. */
  readonly needs: EngineNeed
  readonly output: 'image' | 'video' | 'model' | 'text' | 'view'
  /** Roles an input may have; roles in `requires` must be there. */
  readonly accepts: readonly InputRole[]
  readonly requires: readonly InputRole[]
  /** Places where this version does the work itself. */
  readonly builtIn: readonly Exclude<Place, 'gpu'>[]
  /**
   * Works on the original bytes, or gives a photograph back in its own size: uploads are not scaled down before it.
   */
  readonly keepsSize?: boolean
  /** Holds no more of a picture than its pixels: a browser carries it out for several large ones at a time. */
  readonly light?: boolean
  /** What counts of a result is how many bytes it has, beside its source's. */
  readonly comparesBytes?: boolean
  /**
   * What becomes of transparent parts: `kept` in the result, `own` where it deals with them by itself; when left out,
   * the result has none and pictures are seen over white.
   */
  readonly transparency?: 'kept' | 'own'
  /** Does nothing without a mask that was painted on the picture. */
  readonly needsMask?: boolean
  /** Has no input but words. */
  readonly needsWords?: boolean
  /** Makes one result of all pictures, instead of one of each. */
  readonly takesAll?: boolean
  /** What is edited by hand on each picture, beside its mask. */
  readonly own?: {
    /** Parameters that a form never sets for all pictures. */
    readonly keys: readonly string[]
    /** Whether these and the masks count with such parameters; they always do when left out. */
    readonly counts?: (params: Params) => boolean
    /** Holds for the result as it does for the source. */
    readonly ofResult?: boolean
  }
  readonly networks?: NetworkFacts
  /** Most pixels of a picture that a browser takes; null for any number. */
  readonly devicePixels?: (params: Params) => number | null
  /**
   * Seconds that the embedded engine works on it, on two quiet cores; `usualSeconds` where it is left out. Its estimate,
   * its time limit, the lane that it runs in and the price of long runs follow from this.
   * @param megapixels of the picture; 0 where its size is not known
   */
  readonly seconds?: (params: Params, megapixels: number) => number
  /** Most pictures that one run makes; 1 when left out. */
  readonly mostPictures?: number
  readonly look?: LookFacts
  /**
   * What is still missing before it can start, beyond what `requires`, `needsMask` and `needsWords` say: in Chinese, as
   * a request; null for nothing.
   * @param roles of what was given
   */
  readonly lacks?: (params: Params, roles: readonly InputRole[]) => string | null
  /** Schema of its parameters; `{}` parses to the defaults. */
  readonly params: () => z.ZodObject
}

/** Seconds of an operation that does not tell. */
export const usualSeconds = (megapixels: number) => 8 + megapixels

/** Price of so many tickets a picture; what runs on the user's device costs nothing. */
export function tickets(kind: TicketKind, amount: number): OpFacts['cost'] {
  return ({ place, count }) => (place === 'device' ? null : { kind, amount: amount * count })
}

/** Price of what costs nothing anywhere. */
export const free: OpFacts['cost'] = () => null
