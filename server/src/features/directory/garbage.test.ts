// @module-tag long
import * as departmentCalls from '@clouddisk/contract/admin-departments'
import * as fileCalls from '@clouddisk/contract/admin-files'
import * as peopleCalls from '@clouddisk/contract/admin-people'
import * as roleCalls from '@clouddisk/contract/admin-roles'
import * as directoryCalls from '@clouddisk/contract/directory'
import type { Route } from '@clouddisk/contract/route'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendBare } from '../../../test/bare.ts'
import { requestTo } from '../../../test/nasty.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Garbage from one who may do everything: never a 5xx, always the envelope, and somebody left to administer. */

const ROUTES = [departmentCalls, fileCalls, peopleCalls, roleCalls, directoryCalls]
  .flatMap((area) => Object.values(area) as unknown[])
  .filter((value): value is Route => typeof value === 'object' && value !== null && 'door' in value)
const RUNS = Number(process.env.GARBAGE_RUNS ?? 50)

let world: World
let admin: Person
let real: string[]
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('superAdmin')
  const department = await world.department('one')
  const { roleId } = await admin.call(roleCalls.createRole, {
    roleName: 'role',
    type: 'ordinary',
    items: ['list'],
  })
  const person = await world.person(undefined, { department })
  real = [department, await world.department('below', department), roleId, person.user.userId, 'viewer', '0']
})
afterAll(() => world.close())

it.each(ROUTES.map((route) => [route.name, route] as const))(
  'to %s is refused in an orderly way',
  async (_name, route) => {
    const ask = fc.asyncProperty(requestTo(route, real), async (sent) => {
      const headers = { authorization: `Bearer ${admin.token}`, ...sent.headers }
      const got = await sendBare(world.baseUrl, { ...sent, headers })
      const about = `${sent.method} ${sent.path.slice(0, 200)} ${String(sent.body ?? '').slice(0, 300)} → ${got.text.slice(0, 300)}`
      expect([200, 400, 401, 403, 404, 405, 413, 415], about).toContain(got.status)
      if (got.headers['content-type']?.startsWith('application/json'))
        expect(Object.keys(JSON.parse(got.text)).sort(), about).toEqual([
          'data',
          'errcode',
          'errmsg',
          'traceId',
        ])
      else expect(got.headers['content-type'], about).toContain(peopleCalls.XLSX)
    })
    await fc.assert(ask, { numRuns: RUNS, endOnFailure: true, interruptAfterTimeLimit: 60_000 })
  },
  120_000,
)

it('leaves somebody who administers', async () => {
  const { rows } = await world.ctx.db.pool.query(
    `select from person p join person_role h on h.person_id = p.id and h.preset = 'superAdmin' where p.status = 'active'`,
  )
  expect(rows.length).toBe(1)
  expect(await world.doctor()).toEqual([])
})
