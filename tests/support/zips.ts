import { Buffer } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** An entry as an independent reader finds it. */
export interface ReadEntry {
  name: string
  bytes: Buffer
  crc32: number
  modified: Date
  /** Bit 11: the name is UTF-8. */
  isUtf8: boolean
  version: number
}

type Source = string | Uint8Array

/** Reads a zip with yauzl, which checks names and sizes, and Node's own CRC-32 of the bytes. */
export async function readZip(source: Source): Promise<ReadEntry[]> {
  const zip =
    typeof source === 'string'
      ? await yauzl.openPromise(source, { strictFileNames: true })
      : await yauzl.fromBufferPromise(Buffer.from(source), { strictFileNames: true })
  const entries: ReadEntry[] = []
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry))
    entries.push({
      name: entry.fileName,
      bytes,
      crc32: entry.crc32,
      modified: entry.getLastModDate({ timezone: 'local' }),
      isUtf8: (entry.generalPurposeBitFlag & 0x800) !== 0,
      version: entry.versionNeededToExtract,
    })
  }
  return entries
}
