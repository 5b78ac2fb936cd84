import { expect, test } from 'vitest'
import { initialsOf } from './avatar.tsx'

test.each([
  ['林晓', '林'],
  ['Lin Xiao', 'LX'],
  ['admin', 'A'],
  ['zhao_lin', 'ZL'],
  ['  张 敏 ', '张'],
  ['élodie dupont-martin', 'ÉD'],
  ['', ''],
])('%s is %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
