// A timber lounge chair on a seamless studio ground under three soft boxes.

import { BufferGeometry, Float32BufferAttribute } from 'three'
import { type Scene, SceneBuilder, type Vec3 } from './builder.ts'
import { loungeChair } from './furniture.ts'
import { quad, smoothNormals } from './shapes.ts'

/** Floor that bends up into a back wall. */
function sweep(b: SceneBuilder): void {
  const profile: [number, number][] = [
    [7, 0],
    [-1.2, 0],
  ]
  for (let i = 1; i <= 24; i++) {
    const a = (i / 24) * (Math.PI / 2)
    profile.push([-1.2 - Math.sin(a) * 1.9, 1.9 - Math.cos(a) * 1.9])
  }
  profile.push([-3.1, 6])
  const p: number[] = []
  for (let i = 0; i + 1 < profile.length; i++) {
    const [z0, y0] = profile[i]!
    const [z1, y1] = profile[i + 1]!
    p.push(-9, y0, z0, 9, y0, z0, 9, y1, z1, -9, y0, z0, 9, y1, z1, -9, y1, z1)
  }
  const g = new BufferGeometry()
  g.setAttribute('position', new Float32BufferAttribute(p, 3))
  smoothNormals(g)
  b.add(g, 'paper')
}

function softBox(b: SceneBuilder, name: string, p: Vec3, a: Vec3, c: Vec3, emit: Vec3): void {
  b.mat(name, { kind: 'emit', emit })
  const sum = (x: Vec3, y: Vec3): Vec3 => [x[0] + y[0], x[1] + y[1], x[2] + y[2]]
  const id = b.add(quad(p, sum(p, a), sum(sum(p, a), c), sum(p, c)), name)
  b.light(id, { kind: 'rect', p, a, b: c, radius: 0, emit })
}

/** Builds the scene. */
export function makeChair(): Scene {
  const b = new SceneBuilder()
  b.mat('paper', { color: '#e3ded5', line: 'none' })
  b.mat('walnut', { kind: 'coat', color: '#96633f', color2: '#553320', texture: 'wood', rough: 0.34 })
  b.mat('wool', { color: '#b8492e', color2: '#8f3621', texture: 'fabric', scale: 0.005, bump: 0.0012 })
  sweep(b)
  b.place({ at: [0, 0, 0], rot: [0, -34, 0] }, () => loungeChair(b, 'walnut', 'wool'))
  softBox(b, 'key', [-3.4, 1.5, 2.4], [1.3, 0, 1.3], [0.5, 2, -0.5], [15, 14.4, 13.6])
  softBox(b, 'top', [-1.4, 3.7, -1.2], [2.8, 0, 0], [0, 0, 1.6], [7, 7, 7])
  softBox(b, 'fill', [3.2, 0.6, 0.6], [0, 0, 2], [0.4, 2, 0], [3.4, 3.6, 3.9])
  return {
    camera: { eye: [0, 0.95, 4.6], target: [0, 0.95, 0], lens: 62, shift: -0.2 },
    sky: { elevation: 40, azimuth: 0, plain: [0.5, 0.5, 0.52], sunScale: 0 },
    claySky: { elevation: 40, azimuth: 0, plain: [1, 1, 1], sunScale: 0 },
    exposure: 0.85,
    clayExposure: 0.5,
    maxBounces: 6,
    portals: [],
    build: b,
  }
}
