import { LIMITS } from '@clouddisk/contract/limits'
import { expect, test } from 'vitest'
import { item } from '../testing/items.ts'
import { session } from '../testing/sessions.ts'
import { leftOver } from './left-over.ts'

test('what this browser lists, and of which a part may be on its way, is not left over', () => {
  const part = LIMITS.partTimeoutMs / 1000
  const open = [
    session('own', { quietSeconds: 10 * part }),
    session('elsewhere', { quietSeconds: 10 * part }),
    session('going on', { quietSeconds: part }),
  ]
  const items = [item('a', { objectKey: 'own' })]
  expect(leftOver(open, { items }).map(({ objectKey }) => objectKey)).toEqual(['elsewhere'])
})
