import { expect, test } from 'vitest'
import { isNewer } from './is-newer.ts'

test.each([
  ['1.10.0', '1.9.3', true],
  ['1.9.3', '1.10.0', false],
  ['2.0', '1.99.99', true],
  ['1.0.0', '1.0.0', false],
])('%s comes after %s: %s', (version, other, expected) => expect(isNewer(version, other)).toBe(expected))
