import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './auth/session.ts'

/** Connections of one address, of IPv6 of one network: a browser holds six, and an office may share an address. */
export const CONNECTIONS_PER_ADDRESS = 200
/** Connections of all addresses. */
const CONNECTIONS = 4000
/** Requests that one connection may bring before it is to be opened anew. */
const REQUESTS_PER_CONNECTION = 1000
/** Requests of one connection that may wait for their answers: browsers send them one by one. */
const WAITING_PER_CONNECTION = 32
/** A download that a slow line holds up still moves within this time, ms. */
const IDLE_MS = 90_000

/** Limits that a caller sets. */
interface Limits {
  /** Connections that one address may have; no limit when left out. */
  perAddress?: number
  /** Time without a byte read or written after which a connection is closed, ms. */
  idleMs?: number
}

/**
 * Keeps single clients from taking up a server's connections, memory and open files: by many connections, by many
 * requests on one of them, or by not reading the answers.
 */
export function limitConnections(server: Server, { perAddress = Infinity, idleMs = IDLE_MS }: Limits): void {
  const open = new Map<string, number>()
  const waiting = new WeakMap<Socket, number>()
  server.maxConnections = CONNECTIONS
  server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION
  server.setTimeout(idleMs)
  server.on('connection', (socket: Socket) => {
    // Each waiting answer listens for the end of its connection.
    socket.setMaxListeners(WAITING_PER_CONNECTION + 16)
    const address = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > perAddress) socket.destroy()
  })
  server.prependListener('request', ({ socket }, response) => {
    const count = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, count)
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    if (count > WAITING_PER_CONNECTION) socket.destroy()
  })
  server.on('dropRequest', (_request, socket) => socket.destroy())
}
