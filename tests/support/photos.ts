import { join, resolve } from 'node:path'

const FOLDER = resolve(import.meta.dirname, '../fixtures')

/** Paths of the committed photographs (see tests/fixtures/README.md). */
export const PHOTOS = {
  chair: join(FOLDER, 'chair.jpg'),
  room: join(FOLDER, 'room.jpg'),
  house: join(FOLDER, 'house.jpg'),
} as const

/** The same under the same names, 640 px wide: for tests that look at what is done, not at how large a picture may be. */
export const SMALL_PHOTOS = {
  chair: join(FOLDER, 'small/chair.jpg'),
  room: join(FOLDER, 'small/room.jpg'),
  house: join(FOLDER, 'small/house.jpg'),
} as const
