// @module-tag long
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCertificates } from '../../../server/test/slapd.ts'
import { openWorld, type World } from '../../../server/test/world.ts'
import { openSyncFixture, type SyncFixture } from '../../test/sync-fixture.ts'
import { EXIT } from '../sync-command/exit-codes.ts'

/** The real server behind TLS with a certificate of an own authority, and a proxy on the way to it. */

const MIB = 1024 * 1024

let folder: string
let front: Server
let proxy: Server
let world: World
let at: SyncFixture
/** Where the proxy was asked to connect to. */
const connected: string[] = []

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-network-'))
  await makeCertificates(folder)
  const [key, cert] = await Promise.all(
    ['server.key', 'server.pem'].map((name) => readFile(join(folder, name))),
  )
  front = createTlsServer({ key, cert }, (incoming, answer) => {
    const { method, url = '/', headers } = incoming
    const onward = request(new URL(url, world.baseUrl), { method, headers }, (reply) => {
      reply.pipe(answer.writeHead(reply.statusCode ?? 500, reply.headers))
    })
    incoming.pipe(onward)
  })
  proxy = createServer().on('connect', ({ url = '' }, socket) => {
    connected.push(url)
    const onward = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    for (const end of [socket, onward]) end.on('error', () => undefined)
  })
  world = await openWorld({ CLOUDDISK_PUBLIC_URL: `https://localhost:${await listen(front)}` })
  at = await openSyncFixture(world)
})
afterAll(async () => {
  await at?.close()
  await world?.close()
  for (const server of [front, proxy]) {
    server?.closeAllConnections()
    server?.close()
  }
  await rm(folder, { recursive: true, force: true })
})

const sync = (env: NodeJS.ProcessEnv) => at.sync([], { server: world.ctx.config.publicOrigin ?? '', env })

it('refuses a server whose authority neither Node nor the system trusts', async () => {
  await at.put({ 'a.txt': 'aaa' })
  expect((await sync({})).code).toBe(EXIT.unreachable)
})

it.each(['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'])(
  'reaches a server whose authority is trusted by the system or named (%s)',
  async (variable) => {
    expect(await sync({ [variable]: join(folder, 'ca.pem') })).toMatchObject({ code: EXIT.done })
    expect(await at.treeOfMail()).toEqual({ 'a.txt': 3 })
  },
)

it('sends calls and parts of files through the proxy of the system, except where it says not to', async () => {
  const port = await listen(proxy)
  const env = { SSL_CERT_FILE: join(folder, 'ca.pem'), HTTPS_PROXY: `http://127.0.0.1:${port}` }
  const { host } = new URL(world.ctx.config.publicOrigin ?? '')
  await at.put({ 'b.bin': randomBytes(9 * MIB) })
  expect(await sync({ ...env, NO_PROXY: 'localhost' })).toMatchObject({ code: EXIT.done })
  expect(connected).toEqual([])
  await at.put({ 'c.bin': randomBytes(9 * MIB) })
  expect(await sync(env)).toMatchObject({ code: EXIT.done })
  // Calls and parts have connections of their own.
  expect(connected.length).toBeGreaterThan(1)
  expect(new Set(connected)).toEqual(new Set([host]))
  expect(await at.treeOfMail()).toMatchObject({ 'b.bin': 9 * MIB, 'c.bin': 9 * MIB })
})
