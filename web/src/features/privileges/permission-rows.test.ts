import type { Privilege } from '@clouddisk/contract/privileges'
import { expect, test } from 'vitest'
import { permissionRows } from './permission-rows.ts'

const entry = (name: string, role: string, more: Partial<Privilege> = {}): Privilege => ({
  principalType: 'user',
  principalId: name,
  name,
  detail: '',
  count: 1,
  role,
  fromId: 'root',
  fromName: 'Brand',
  inherited: true,
  fileAuth: [],
  expires: null,
  canChange: true,
  ...more,
})

test('a member has what the folder above gives until something is set on the item', () => {
  const own = entry('b', 'forbidden', { inherited: false, fromId: 'x', fromName: 'x' })
  const rows = permissionRows([[entry('a', 'editor'), own]], [entry('a', 'editor'), entry('b', 'viewer')])
  expect(rows).toMatchObject([
    { name: 'a', role: 'editor', own: 'inherit', above: { role: 'editor', name: 'Brand' } },
    { name: 'b', role: 'forbidden', own: 'forbidden', above: { role: 'viewer', name: 'Brand' } },
  ])
})

test('of several items what differs is said to', () => {
  const set = entry('a', 'viewer', { inherited: false })
  const [row] = permissionRows([[entry('a', 'editor')], [set]], [entry('a', 'editor')])
  expect(row).toMatchObject({ role: 'mixed', own: undefined, above: { role: 'editor' } })
})

test('who cannot be changed at one of them cannot be changed at all', () => {
  const [row] = permissionRows([[entry('a', 'manager', { canChange: false })], [entry('a', 'manager')]], [])
  expect(row?.canChange).toBe(false)
})
