// @module-tag long
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { streamChanges } from '@clouddisk/contract/changes'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import { createFolder } from '@clouddisk/contract/files'
import { pathOf } from '@clouddisk/contract/route'
import { FILES_TYPE, uploadFiles } from '@clouddisk/contract/uploads'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, signIn } from '../../test/person.ts'
import { openTestContext, type TestContext } from '../../test/test-context.ts'
import { authorize, openUpload, save, smallFilesBody } from '../../test/transfer.ts'
import { createApp } from '../app.ts'
import { addPerson } from '../features/accounts/accounts.ts'
import { GracefulShutdown } from './graceful-shutdown.ts'

/** Short, and what must not be cut below lasts longer than any of them but the last. */
const TIMEOUTS = { headers: 300, body: 300, keepAlive: 300, idle: 3000, check: 50 }
const LONG = 4 * TIMEOUTS.body
const PASSWORD = 'Correct-horse1'

let testContext: TestContext
let app: FastifyInstance
let baseUrl: string
let person: Person
beforeAll(async () => {
  testContext = await openTestContext()
  app = createApp(testContext.ctx, new GracefulShutdown(), TIMEOUTS)
  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  await addPerson(testContext.ctx, { userName: 'alice', password: PASSWORD })
  person = await signIn(baseUrl, 'alice', PASSWORD)
})
afterAll(async () => {
  await app.close()
  await testContext.close()
})

/** A line of our own to the server, which never closes its side by itself. */
async function line(text: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

const headOf = (method: string, path: string, more: Record<string, string | number> = {}): string =>
  [
    `${method} ${path} HTTP/1.1`,
    `host: ${new URL(baseUrl).host}`,
    ...('authorization' in more ? [] : [`authorization: Bearer ${person.token}`]),
    ...Object.entries(more).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

const connections = () =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

describe('a connection is closed', () => {
  it.each<[string, () => string]>([
    ['that sends nothing', () => ''],
    ['that sends half a header', () => 'GET /healthz HTTP/1.1\r\nHost: 127.0'],
    [
      'that stalls in the body of a call',
      () =>
        `${headOf('POST', pathOf(createFolder), { 'content-type': 'application/json', 'content-length': 90 })}{"par`,
    ],
    ['that sends nothing more after an answer', () => headOf('GET', '/healthz')],
    ['that begins another request and does not end it', () => `${headOf('GET', '/healthz')}GET /he`],
    ['that is not HTTP', () => 'HELO me\r\n\r\n'],
  ])('%s, though the other side never closes it', async (_what, text) => {
    await expect.poll(connections, { timeout: 20_000 }).toBe(0)
    const socket = await line(text())
    socket.resume()
    await expect.poll(connections, { timeout: 20_000 }).toBe(0)
    socket.destroy()
  })

  it('whose reader takes nothing', async () => {
    const { instanceId } = await person.upload('0', 'large.bin', Buffer.alloc(32 * 1024 * 1024, 1))
    const url = new URL(await person.call(getDownloadUrl, { instanceId }))
    await expect.poll(connections, { timeout: 20_000 }).toBe(0)
    const socket = await line(headOf('GET', url.pathname + url.search))
    await expect.poll(connections).toBe(1)
    await expect.poll(connections, { timeout: 20_000 }).toBe(0)
    socket.destroy()
  })
})

/** The same text in pieces, over a time that is too long for anything else. */
async function drip(socket: Socket, bytes: Uint8Array): Promise<void> {
  const pieces = 12
  const size = Math.ceil(bytes.length / pieces)
  for (let at = 0; at < bytes.length; at += size) {
    socket.write(bytes.subarray(at, at + size))
    await delay(LONG / pieces)
  }
}

async function answerOn(socket: Socket): Promise<string> {
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk
  })
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(/^HTTP[\s\S]*\r\n\r\n[\s\S]/)
  return said
}

describe('what takes long is not cut', () => {
  it('a batch of small files over a slow line', async () => {
    const body = smallFilesBody([{ bytes: Buffer.alloc(1200, 7), instanceName: 'slow.bin' }])
    const head = headOf('POST', pathOf(uploadFiles), {
      'content-type': FILES_TYPE,
      'content-length': body.length,
    })
    const socket = await line(head)
    await drip(socket, body)
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 200 /)
    socket.destroy()
  })

  it('an object over a slow line', async () => {
    const upload = { parentId: '0', name: 'slow-object.bin', bytes: Buffer.alloc(1200, 8) }
    const check = await openUpload(person, upload)
    const { url, init } = await authorize(person, check, {
      verb: 'PUT',
      action: 'upload',
      body: upload.bytes,
    })
    const headers = { ...(init.headers as Record<string, string>), 'content-length': upload.bytes.length }
    const socket = await line(headOf('PUT', new URL(url).pathname, headers))
    await drip(socket, upload.bytes)
    await expect.poll(async () => (await save(person, upload, check)).fileSize).toBe(1200)
    socket.destroy()
  })

  it('a download that is read slowly', async () => {
    const bytes = Buffer.alloc(24 * 1024 * 1024, 3)
    const { instanceId } = await person.upload('0', 'slowly.bin', bytes)
    const response = await fetch(await person.call(getDownloadUrl, { instanceId }))
    let read = 0
    for await (const chunk of response.body ?? []) {
      if (read % (4 * 1024 * 1024) > (read + chunk.length) % (4 * 1024 * 1024)) await delay(LONG / 4)
      read += chunk.length
    }
    expect(read).toBe(bytes.length)
  })

  it('a stream of events in which nothing happens', async () => {
    const socket = await line(headOf('GET', pathOf(streamChanges), { accept: 'text/event-stream' }))
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk
    })
    await expect.poll(() => said).toMatch(/^HTTP\/1\.1 200 /)
    const before = said
    await delay(LONG)
    await person.call(createFolder, { parentId: '0', instanceName: 'news' })
    await expect.poll(() => said.length, { timeout: 20_000 }).toBeGreaterThan(before.length)
    socket.destroy()
  })
})
