import { lookup as resolveName } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const reserved = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved and broadcast.
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(net, prefix, 'ipv4')

/** The part of IPv6 that is routed in public; everything outside is local, mapped or reserved. */
const routed = new BlockList()
routed.addSubnet('2000::', 3, 'ipv6')
const special = new BlockList()
for (const [net, prefix] of [
  // Documentation, and addresses that carry an IPv4 address in them.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(net, prefix, 'ipv6')

/** Whether an IP address is one of the public internet: not loopback, private, link-local or reserved. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reserved.check(address, 'ipv4')
  return family === 6 && routed.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** Thrown where a name or address leads into a network that is not public. */
export class PrivateAddressError extends Error {
  constructor() {
    super('the address is not public')
    this.name = 'PrivateAddressError'
  }
}

/**
 * A `lookup` for sockets that refuses names of which any address is not public. The socket connects to the very
 * addresses that were checked, so a name cannot change its meaning in between.
 * @param resolve how names are resolved
 */
export function publicLookup(resolve: typeof resolveName = resolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return callback(error ?? new PrivateAddressError(), '', 4)
      if (!found.every(({ address }) => isPublicAddress(address)))
        return callback(new PrivateAddressError(), '', 4)
      if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}
