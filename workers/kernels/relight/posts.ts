import { findSegments, type Segment } from '#kernels/lines/segments.ts'
import type { Copy } from './copy.ts'

/** An upright edge, from its upper to its lower end. */
export interface Post {
  top: number
  bottom: number
  /** x at a row is `at + lean · y`. */
  at: number
  lean: number
}

/** What may be a pane: between two neighbouring posts, from one row to another. */
export interface Pane {
  left: Post
  right: Post
  top: number
  bottom: number
}

/** Shortest post and narrowest and widest pane, as parts of the longer side. */
const SHORTEST = 0.022
export const NARROWEST = 0.011
const WIDEST = 0.13
/** Posts that a pane holds at most. */
const MOST_WITHIN = 2
/** Greatest lean of a post: a picture taken with the camera tilted up. */
const LEAN = 0.6

function postOf({ x1, y1, x2, y2 }: Segment): Post | null {
  const [dx, dy] = [x2 - x1, y2 - y1]
  if (Math.abs(dx) > LEAN * Math.abs(dy)) return null
  const lean = dx / dy
  return { top: Math.min(y1, y2), bottom: Math.max(y1, y2), at: x1 - lean * y1, lean }
}

/** Where a post is at a row. */
export const xAt = (post: Post, y: number): number => post.at + post.lean * y

/** Joins posts that go on from each other: bars are cut by what stands before them and by what is behind them. */
function join(posts: Post[]): Post[] {
  const joined: Post[] = []
  for (const post of posts.toSorted((a, b) => b.bottom - b.top - (a.bottom - a.top))) {
    const length = post.bottom - post.top
    const same = joined.find((one) => {
      const gap = Math.max(one.top, post.top) - Math.min(one.bottom, post.bottom)
      const apart = (y: number) => Math.abs(xAt(one, y) - xAt(post, y))
      return (
        gap < Math.max(length, 0.5 * (one.bottom - one.top)) &&
        apart(post.top) < 2.5 &&
        apart(post.bottom) < 2.5
      )
    })
    if (!same) joined.push({ ...post })
    else {
      same.top = Math.min(same.top, post.top)
      same.bottom = Math.max(same.bottom, post.bottom)
    }
  }
  return joined
}

/** Posts that stand within a pane: curtains have some, slats many. */
function within(posts: readonly Post[], { left, right, top, bottom }: Pane): number {
  const middle = (top + bottom) / 2
  const [from, to] = [xAt(left, middle) + 3, xAt(right, middle) - 3]
  return posts.filter((post) => {
    const x = xAt(post, middle)
    return (
      x > from && x < to && Math.min(bottom, post.bottom) - Math.max(top, post.top) > 0.5 * (bottom - top)
    )
  }).length
}

/** Neighbouring posts that could be the two sides of a pane: side by side and about parallel. */
function pair(posts: readonly Post[], side: number): Pane[] {
  const panes: Pane[] = []
  for (const left of posts) {
    for (const right of posts) {
      const top = Math.max(left.top, right.top)
      const bottom = Math.min(left.bottom, right.bottom)
      const shorter = Math.min(left.bottom - left.top, right.bottom - right.top)
      if (bottom - top < 0.6 * shorter || Math.abs(left.lean - right.lean) > 0.2) continue
      const middle = (top + bottom) / 2
      const wide = xAt(right, middle) - xAt(left, middle)
      const high = bottom - top
      if (wide < NARROWEST * side || wide > WIDEST * side || wide > 4 * high || high > 7 * wide) continue
      const pane = { left, right, top, bottom }
      if (within(posts, pane) <= MOST_WITHIN) panes.push(pane)
    }
  }
  return panes
}

/** All that may be panes, by the upright edges of a picture. */
export function findPanes({ width, height, luma }: Copy): Pane[] {
  const side = Math.max(width, height)
  const plane = { width, height, data: luma.map((value) => 255 * value) }
  const posts = findSegments(plane, SHORTEST * side).flatMap((segment) => postOf(segment) ?? [])
  return pair(join(posts), side)
}
