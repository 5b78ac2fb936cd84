import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decodeName,
  encodeName,
  folderNameFault,
  isAccountName,
  isDepartmentName,
  isStrongPassword,
  lengthOf,
  nameFault,
  nameKey,
  numberedName,
  renameFault,
  splitName,
} from './names.ts'

describe('what a name may be', () => {
  test.each([...'\\[]/:*?"<>|\u201c\u201d\uff1a\uff1f'])('%s is refused', (character) => {
    expect(nameFault(`a${character}b`)).toBe('name_characters')
  })

  test.each([
    ['', 'name_empty'],
    [' a', 'name_whitespace'],
    ['a\u3000', 'name_whitespace'],
    ['a.', 'name_trailing_dot'],
    ['.', 'name_trailing_dot'],
    ['..', 'name_trailing_dot'],
    ['\u200b', 'name_invisible'],
    ['\u200d\u2060\u00ad', 'name_invisible'],
    ['\u3164 \u2800', 'name_invisible'],
    ['a\u0007b', 'name_control'],
    ['a\u202eb', 'name_control'],
    ['a\u200f', 'name_control'],
    ['a\u200eb', 'name_control'],
    ['a\u061cb', 'name_control'],
    ['a\u206ab', 'name_control'],
    ['a\ud800', 'name_control'],
    ['a\ufffe', 'name_control'],
    ['\uffffa', 'name_control'],
    ['a\ufdd0b', 'name_control'],
    ['a\u{1ffff}', 'name_control'],
    ['report.pdf\u200b', 'name_invisible_end'],
    ['report.pdf\u2060', 'name_invisible_end'],
    ['report.pdf\u00ad', 'name_invisible_end'],
    ['report.pdf\ufe0f', 'name_invisible_end'],
    ['\u034freport.pdf', 'name_invisible_end'],
    ['\u200dreport', 'name_invisible_end'],
    ['report\u{e0041}', 'name_invisible_end'],
    ['👩\u200d', 'name_invisible_end'],
    ['❤️\u200b', 'name_invisible_end'],
    ['a.\u200b', 'name_invisible_end'],
    ['خانه\u200c', 'name_invisible_end'],
    ['CON .txt', 'name_reserved'],
    ['nul   .tar.gz', 'name_reserved'],
    ['CONIN$', 'name_reserved'],
    ['conout$.log', 'name_reserved'],
    ['COM¹', 'name_reserved'],
    ['lpt².txt', 'name_reserved'],
    ['com³ .x', 'name_reserved'],
    ['con', 'name_reserved'],
    ['LPT9.txt', 'name_reserved'],
    ['aux.tar.gz', 'name_reserved'],
    ['字'.repeat(256), 'name_too_long'],
  ])('%j is refused: %s', (name, reason) => {
    expect(nameFault(name)).toBe(reason)
  })

  test.each([
    'a',
    '.gitignore',
    'a b.txt',
    '合同（已签署）.pdf',
    'console',
    'com10',
    'con x.txt',
    'conin$x',
    'CONSOLE .txt',
    'CLOCK$',
    're\u200bport',
    '❤️',
    '1️⃣',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '🏳️‍🌈',
    'می‌خواهم',
    '۱۴۰۰ ه‍',
    'क्‍ष',
    'അവന്‍',
    '葛󠄀',
    "it's",
    '字'.repeat(255),
    '👩‍👩‍👧.png',
  ])('%j is fine', (name) => expect(nameFault(name)).toBeUndefined())

  test('lengths count characters, not code units', () => {
    expect(lengthOf('😀😀')).toBe(2)
    expect(folderNameFault('😀'.repeat(128))).toBeUndefined()
    expect(folderNameFault('😀'.repeat(129))).toBe('name_too_long')
  })
})

describe('a rename never traps', () => {
  test('30 characters of base name, the extension not counted', () => {
    expect(renameFault(`${'a'.repeat(30)}.docx`, 'x.docx', false)).toBeUndefined()
    expect(renameFault(`${'a'.repeat(31)}.docx`, 'x.docx', false)).toBe('name_too_long')
  })

  test('a longer name may keep its length, or get shorter', () => {
    const current = `${'a'.repeat(40)}`
    expect(renameFault('b'.repeat(40), current, true)).toBeUndefined()
    expect(renameFault('b'.repeat(39), current, true)).toBeUndefined()
    expect(renameFault('b'.repeat(41), current, true)).toBe('name_too_long')
  })
})

describe('siblings', () => {
  test('differ by more than case and form', () => {
    expect(nameKey('RÉSUMÉ.TXT')).toBe(nameKey('re\u0301sume\u0301.txt'))
    expect(nameKey('Straße')).toBe(nameKey('STRASSE'))
    expect(nameKey('a')).not.toBe(nameKey('b'))
  })

  const characters = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(...'aeßΣ\u0301\u0345.1🏴👩🏽❤क\u094dര്هوآ\u0654葛ᠠ'),
    fc.constantFrom(...'\u200b\u200c\u200d\u2060\u00ad\u034f\ufe0f\u{e0067}\u{e007f}\u{e0100}\u3164\u180b'),
  )
  const text = fc.array(characters, { maxLength: 12 }).map((pieces) => pieces.join(''))

  test('the key of a key is itself', () => {
    fc.assert(
      fc.property(text, (name) => nameKey(nameKey(name)) === nameKey(name)),
      { numRuns: 5000, examples: [['\u0301\u200b\u094d\u200d'], ['\u0301\u200d\u094d\u200d']] },
    )
  })

  test('by what is not seen are not told apart', () => {
    const unseen = fc.constantFrom(...'\u200b\u2060\u00ad\ufeff\u034f\u2061\u3164')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), unseen, (name, place, one) => {
        const at = [...name]
        at.splice(place % (at.length + 1), 0, one)
        return nameKey(at.join('')) === nameKey(name)
      }),
    )
  })

  test('no name that is fine has another of what only is not seen at its ends', () => {
    fc.assert(
      fc.property(text, (name) => {
        if (nameFault(name) !== undefined) return
        for (const one of '\u200b\u2060\u00ad\u034f')
          expect([nameFault(name + one), nameFault(one + name)]).toEqual(Array(2).fill('name_invisible_end'))
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴'],
    ['👩‍👩‍👧', '👩👩👧'],
    ['🏳️‍🌈', '🏳️🌈'],
    ['می‌خواهم', 'میخواهم'],
    ['ه‍', 'ه'],
    ['क्‍ष', 'क्ष'],
    ['क्‌ष', 'क्ष'],
    ['അവന്‍', 'അവന്'],
    ['র‍্য', 'র্য'],
  ])('%s and %s differ', (one, other) => expect(nameKey(one)).not.toBe(nameKey(other)))

  test.each([
    ['report.pdf', 're\u200bport.pdf'],
    ['report.pdf', 'report\u2060.p\u00addf'],
    ['ab', 'a\u200db'],
    ['ab', 'a\u200cb'],
    ['ab', 'a\u{e0067}b'],
    ['❤️', '❤'],
    ['1️⃣', '1⃣'],
    ['葛󠄀', '葛'],
    ['é', 'e\u200b\u0301'],
    ['Straße', 'STRAẞE'],
    ['کار', 'کا\u200cر'],
  ])('%s and %s are the same', (one, other) => expect(nameKey(one)).toBe(nameKey(other)))

  test('a number goes before the extension and keeps within 255', () => {
    expect(numberedName('a.txt', 1, false)).toBe('a (1).txt')
    expect(numberedName('a.b', 2, true)).toBe('a.b (2)')
    expect(lengthOf(numberedName(`${'字'.repeat(251)}.txt`, 12, false))).toBe(255)
    expect(splitName('.env')).toEqual({ base: '.env', ext: '' })
  })
})

describe('the base64 spelling of A§3', () => {
  test('comes back as it went', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        (name) => decodeName(encodeName(name)) === name,
      ),
    )
  })

  test('uses _x, _j and _d', () => {
    expect(encodeName('??>')).toBe('Pz8_j')
    expect(encodeName('a')).toBe('YQ_d_d')
  })

  test.each(['', 'YQ==', 'YQ', '_x', 'gICA', '%%', 'YQ_d_d_d', '5L2gYQ_z'])('%j does not decode', (text) => {
    expect(decodeName(text)).toBeUndefined()
  })
})

test.each([
  ['abcd', false],
  ['abcde', true],
  ['a'.repeat(120), true],
  ['a'.repeat(121), false],
  ['lin.xiao', false],
  ['林晓林晓林', false],
  ['lin_xiao9', true],
])('account name %s: %s', (name, fine) => expect(isAccountName(name)).toBe(fine))

test.each([
  ['品牌与市场部', true],
  ['R_D2', true],
  ['部'.repeat(64), true],
  ['部'.repeat(65), false],
  ['', false],
  ['研发 一部', false],
  ['研发/一部', false],
])('department name %s: %s', (name, fine) => expect(isDepartmentName(name)).toBe(fine))

test.each([
  ['Abc12345', true],
  ['abc12345', false],
  ['abc-1234', true],
  ['Ab1-', false],
  ['ABCDEFG1', false],
  [`Aa1${'x'.repeat(125)}`, true],
  [`Aa1${'x'.repeat(126)}`, false],
])('password %s: %s', (password, fine) => expect(isStrongPassword(password)).toBe(fine))
