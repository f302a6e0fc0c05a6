import { z } from 'zod'

/** How far pictures may go, from the nearest to the farthest. */
export const REACHES = {
  device: { title: '只在用户的设备上', meaning: '只能用在浏览器里处理的工具，不收任务' },
  house: { title: '只在自己的网络里', meaning: '本服务器与标为内部的引擎可以用' },
  outside: { title: '可以外发', meaning: '标为外部的引擎也可以用' },
} as const
export type Reach = keyof typeof REACHES
export const zReach = z.enum(['device', 'house', 'outside'])

const ORDER: readonly Reach[] = ['device', 'house', 'outside']

/** Whether what may go as far as `allowed` may go to a place as far as `wanted`. */
export function mayGo(wanted: Exclude<Reach, 'device'>, allowed: Reach): boolean {
  return ORDER.indexOf(wanted) <= ORDER.indexOf(allowed)
}
