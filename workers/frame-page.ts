import type { FirstFrame } from '#contracts/frames.ts'

const HTML = '<html '
const HEAD_END = '</head>'
const ROOT = /<div id="root">\s*<!-- splash -->.*<!-- \/splash -->\s*<\/div>/s
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/

/**
 * The shell with a first frame in it.
 * @param shell text of the built index.html
 * @returns the document, or null where the frame belongs to another version of the app
 * @throws Error when the shell has not the parts that are replaced
 */
export function withFrame(shell: string, { entry, look, markup, sheets }: FirstFrame): string | null {
  const own = ENTRY.exec(shell)?.[1]
  if (!own || !ROOT.test(shell) || !shell.includes(HTML) || !shell.includes(HEAD_END))
    throw new Error('index.html is not built as first frames need it')
  if (own !== entry) return null
  const links = sheets
    .filter((sheet) => !shell.includes(`href="${sheet}"`))
    .map((sheet) => `<link rel="stylesheet" crossorigin href="${sheet}">`)
  // By functions: a text would have its dollar signs read as patterns.
  return shell
    .replace(HTML, () => `<html data-entry="${entry}" data-frame="${look}" `)
    .replace(ENTRY, () => `<link rel="modulepreload" crossorigin href="${entry}">`)
    .replace(HEAD_END, () => links.join('') + HEAD_END)
    .replace(ROOT, () => `<div id="root" inert>${markup}</div>`)
}
