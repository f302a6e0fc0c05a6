let codes: Map<string, readonly [number, number]> | null = null

/** Codes of two bytes of GBK by their characters, as the system's decoder has them. */
function codesOfGbk(): Map<string, readonly [number, number]> {
  if (codes) return codes
  codes = new Map()
  const decoder = new TextDecoder('gbk')
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail))
      if (character.length === 1 && character !== '\ufffd') codes.set(character, [lead, trail])
    }
  return codes
}

/** A text in GBK, as older programs in China write it; characters that it lacks become question marks. */
export function gbkOf(text: string): Uint8Array {
  const table = codesOfGbk()
  return Uint8Array.from(
    [...text].flatMap((one) => (one < '\x80' ? [one.charCodeAt(0)] : [...(table.get(one) ?? [63])])),
  )
}
