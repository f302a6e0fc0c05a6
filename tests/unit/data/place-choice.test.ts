import { describe, expect, it } from 'vitest'
import { decidePlace, type PlaceFacts } from '#src/data/tasks/place-choice.ts'
import type { PlaceChoice } from '#src/data/tasks/places.ts'

const device: PlaceChoice = { place: 'device', title: '本机', available: true }
const local: PlaceChoice = { place: 'local', title: '本地引擎', available: true }
const UPSCALE = [local, device]
const LINEART = [device, local]
const facts = (more: Partial<PlaceFacts> = {}): PlaceFacts => ({
  signedOut: false,
  offline: false,
  heardAt: 0,
  pixels: 500_000,
  devicePixels: 1024 * 1024,
  missingBytes: 0,
  unreadable: '',
  ...more,
})

describe('the place that a tool runs at', () => {
  it.each<[string, readonly PlaceChoice[], Partial<PlaceFacts>, string, string, number]>([
    ['signed in', UPSCALE, {}, 'local', '本地引擎更快，不占用本机', 0],
    ['best on the device', LINEART, {}, 'device', '在本机处理，不上传', 0],
    ['a visitor', UPSCALE, { signedOut: true }, 'device', '未登录，在本机处理', 0],
    ['offline', UPSCALE, { offline: true }, 'device', '离线，在本机处理', 0],
    [
      'a picture too large, also for a visitor',
      UPSCALE,
      { signedOut: true, pixels: 2_400_000 },
      'local',
      '图片 2.4 MP，超过本机 1 MP 上限，用本地引擎',
      0,
    ],
    [
      'no pack yet',
      UPSCALE,
      { missingBytes: 44_300_000 },
      'local',
      '本机未下载离线包（44.3 MB），用本地引擎',
      0,
    ],
    [
      'a visitor without the pack',
      UPSCALE,
      { signedOut: true, missingBytes: 5 },
      'device',
      '未登录，在本机处理',
      5,
    ],
    [
      'offline without the pack',
      UPSCALE,
      { offline: true, missingBytes: 44_300_000 },
      'local',
      '离线，本机未下载离线包（44.3 MB），用本地引擎',
      0,
    ],
    ['a TIFF', LINEART, { unreadable: 'TIFF' }, 'local', '浏览器读不了 TIFF，用本地引擎', 0],
    [
      'a TIFF of a visitor who wants this device',
      LINEART,
      { unreadable: 'TIFF', signedOut: true, wanted: 'device' },
      'local',
      '浏览器读不了 TIFF，请登录后用本地引擎，或先转换为 JPG、PNG',
      0,
    ],
    [
      'a TIFF that only this device could take',
      [device],
      { unreadable: 'TIFF' },
      'device',
      '在本机处理，不上传',
      0,
    ],
    ['the own choice', UPSCALE, { wanted: 'device', missingBytes: 7 }, 'device', '按你的选择', 7],
    [
      'a choice that is not possible now',
      UPSCALE,
      { wanted: 'device', pixels: 9_000_000 },
      'local',
      '图片 9.0 MP，超过本机 1 MP 上限，用本地引擎',
      0,
    ],
  ])('%s', (_, places, more, place, why, download) => {
    const decision = decidePlace(places, facts(more))
    expect(decision.chosen?.place).toBe(place)
    expect(decision).toMatchObject({ why, download })
  })

  it('is known as of the last answer while offline, but for this device', () => {
    const { choices } = decidePlace(UPSCALE, facts({ offline: true, heardAt: 77 }))
    expect(choices.map(({ place, seenAt }) => [place, seenAt])).toEqual([
      ['local', 77],
      ['device', undefined],
    ])
    expect(decidePlace(UPSCALE, facts({ heardAt: 77 })).choices[0]?.seenAt).toBeUndefined()
  })

  it('takes any size where the device has no limit', () => {
    expect(decidePlace(LINEART, facts({ devicePixels: null, pixels: 4e7 })).chosen?.place).toBe('device')
  })

  it('is nowhere when nothing can run it, and no choice helps', () => {
    const none = decidePlace([{ ...local, available: false, reason: '没有' }], facts({ wanted: 'local' }))
    expect(none).toMatchObject({ chosen: undefined, why: '', download: 0 })
  })
})
