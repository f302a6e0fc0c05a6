/** Characters that drawings write by codes: U+XXXX, %%NNN and the signs of diameter, degree and tolerance. */
function decodeCodes(text: string): string {
  return text
    .replace(/\\U\+([0-9A-Fa-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/%%(\d{3})/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/%%[cC]/g, 'Φ')
    .replace(/%%[dD]/g, '°')
    .replace(/%%[pP]/g, '±')
    .replace(/%%[uUoOkK]/g, '')
}

/** Longest text that is taken, characters. */
const LONGEST = 400

/** Lines of a TEXT or an ATTRIB: one. */
export function wordsOfText(text: string): string[] {
  return [decodeCodes(text.slice(0, LONGEST)).trim()].filter(Boolean)
}

/** Lines of an MTEXT, without the codes of its look. */
export function wordsOfMtext(text: string): string[] {
  const plain = decodeCodes(text.slice(0, 8 * LONGEST))
    .replace(/\\\\/g, '\u0001')
    .replace(/\\[{}]/g, (escaped) => (escaped === '\\{' ? '\u0002' : '\u0003'))
    .replace(/\\S([^;]*);/g, (_, stacked: string) => stacked.replace(/[#^]/g, '/'))
    .replace(/\\[ACcFfHpQTW][^;\\{}]*;/g, '')
    .replace(/\\[LlOoKk]/g, '')
    .replace(/\\~/g, ' ')
    .replace(/[{}]/g, '')
    .replaceAll('\u0001', '\\')
    .replaceAll('\u0002', '{')
    .replaceAll('\u0003', '}')
  return plain
    .split(/\\P|\\n|\n/)
    .map((line) => line.slice(0, LONGEST).trim())
    .filter(Boolean)
}
