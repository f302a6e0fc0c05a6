import { expose } from 'comlink'
import JSZip from 'jszip'
import { crc32 } from '#kernels/crc32.ts'

const worker = {
  /** Reads the blobs and sums them, and nothing else: what no writer that needs the CRCs can do without. */
  async floor(blobs: readonly Blob[]): Promise<number> {
    let sum = 0
    for (const blob of blobs) sum ^= crc32(new Uint8Array(await blob.arrayBuffer()))
    return sum
  },
  jszip(files: readonly { name: string; blob: Blob }[]): Promise<Blob> {
    const zip = new JSZip()
    for (const { name, blob } of files) zip.file(name, blob)
    return zip.generateAsync({ type: 'blob', compression: 'STORE' })
  },
  async sums(blobs: readonly Blob[]): Promise<number[]> {
    const found: number[] = []
    for (const blob of blobs) found.push(crc32(new Uint8Array(await blob.arrayBuffer())))
    return found
  },
}
export type ArchiveBenchWorker = typeof worker

expose(worker)
