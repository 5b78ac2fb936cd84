import { DAY, HOUR, MINUTE } from '@clouddisk/contract/time'
import { expect, test } from 'vitest'
import { amountIn, isWithin, parseAmount, unitFor, unitsOf, valueText } from './units.ts'

const GB = 1024 ** 3
const bytes = { kind: 'bytes' as const }
const duration = { kind: 'duration' as const }

test.each([
  [bytes, 20 * GB, '20 GB'],
  [bytes, 1.5 * GB, '1.5 GB'],
  [bytes, 1536, '1.5 KB'],
  [bytes, 1, '1 B'],
  [bytes, 0, '0 B'],
  [{ kind: 'rate' as const }, 64 * 1024, '64 KB/s'],
  [{ kind: 'rate' as const, zeroIsUnlimited: true }, 0, '不限'],
  [duration, 12 * HOUR, '12 小时'],
  [duration, 7 * DAY, '7 天'],
  [duration, 15 * MINUTE, '15 分钟'],
  [duration, 300, '300 毫秒'],
  [duration, 90 * MINUTE, '1.5 小时'],
  [{ kind: 'share' as const }, 0.2, '20%'],
  [{ kind: 'count' as const, unit: { 'zh-CN': '项', 'en-US': 'items' } }, 50_000, '50,000 项'],
  [{ kind: 'count' as const, unit: { 'zh-CN': '', 'en-US': '' } }, 10_011, '10011'],
  [{ kind: 'flag' as const }, true, '开启'],
  [{ kind: 'extensions' as const }, ['bat', 'exe'], 'bat、exe'],
  [{ kind: 'extensions' as const }, [], '无'],
  [{ kind: 'choices' as const }, [{ id: 'eu', 'zh-CN': '欧洲', 'en-US': 'Europe' }], '欧洲'],
])('%j %j is shown as %s', (item, value, text) => {
  expect(valueText(item, value)).toBe(text)
})

test('what is shown is read again as the same value', () => {
  for (const value of [0, 1, 1023, 1536, 20 * GB, 80 * GB, 5 * 1024 ** 2, 1.1 * 1024 ** 4].map(Math.round)) {
    const unit = unitFor(unitsOf(bytes), value)
    expect(parseAmount(unit, amountIn(unit, value)), String(value)).toBe(value)
  }
  for (const value of [300, 1000, 90 * MINUTE, 12 * HOUR, 30 * DAY]) {
    const unit = unitFor(unitsOf(duration), value)
    expect(parseAmount(unit, amountIn(unit, value)), String(value)).toBe(value)
  }
  const [percent] = unitsOf({ kind: 'share' })
  if (!percent) throw new Error('no unit')
  expect(parseAmount(percent, amountIn(percent, 0.2))).toBe(0.2)
})

test('numbers are taken with separators, and nothing else is a number', () => {
  const [, kilobytes] = unitsOf(bytes)
  const [one] = unitsOf({ kind: 'count' })
  if (!kilobytes || !one) throw new Error('no unit')
  expect(parseAmount(kilobytes, ' 1,024 ')).toBe(1024 ** 2)
  expect(parseAmount(one, '7')).toBe(7)
  for (const wrong of ['', 'x', '-1', '1e3', '1.5', '１２', '0x10', '12 GB'])
    expect(parseAmount(one, wrong)).toBeUndefined()
})

test('bounds hold, and 0 where it means without limit', () => {
  const item = { min: 10, max: 20 } as Parameters<typeof isWithin>[0]
  expect([9, 10, 20, 21, 0].map((value) => isWithin(item, value))).toEqual([false, true, true, false, false])
  expect(isWithin({ ...item, zeroIsUnlimited: true }, 0)).toBe(true)
})
