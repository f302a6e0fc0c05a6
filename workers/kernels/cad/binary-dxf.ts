import { AppError } from '#contracts/errors.ts'

const SENTINEL = 'AutoCAD Binary DXF\r\n\x1a\0'
const [SPACE, LINE_END] = [0x20, 0x0a]

/** Whether a file's bytes begin as those of a DXF in binary form do. */
export function isBinaryDxf(bytes: Uint8Array): boolean {
  return bytes.length >= SENTINEL.length && [...SENTINEL].every((sign, k) => bytes[k] === sign.charCodeAt(0))
}

/** How the value of a group is written, by the group's code (DXF Reference, Group Codes in Numerical Order). */
function formOf(code: number): 'text' | 'double' | 'int8' | 'int16' | 'int32' | 'int64' | 'chunk' {
  const within = (first: number, last: number) => code >= first && code <= last
  if (within(10, 59) || within(110, 149) || within(210, 239) || within(460, 469) || within(1010, 1059))
    return 'double'
  if (within(90, 99) || within(420, 429) || within(440, 459) || code === 1071) return 'int32'
  if (within(160, 169)) return 'int64'
  if (within(290, 299)) return 'int8'
  if (within(310, 319) || code === 1004) return 'chunk'
  const isShort =
    within(60, 79) || within(170, 179) || within(270, 289) || within(370, 389) || within(400, 409)
  return isShort || within(1060, 1070) ? 'int16' : 'text'
}

/** Bytes that grow. */
class Lines {
  #bytes = new Uint8Array(1 << 16)
  #at = 0

  #reserve(more: number): void {
    if (this.#at + more <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#at + more))
    larger.set(this.#bytes)
    this.#bytes = larger
  }

  add(bytes: Uint8Array): void {
    this.#reserve(bytes.length + 1)
    // A line end within a text would be two lines.
    for (const byte of bytes) this.#bytes[this.#at++] = byte === LINE_END || byte === 13 ? SPACE : byte
    this.#bytes[this.#at++] = LINE_END
  }

  addText(text: string): void {
    this.add(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))
  }

  get all(): Uint8Array {
    return this.#bytes.subarray(0, this.#at)
  }
}

/**
 * A DXF in binary form as the bytes of the same one in ASCII form; its texts stay in their code page. A file that is
 * cut off is read as far as it goes.
 * @throws AppError FILE_DAMAGED where nothing can be read
 */
export function asciiOfBinaryDxf(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const out = new Lines()
  let at = SENTINEL.length
  // Releases before R13 write codes in one byte: the first one, 0, is followed by the text SECTION.
  const isShort = bytes[at + 1] !== 0
  const codeHere = (): number => {
    if (!isShort) {
      at += 2
      return view.getUint16(at - 2, true)
    }
    const code = view.getUint8(at++)
    if (code !== 255) return code
    at += 2
    return view.getUint16(at - 2, true)
  }
  const valueHere = (code: number): Uint8Array | string => {
    const from = at
    switch (formOf(code)) {
      case 'double':
        at += 8
        return String(view.getFloat64(from, true))
      case 'int8':
        at += 1
        return String(view.getInt8(from))
      case 'int16':
        at += 2
        return String(view.getInt16(from, true))
      case 'int32':
        at += 4
        return String(view.getInt32(from, true))
      case 'int64':
        at += 8
        return String(view.getBigInt64(from, true))
      case 'chunk':
        // Pictures of previews and data of programs: nothing that is drawn.
        at += 1 + view.getUint8(from)
        return ''
      default: {
        const end = bytes.indexOf(0, from)
        if (end < 0) throw new RangeError('a text without an end')
        at = end + 1
        return bytes.subarray(from, end)
      }
    }
  }
  let count = 0
  try {
    while (at < bytes.length) {
      const code = codeHere()
      const value = valueHere(code)
      out.addText(String(code))
      if (typeof value === 'string') out.addText(value)
      else out.add(value)
      count++
    }
  } catch (error) {
    // What lies beyond the end of the bytes.
    if (!(error instanceof RangeError)) throw error
  }
  if (count < 2) throw new AppError('FILE_DAMAGED', '二进制 DXF 是空的')
  return out.all
}
