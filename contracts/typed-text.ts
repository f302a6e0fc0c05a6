/** Text with full-width letters, digits and signs written like the others. */
export function plainText(text: string): string {
  return text.normalize('NFKC')
}

/** Text as searches compare it: width and letter case make no difference. */
export function foldText(text: string): string {
  return plainText(text).toLowerCase()
}

/** A mainland mobile number among other text, its digits in groups or not. */
const PHONE = /(?<!\d)(?:(?:\+|00)?86[\s-]*)?(1[3-9](?:[\s-]*\d){9})(?!\d)/

/** The phone number that typed or pasted text means; what there is of its digits while it is not whole. */
export function readPhone(text: string): string {
  const plain = plainText(text)
  const whole = PHONE.exec(plain)?.[1]
  const digits = (whole ?? plain.replace(/^\s*(?:\+|00)86/, '')).replace(/\D/g, '')
  return digits.slice(0, 11)
}

const SIX = String.raw`\d{3}[\s-]?\d{3}`
/** The code of a message stands after its name; a message holds other numbers too. */
const CODE_AFTER_NAME = new RegExp(String.raw`(?:验证码|校验码|code)\D{0,12}?(?<!\d)(${SIX})(?!\d)`, 'i')
const CODE = new RegExp(String.raw`(?<![\d.])(${SIX})(?![\d.]*\d)`)

/** The six digits that typed or pasted text means, also a whole SMS; what there is while they are not all there. */
export function readCode(text: string): string {
  const plain = plainText(text)
  const whole = CODE_AFTER_NAME.exec(plain)?.[1] ?? CODE.exec(plain)?.[1]
  return (whole ?? plain).replace(/\D/g, '').slice(0, 6)
}

/** A number that was typed, with full-width digits and thousands separators read; null when it is none. */
export function readNumber(text: string): number | null {
  const plain = plainText(text).replaceAll('。', '.').replace(/[\s,]/g, '')
  return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null
}

/** A number brought to the decimals that a step has, within its limits. */
export function snapNumber(
  value: number,
  { min, max, step = 1 }: { min: number; max: number; step?: number },
): number {
  const decimals = String(step).split('.')[1]?.length ?? 0
  return Math.min(max, Math.max(min, Number(value.toFixed(decimals))))
}
