const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/tiff': 'tif',
  'image/svg+xml': 'svg',
  'image/vnd.dxf': 'dxf',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'model/gltf-binary': 'glb',
}

/** Extension of a MIME type without the dot; 'bin' for one that is not known. */
export function extensionOf(type: string): string {
  return EXTENSIONS[type] ?? 'bin'
}

/** Name of a file without its folder and extension. */
export function stemOf(name: string): string {
  const file = name.split(/[\\/]/).at(-1) ?? ''
  return file.replace(/\.[A-Za-z0-9]{1,5}$/, '') || file
}

/**
 * Name that a result is saved under: `stem_title.ext`, without characters that file systems refuse, control
 * characters and marks that turn the reading direction.
 */
export function outputName(original: string, title: string, type: string): string {
  const stem = stemOf(original)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/^\.+/, '')
    .trim()
    .slice(0, 120)
  return `${stem || '图片'}_${title}.${extensionOf(type)}`
}
