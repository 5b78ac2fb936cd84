import { expect, it } from 'vitest'
import { csvOf } from './save-csv.ts'

it('writes a table that a spreadsheet takes for text alone, whatever its cells begin with', () => {
  const rows = [
    ['账号', '结果'],
    ['min_01', '姓名：“=a”\n手机'],
    ['=1+1', '+1'],
    ['-1', '@x'],
    ['＝1＋1', '＋1'],
    ['－1', '＠x'],
  ]
  expect(csvOf(rows).split('\r\n')).toEqual([
    '"账号","结果"',
    '"min_01","姓名：“=a”\n手机"',
    `"'=1+1","'+1"`,
    `"'-1","'@x"`,
    `"'＝1＋1","'＋1"`,
    `"'－1","'＠x"`,
  ])
  expect(csvOf([['a "b"']])).toBe('"a ""b"""')
})
