import { expect, it } from 'vitest'
import { contentDisposition } from './content-disposition.ts'
import { negotiateRange } from './ranges.ts'
import { SegmentCursor } from './segments.ts'

const SIZE = 1000
const wanted = (headers: Record<string, string>, size = SIZE) => {
  const { status, ...rest } = negotiateRange(headers, '"v1"', size)
  return 'span' in rest ? [status, rest.span.start, rest.span.end] : [status]
}

it.each([
  [{}, [200, 0, 1000]],
  [{ range: 'bytes=0-0' }, [206, 0, 1]],
  [{ range: 'bytes=0-' }, [206, 0, 1000]],
  [{ range: 'bytes=999-' }, [206, 999, 1000]],
  [{ range: 'bytes=10-20' }, [206, 10, 21]],
  [{ range: 'bytes=10-5000' }, [206, 10, 1000]],
  [{ range: 'bytes=-1' }, [206, 999, 1000]],
  [{ range: 'bytes=-5000' }, [206, 0, 1000]],
  [{ range: 'bytes=1000-' }, [416]],
  [{ range: 'bytes=-0' }, [416]],
  [{ range: 'bytes=20-10' }, [200, 0, 1000]],
  [{ range: 'bytes=-' }, [200, 0, 1000]],
  [{ range: 'bytes=0-1,5-6' }, [200, 0, 1000]],
  [{ range: 'lines=0-1' }, [200, 0, 1000]],
  [{ range: 'bytes=0-99999999999999999999' }, [200, 0, 1000]],
  [{ range: 'bytes=5-', 'if-range': '"v1"' }, [206, 5, 1000]],
  [{ range: 'bytes=5-', 'if-range': '"v2"' }, [200, 0, 1000]],
  [{ range: 'bytes=5-', 'if-range': 'W/"v1"' }, [200, 0, 1000]],
  [{ 'if-none-match': '"v0", W/"v1"' }, [304]],
  [{ 'if-none-match': '*' }, [304]],
  [{ 'if-none-match': '"v0"' }, [200, 0, 1000]],
])('%o asks for %o', (headers, answer) => {
  expect(wanted(headers)).toEqual(answer)
})

it('finds no range in nothing', () => {
  expect(wanted({ range: 'bytes=0-' }, 0)).toEqual([416])
  expect(wanted({}, 0)).toEqual([200, 0, 0])
})

it('walks over segments from any point to any other', () => {
  const segments = [
    Buffer.from('abc'),
    { bucket: 'b', key: 'k', etag: null, length: 4 },
    Buffer.alloc(0),
    Buffer.from('de'),
  ]
  const walk = (start: number, end: number, most: number) => {
    const cursor = new SegmentCursor(segments, { start, end })
    const buffers: string[] = []
    while (cursor.left > 0) {
      buffers.push(
        cursor
          .next(most)
          .map(({ index, from, length, at }) => `${index}[${from}+${length}]@${at}`)
          .join(' '),
      )
    }
    return buffers
  }
  expect(walk(0, 9, 100)).toEqual(['0[0+3]@0 1[0+4]@3 3[0+2]@7'])
  expect(walk(1, 8, 3)).toEqual(['0[1+2]@0 1[0+1]@2', '1[1+3]@0', '3[0+1]@0'])
  expect(walk(7, 9, 1)).toEqual(['3[0+1]@0', '3[1+1]@0'])
  expect(walk(3, 3, 1)).toEqual([])
})

it('names a file for every browser', () => {
  expect(contentDisposition('attachment', 'a b.txt')).toBe(
    `attachment; filename="a b.txt"; filename*=UTF-8''a%20b.txt`,
  )
  expect(contentDisposition('inline', '报告"(1)%.pdf')).toBe(
    `inline; filename="___(1)_.pdf"; filename*=UTF-8''%E6%8A%A5%E5%91%8A%22%281%29%25.pdf`,
  )
})
