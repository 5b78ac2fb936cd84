import type { Encoding } from '@clouddisk/contract/text-encoding'
import { expect, test } from 'vitest'
import { ROW_BYTES_MAX, RowScanner, withoutLineEnd } from './rows.ts'

/** Rows of the bytes, taken in chunks of a size; a cut row ends with ↩. */
function rowsOf(bytes: Uint8Array, chunk: number, encoding: Encoding = 'utf-8', quoted = false): string[] {
  const rows: string[] = []
  const scanner = new RowScanner({ encoding, quoted })
  let from = 0
  const onRow = (end: number, endsLine: boolean) => {
    const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes.subarray(from, end))
    rows.push(endsLine ? withoutLineEnd(text) : `${text}↩`)
    from = end
  }
  for (let at = 0; at < bytes.length; at += chunk) scanner.take(bytes.slice(at, at + chunk), onRow)
  scanner.finish(onRow)
  expect(from).toBe(bytes.length)
  return rows
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, little: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), little)
  return new Uint8Array(view.buffer)
}
const CHUNKS = [1, 2, 3, 7, 100, 1 << 20]

test.each(CHUNKS)('rows are the same in chunks of %d bytes', (chunk) => {
  expect(rowsOf(utf8('一\n二\r\n\nabc'), chunk)).toEqual(['一', '二', '', 'abc'])
  expect(rowsOf(utf8('a\n'), chunk)).toEqual(['a'])
  // U+0A0A and U+010A hold bytes of a line end.
  for (const little of [true, false])
    expect(rowsOf(utf16('a\u0a0ab\r\nĊ\nc', little), chunk, little ? 'utf-16le' : 'utf-16be')).toEqual([
      'a\u0a0ab',
      'Ċ',
      'c',
    ])
  expect(rowsOf(utf8('a,"b\nc",d\ne,"f ""\n"\ng'), chunk, 'utf-8', true)).toEqual([
    'a,"b\nc",d',
    'e,"f ""\n"',
    'g',
  ])
})

test('a long line goes on in further rows, and no character is cut', () => {
  const long = '会'.repeat(ROW_BYTES_MAX)
  const gbk = Uint8Array.from({ length: ROW_BYTES_MAX * 3 }, (_, at) => (at % 2 ? 0xd0 : 0xd6))
  const shifted = Uint8Array.from([0x61, ...gbk])
  for (const chunk of [1000, 1 << 20]) {
    for (const rows of [
      rowsOf(utf8(`${long}\nend`), chunk),
      rowsOf(utf16('😀'.repeat(ROW_BYTES_MAX), true), chunk, 'utf-16le'),
      rowsOf(shifted, chunk, 'gb18030'),
    ]) {
      expect(rows.length).toBeGreaterThan(2)
      expect(rows.join('')).not.toContain('\ufffd')
    }
    expect(
      rowsOf(utf8(`${long}\nend`), chunk)
        .join('')
        .replaceAll('↩', ''),
    ).toBe(`${long}end`)
  }
})

test('a stray quotation mark costs one record, not the rest of the table', () => {
  const table = `a,"b\n${'x,y\n'.repeat(40_000)}`
  const rows = rowsOf(utf8(table), 1 << 16, 'utf-8', true)
  expect(rows.length).toBeGreaterThan(20_000)
})
