import { expect, test } from 'vitest'
import { type Packs, takeOut } from './words.ts'

function taken(code: string): { code: string; packs: Packs } {
  const packs: Packs = [[], []]
  return { code: takeOut('strings.ts', code, packs), packs }
}

test('a table goes into the packs, one language each', () => {
  const { code, packs } = taken(`export const t = texts('jobs', {
    cancel: ['取消', 'Cancel'],
    share: ['{{done}} / {{all}}', '{{done}} of {{all}}'],
    items: ['{{count}} 项', { one: '{{count}} item', other: '{{count}} items' }],
  })`)
  expect(code).toBe("import words from 'virtual:words'\nexport const t = texts('jobs', words[0])")
  expect(packs).toEqual([
    ["{ cancel: '取消', share: '{{done}} / {{all}}', items: '{{count}} 项' }"],
    [
      "{ cancel: 'Cancel', share: '{{done}} of {{all}}', items: { one: '{{count}} item', other: '{{count}} items' } }",
    ],
  ])
})

test('lone pairs keep their shape, rows of the error catalogue their numbers alone', () => {
  const { code, packs } = taken(
    "row(1, '忙', 'Busy', { retryable: true }); x = { a: ['空', 'empty'] }; ['zh-CN', 'en-US']",
  )
  expect(code).toContain(
    "row(1, '', '', { retryable: true }); x = { a: [words[0], words[0]] }; ['zh-CN', 'en-US']",
  )
  expect(packs).toEqual([["'空'"], ["'empty'"]])
})

test('words that are put together elsewhere stop the build', () => {
  expect(() => taken("texts('x', { a: ['一', plural('one', 'other')] })")).toThrow('written out')
  expect(() => taken("texts('x', table)")).toThrow('written out')
})
