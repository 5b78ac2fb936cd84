import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createFolder } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Page } from '@playwright/test'
import { dragFiles, dropFiles } from '../support/drop.ts'
import { list, row } from '../support/files.ts'
import { hold, isCall, isPart } from '../support/hold.ts'
import { expect, test } from '../support/test.ts'
import { expectUploadsDone, openTransfers, panel, transfer } from '../support/transfers.ts'

/** What an upload is made of: as this browser keeps it, and as the server is told (A§3, A§7). */

const MB = 1024 * 1024

/** The uploads that this browser would go on with after a reload. */
const kept = (page: Page): Promise<Record<string, unknown>[]> =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await answer(indexedDB.open('clouddisk-transfers'))
    const items = await answer(db.transaction('items').objectStore('items').getAll())
    db.close()
    return items
  })

test('an upload that stands still is kept with all that it needs to go on, and saved as that', async ({
  drive,
  api,
  desk,
}) => {
  const name = '扫描件~~~小ÿÿü.mkv'
  // Its base64 has all three letters that are spelled otherwise.
  const fName = '5omr5o_jP5Lu2fn5_j5bCPw7_xDv8O8Lm1rdg_d_d'
  await api.call(createFolder, { parentId: '0', instanceName: '合同' })
  const bytes = await readFile(await desk.file(`资料/图/${name}`, 17 * MB))
  const hashes = {
    fMd5: createHash('md5').update(bytes).digest('hex'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
  const parts = await hold(drive, isPart, 2)
  await expect(row(drive, '合同')).toBeVisible()
  const drag = await dragFiles(drive, [desk.at('资料')], row(drive, '合同'))
  await expect(drive.getByText('松开即可上传到“合同”')).toBeVisible()
  await drag.drop()
  await parts.arrived
  await openTransfers(drive)
  await panel(drive).getByRole('button', { name: '全部暂停' }).click()
  await expect(panel(drive).getByRole('row').first()).toContainText('已暂停')
  await expect.poll(async () => (await kept(drive)).map(({ status }) => status)).toEqual(['pause'])
  const [item] = await kept(drive)
  expect(item).toMatchObject({
    uid: expect.stringMatching(/.+/),
    name,
    fName,
    fileSize: bytes.length,
    uploadTo: '合同',
    uploadType: 2,
    path: ['资料', '图'],
    instanceType: 'NetDisk_0',
    parentId: expect.stringMatching(/.+/),
    fileSharingId: null,
    loginMethod: 'sso',
    errorMsg: null,
    checkProcess: 100,
    ...hashes,
    storeEncryption: false,
    storeShards: false,
    syncSpeed: LIMITS.syncSpeed,
    partSize: 8 * MB,
    partCount: 3,
    lastPartSize: 1 * MB,
    objectKey: expect.stringMatching(/.+/),
    bucketName: expect.stringMatching(/.+/),
    uploadId: expect.stringMatching(/.+/),
  })
  const saving = drive.waitForRequest((request) => isCall('instance/upload')(request))
  await parts.release()
  await panel(drive).getByRole('button', { name: '全部继续' }).click()
  expect((await saving).postDataJSON()).toMatchObject({
    fName,
    fSize: bytes.length,
    fType: '2',
    category: 'NetDisk_0',
    instanceType: '0',
    classifierId: 'File',
    parentId: item?.parentId,
    objectKey: item?.objectKey,
    bucketName: item?.bucketName,
    partSize: 8 * MB,
    partNum: 3,
    lastPartSize: 1 * MB,
    ...hashes,
  })
  await expectUploadsDone(drive)
  expect(await api.tree()).toEqual({ 合同: { 资料: { 图: { [name]: bytes.length } } } })
})

test('a transfer rate is shown in KB/s or larger units', { tag: '@core' }, async ({
  drive,
  desk,
  context,
}) => {
  const line = await context.newCDPSession(drive)
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 200 * 1024,
  })
  await dropFiles(drive, [await desk.file('慢.bin', 20 * MB)], list(drive))
  await openTransfers(drive)
  await expect(transfer(drive, '慢.bin')).toContainText(/\d+\.\d KB\/s · 剩余/)
  await panel(drive).getByRole('button', { name: '全部暂停' }).click()
})
