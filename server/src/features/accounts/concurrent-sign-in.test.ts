import { login } from '@clouddisk/contract/accounts'
import { pathOf } from '@clouddisk/contract/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'
import { addPerson } from './accounts.ts'

/** Many who know their password and sign in at the same moment. Behind a proxy, which says from which network. */

let world: World
beforeAll(async () => {
  world = await openWorld({ CLOUDDISK_TRUSTED_PROXIES: 'loopback' })
})
afterAll(() => world.close())

async function statusOf(userName: string, password: string, ip: string): Promise<number> {
  const answer = await fetch(world.baseUrl + pathOf(login), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify({ userName, password }),
  })
  await answer.arrayBuffer()
  return answer.status
}

const all200 = (statuses: readonly number[]) =>
  expect(statuses.filter((status) => status !== 200)).toEqual([])

describe('correct passwords do not count against each other', () => {
  it('of one account from one network', async () => {
    await addPerson(world.ctx, { userName: 'alice', password: PASSWORD })
    all200(await Promise.all(Array.from({ length: 12 }, () => statusOf('alice', PASSWORD, '192.0.2.7'))))
  })

  it('of one account from many networks', async () => {
    await addPerson(world.ctx, { userName: 'bruno', password: PASSWORD })
    const networks = Array.from({ length: 40 }, (_, n) => `203.0.${n}.1`)
    all200(await Promise.all(networks.map((ip) => statusOf('bruno', PASSWORD, ip))))
  })

  it('of many accounts from one network', async () => {
    const names = Array.from({ length: 120 }, (_, n) => `colleague_${n}`)
    for (const userName of names) await addPerson(world.ctx, { userName, password: PASSWORD })
    all200(await Promise.all(names.map((name) => statusOf(name, PASSWORD, '198.51.100.4'))))
  })

  it('also among wrong ones, which are counted', async () => {
    await addPerson(world.ctx, { userName: 'carla', password: PASSWORD })
    const tries = Array.from({ length: 8 }, (_, n) =>
      statusOf('carla', n % 2 === 0 ? 'Wrong-horse1' : PASSWORD, '192.0.2.9'),
    )
    const statuses = await Promise.all(tries)
    expect(statuses.filter((_, n) => n % 2 === 1)).toEqual([200, 200, 200, 200])
    const wrong = Array.from({ length: 8 }, () => statusOf('carla', 'Wrong-horse1', '192.0.2.9'))
    expect((await Promise.all(wrong)).filter((status) => status === 200)).toHaveLength(4)
  })
})
