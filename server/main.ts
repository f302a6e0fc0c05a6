import { readEnv } from './env.ts'
import { type RunningServer, startServer } from './server.ts'

/** A key press reaches the whole process group, and the parent passes it on: the echo is no second wish, ms. */
const ECHO_MS = 1_500
/** How long a stop in good order may take, ms. */
const STOP_MS = 10_000

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE') {
    return '端口已被占用：请关闭占用它的程序，或用 PORT 指定另一个端口，例如 PORT=8788 npm start'
  }
  if ('code' in error && error.code === 'EACCES') return `没有权限：${error.message}`
  return error.message
}

function stopOnSignals(server: RunningServer): void {
  let stoppingSince = 0
  const stop = async () => {
    if (stoppingSince > 0) {
      if (Date.now() - stoppingSince > ECHO_MS) process.exit(1)
      return
    }
    stoppingSince = Date.now()
    console.log('正在停止…')
    setTimeout(() => process.exit(1), STOP_MS).unref()
    await server.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

// What the server writes is for its own user alone.
process.umask(0o077)

try {
  const server = await startServer(readEnv(), { onFatal: () => process.exit(70) })
  stopOnSignals(server)
  console.log(`筑绘已启动：${server.url}`)
  if (server.operatorCode) {
    console.log(`还没有管理员。登录后打开 ${server.url}/admin/engines，输入一次性代码 ${server.operatorCode}`)
  }
} catch (error) {
  console.error(`筑绘启动失败：${explain(error)}`)
  process.exit(1)
}
