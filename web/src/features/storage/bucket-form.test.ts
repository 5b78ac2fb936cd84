import type { AdminBucket } from '@clouddisk/contract/admin-storage'
import { expect, it } from 'vitest'
import { bucketFormErrors, bucketFormValues, bucketSettings } from './bucket-form.ts'

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
  const values = bucketFormValues(bucket)
  expect(values.capacity).toBe(shown)
  expect(bucketFormErrors(bucket)(values).capacity).toBeUndefined()
  expect(bucketSettings(values, bucket)).not.toHaveProperty('capacity')
})

it('a capacity that was changed is sent, and has to be above 0', () => {
  const bucket = bucketOf(10 ** 9)
  const changed = (capacity: string) => ({ ...bucketFormValues(bucket), capacity })
  expect(bucketSettings(changed('1.5'), bucket).capacity).toBe(1.5 * 1024 ** 3)
  expect(bucketSettings(changed(' '), bucket).capacity).toBe('unlimited')
  for (const wrong of ['0', '-1', '1.2345', 'x'])
    expect(bucketFormErrors(bucket)(changed(wrong)).capacity).toEqual(expect.any(String))
  expect(bucketFormErrors(bucket)(changed('1.5')).capacity).toBeUndefined()
})
