import { publicConfig } from '@clouddisk/contract/accounts'
import { pageLogs } from '@clouddisk/contract/audit'
import {
  type ConfigValue,
  queryBusinessConfig,
  saveBusinessConfig,
} from '@clouddisk/contract/business-config'
import { queryChanges } from '@clouddisk/contract/changes'
import { codeOf } from '@clouddisk/contract/errors'
import { createFolder } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import { DAY, HOUR, MINUTE } from '@clouddisk/contract/time'
import { checkUploadAble } from '@clouddisk/contract/uploads'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openSecondServer } from '../../../test/second-server.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await openWorld({ CLOUDDISK_UPLOAD_FILES: '77' })
  admin = await world.admin('superAdmin')
})
afterEach(async () => {
  const { list } = await admin.call(queryBusinessConfig, {})
  const own = list.filter(({ source }) => source === 'administrator')
  if (own.length > 0)
    await admin.call(saveBusinessConfig, { list: own.map(({ code }) => ({ code, value: null })) })
})
afterAll(() => world.close())

const save = (values: Readonly<Record<string, ConfigValue | null>>) =>
  admin.call(saveBusinessConfig, { list: Object.entries(values).map(([code, value]) => ({ code, value })) })
const item = async (code: string) => {
  const found = (await admin.call(queryBusinessConfig, {})).list.find((one) => one.code === code)
  if (!found) throw new Error(`no ${code}`)
  return found
}
const limitsAt = async (person: Person) => (await person.call(publicConfig, {})).limits
const refused = (values: Readonly<Record<string, ConfigValue | null>>, field: string, reason: string) =>
  expect(save(values), JSON.stringify(values)).rejects.toMatchObject({
    code: 20001,
    details: { field, reason },
  })

/** Kinds of numbers. */
const BOUNDED = new Set(['count', 'bytes', 'rate', 'duration', 'share'])

describe('the table', () => {
  it('has every limit once, with an explanation in both languages, and values that it takes itself', async () => {
    const { list } = await admin.call(queryBusinessConfig, {})
    const codes = list.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    // These two are in the settings, where a space may have its own.
    const elsewhere = ['versionsKept', 'versionDays']
    expect(Object.keys(LIMITS).filter((name) => !codes.includes(name))).toEqual(elsewhere)
    for (const { code, explanation, fixed } of list)
      for (const words of [explanation, fixed].filter((one) => one !== null)) {
        expect(words['zh-CN'], code).toMatch(/[\u4e00-\u9fff]/)
        expect(words['en-US'], code).toMatch(/^[\x20-\x7e’]+$/)
      }
  })

  it('takes each default, and nothing beyond its bounds', async () => {
    const { list } = await admin.call(queryBusinessConfig, {})
    const open = list.filter(({ fixed, source }) => !fixed && source !== 'environment')
    expect(open.length).toBeGreaterThan(40)
    for (const { code, kind, min, max, default: value, zeroIsUnlimited } of open) {
      const saved = await save({ [code]: value })
      expect(saved.list.find((one) => one.code === code)).toMatchObject({ value, source: 'administrator' })
      if (BOUNDED.has(kind)) expect([min, max], code).toEqual([expect.any(Number), expect.any(Number)])
      if (min !== undefined && min > 0)
        await refused({ [code]: zeroIsUnlimited ? min - 1 : 0 }, code, 'range')
      if (min !== undefined) await refused({ [code]: -1 }, code, 'range')
      if (max !== undefined) await refused({ [code]: max + 1 }, code, 'range')
      if (kind !== 'share' && min !== undefined) await refused({ [code]: min + 0.5 }, code, 'range')
      await refused({ [code]: kind === 'flag' ? 1 : true }, code, 'type')
      if (kind === 'choice') await refused({ [code]: 'other' }, code, 'unknown_value')
    }
  })

  it('refuses codes that there are not, and those that clients or calls rely on', async () => {
    await refused({ nothing: 1 }, 'code', 'unknown_value')
    await refused({ __proto__x: 1 }, 'code', 'unknown_value')
    await refused({ md5SliceBytes: 1024 }, 'md5SliceBytes', 'fixed_value')
    await refused({ pageSizes: [1] }, 'pageSizes', 'fixed_value')
    expect((await item('md5SliceBytes')).fixed).toMatchObject({ 'en-US': expect.stringContaining('clients') })
  })
})

it('is in force with the next call, shows who changed it, and returns to the default', async () => {
  const person = await world.person()
  expect(await item('folderMax')).toMatchObject({ value: 128, default: 128, source: 'default', author: null })
  await save({ folderMax: 4 })
  expect(await item('folderMax')).toMatchObject({
    value: 4,
    default: 128,
    source: 'administrator',
    author: admin.user.userRealName,
  })
  expect(await limitsAt(person)).toMatchObject({ folderMax: 4 })
  const long = { parentId: '0', instanceName: '12345' }
  await expect(person.call(createFolder, long)).rejects.toMatchObject({ code: 20001 })
  await save({ folderMax: null })
  await person.call(createFolder, long)
  expect(await item('folderMax')).toMatchObject({
    value: 128,
    source: 'default',
    author: null,
    changeTime: null,
  })
  const { list } = await admin.call(pageLogs, { action: 'config.changed' })
  expect(list.slice(0, 2).map(({ detail, objectName }) => ({ detail, objectName }))).toEqual([
    { objectName: 'folderMax', detail: { value: 128, was: 4, reset: true } },
    { objectName: 'folderMax', detail: { value: 4, was: 128 } },
  ])
})

it('changes switches, choices and sizes where they are used', async () => {
  const person = await world.person()
  await person.upload('0', 'empty.txt', Buffer.alloc(0))
  await save({ emptyFiles: false, fileBytesMax: 1024 ** 2, archiveDownload: false, dedup: 'off' })
  await expect(person.upload('0', 'none.txt', Buffer.alloc(0))).rejects.toMatchObject({ name: 'empty_file' })
  const large = { fSize: 1024 ** 2 + 1, instanceName: 'a.bin', parentId: '0' }
  expect(await person.call(checkUploadAble, large)).toMatchObject({
    errcode: codeOf('over_80gb'),
    message: expect.stringContaining('1 MB'),
  })
  expect((await person.call(publicConfig, {})).archiveDownload).toBe(false)
  expect(world.ctx.config.dedup).toBe('off')
})

it('limits speed with 0 for none', async () => {
  await save({ speedLimit: 1024 ** 2 })
  expect(world.ctx.config.speedLimit).toBe(1024 ** 2)
  expect(await limitsAt(admin)).toMatchObject({ syncSpeed: 1024 ** 2 })
  await save({ speedLimit: 0 })
  expect(world.ctx.config.speedLimit).toBeNull()
  expect(await limitsAt(admin)).toMatchObject({ syncSpeed: LIMITS.syncSpeed })
})

it('ends sessions by the new idle time', async () => {
  const person = await world.person()
  await save({ sessionIdleMs: 5 * MINUTE })
  world.advance(6 * MINUTE)
  await expect(person.list()).rejects.toMatchObject({ name: 'not_signed_in' })
  admin = await world.again(admin)
})

it('refuses values that contradict each other, unless they are changed together', async () => {
  await refused({ nameMax: 20 }, 'nameMax', 'name_limits')
  await refused({ nameMax: 40 }, 'nameMax', 'name_limits')
  await save({ nameMax: 40, folderMax: 40 })
  await refused({ folderMax: 41 }, 'folderMax', 'name_limits')
  await refused({ folderMax: null }, 'folderMax', 'name_limits')
  await refused({ sessionIdleMs: 2 * DAY, sessionMaxMs: 1 * DAY }, 'sessionIdleMs', 'session_limits')
  await save({ sessionIdleMs: 1 * HOUR, sessionMaxMs: 1 * DAY })
  expect(await limitsAt(admin)).toMatchObject({ nameMax: 40, folderMax: 40, sessionMaxMs: DAY })
})

it('saves all or nothing', async () => {
  await refused({ trashDays: 5, secondTrashDays: 0 }, 'secondTrashDays', 'range')
  expect(await item('trashDays')).toMatchObject({ value: 30, source: 'default' })
})

it('leaves alone what the environment sets, and names the variable', async () => {
  expect(await item('uploadFilesWeb')).toMatchObject({
    value: 77,
    default: 77,
    source: 'environment',
    variable: 'CLOUDDISK_UPLOAD_FILES',
  })
  await refused({ uploadFilesWeb: 5 }, 'uploadFilesWeb', 'set_by_environment')
  await refused({ uploadFilesWeb: null }, 'uploadFilesWeb', 'set_by_environment')
})

it('tells open pages', async () => {
  const person = await world.person()
  const { cursor } = await person.call(queryChanges, {})
  await save({ manyFilesPrompt: 9 })
  const { list } = await person.call(queryChanges, { cursor })
  expect(list.map(({ kind }) => kind)).toEqual(['config.changed'])
  // The same again is no change.
  const next = (await person.call(queryChanges, {})).cursor
  await save({ manyFilesPrompt: 9 })
  expect((await person.call(queryChanges, { cursor: next })).list).toEqual([])
})

it('is in force on another server of the database, but not over its environment', async () => {
  await save({ conversions: 7, trashDays: 10 })
  const second = await openSecondServer(world, { CLOUDDISK_FOLDER_MAX: '99' })
  try {
    const there = admin.at(second.baseUrl)
    expect(await limitsAt(there)).toMatchObject({ trashDays: 10, uploadFilesWeb: LIMITS.uploadFilesWeb })
    await save({ trashDays: 11, folderMax: 50 })
    await vi.waitFor(async () =>
      expect(await limitsAt(there)).toMatchObject({ trashDays: 11, folderMax: 99 }),
    )
    await there.call(saveBusinessConfig, { list: [{ code: 'trashDays', value: 12 }] })
    await vi.waitFor(async () =>
      expect(await limitsAt(admin)).toMatchObject({ trashDays: 12, folderMax: 50 }),
    )
    // What is read at the start: in force on the server that was started since, waiting on the other.
    const here = await item('conversions')
    expect(here).toMatchObject({ value: 7, afterRestart: true, running: here.default })
    const list = (await there.call(queryBusinessConfig, {})).list
    expect(list.find(({ code }) => code === 'conversions')).not.toHaveProperty('running')
  } finally {
    await second.close()
  }
})

it('keeps the default where a stored value is not valid any more', async () => {
  await world.ctx.db.reader
    .insertInto('business_config')
    .values({ code: 'trashDays', value: '99999', changed_at: new Date(), author: 'someone' })
    .execute()
  await vi.waitFor(async () => expect(await limitsAt(admin)).toMatchObject({ trashDays: 30 }))
  expect(await item('trashDays')).toMatchObject({ value: 30, source: 'default' })
  await save({ trashDays: null })
})

it('is for super administrators', async () => {
  for (const role of ['orgAdmin', 'auditor', 'storageAdmin'] as const) {
    const other = await world.admin(role)
    await expect(other.call(queryBusinessConfig, {})).rejects.toMatchObject({ name: 'area_refused' })
    const change = { list: [{ code: 'trashDays', value: 1 }] }
    await expect(other.call(saveBusinessConfig, change)).rejects.toMatchObject({ name: 'area_refused' })
  }
})
