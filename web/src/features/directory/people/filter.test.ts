import { expect, test } from 'vitest'
import { filterOf, isNarrowed, pageOf, readSearch } from './filter.ts'

test('an address without anything shows everybody', () => {
  const shown = readSearch({})
  expect(filterOf(shown)).toEqual({})
  expect(pageOf(shown)).toEqual({ pageNo: 1, pageSize: 20 })
  expect(isNarrowed(shown)).toBe(false)
})

test('what the address says is asked for', () => {
  const shown = readSearch({
    department: 'd1',
    sub: '0',
    q: 'wu',
    status: 'frozen',
    role: 'r1',
    validity: 'soon',
    page: '3',
    size: '50',
    sort: 'usedCapacity.desc',
  })
  expect(pageOf(shown)).toEqual({
    departmentId: 'd1',
    includeSub: false,
    keyword: 'wu',
    status: 'frozen',
    roleId: 'r1',
    validity: 'soon',
    orderBy: 'usedCapacity',
    orderType: 'desc',
    pageNo: 3,
    pageSize: 50,
  })
  expect(isNarrowed(shown)).toBe(true)
})

test('what no list knows is left out', () => {
  const shown = readSearch({ status: 'gone', validity: 'x', page: '-4', size: '7', sort: 'password.desc' })
  expect(pageOf(shown)).toEqual({ pageNo: 1, pageSize: 20 })
  expect(isNarrowed(shown)).toBe(false)
})
