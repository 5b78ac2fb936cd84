import { rm } from 'node:fs/promises'
import { dropFiles } from '../support/drop.ts'
import { list } from '../support/files.ts'
import { hold, isCall } from '../support/hold.ts'
import { NO_NETWORK } from '../support/problems.ts'
import { expect, test } from '../support/test.ts'
import { expectUploadsDone, openTransfers, question, transfer } from '../support/transfers.ts'

/** Many small files go up in few calls. */

test('120 small files arrive in a few calls, and a lost answer doubles none of them', {
  tag: '@core',
}, async ({ drive, api, desk, problems }) => {
  problems.expect(NO_NETWORK)
  const wanted: Record<string, number> = {}
  for (let index = 0; index < 120; index++) {
    const name = `f${index}.txt`
    wanted[name] = 1 + index
    await desk.file(`many/${name}`, 'x'.repeat(wanted[name]))
  }
  const calls: string[] = []
  drive.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && /instance\/|objects\//.test(pathname)) calls.push(pathname)
  })
  const batches: (string | undefined)[] = []
  await drive.route('**/uploadFiles*', async (route, request) => {
    batches.push(
      request
        .postDataBuffer()
        ?.toString('latin1')
        .match(/"batchId":"([^"]+)"/)?.[1],
    )
    if (batches.length > 1) return route.continue()
    // All of them are there; only nobody hears of it.
    const { list: answers } = (await (await route.fetch()).json()).data
    expect(answers.every(({ errcode }: { errcode: number }) => errcode === 0)).toBe(true)
    await route.abort()
  })
  await dropFiles(drive, [desk.at('many')], list(drive))
  await question(drive).getByRole('button', { name: '继续用网页上传' }).click()
  await expect.poll(() => api.tree(), { timeout: 30_000 }).toEqual({ many: wanted })
  await expectUploadsDone(drive)
  expect(await api.tree()).toEqual({ many: wanted })
  expect(batches).toHaveLength(3)
  expect(batches[1]).toBe(batches[0])
  expect(batches[2]).not.toBe(batches[0])
  expect(calls.length).toBeLessThan(12)
})

test('a server without the call is asked once, and gets each by itself', async ({
  drive,
  api,
  desk,
  problems,
}) => {
  problems.expect(/status of 404/)
  let asked = 0
  await drive.route(
    (url) => url.pathname.endsWith('/uploadFiles'),
    (route) => {
      asked++
      return route.fulfill({ status: 404, contentType: 'text/plain', body: 'not found' })
    },
  )
  const paths = await Promise.all(['a.txt', 'b.txt', 'c.txt'].map((name) => desk.file(name, name)))
  await dropFiles(drive, paths, list(drive))
  await expectUploadsDone(drive)
  await expect.poll(() => api.tree()).toEqual({ 'a.txt': 5, 'b.txt': 5, 'c.txt': 5 })
  const more = await Promise.all(['d.txt', 'e.txt'].map((name) => desk.file(name, name)))
  await dropFiles(drive, more, list(drive))
  await expect.poll(async () => Object.keys(await api.tree())).toHaveLength(5)
  expect(asked).toBe(1)
})

test('one that goes from its disk while they are sent fails alone, and the others arrive', async ({
  drive,
  api,
  desk,
  problems,
}) => {
  problems.expect(/net::ERR_(UPLOAD_FILE_CHANGED|FILE_NOT_FOUND|FAILED)/)
  const paths = await Promise.all(['a.txt', 'b.txt', 'c.txt'].map((name) => desk.file(name, name)))
  const sending = await hold(drive, isCall('instance/uploadFiles'))
  await dropFiles(drive, paths, list(drive))
  await sending.arrived
  await rm(desk.at('b.txt'))
  await sending.release()
  await expect.poll(() => api.tree()).toEqual({ 'a.txt': 5, 'c.txt': 5 })
  await openTransfers(drive)
  await expect(transfer(drive, 'b.txt')).toContainText('找不到文件，可能已被移动、重命名或删除。')
})

test('what has been sent of them is told file by file', async ({ drive, api, desk, context }) => {
  const paths = []
  for (let index = 0; index < 6; index++) paths.push(await desk.file(`f${index}.bin`, 150_000 + index))
  const line = await context.newCDPSession(drive)
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 300_000,
  })
  await dropFiles(drive, paths, list(drive))
  await openTransfers(drive)
  await expect(transfer(drive, 'f1.bin')).toContainText('100.0%', { timeout: 15_000 })
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await expectUploadsDone(drive)
  expect(Object.keys(await api.tree())).toHaveLength(6)
})
