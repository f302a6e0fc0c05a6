import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** What RFC 6455 has the answer to a key made with. */
const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TEXT = 1
const BINARY = 2
const CLOSE = 8

/** Bytes of the frame that begins here, as the other end sends it, masked; 0 while its head is not whole. */
function sizeOf(bytes: Buffer): number {
  if (bytes.length < 2) return 0
  const length = (bytes[1] ?? 0) & 127
  if (length < 126) return 6 + length
  if (length === 126) return bytes.length < 4 ? 0 : 8 + bytes.readUInt16BE(2)
  return bytes.length < 10 ? 0 : 14 + Number(bytes.readBigUInt64BE(2))
}

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
    // Messages may come together, and in parts.
    let unread = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      unread = Buffer.concat([unread, chunk])
      for (let size = sizeOf(unread); size > 0 && unread.length >= size; size = sizeOf(unread)) {
        if (((unread[0] ?? 0) & 15) === CLOSE) socket.end()
        unread = unread.subarray(size)
      }
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
