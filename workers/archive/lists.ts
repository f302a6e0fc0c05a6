import type { ArchiveEntry } from '#contracts/archive.ts'

const encoder = new TextEncoder()

/** A file in the list of check sums, with a remark as a comment above it. */
interface Summed {
  name: string
  sha256: string
  remark?: string
}

/** Check sums in the format of sha256sum, so that `sha256sum -c` reads them; it passes over comments. */
export function sumListOf(files: readonly Summed[]): Uint8Array<ArrayBuffer> {
  const lines = files.map(
    ({ name, sha256, remark }) => `${remark ? `# ${remark}\n` : ''}${sha256}  ${name}\n`,
  )
  return encoder.encode(lines.join(''))
}

/** The files that are missing, with the reasons. With CRLF and a byte order mark, as Windows' Notepad likes. */
export function missingListOf(
  head: string,
  files: readonly Pick<ArchiveEntry, 'name' | 'error'>[],
): Uint8Array<ArrayBuffer> {
  const lines = files.map(({ name, error }) => `${name}\t${error?.message ?? ''}`)
  return encoder.encode(`\ufeff${[head, '', ...lines, ''].join('\r\n')}`)
}
