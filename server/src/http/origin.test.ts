import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { logout } from '@clouddisk/contract/accounts'
import { codeOf } from '@clouddisk/contract/errors'
import { pathOf } from '@clouddisk/contract/route'
import { ROUTES } from '@clouddisk/contract/routes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** HTTP/1.0 has requests that do not say where they are sent. */
async function old(path: string, headers = ''): Promise<string> {
  const { hostname, port } = new URL(world.baseUrl)
  const line = connect(Number(port), hostname)
  await once(line, 'connect')
  line.write(`GET ${path} HTTP/1.0\r\n${headers}\r\n`)
  return text(line)
}

it('leads by a path where a request does not say where it was sent', async () => {
  expect(await old(pathOf(logout))).toMatch(/^location: \/disk\/\r$/m)
  expect(await old(`${pathOf(logout)}?service=http:///disk/`)).toMatch(/^location: \/disk\/\r$/m)
  expect(await old(pathOf(logout), 'host: 10.0.0.7\r\n')).toMatch(/^location: http:\/\/10.0.0.7\/disk\/\r$/m)
})

it.each(ROUTES.filter(({ methods, changes, remote }) => methods[0] === 'POST' && (changes || remote)))(
  'refuses $name from a form on another site',
  async (route) => {
    const answer = await fetch(new URL(pathOf(route, { jobId: '1' }), world.baseUrl), {
      method: 'POST',
      headers: {
        cookie: 'cd_session=anything',
        origin: 'https://evil.example',
        'sec-fetch-site': 'same-site',
      },
    })
    expect(await answer.json()).toMatchObject({ errcode: codeOf('request_refused') })
  },
)
