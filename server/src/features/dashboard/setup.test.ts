import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDepartment } from '@clouddisk/contract/admin-departments'
import { createPerson } from '@clouddisk/contract/admin-people'
import { dismissSetup, querySetup, type SetupStep } from '@clouddisk/contract/dashboard'
import { DAY } from '@clouddisk/contract/time'
import { afterEach, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { makeBackup } from '../../backup/backup.ts'
import { openInstallation } from '../../db/installation.ts'

let world: World
afterEach(() => world.close())

const done = async (who: Person): Promise<SetupStep[]> =>
  (await who.call(querySetup, {})).steps.flatMap((one) => (one.done ? [one.step] : []))

it('ticks what is there, and nothing else', async () => {
  world = await openWorld()
  const admin = await world.admin('superAdmin')
  expect((await admin.call(querySetup, {})).steps.map(({ step }) => step)).toEqual([
    'departments',
    'people',
    'address',
    'mail',
    'storage',
    'backup',
  ])
  expect(await done(admin)).toEqual(['storage'])
  await admin.call(createDepartment, { departmentName: 'Marketing' })
  expect(await done(admin)).toEqual(['departments', 'storage'])
  await admin.call(createPerson, {
    accountName: 'first_colleague',
    userRealName: 'Min',
    roles: ['default'],
    totalCapacity: 1000,
    validUntil: 'forever',
  })
  expect(await done(admin)).toEqual(['departments', 'people', 'storage'])
})

it('ticks an address with TLS and mail where they are configured', async () => {
  world = await openWorld({
    CLOUDDISK_PUBLIC_URL: 'https://disk.example.com/',
    CLOUDDISK_SMTP_URL: 'smtp://127.0.0.1:9',
    CLOUDDISK_MAIL_FROM: 'disk@example.com',
  })
  expect(await done(await world.admin('superAdmin'))).toEqual(['address', 'mail', 'storage'])
})

it('ticks a backup for a week', async () => {
  world = await openWorld()
  const admin = await world.admin('superAdmin')
  const folder = await mkdtemp(join(tmpdir(), 'clouddisk-setup-'))
  await openInstallation(world.ctx.db.pool, world.ctx.config)
  await makeBackup(world.ctx, join(folder, 'backup'))
  expect(await done(admin)).toContain('backup')
  await rm(folder, { recursive: true })
  world.advance(7 * DAY)
  expect(await done(await world.again(admin))).not.toContain('backup')
})

it('is put away, and shown again', async () => {
  world = await openWorld()
  const [admin, other] = [await world.admin('superAdmin'), await world.admin('superAdmin')]
  expect(await admin.call(querySetup, {})).toMatchObject({ dismissed: false })
  expect(await admin.call(dismissSetup, { dismissed: true })).toMatchObject({ dismissed: true })
  expect(await other.call(querySetup, {})).toMatchObject({ dismissed: true })
  expect(await other.call(dismissSetup, { dismissed: false })).toMatchObject({ dismissed: false })
})

it('is for super administrators', async () => {
  world = await openWorld()
  for (const role of ['orgAdmin', 'auditor', 'storageAdmin'] as const) {
    const who = await world.admin(role)
    await expect(who.call(querySetup, {})).rejects.toMatchObject({ name: 'area_refused' })
    await expect(who.call(dismissSetup, { dismissed: true })).rejects.toMatchObject({ name: 'area_refused' })
  }
})
