import { join, resolve } from 'node:path'

const FOLDER = resolve(import.meta.dirname, '../fixtures')

/** Paths of the committed photographs (see tests/fixtures/README.md). */
export const PHOTOS = {
  chair: join(FOLDER, 'chair.jpg'),
  room: join(FOLDER, 'room.jpg'),
  house: join(FOLDER, 'house.jpg'),
} as const
