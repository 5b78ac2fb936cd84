import { expect, test } from 'vitest'
import { BLOCK_ROWS, TextSource } from './source.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

/** A source over bytes in memory, and how many bytes were read. */
function sourceOf(text: string, quoted = false) {
  const bytes = utf8(text)
  let read = 0
  const source = new TextSource(
    async (from, to) => {
      read += to - from
      return bytes.slice(from, to)
    },
    bytes.length,
    { encoding: 'utf-8', quoted },
  )
  return { source, read: () => read, size: bytes.length }
}

const LOG = Array.from({ length: 200_000 }, (_, n) => `${n + 1} 会议 line`).join('\n')

test('only what is looked at is read, and the end is there at once', async () => {
  const { source, read, size } = sourceOf(LOG)
  expect((await source.block(0))[0]).toEqual({ text: '1 会议 line', line: 1 })
  expect(read()).toBeLessThan(size)
  const tail = await source.tail()
  expect(tail.at(-1)).toEqual({ text: '200000 会议 line', line: null })
  expect(source.state().complete).toBe(false)
})

test('a line is found by its number', async () => {
  const { source } = sourceOf(LOG)
  const row = await source.rowOfLine(150_000)
  const block = await source.block(Math.floor(row / BLOCK_ROWS))
  expect(block[row % BLOCK_ROWS]).toEqual({ text: '150000 会议 line', line: 150_000 })
  expect(await source.rowOfLine(9_999_999)).toBe(199_999)
})

test('all matches are counted, also in a line of many rows, and reached from where one is', async () => {
  const long = `${'x'.repeat(4090)}needle${'y'.repeat(9000)}NEEDLE`
  const { source } = sourceOf(`${LOG}\n${long}\nneedle`)
  const found = await source.find({ query: 'Needle', caseSensitive: false }, () => undefined)
  expect(found).toEqual({ count: 3, isCapped: false, done: true })
  expect(source.match(0)).toEqual({ row: 200_000, column: 4090 })
  expect(source.match(3)).toBeUndefined()
  expect(source.matchFrom(200_001)).toBe(1)
  expect(await source.find({ query: 'Needle', caseSensitive: true }, () => undefined)).toMatchObject({
    count: 0,
  })
  const lines = await source.find({ query: '会议', caseSensitive: true }, () => undefined)
  expect(lines.count).toBe(200_000)
})

test('a new search ends the one before', async () => {
  const { source } = sourceOf(LOG)
  const first = source.find({ query: 'line', caseSensitive: true }, () => undefined)
  const second = source.find({ query: 'nowhere', caseSensitive: true }, () => undefined)
  expect(await second).toMatchObject({ count: 0, done: true })
  expect((await first).done).toBe(false)
})

test('records of a table may have several lines', async () => {
  const { source } = sourceOf('a,b\n"1\n2",3\n4,5', true)
  expect((await source.block(0)).map(({ text }) => text)).toEqual(['a,b', '"1\n2",3', '4,5'])
})
