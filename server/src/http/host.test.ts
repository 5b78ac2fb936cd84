import { once } from 'node:events'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import { login, logout } from '@clouddisk/contract/accounts'
import { codeOf } from '@clouddisk/contract/errors'
import { BASE_PATH, pathOf } from '@clouddisk/contract/route'
import { afterEach, describe, expect, it } from 'vitest'
import { openWorld, PASSWORD, type World } from '../../test/world.ts'

let world: World
afterEach(() => world.close())

/** As it is written, by a line of its own. Answers all that came. */
async function ask(path: string, headers: readonly string[], first = 'GET', body = ''): Promise<string> {
  const { hostname: host, port } = new URL(world.baseUrl)
  const line = connect(Number(port), host)
  await once(line, 'connect')
  line.write(
    [
      `${first} ${path} HTTP/1.1`,
      ...headers,
      'connection: close',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
  )
  return text(line)
}
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
const locationOf = (answer: string) => /^location: (.*)\r$/m.exec(answer)?.[1]
const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))

describe('without a configured address', () => {
  it('serves by any IP address and by the machine’s own names, and hands out addresses that begin with these', async () => {
    world = await openWorld({ HOST: '0.0.0.0' })
    for (const host of [
      '192.168.3.7:8080',
      '10.0.0.2',
      '[::1]:8080',
      '[2001:db8::7]',
      'localhost:9',
      'drive.localhost',
      hostname(),
      `${hostname()}.local:8080`,
    ])
      expect(locationOf(await ask(pathOf(logout), [`host: ${host}`]))).toBe(`http://${host}/disk/`)
    const [host, body] = ['192.168.3.7:8080', JSON.stringify({ userName: 'lan_user', password: PASSWORD })]
    await world.person('lan_user')
    const headers = [
      `host: ${host}`,
      `origin: http://${host}`,
      'x-requested-with: x',
      'content-type: application/json',
    ]
    expect(statusOf(await ask(pathOf(login), headers, 'POST', body))).toBe(200)
  })

  it.each([
    'evil.test',
    'evil.test:8080',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    '0x7f.1',
    '2130706433',
  ])('refuses any other name, and says what to set: %s', async (host) => {
    world = await openWorld()
    const refused = await ask(pathOf(logout), [`host: ${host}`])
    expect(statusOf(refused)).toBe(421)
    expect(bodyOf(refused)).toMatchObject({ errcode: codeOf('unknown_host'), data: { host } })
    const page = await ask(BASE_PATH, [`host: ${host}`, 'accept: text/html', 'accept-language: en'])
    expect(statusOf(page)).toBe(421)
    expect(page).toContain('content-type: text/plain')
    expect(page).toContain('CLOUDDISK_PUBLIC_URL')
  })

  it('lets monitors ask by whatever name, and takes what a trusted proxy passes on', async () => {
    world = await openWorld()
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect(statusOf(await ask(path, ['host: clouddisk.service']))).toBe(200)
    await world.close()
    world = await openWorld({ CLOUDDISK_TRUSTED_PROXIES: 'loopback' })
    const passed = ['host: inside', 'x-forwarded-host: disk.example.com', 'x-forwarded-proto: https']
    expect(locationOf(await ask(pathOf(logout), passed))).toBe('https://disk.example.com/disk/')
  })

  it('accepts the configured host name', async () => {
    world = await openWorld({ HOST: 'drive.corp' })
    expect(locationOf(await ask(pathOf(logout), ['host: Drive.corp:8080']))).toBe(
      'http://Drive.corp:8080/disk/',
    )
  })
})

describe('a Host header', () => {
  it.each([
    [['host: 127.0.0.1', 'host: evil.test']],
    [['host: evil.test', 'Host: 127.0.0.1']],
    [['host: 127.0.0.1/x']],
    [['host: user@127.0.0.1']],
    [['host: 127.0.0.1:99999']],
    [['host: 127.0.0.1, evil.test']],
    [['host: a b']],
    [['host: <script>']],
    [['host: ']],
  ])('that is there twice or is none is refused, with a configured address too: %s', async (headers) => {
    world = await openWorld({ CLOUDDISK_PUBLIC_URL: 'https://disk.example.com' })
    expect(statusOf(await ask('/healthz', headers))).toBe(400)
    expect(statusOf(await ask(pathOf(logout), headers))).toBe(400)
  })

  it('never gets into addresses where one is configured', async () => {
    world = await openWorld({ CLOUDDISK_PUBLIC_URL: 'https://disk.example.com' })
    expect(locationOf(await ask(pathOf(logout), ['host: evil.test']))).toBe('https://disk.example.com/disk/')
  })
})
