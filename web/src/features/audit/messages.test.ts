import type { AuditEntry } from '@clouddisk/contract/audit'
import { expect, it } from 'vitest'
import { entryOrigin } from './columns.tsx'
import { entrySummary, entryTime } from './messages.ts'

it('tells the year of an entry where it is not this one, and in full', () => {
  const now = new Date(2026, 10, 22)
  const told = (year: number, full?: boolean) =>
    entryTime(new Date(year, 2, 4, 10, 0, 7).toISOString(), full, now)
  expect(told(2026)).toBe('03-04 10:00:07')
  expect(told(2025)).toBe('2025-03-04 10:00:07')
  expect(told(2026, true)).toBe('2026-03-04 10:00:07')
})

it('tells who was given something and as what, the first few by name', () => {
  const brief = (detail: Record<string, unknown>) => entrySummary({ detail } as AuditEntry)
  const dave = { id: 'd', name: 'Dave', role: 'manager' }
  const anna = { id: 'a', name: 'Anna', role: 'viewer' }
  expect(brief({ principals: [dave, anna], group: 'Band' })).toBe('Dave（管理员）、Anna（预览者）')
  expect(brief({ principals: [{ id: 'd', name: 'Dave' }], role: 'inherit' })).toBe('Dave（继承上级）')
  expect(brief({ principals: [{ id: 'd', name: null }] })).toBe('已不存在')
  expect(brief({ principals: [dave, anna], principalCount: 30 })).toBe(
    'Dave（可管理）、Anna（可预览）等，另有 28 个',
  )
})

it('tells the device before the region', () => {
  const entry = { region: 'apac', device: 'web' } as AuditEntry
  expect(entryOrigin(entry, new Map([['apac', 'Asia-Pacific']]))).toBe('网页 · Asia-Pacific')
})
