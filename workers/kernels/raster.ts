/** A colour picture: 8-bit RGBA, straight (not premultiplied) alpha, rows from the top, 4·width·height bytes. */
export interface Raster {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** One channel of real numbers, rows from the top, width·height values; the unit is the kernel's own. */
export interface Plane {
  width: number
  height: number
  data: Float32Array
}
