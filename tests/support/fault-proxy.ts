import { connect, createServer, type Server, type Socket } from 'node:net'

/** Which way bytes flow: up is from the browser to the server. */
export type Direction = 'up' | 'down'
interface Cut {
  direction: Direction
  bytes: number
}

/**
 * A TCP proxy before a server, for faults in the middle of a transfer that the browser's own offline mode
 * cannot make: connections cut after a number of bytes, a line that swallows everything, a refused port.
 */
export class FaultProxy {
  url = ''
  /** Connections that were cut so far. */
  cuts = 0
  /** Connections that came to a halt so far. */
  stalls = 0
  readonly #target: URL
  readonly #server: Server
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #cut: Cut | undefined
  #stall: Cut | undefined
  #mode: 'open' | 'hole' | 'refuse' = 'open'

  private constructor(target: string) {
    this.#target = new URL(target)
    this.#server = createServer((client) => this.#accept(client))
  }

  /** Starts a proxy on a free port before the server at this address. */
  static async before(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target)
    await new Promise<void>((settle) => proxy.#server.listen(0, '127.0.0.1', settle))
    const address = proxy.#server.address()
    if (!address || typeof address === 'string') throw new Error('the proxy has no port')
    proxy.url = `http://127.0.0.1:${address.port}`
    return proxy
  }

  /**
   * Cuts every connection, open or new, once it has carried this many bytes that way, until resume(). Those
   * bytes arrive, then the far side sees the stream end too early and the near side is reset.
   */
  cutAfter(bytes: number, direction: Direction): void {
    this.#cut = { bytes, direction }
  }

  /** Halts every connection, and it alone, once it has carried this many bytes that way, until resume(). */
  stallAfter(bytes: number, direction: Direction): void {
    this.#stall = { bytes, direction }
  }

  /** Keeps connections open and forwards nothing, as a dead mobile link does. */
  blackHole(): void {
    this.#mode = 'hole'
    for (const pair of this.#pairs) for (const socket of pair) socket.pause()
  }

  /** Resets open connections and every new one at once. */
  refuse(): void {
    this.#mode = 'refuse'
    this.reset()
  }

  /** Resets the connections that are open now; new ones work. */
  reset(): void {
    for (const [client, upstream] of this.#pairs) {
      client.resetAndDestroy()
      upstream.resetAndDestroy()
    }
    this.#pairs.clear()
  }

  /** Ends the fault: what was held back flows on. */
  resume(): void {
    this.#mode = 'open'
    this.#cut = undefined
    this.#stall = undefined
    for (const pair of this.#pairs) for (const socket of pair) socket.resume()
  }

  async close(): Promise<void> {
    this.reset()
    await new Promise((settle) => this.#server.close(settle))
  }

  #accept(client: Socket): void {
    if (this.#mode === 'refuse') {
      client.resetAndDestroy()
      return
    }
    const upstream = connect(Number(this.#target.port), this.#target.hostname)
    const pair = [client, upstream] as const
    this.#pairs.add(pair)
    this.#forward(pair, 'up')
    this.#forward(pair, 'down')
    for (const socket of pair) {
      socket.setNoDelay(true)
      // A reset of either side is what this proxy is for.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#pairs.delete(pair)
        client.destroy()
        upstream.destroy()
      })
      if (this.#mode === 'hole') socket.pause()
    }
  }

  #forward(pair: readonly [Socket, Socket], direction: Direction): void {
    const [from, to] = direction === 'up' ? pair : [pair[1], pair[0]]
    let carried = 0
    from.on('data', (data) => {
      const chunk = Buffer.from(data)
      const cut = this.#cut
      if (cut?.direction === direction && carried + chunk.length > cut.bytes) {
        from.pause()
        from.removeAllListeners('data')
        // Ended, not reset: a reset would also take back what the far side has not read yet.
        to.end(chunk.subarray(0, Math.max(0, cut.bytes - carried)), () => {
          this.cuts += 1
          from.resetAndDestroy()
        })
        return
      }
      carried += chunk.length
      const stall = this.#stall
      const isStalled = stall?.direction === direction && carried > stall.bytes
      if (isStalled) {
        this.stalls += 1
        from.pause()
      }
      if (!to.write(chunk) && !isStalled) {
        from.pause()
        to.once('drain', () => {
          if (this.#mode === 'open') from.resume()
        })
      }
    })
    from.on('end', () => to.end())
  }
}
