import { expect, test } from 'vitest'
import { decodeText } from './text-content.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

test('UTF-8, with a mark or without, and cut in the middle of a character', () => {
  expect(decodeText(utf8('会议纪要'))).toBe('会议纪要')
  expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8('a')))).toBe('a')
  expect(decodeText(utf8('会议').slice(0, 5))).toBe('会')
})

test('UTF-16 by its mark, GB 18030 otherwise', () => {
  expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x1a, 0x4f))).toBe('会')
  expect(decodeText(Uint8Array.of(0xfe, 0xff, 0x4f, 0x1a))).toBe('会')
  expect(decodeText(Uint8Array.of(0xbb, 0xe1, 0xd2, 0xe9))).toBe('会议')
})
