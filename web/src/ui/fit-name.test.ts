import { expect, test } from 'vitest'
import { fitName, graphemes } from './fit-name.ts'

/** A letter is 1 wide, a Chinese character or an emoji 2. */
const measure = (text: string) =>
  graphemes(text).reduce(
    (sum, letter) => sum + (/[\p{Script=Han}\p{Extended_Pictographic}]/u.test(letter) ? 2 : 1),
    0,
  )
const shown = (name: string, width = 12) => fitName(name, width, measure)

test.each([
  ['短.txt', ['短.txt']],
  ['exactly-12.x', ['exactly-12.x']],
  ['开场音乐混音.wav', ['开场音乐混音', '.wav']],
  ['opening-10.webm', ['opening-10', '.webm']],
  ['IMG_20260714_1530.jpg', ['IMG_20260714', '_1530.jpg']],
  ['IMG_20260714_153012_供应商大会.jpg', ['IMG_20260714', '…商大会.jpg']],
  ['华东区域供应商大会现场照片第十二张.jpg', ['华东区域供应', '…十二张.jpg']],
  ['没有扩展名的一个很长很长的文件夹名称之三', ['没有扩展名的', '…夹名称之三']],
])('%s', (name, lines) => {
  expect(shown(name)).toEqual(lines)
})

test('names of one series can be told apart', () => {
  const series = Array.from({ length: 40 }, (_, at) =>
    shown(`IMG_20260714_1530${at + 10} 现场.jpg`).join('|'),
  )
  expect(new Set(series).size).toBe(40)
})

test('an emoji of several code points is shown whole or not at all', () => {
  const family = '👨‍👩‍👧‍👦'
  const [head = '', tail = ''] = shown(family.repeat(20))
  expect(head).toBe(family.repeat(6))
  expect(tail).toBe(`…${family.repeat(5)}`)
  expect(shown(`${'a'.repeat(11)}🇨🇳${'b'.repeat(20)}`)[0]).toBe(`${'a'.repeat(11)}🇨🇳`)
})

test('a letter that is wider than the line is shown all the same', () => {
  expect(shown('很长的名称', 1)).toEqual(['很', '…称'])
})
