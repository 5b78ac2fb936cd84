import { describe, expect, it } from 'vitest'
import { addressOf, networkOf } from './network.ts'

describe('networks', () => {
  it.each([
    ['192.0.2.1', '192.0.2.254', true],
    ['192.0.2.1', '192.0.3.1', false],
    ['192.0.2.1', '::ffff:192.0.2.9', true],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    // The same bytes, another kind of address.
    ['0.0.0.0', '::', false],
    ['unknown', 'unknown', true],
  ])('%s and %s: one network is %s', (one, other, same) => {
    expect(networkOf(one) === networkOf(other)).toBe(same)
  })

  it('tell an address in one spelling', () => {
    expect(addressOf({ ip: '::ffff:192.0.2.9' })).toBe('192.0.2.9')
    expect(addressOf({ ip: '2001:DB8::1' })).toBe('2001:db8::1')
    expect(addressOf({ ip: '' })).toBe('unknown')
  })
})
