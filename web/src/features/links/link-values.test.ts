import type { Link } from '@clouddisk/contract/links'
import { describe, expect, test } from 'vitest'
import {
  changedSettings,
  errorsOf,
  expiryOf,
  type LinkValues,
  newValues,
  randomCode,
  valuesOf,
} from './link-values.ts'

const LINK: Link = {
  shareId: 'a',
  linkPath: 'p',
  url: 'https://pan.example.com/disk/fileDownload?link=p',
  code: 'abc234',
  visitor: 'anyone',
  principals: [],
  perms: ['view', 'download'],
  validity: '1month',
  expireTime: '2999-01-31T15:59:59.999Z',
  maxVisits: null,
  watermark: false,
  remark: '',
  viewCount: 0,
  downloadCount: 0,
  saveCount: 0,
  status: 'valid',
  isChecked: false,
  targets: [],
  keptFiles: 0,
  createTime: '2998-12-31T00:00:00.000Z',
}
const edited = (change: Partial<LinkValues>, link = LINK) => ({ ...valuesOf(link), ...change })
const faults = (change: Partial<LinkValues>) =>
  Object.entries(errorsOf({ ...newValues(), ...change }, undefined))
    .filter(([, text]) => text)
    .map(([name]) => name)

describe('the end of a preset', () => {
  const end = (validity: LinkValues['validity'], now: Date) => expiryOf({ validity, day: '' }, now)
  test('is the end of its last day; a day that the month lacks is its last', () => {
    expect(end('3days', new Date(2026, 10, 29, 9))).toEqual(new Date(2026, 11, 2, 23, 59, 59, 999))
    expect(end('1month', new Date(2027, 0, 31, 9))).toEqual(new Date(2027, 1, 28, 23, 59, 59, 999))
    expect(end('3months', new Date(2026, 10, 30, 9))).toEqual(new Date(2027, 1, 28, 23, 59, 59, 999))
  })
  test('is none where it lasts', () => {
    expect([end('permanent', new Date()), end('employed', new Date())]).toEqual([null, null])
  })
})

test('a random code is six characters without look-alikes', () => {
  for (let n = 0; n < 100; n++) expect(randomCode()).toMatch(/^[a-km-np-z2-9]{6}$/)
})

test('a form says what is wrong', () => {
  expect(faults({})).toEqual([])
  expect(faults({ visitor: 'designated' })).toEqual(['people'])
  expect(faults({ validity: 'custom', day: '2020-01-01' })).toEqual(['day'])
  expect(faults({ code: 'ab' })).toEqual(['code'])
  expect(faults({ hasCode: false, code: 'ab' })).toEqual([])
  expect(faults({ maxVisits: '0' })).toEqual(['maxVisits'])
  expect(faults({ maxVisits: '1000001' })).toEqual(['maxVisits'])
  expect(faults({ remark: 'x'.repeat(201) })).toEqual(['remark'])
})

describe('a change of a link', () => {
  test('names what is another, and nothing else', () => {
    expect(changedSettings(valuesOf(LINK), LINK)).toEqual({})
    expect(changedSettings(edited({ maxVisits: '5', hasCode: false }), LINK)).toEqual({
      maxVisits: 5,
      code: '',
    })
    expect(changedSettings(edited({ validity: 'permanent' }), LINK)).toEqual({ validity: 'permanent' })
  })
  test('adds a watermark where downloads are permitted; viewers see one anyway', () => {
    expect(changedSettings(edited({ watermark: true }), LINK)).toEqual({ watermark: true })
    expect(changedSettings(edited({ watermark: true, perms: ['view'] }), LINK)).toEqual({ perms: ['view'] })
  })
  test('ends at the end of the chosen day', () => {
    expect(changedSettings(edited({ validity: 'custom', day: '2999-06-30' }), LINK)).toEqual({
      validity: 'custom',
      expireTime: new Date(2999, 5, 30, 23, 59, 59, 999).toISOString(),
    })
  })
  test('starts the same preset anew once its time is over', () => {
    const over: Link = { ...LINK, status: 'expired', reason: 'time' }
    expect(changedSettings(valuesOf(over), over)).toEqual({ validity: '1month' })
  })
  test('keeps permissions that no preset has', () => {
    const own: Link = { ...LINK, perms: ['view', 'modify'] }
    expect(changedSettings(valuesOf(own), own)).toEqual({})
  })
})
