/** A colour picture to be read, from a worker's raster or from decoded bytes; rows from the top, straight alpha. */
export interface Picture {
  readonly width: number
  readonly height: number
  /** Interleaved RGBA, 0..255, 4·width·height values. */
  readonly data: Uint8Array | Uint8ClampedArray
}
