import { expect, test } from 'vitest'
import { findMarks, fromMatch } from './marks.tsx'

const marked = (name: string, keyword: string) =>
  findMarks(name, keyword)?.map(({ start, end }) => name.slice(start, end))

test('marks words as written, whatever their case, and words that touch as one', () => {
  expect(marked('Report 2026.pdf', 'REPORT 2026')).toEqual(['Report', '2026'])
  expect(marked('合同库.pdf', '合同')).toEqual(['合同'])
  expect(marked('abcdef', 'abc bcd')).toEqual(['abcd'])
})

test('marks the characters that initials stand for', () => {
  expect(marked('2026 发布会 主视频.mov', 'fbh')).toEqual(['发布会'])
  expect(marked('发布会 主视频.mov', 'hzs')).toEqual(['会 主视'])
  expect(marked('报告1.doc', 'bg1')).toEqual(['报告1'])
})

test('marks nothing where it is not certain', () => {
  expect(marked('合同.pdf', 'baogao')).toBeUndefined()
  expect(marked('合同.pdf', '合同 别的')).toBeUndefined()
})

test('a line begins shortly before its match, at a word, so that the match is seen where the line is cut', () => {
  const line = '华东区销售额同比增长百分之十八，主要来自杭州和苏州的新客户。'
  expect(fromMatch(line, '杭州')).toBe('…之十八，主要来自杭州和苏州的新客户。')
  expect(fromMatch(line, '销售')).toBe(line)
  expect(fromMatch(line, '没有')).toBe(line)
  expect(fromMatch('The quarterly results of granite samples', 'granite')).toBe('…results of granite samples')
  expect(fromMatch('Antidisestablishmentarianism', 'arian')).toBe('…disestablishmentarianism')
  expect(fromMatch(`…${'前'.repeat(50)}玄武岩`, '玄武岩')).toBe(`…${'前'.repeat(8)}玄武岩`)
})
