import { describe, expect, test } from 'vitest'
import type { Recipient } from './people.ts'
import { countRecipients, isInDepartment } from './recipient-count.ts'

const department = (count: number, ...path: string[]): Recipient => ({
  principalType: 'department',
  principalId: path.join('/'),
  name: path.at(-1) ?? '',
  detail: '',
  count,
  path,
})
const user = (name: string, ...path: string[]): Recipient => ({
  principalType: 'user',
  principalId: name,
  name,
  detail: '',
  count: 1,
  path,
})
const group = (count: number): Recipient => ({
  principalType: 'group',
  principalId: 'g',
  name: 'g',
  detail: '',
  count,
  path: [],
})

describe('people reached', () => {
  test('counts those of a chosen department once', () => {
    const brand = department(21, '集团', '品牌与市场部', '品牌组')
    const chosen = [brand, user('张敏', '集团', '品牌与市场部', '品牌组'), user('王伟', '集团', '财务中心')]
    expect(countRecipients(chosen)).toEqual({ count: 22, atMost: false })
  })

  test('leaves out departments that a chosen one has below it', () => {
    expect(countRecipients([department(86, 'A', 'B'), department(21, 'A', 'B', 'C')]).count).toBe(86)
    expect(countRecipients([department(86, 'A', 'B'), department(21, 'A', 'BC')]).count).toBe(107)
  })

  test('says that groups may have some of them too', () => {
    expect(countRecipients([group(5)])).toEqual({ count: 5, atMost: false })
    expect(countRecipients([group(5), user('a', 'A')])).toEqual({ count: 6, atMost: true })
  })

  test('nobody without a department is in one', () => {
    expect(isInDepartment(user('a'), department(3, 'A'))).toBe(false)
    expect(isInDepartment(department(3, 'A'), department(3, 'A'))).toBe(false)
  })
})
