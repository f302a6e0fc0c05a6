/** Longer side of what a tile is cut from, px: at most 86 % of it are left. */
export const SOURCE_SIDE = 1190
/** Below this a material would be a blur on the picture, px. */
export const LEAST_SIDE = 64
