import { expect, test } from 'vitest'
import { type TextPair, type Texts, texts } from './i18n.ts'

type AnyTexts = Texts<Record<string, TextPair>>

/** Every `strings.ts`, and the few words that stand beside what says them. */
const modules = import.meta.glob<Record<string, unknown>>('../**/strings.ts', { eager: true })
const areas = Object.entries(modules).map(([file, module]) => {
  const found = Object.values(module).find((value) => typeof value === 'function' && 'table' in value)
  return { file, words: found as AnyTexts | undefined }
})

test('there are words to look at', () => {
  expect(areas.length).toBeGreaterThan(3)
})

test.each(areas)('$file has every text in both languages', ({ words }) => {
  if (!words) throw new Error('exports no texts')
  const faults = Object.entries(words.table).flatMap(([key, [zh, en]]) => {
    const english = typeof en === 'string' ? [en] : [en.one, en.other]
    return [zh, ...english].some((text) => text.trim() === '') ? [key] : []
  })
  expect(faults).toEqual([])
})

test.each(areas)('$file fills the same holes in both languages', ({ words }) => {
  const holes = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort()
  for (const [key, [zh, en]] of Object.entries(words?.table ?? {})) {
    const english = typeof en === 'string' ? en : en.other
    const wanted = typeof en === 'string' ? holes(zh) : [...new Set([...holes(zh), '{{count}}'])].sort()
    // "One" may leave the count out, and so may a Chinese text that counts otherwise; nothing else may differ.
    expect({
      key,
      holes: [...new Set([...holes(english), ...(typeof en === 'string' ? [] : ['{{count}}'])])].sort(),
    }).toEqual({
      key,
      holes: wanted,
    })
  }
})

test.each(areas)('$file keeps Chinese out of English', ({ words }) => {
  const mixed = Object.entries(words?.table ?? {}).filter(([key, [, en]]) => {
    const english = typeof en === 'string' ? en : en.one + en.other
    // The switch to the other language is written in that language.
    return key !== 'otherLanguage' && /\p{Script=Han}/u.test(english)
  })
  expect(mixed).toEqual([])
})

test('areas are told apart', () => {
  const names = areas.map(({ words }) => words?.area)
  expect(new Set(names).size).toBe(names.length)
})

const items = {
  chosen: ['已选 {{count}} 项', { one: '{{count}} item', other: '{{count}} items' }],
  to: ['{{place}}', 'To {{place}} of {{place}}'],
  named: ['{{context}}，{{ns}}', '{{context}}, {{ns}}'],
} as const

test('words are filled and counted by language', () => {
  const zh = texts('test', items, 'zh-CN')
  const en = texts('test', items, 'en-US')
  expect(zh('chosen', { count: 1 })).toBe('已选 1 项')
  expect(en('chosen', { count: 1 })).toBe('1 item')
  expect(en('chosen', { count: 0 })).toBe('0 items')
})

test('what fills a hole stays what it is', () => {
  const en = texts('test', items, 'en-US')
  const odd = '$& {{count}} $t(chosen) <b>&amp;'
  expect(en('to', { place: odd })).toBe(`To ${odd} of ${odd}`)
  expect(en('named', { context: 'male', ns: 'other' })).toBe('male, other')
})

test('a hole that nobody fills can be seen', () => {
  const t = texts('test', { hello: ['你好，{{name}}', 'Hello, {{name}}'] }, 'en-US')
  const careless: (key: 'hello', params: { name: string }) => string = t
  expect(careless('hello', {} as { name: string })).toBe('Hello, {{name}}')
})

test('a translator knows its own words', () => {
  const t = texts('test', { hello: ['你好，{{name}}', 'Hello, {{name}}'] })
  expect(t('hello', { name: '林晓' })).toBe('你好，林晓')
  expect(t.area).toBe('test')
})
