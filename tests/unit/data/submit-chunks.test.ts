import { describe, expect, it } from 'vitest'
import { chunksOf } from '#src/data/tasks/submit-chunks.ts'

const MB = 1024 * 1024
const request = (bytes: number) => {
  const file = new File([], 'a.jpg')
  // Only the size counts; nobody needs the bytes.
  Object.defineProperty(file, 'size', { value: bytes })
  return { inputs: [{ role: 'image' as const, file }] }
}

describe('requests stored together', () => {
  it('keeps the order and loses none', () => {
    const all = Array.from({ length: 500 }, () => request(MB))
    const chunks = chunksOf(all)
    expect(chunks.flat()).toEqual(all)
    expect(chunks.length).toBeLessThan(20)
  })

  it('makes smaller groups of large files', () => {
    expect(chunksOf(Array.from({ length: 6 }, () => request(60 * MB))).map((chunk) => chunk.length)).toEqual([
      2, 2, 2,
    ])
  })

  it('takes a file that is larger than a group by itself', () => {
    expect(chunksOf([request(MB), request(900 * MB), request(MB)]).map((chunk) => chunk.length)).toEqual([
      1, 1, 1,
    ])
    expect(chunksOf([])).toEqual([])
  })
})
