import { expect, test } from 'vitest'
import { initials } from '../../lib/initials.ts'
import { findByTyping, typeBuffer } from './type-ahead.ts'

const names = ['Budget.xlsx', 'budget-2.xlsx', '品牌素材', '市场部', '市场预算.xlsx', 'Zoo', '张敏', '重庆']
const rows = { total: names.length, nameAt: (index: number) => names[index] }
const find = (typed: string, from = -1) => names[findByTyping(typed, from, rows)]

test('Chinese begins with the first letters of its pinyin', () => {
  expect(initials('市场部 2026')).toBe('scb 2026')
  expect(initials('啊吧擦大额发个哈家卡拉吗那哦怕去人三他我小有在')).toBe('abcdefghjklmnopqrstwxyz')
})

test('a name is found by its letters, characters and pinyin, case ignored', () => {
  expect(find('z')).toBe('Zoo')
  expect(find('BUDGET-')).toBe('budget-2.xlsx')
  expect(find('市场')).toBe('市场部')
  expect(find('sc')).toBe('市场部')
  expect(find('ppsc')).toBe('品牌素材')
  expect(find('q')).toBeUndefined()
})

test('one letter again goes on to the next and round', () => {
  expect(find('b', 0)).toBe('budget-2.xlsx')
  expect(find('bb', 1)).toBe('Budget.xlsx')
  expect(find('z', 5)).toBe('张敏')
})

test('more letters keep the row they fit', () => {
  expect(find('bu', 0)).toBe('Budget.xlsx')
  expect(find('bu', 1)).toBe('budget-2.xlsx')
})

test('rows that are not loaded are passed over', () => {
  const sparse = { total: 5, nameAt: (index: number) => (index === 3 ? 'x' : undefined) }
  expect(findByTyping('x', 4, sparse)).toBe(3)
  expect(findByTyping('y', -1, sparse)).toBe(-1)
  expect(findByTyping('y', -1, { total: 0, nameAt: () => undefined })).toBe(-1)
})

test('a pause begins anew', () => {
  const type = typeBuffer(800)
  expect(type('a', 0)).toBe('a')
  expect(type('b', 500)).toBe('ab')
  expect(type('c', 1400)).toBe('c')
})
