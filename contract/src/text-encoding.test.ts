import { expect, test } from 'vitest'
import { decodeText, detectEncoding, type Encoding } from './text-encoding.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const bytesOf = (hex: string) => Uint8Array.from(hex.split(/\s+/), (two) => Number.parseInt(two, 16))
const latin1 = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0))
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

function utf16(text: string, isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), isLittle)
  return bytes
}

const GBK_CODES = new Map<string, readonly [number, number]>()
for (let lead = 0x81; lead <= 0xfe; lead++)
  for (let trail = 0x40; trail <= 0xfe; trail++)
    GBK_CODES.set(new TextDecoder('gb18030').decode(Uint8Array.of(lead, trail)), [lead, trail])
const gbk = (text: string) =>
  Uint8Array.from([...text].flatMap((one) => GBK_CODES.get(one) ?? one.charCodeAt(0)))
const SHORT_CHINESE = [
  '中文',
  '合同',
  '联通',
  '报价单',
  '你好，世界',
  '姓名,部门\r\n张三,研发部\r\n',
  '请于周五前提交。',
  '会议纪要.docx',
]

const CHINESE = '会议纪要：第一行。\n第二行，讨论了预算与人员安排。\n'
const FRENCH = 'Élève : où est passé le garçon ? « Là-bas », répondit-il.\r\n'
const GERMAN = 'Größe und Maße: Äpfel, Öl, Übung - über 20 °C.\r\n'
const GBK = bytesOf('d6 d0 b9 fa b5 c4 c8 cb ca c7 0d 0a 61 62 63 0d 0a b1 e0 c2 eb')

type Sample = [what: string, bytes: Uint8Array, encoding: Encoding, text: string]
const SAMPLES: readonly Sample[] = [
  ['nothing', new Uint8Array(), 'utf-8', ''],
  ['ASCII', utf8('plain text\n'), 'utf-8', 'plain text\n'],
  ['UTF-8', utf8(CHINESE), 'utf-8', CHINESE],
  ['UTF-8 with a BOM', joined(bytesOf('ef bb bf'), utf8(CHINESE)), 'utf-8', CHINESE],
  ['emoji', utf8('好👍🏽'), 'utf-8', '好👍🏽'],
  [
    'UTF-8 with one invalid byte in much text',
    joined(utf8(CHINESE.repeat(5000)), bytesOf('ff'), utf8(CHINESE)),
    'utf-8',
    `${CHINESE.repeat(5000)}\ufffd${CHINESE}`,
  ],
  [
    'UTF-8 with a BOM and invalid bytes alone',
    joined(bytesOf('ef bb bf 61 d6 d0'), utf8('b')),
    'utf-8',
    'a\ufffd\ufffdb',
  ],
  ['UTF-8 with an invalid byte in a few words', joined(utf8('会议'), bytesOf('ff')), 'utf-8', '会议\ufffd'],
  [
    'two accented letters and an invalid byte',
    joined(utf8('résumé'), bytesOf('ff')),
    'utf-8',
    'résumé\ufffd',
  ],
  [
    'three accented letters and a cut one',
    joined(utf8('Élève été'), bytesOf('c3 20')),
    'utf-8',
    'Élève été\ufffd ',
  ],
  ['two umlauts and an invalid byte', joined(utf8('Größe: 5 '), bytesOf('80')), 'utf-8', 'Größe: 5 \ufffd'],
  ...SHORT_CHINESE.map((text): Sample => [`GBK ${text}`, gbk(text), 'gb18030', text]),
  ['UTF-8 that has U+FFFD of its own', utf8('a\ufffd\ufffd\ufffd会'), 'utf-8', 'a\ufffd\ufffd\ufffd会'],
  ['GBK', GBK, 'gb18030', '中国的人是\r\nabc\r\n编码'],
  ['two characters of GBK', bytesOf('d6 d0 ce c4'), 'gb18030', '中文'],
  ['GBK that looks like UTF-8 in part', bytesOf('c1 aa cd a8'), 'gb18030', '联通'],
  ['GBK cut in the middle', GBK.subarray(0, GBK.length - 1), 'gb18030', '中国的人是\r\nabc\r\n编\ufffd'],
  ['UTF-16 LE with a BOM', joined(bytesOf('ff fe'), utf16('会a', true)), 'utf-16le', '会a'],
  ['UTF-16 BE with a BOM', joined(bytesOf('fe ff'), utf16('会a', false)), 'utf-16be', '会a'],
  ['ASCII as UTF-16 LE', utf16('name;size\r\n', true), 'utf-16le', 'name;size\r\n'],
  ['ASCII as UTF-16 BE', utf16('name;size\r\n', false), 'utf-16be', 'name;size\r\n'],
  ['Chinese as UTF-16 LE', utf16(CHINESE, true), 'utf-16le', CHINESE],
  ['Chinese as UTF-16 BE', utf16(CHINESE, false), 'utf-16be', CHINESE],
  ['two characters as UTF-16 LE', utf16('会议', true), 'utf-16le', '会议'],
  ['two characters as UTF-16 BE', utf16('会议', false), 'utf-16be', '会议'],
  ['French', latin1(FRENCH), 'windows-1252', FRENCH],
  ['German', latin1(GERMAN), 'windows-1252', GERMAN],
  ['one word of French', latin1('café'), 'windows-1252', 'café'],
  [
    'quotation marks of Windows',
    joined(latin1('He said '), bytesOf('93 68 69 94')),
    'windows-1252',
    'He said “hi”',
  ],
]

test.each(SAMPLES)('%s is recognized', (_what, bytes, encoding, text) => {
  expect(detectEncoding(bytes)).toBe(encoding)
  expect(decodeText(bytes, encoding)).toBe(text)
})

test('what is no text is not taken for any other than UTF-8', () => {
  const png = bytesOf('89 50 4e 47 0d 0a 1a 0a 00 00 00 0d 49 48 44 52 00 00 00 01 08 06 00 00 00 1f 15 c4')
  const zeros = new Uint8Array(1000)
  const noise = Uint8Array.from({ length: 4096 }, (_, i) => (i * 2_654_435_761 + (i >> 3) * 97) >>> 13)
  for (const bytes of [png, zeros, noise]) expect(detectEncoding(bytes)).toBe('utf-8')
})

/** Bytes of a sample. */
const CUT = 1024

test('a character that the end of a sample has cut is left out, and decides nothing', () => {
  const filled = (text: Uint8Array, size: number) =>
    Uint8Array.from({ length: size }, (_, i) => text[i % text.length] ?? 0)
  // Three bytes each, which do not divide the limit.
  const bytes = filled(utf8('会'), CUT)
  expect(detectEncoding(bytes, true)).toBe('utf-8')
  expect(decodeText(bytes, 'utf-8', true)).toBe('会'.repeat(Math.floor(CUT / 3)))
  const gbk = joined(bytesOf('61'), filled(bytesOf('d6 d0'), CUT - 1))
  expect(detectEncoding(gbk, true)).toBe('gb18030')
  expect(decodeText(gbk, 'gb18030', true).endsWith('中')).toBe(true)
})

test('text is read as the reader says', () => {
  expect(decodeText(bytesOf('a4 a4 a4 e5'), 'big5')).toBe('中文')
  expect(decodeText(bytesOf('93 fa 96 7b'), 'shift_jis')).toBe('日本')
  expect(decodeText(bytesOf('c7 d1'), 'euc-kr')).toBe('한')
  expect(decodeText(utf8('é'), 'windows-1252')).toBe('Ã©')
})
