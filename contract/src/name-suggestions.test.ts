import { expect, test } from 'vitest'
import { suggestFreeName, suggestName } from './name-suggestions.ts'
import { folderNameFault, lengthOf, nameFault, nameKey } from './names.ts'

test.each([
  ['[2024] photos', '(2024) photos'],
  ['a<b>.txt', 'a(b).txt'],
  ['12:30.log', '12-30.log'],
  ['会议：纪要.docx', '会议-纪要.docx'],
  ['a/b\\c.txt', 'a-b-c.txt'],
  ['a|b.txt', 'a-b.txt'],
  ['"quoted".txt', "'quoted'.txt"],
  ['\u201c报告\u201d.txt', "'报告'.txt"],
  ['what?.txt', 'what_.txt'],
  ['为什么？.txt', '为什么_.txt'],
  ['*.txt', '_.txt'],
  ['trail.', 'trail'],
  ['trail. . .', 'trail'],
  [' \u{e0041}. both \u2800.\u{e0041}', '. both'],
  [' both ', 'both'],
  ['\u00a0lead.txt', 'lead.txt'],
  ['con.txt', 'con_.txt'],
  ['CON', 'CON_'],
  ['lpt1.tar.gz', 'lpt1_.tar.gz'],
  ['a\tb\u0000.txt', 'ab.txt'],
  ['fdp.\u202eexe', 'fdp.exe'],
  ['half\ud800.txt', 'half.txt'],
  ['fine.txt', 'fine.txt'],
  ['.gitignore', '.gitignore'],
  ['...', '_'],
  ['', '_'],
  ['\u200b', '_'],
  ['\u0001', '_'],
])('%j becomes %j', (name, wanted) => {
  expect(suggestName(name, false)).toBe(wanted)
  expect(nameFault(wanted)).toBeUndefined()
})

test('a name with very many blanks in it takes no longer than another', () => {
  const blanks = ' '.repeat(500_000)
  expect(suggestName(`a0${blanks}x`, false)).toBe('a0')
  expect(suggestName(`${blanks}a0${blanks}x.txt`, false)).toBe('a0.txt')
})

test.each([
  [`${'长'.repeat(300)}.docx`, false, 255],
  [`a.${'x'.repeat(300)}`, false, 255],
  ['\u{1f600}'.repeat(300), false, 255],
  ['f'.repeat(200), true, 128],
])('a name that is too long is cut: %j', (name, isFolder, length) => {
  const short = suggestName(name, isFolder)
  expect(lengthOf(short)).toBe(length)
  expect(isFolder ? folderNameFault(short) : nameFault(short)).toBeUndefined()
})

test('the extension survives the cut', () => {
  expect(suggestName(`${'a'.repeat(300)}.pdf`, false)).toMatch(/a\.pdf$/)
})

test('whatever is made of odd pieces passes the rule', () => {
  const pieces = [
    ...'[]<>:|*?."\\/ .',
    '\u200b',
    '\u00ad',
    'con',
    'aux',
    'CONIN$',
    ' ',
    'x',
    '\ud83d',
    '\u0085',
  ]
  for (const a of pieces)
    for (const b of pieces)
      for (const c of pieces)
        for (const isFolder of [false, true]) {
          const name = suggestName(a + b + c, isFolder)
          expect([name, isFolder ? folderNameFault(name) : nameFault(name)]).toEqual([name, undefined])
        }
})

test('siblings keep names of their own, whatever their case', () => {
  const taken = new Set(['(A).txt'].map(nameKey))
  expect(suggestFreeName('[a].txt', false, taken)).toBe('(a) (1).txt')
  expect(suggestFreeName('<a>.txt', false, taken)).toBe('(a) (2).txt')
})

test('a numbered folder name stays short enough', () => {
  const long = 'f'.repeat(200)
  const taken = new Set<string>()
  const first = suggestFreeName(long, true, taken)
  expect(folderNameFault(suggestFreeName(long, true, taken))).toBeUndefined()
  expect(taken.has(nameKey(first))).toBe(true)
  expect(taken.size).toBe(2)
})

test('very many equal names get their numbers at once', () => {
  const [taken, numbers] = [new Set<string>(), new Map<string, number>()]
  // The long ones are the same once they are cut.
  for (let n = 0; n < 20_000; n++)
    for (const name of [n % 2 ? 'a.txt' : 'A.txt', `${'b'.repeat(249)}${String(n >> 1).padStart(6, '0')}`])
      suggestFreeName(name, false, taken, undefined, numbers)
  expect(taken.size).toBe(40_000)
  expect(taken.has(nameKey('a (19999).txt'))).toBe(true)
})
