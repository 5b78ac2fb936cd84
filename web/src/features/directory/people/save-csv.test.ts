import { expect, it } from 'vitest'
import { formatCsv } from './save-csv.ts'

it('writes a table that a spreadsheet takes for text alone, whatever its cells begin with', () => {
  const rows = [
    ['账号', '结果'],
    ['min_01', '姓名：“=a”\n手机'],
    ['=1+1', '+1'],
    ['-1', '@x'],
    ['＝1＋1', '＋1'],
    ['－1', '＠x'],
  ]
  expect(formatCsv(rows).split('\r\n')).toEqual([
    '"账号","结果"',
    '"min_01","姓名：“=a”\n手机"',
    `"'=1+1","'+1"`,
    `"'-1","'@x"`,
    `"'＝1＋1","'＋1"`,
    `"'－1","'＠x"`,
  ])
  expect(formatCsv([['a "b"']])).toBe('"a ""b"""')
})
