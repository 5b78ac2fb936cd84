import { expect, test } from 'vitest'
import { maskName } from './masking.ts'

test.each([
  ['', ''],
  ['林', '林**'],
  ['林晓', '林**'],
  ['欧阳锋', '欧**锋'],
  ['欧阳小锋', '欧**锋'],
  ['Alice', 'Al**ce'],
  ['阿依古丽·买买提', '阿依**买提'],
  // A character beyond the first plane is one.
  ['𠮷', '𠮷**'],
  ['𠮷田太郎', '𠮷**郎'],
])('%s is masked as %s (R260)', (name, masked) => expect(maskName(name)).toBe(masked))
