import { endingOfType } from './formats.ts'
import { safeFileName, shownName } from './safe-name.ts'

/** Endings of what is made here and is no picture. */
const OTHERS: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'model/gltf-binary': 'glb',
}

/** Extension of a MIME type without the dot; 'bin' for one that is not known. */
export function extensionOf(type: string): string {
  return endingOfType(type) || (OTHERS[type] ?? 'bin')
}

/** Name of a file without its folder and extension. */
export function stemOf(name: string): string {
  const file = name.split(/[\\/]/).at(-1) ?? ''
  return file.replace(/\.[A-Za-z0-9]{1,5}$/, '') || file
}

/** Name that a result is saved under: `stem_title.ext`, safe on every system; a long stem is what is shortened. */
export function outputName(original: string, title: string, type: string): string {
  const tail = `_${title}.${extensionOf(type)}`
  return safeFileName(`${stemOf(shownName(original)).replace(/^[. ]+/, '') || '图片'}${tail}`, tail)
}
