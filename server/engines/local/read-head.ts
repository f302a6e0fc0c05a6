import { open } from 'node:fs/promises'
import { SNIFF_BYTES } from '#kernels/sniff.ts'

/** First bytes of a file, as many as it takes to tell its kind. */
export async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const head = new Uint8Array(SNIFF_BYTES)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
