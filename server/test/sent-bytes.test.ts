import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { RUN, SentBytes } from './sent-bytes.ts'

const HEAD = Buffer.from('what all files of this type begin with, however different they are, and it is long')
const fileOf = (...parts: Buffer[]) => Buffer.concat([HEAD, ...parts])

it('finds 64 bytes in a row, wherever they begin and end', () => {
  const bytes = fileOf(randomBytes(1000))
  const sent = new SentBytes([{ name: 'a', bytes, unlike: fileOf(randomBytes(1000)) }])
  for (let at = HEAD.length; at + RUN <= bytes.length; at++) {
    const piece = bytes.subarray(at, at + RUN)
    for (const received of [
      piece,
      Buffer.concat([randomBytes(at % 77), piece]),
      Buffer.concat([piece, randomBytes(at % 77)]),
    ])
      expect(sent.find(received)).toMatchObject([{ name: 'a' }])
    expect(sent.find(Buffer.concat([Buffer.from([~(bytes[at] ?? 0)]), piece.subarray(1)]))).toEqual([])
  }
})

it('finds no part of a type, no repeated byte, and nothing in other bytes', () => {
  const bytes = fileOf(Buffer.alloc(500), randomBytes(300))
  const sent = new SentBytes([{ name: 'a', bytes, unlike: fileOf(randomBytes(500)) }])
  for (const received of [HEAD, Buffer.alloc(2000), randomBytes(5000), Buffer.alloc(9)])
    expect(sent.find(received)).toEqual([])
  expect(sent.find(bytes)).toMatchObject([{ name: 'a', at: 0, length: bytes.length }])
})

it('tells which of several files was sent', () => {
  const [a, b] = [randomBytes(400), randomBytes(400)]
  const sent = new SentBytes([
    { name: 'a', bytes: a, unlike: b },
    { name: 'b', bytes: b, unlike: a },
  ])
  expect(sent.find(Buffer.concat([a.subarray(0, 63), b.subarray(200)]))).toMatchObject([{ name: 'b' }])
  expect(sent.find(Buffer.concat([a, b])).map(({ name }) => name)).toEqual(['a', 'b'])
})
