import type { ArchiveEntry } from '#contracts/archive.ts'

const encoder = new TextEncoder()

/** Check sums in the format of sha256sum, so that `sha256sum -c` reads them. */
export function sumListOf(files: readonly { name: string; sha256: string }[]): Uint8Array<ArrayBuffer> {
  return encoder.encode(files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''))
}

/** The files that are missing, with the reasons. With CRLF and a byte order mark, as Windows' Notepad likes. */
export function missingListOf(
  head: string,
  files: readonly Pick<ArchiveEntry, 'name' | 'error'>[],
): Uint8Array<ArrayBuffer> {
  const lines = files.map(({ name, error }) => `${name}\t${error?.message ?? ''}`)
  return encoder.encode(`\ufeff${[head, '', ...lines, ''].join('\r\n')}`)
}
