import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** What RFC 6455 has the answer to a key made with. */
const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TEXT = 1
const BINARY = 2
const CLOSE = 8

/** The server's end of a WebSocket, as far as a fake needs it: it sends, and hears when the other end leaves. */
export class SocketEnd {
  readonly #socket: Socket

  /** Answers an upgrade. */
  constructor(request: IncomingMessage, socket: Socket, onEnd: () => void) {
    const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}${MAGIC}`).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
    )
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => {
      if (((chunk[0] ?? 0) & 15) === CLOSE) socket.end()
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', onEnd)
  }

  send(message: unknown): void {
    this.#frame(TEXT, Buffer.from(JSON.stringify(message)))
  }

  sendBytes(bytes: Buffer): void {
    this.#frame(BINARY, bytes)
  }

  /** Cuts the line without a word. */
  cut(): void {
    this.#socket.resetAndDestroy()
  }

  #frame(kind: number, body: Buffer): void {
    if (this.#socket.destroyed) return
    const length = body.length < 126 ? [body.length] : body.length < 65_536 ? [126] : [127]
    const head = Buffer.from([0x80 | kind, ...length])
    const more = Buffer.alloc(length[0] === 126 ? 2 : length[0] === 127 ? 8 : 0)
    if (more.length === 2) more.writeUInt16BE(body.length)
    if (more.length === 8) more.writeBigUInt64BE(BigInt(body.length))
    this.#socket.write(Buffer.concat([head, more, body]))
  }
}
