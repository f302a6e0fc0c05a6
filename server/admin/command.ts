import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { zPhone } from '#contracts/account.ts'
import { readEnv } from '#server/env.ts'
import { openDatabase } from '#server/store/database.ts'
import { dismissOperator, nameOperator } from '#server/store/operators.ts'
import { findOrCreateUser } from '#server/store/users.ts'

const USAGE = `用法：
  npm run admin -- operator 手机号        让这个手机号成为管理员（没有账号时先建一个）
  npm run admin -- operator 手机号 --off  不再是管理员`

/** Commands for who has this machine; the server may be running meanwhile. */
async function carryOut([command, given, option, ...rest]: string[]): Promise<string> {
  const phone = zPhone.safeParse(given)
  const isOff = option === '--off'
  if (command !== 'operator' || !phone.success || rest.length > 0 || (option !== undefined && !isOff)) {
    throw new Error(command === 'operator' && given && !phone.success ? '手机号要 11 位' : USAGE)
  }
  const { DATA_DIR } = readEnv()
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 })
  const file = join(DATA_DIR, 'zhuhui.db')
  closeSync(openSync(file, 'a', 0o600))
  const db = await openDatabase(file)
  try {
    if (isOff) await dismissOperator(db, phone.data)
    else await nameOperator(db, (await findOrCreateUser(db, phone.data)).user, 'command')
  } finally {
    await db.destroy()
  }
  return isOff ? `${phone.data} 不再是管理员` : `${phone.data} 现在是管理员，刷新页面后生效`
}

process.umask(0o077)
try {
  console.log(await carryOut(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
