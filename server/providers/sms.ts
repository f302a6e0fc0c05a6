/** Sends verification codes. A real provider throws when it could not send. */
export interface SmsProvider {
  send(phone: string, code: string, lifeMinutes: number): Promise<void>
}

/** Prints codes in the server's console and nowhere else, for installations without an SMS service. */
export const consoleSms: SmsProvider = {
  async send(phone, code, lifeMinutes) {
    const masked = `${phone.slice(0, 3)}****${phone.slice(7)}`
    process.stdout.write(`验证码 ${masked}：${code}（${lifeMinutes} 分钟内有效）\n`)
  },
}
