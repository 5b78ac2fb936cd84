import { expect, it } from 'vitest'
import { deviceLabel } from './device.ts'

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36', 'Chrome · Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/150.0 Safari/537.36 Edg/150.0', 'Edge · Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Version/19.0 Safari/605.1.15', 'Safari · macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 20_0) CriOS/150.0 Safari/604.1', 'Chrome · iOS'],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/150.0 Mobile Safari/537.36', 'Chrome · Android'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/150 Electron/40.1 Clouddisk/18', 'Clouddisk · Windows'],
  ['node', 'node'],
])('%s is %s', (userAgent, words) => {
  expect(deviceLabel(userAgent)).toBe(words)
})
