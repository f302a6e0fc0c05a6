/** Prefix of the caches that hold an account's pinned originals; nothing in them expires. */
export const PINNED_PREFIX = 'pinned-'
/** Tells the service worker that the page keeps this answer itself, apart from the pictures that expire. */
export const PIN_HEADER = 'x-zhuhui-pin'
