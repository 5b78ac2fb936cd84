import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DesktopTask } from '@clouddisk/contract/desktop'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../server/test/world.ts'
import { App } from './app.ts'
import { SettingsFile } from './settings/desktop-settings.ts'
import { sealedFile } from './sign-in/sealed-file.ts'

/** The server behind a proxy that holds answers to an old session back. */

const OLD = 'the-token-of-an-ended-session'

let world: World
let folder: string
let app: App
let origin: string
const held: { readonly path: string; answer(): void }[] = []
const proxy = createServer((incoming, answer) => {
  const { method, url, headers } = incoming
  const onward = request(new URL(url ?? '', world.baseUrl), { method, headers }, (reply) => {
    const pass = (to: ServerResponse) => reply.pipe(to.writeHead(reply.statusCode ?? 500, reply.headers))
    if (headers.authorization?.includes(OLD)) held.push({ path: url ?? '', answer: () => pass(answer) })
    else pass(answer)
  })
  incoming.pipe(onward)
})

beforeAll(async () => {
  world = await openWorld()
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-stale-'))
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
afterAll(async () => {
  await app?.close()
  proxy.closeAllConnections()
  proxy.close()
  await world?.close()
  await rm(folder, { recursive: true, force: true })
})

it('keeps a new session when a refusal of the earlier one arrives late, and sends with it', async () => {
  const person = await world.person()
  const { userId, userName } = person.user
  app = new App({
    ...{ origin, folder, language: 'zh-CN', secrets: sealedFile(folder) },
    settings: await SettingsFile.open(folder),
    openWindow: () => Promise.reject(new Error('no window here')),
  })
  await app.start()
  await app.session.begin({ userId, userName, token: OLD })
  const path = join(folder, 'late.txt')
  await writeFile(path, 'sent after all')
  const task: DesktopTask = {
    type: 'uploadFile',
    file: 0,
    path: [],
    parentId: '0',
    position: '',
    inGroup: false,
  }
  await app.transfers.answers.addTask({ tasks: [task] }, async () => [path])
  await expect.poll(() => held.some(({ path }) => /upload/i.test(path))).toBe(true)

  await app.session.begin({ userId, userName, token: person.token })
  for (const { answer } of held) answer()
  await expect
    .poll(async () => (await person.list()).map(({ instanceName }) => instanceName))
    .toEqual(['late.txt'])
  expect(app.session.current?.token).toBe(person.token)
  const [file] = await person.list()
  expect(await person.download(file?.instanceId ?? '')).toEqual(await readFile(path))
})
