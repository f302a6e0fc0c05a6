import type { MaskName } from '#contracts/mask.ts'
import type { NamedShare } from '#kernels/mask/by-name.ts'
import type { Reshape } from '#kernels/mask/reshape.ts'
import type { WandSettings } from '#kernels/mask/wand.ts'
import type { Pointing } from '#kernels/segment/point-at.ts'
import type { AnswerStore } from '#workers/image/answers.ts'
import type { Networks } from '#workers/image/networks.ts'

/** A picture that is worked on; the key tells one from another, so that it is decoded once. */
export interface Subject {
  key: string
  file: Blob
  /** Size of masks of it, px: that of the picture upright. */
  width: number
  height: number
}

/** A mask: one byte a pixel, 255 inside. */
export type MaskBytes = Uint8Array<ArrayBuffer>

/**
 * The mask worker: what a mask editor computes on whole pictures. It keeps the picture that it was asked
 * about last. Errors cross as carryErrors names them; masks are transferred, not copied.
 */
export interface MaskWorker {
  /** See ImageWorker.shareAnswers. */
  shareAnswers(store: AnswerStore): void
  /**
   * Reads a picture as a mask of the given size: white is masked.
   * @throws AppError the FILE_ errors of decoding
   */
  read(file: Blob, width: number, height: number): Promise<MaskBytes>
  /** A mask as a PNG: white is masked. */
  write(mask: MaskBytes, width: number, height: number): Promise<Blob>
  /** The mask that a cut-out carries, as a PNG of its source's size; null where it carries none. */
  kept(result: Blob): Promise<Blob | null>
  reshape(mask: MaskBytes, width: number, height: number, change: Reshape): Promise<MaskBytes>
  /** What has the colour of a place. */
  wand(subject: Subject, at: { x: number; y: number }, settings: WandSettings): Promise<MaskBytes>
  /** The thing that is pointed at. */
  select(subject: Subject, pointing: Pointing): Promise<MaskBytes>
  /** Names that can be selected in a picture: those that it shows. */
  names(subject: Subject, networks: Networks): Promise<NamedShare[]>
  /** All of a name. */
  named(subject: Subject, name: MaskName, networks: Networks): Promise<MaskBytes>
  /** The region at a place, as a render has it. */
  region(subject: Subject, at: { x: number; y: number }, networks: Networks): Promise<MaskBytes>
}
