import { queryInstanceSettings, saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import { pageLogs } from '@clouddisk/contract/audit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('masks nobody at first, keeps what is chosen, and enters it in the log', async () => {
  const admin = await world.admin('superAdmin')
  expect(await admin.call(queryInstanceSettings, {})).toEqual({ maskNames: 'off' })
  for (const maskNames of ['otherDepartments', 'everybody', 'off'] as const) {
    expect(await admin.call(saveInstanceSettings, { maskNames })).toEqual({ maskNames })
    expect(await admin.call(saveInstanceSettings, {})).toEqual({ maskNames })
    expect(await admin.call(queryInstanceSettings, {})).toEqual({ maskNames })
  }
  const { list } = await admin.call(pageLogs, { action: 'instance.settingsChanged' })
  expect(list.map(({ detail }) => detail)).toMatchObject([
    { maskNames: 'off', was: 'everybody' },
    { maskNames: 'everybody', was: 'otherDepartments' },
    { maskNames: 'otherDepartments', was: 'off' },
  ])
})

it('refuses a value that there is not, and other administrators', async () => {
  const admin = await world.admin('superAdmin')
  const wrong = admin.call(saveInstanceSettings, { maskNames: 'somebody' as 'off' })
  await expect(wrong).rejects.toMatchObject({ code: 20001, details: { field: 'maskNames' } })
  for (const role of ['orgAdmin', 'auditor', 'storageAdmin'] as const) {
    const who = await world.admin(role)
    await expect(who.call(queryInstanceSettings, {})).rejects.toMatchObject({ name: 'area_refused' })
    await expect(who.call(saveInstanceSettings, { maskNames: 'everybody' })).rejects.toMatchObject({
      name: 'area_refused',
    })
  }
})
