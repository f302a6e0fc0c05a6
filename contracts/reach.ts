import { z } from 'zod'

/** How far pictures may go, from the nearest to the farthest. */
export const REACHES = {
  device: {
    title: '只在用户的设备上',
    meaning: '只能用在浏览器里处理的工具，不收任务',
    short: '这台设备',
    ofProject: '图片只留在这台设备，不上传',
  },
  house: {
    title: '只在自己的网络里',
    meaning: '本服务器与标为内部的引擎可以用',
    short: '本服务器',
    ofProject: '图片可以到本服务器与内部的引擎，不发到外部',
  },
  outside: {
    title: '可以外发',
    meaning: '标为外部的引擎也可以用',
    short: '可外发',
    ofProject: '图片可以发到外部的引擎',
  },
} as const
export type Reach = keyof typeof REACHES
export const zReach = z.enum(['device', 'house', 'outside'])

const ORDER: readonly Reach[] = ['device', 'house', 'outside']

/** The one of two that lets pictures go less far. */
export function narrower(a: Reach, b: Reach): Reach {
  return ORDER.indexOf(a) < ORDER.indexOf(b) ? a : b
}

/** Whether what may go as far as `allowed` may go to a place as far as `wanted`. */
export function mayGo(wanted: Exclude<Reach, 'device'>, allowed: Reach): boolean {
  return ORDER.indexOf(wanted) <= ORDER.indexOf(allowed)
}
