import type { AdminBucket } from '@clouddisk/contract/admin-storage'
import { expect, it } from 'vitest'
import { faultsOf, settingsOf, valuesOf } from './bucket-form.ts'

const bucketOf = (capacity: number | null) =>
  ({
    bucketName: 'drive',
    endpoint: 'https://s3.example.com',
    addresses: [],
    capacity,
  }) as unknown as AdminBucket

it.each([
  [10 ** 9, '0.931'],
  [1000, '0'],
  [null, ''],
])('a capacity of %s bytes is shown in GB, and stays what it is unless it is changed', (capacity, shown) => {
  const bucket = bucketOf(capacity)
  const values = valuesOf(bucket)
  expect(values.capacity).toBe(shown)
  expect(faultsOf(bucket)(values).capacity).toBeUndefined()
  expect(settingsOf(values, bucket)).not.toHaveProperty('capacity')
})

it('a capacity that was changed is sent, and has to be above 0', () => {
  const bucket = bucketOf(10 ** 9)
  const changed = (capacity: string) => ({ ...valuesOf(bucket), capacity })
  expect(settingsOf(changed('1.5'), bucket).capacity).toBe(1.5 * 1024 ** 3)
  expect(settingsOf(changed(' '), bucket).capacity).toBe('unlimited')
  for (const wrong of ['0', '-1', '1.2345', 'x'])
    expect(faultsOf(bucket)(changed(wrong)).capacity).toEqual(expect.any(String))
  expect(faultsOf(bucket)(changed('1.5')).capacity).toBeUndefined()
})
