const ascii = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length))

/** Extensions that an animation needs: how often it repeats. */
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']

/** Bytes of a colour table that a field of flags announces. */
const tableOf = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** End of blocks that follow each other until an empty one (GIF 89a, 15). */
function endOfBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0)
  return Math.min(bytes.length, at + 1)
}

/** A GIF without comments, XMP and what else programs leave in it, nor anything behind its end. */
export function stripGif(bytes: Uint8Array): Uint8Array[] {
  let at = 13 + tableOf(bytes[10] ?? 0)
  const parts = [bytes.subarray(0, at)]
  while (at < bytes.length) {
    const [kind, label] = [bytes[at], bytes[at + 1]]
    if (kind === 0x21) {
      const end = endOfBlocks(bytes, at + 2)
      const isOther = label === 0xff && !LOOPS.includes(ascii(bytes, at + 3, 11))
      if (label !== 0xfe && !isOther) parts.push(bytes.subarray(at, end))
      at = end
    } else if (kind === 0x2c) {
      const end = endOfBlocks(bytes, at + 10 + tableOf(bytes[at + 9] ?? 0) + 1)
      parts.push(bytes.subarray(at, end))
      at = end
    } else {
      parts.push(bytes.subarray(at, kind === 0x3b ? at + 1 : bytes.length))
      break
    }
  }
  return parts
}
