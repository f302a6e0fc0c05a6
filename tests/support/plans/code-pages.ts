const tables = new Map<string, Map<string, readonly number[]>>()

/** Codes of two bytes and of one in a page, by their characters, as the system's decoder has them. */
function codesOf(page: string): Map<string, readonly number[]> {
  const known = tables.get(page)
  if (known) return known
  const codes = new Map<string, readonly number[]>()
  const decoder = new TextDecoder(page)
  const add = (...bytes: number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes))
    if (character.length === 1 && character !== '\ufffd' && !codes.has(character)) codes.set(character, bytes)
  }
  for (let byte = 0; byte <= 0xff; byte++) add(byte)
  for (let lead = 0x81; lead <= 0xfe; lead++) for (let trail = 0x40; trail <= 0xfe; trail++) add(lead, trail)
  tables.set(page, codes)
  return codes
}

/** A text in a code page, as older programs write it; characters that the page lacks become question marks. */
export function bytesIn(page: string, text: string): Uint8Array {
  if (page === 'utf-8') return new TextEncoder().encode(text)
  const codes = codesOf(page)
  return Uint8Array.from([...text].flatMap((one) => codes.get(one) ?? [63]))
}

/** A text in GBK. */
export const gbkOf = (text: string): Uint8Array => bytesIn('gbk', text)
