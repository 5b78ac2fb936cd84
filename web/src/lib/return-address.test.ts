import { expect, test } from 'vitest'
import { safeReturnAddress, signInAddress } from './return-address.ts'

const origin = 'https://disk.example.com'

test.each([
  ['/disk/personalFile?folder=a%26b#x', '/disk/personalFile?folder=a%26b#x'],
  ['https://disk.example.com/disk/recycleBin', '/disk/recycleBin'],
  ['myCollect', '/disk/myCollect'],
])('%s leads back', (service, wanted) => {
  expect(safeReturnAddress(service, origin)).toBe(wanted)
})

test.each([
  undefined,
  '',
  'https://evil.example/disk/',
  '//evil.example/disk/',
  '/\\evil.example',
  'https://disk.example.com.evil.example/',
  'https://disk.example.com@evil.example/',
  'http://disk.example.com/disk/',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
  '/disk/login?service=/disk/login',
  '/disk/Login/?service=/disk/login',
])('%s does not', (service) => {
  expect(safeReturnAddress(service, origin)).toBe('/disk/')
})

test('an address goes into the query whole', () => {
  const from = '/disk/personalFile?folder=1&select=中 文#top'
  const asked = new URL(signInAddress(from), origin)
  expect(asked.pathname).toBe('/disk/login')
  expect(safeReturnAddress(asked.searchParams.get('service') ?? undefined, origin)).toBe(
    '/disk/personalFile?folder=1&select=%E4%B8%AD%20%E6%96%87#top',
  )
})
