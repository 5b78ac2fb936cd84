// @module-tag long
import { saveCluster } from '@clouddisk/contract/admin-clusters'
import {
  pageQuarantine,
  queryVirusScanners,
  releaseQuarantined,
  removeQuarantined,
} from '@clouddisk/contract/antivirus'
import { pageLogs } from '@clouddisk/contract/audit'
import { saveBusinessConfig } from '@clouddisk/contract/business-config'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { pageVersions } from '@clouddisk/contract/versions'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { blobOf } from '../../../test/blob.ts'
import { Clamd, EICAR_SIGNATURE, eicar, hasClamd } from '../../../test/clamd.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { scanAllContent, scanNewContent } from '../../content/antivirus/jobs.ts'

/** Scans of content by clamd, the policy, the quarantine and rescans. */

const DISK = 'clouddisk'
const BYTES_MAX = 3 * 1024 ** 2
let world: World
let admin: Person
let owner: Person
let clamd: Clamd

const row = async (instanceId: string) => {
  const { id } = await blobOf(world, instanceId)
  return world.ctx.db.reader.selectFrom('virus_scan').selectAll().where('blob_id', '=', id).executeTakeFirst()
}
const state = async (instanceId: string) => (await row(instanceId))?.state ?? null
/** Scans all that waits. */
async function scanWaiting(): Promise<void> {
  await world.ctx.db.reader
    .updateTable('virus_scan')
    .set({ retry_at: new Date(0) })
    .execute()
  while (await scanNewContent(world.ctx));
}
const asked = (instanceId: string, who = owner) =>
  who.call(getDownloadUrl, { instanceId }).then(
    () => 'given',
    (error: { name: string }) => error.name,
  )
const setUnscanned = (value: 'hold' | 'serve') =>
  admin.call(saveBusinessConfig, { list: [{ code: 'virusUnscanned', value }] })
const setAddress = async (antivirusAddress: string) => {
  await admin.call(saveCluster, {
    clusterId: cluster,
    clusterName: 'Main',
    antivirusAddress,
    buckets: [{ bucketName: DISK }],
  })
  await vi.waitUntil(() => world.ctx.antivirus.addressFor(DISK) === (antivirusAddress || undefined))
}
let cluster = ''
const held = async () => (await admin.call(pageQuarantine, {})).list
const noticesOf = async (who: Person) =>
  (await who.call(pageNotifications, {})).list.map(({ kind, data }) => [
    kind,
    data.instanceName,
    data.message,
  ])

describe.skipIf(!hasClamd)('virus scans (R92)', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    clamd = await Clamd.start({ bytesMax: BYTES_MAX })
    const antivirus = { unscanned: 'hold', waitMs: 60_000, rescanSpeed: 32 * 1024 ** 2 } as const
    world = await openWorld({}, undefined, { antivirus })
    admin = await world.admin('superAdmin')
    owner = await world.person('owner_of_files', { realName: '王芳' })
    const before = await owner.upload('0', 'before.txt', Buffer.from('from before the scanner'))
    expect(await state(before.instanceId)).toBeNull()
    const saved = await admin.call(saveCluster, { clusterName: 'Main', buckets: [{ bucketName: DISK }] })
    cluster = saved.clusterId
    await setAddress(clamd.address)
  })
  afterEach(async () => expect(await world.doctor()).toEqual([]))
  afterAll(async () => {
    await world?.close()
    await clamd?.stop()
  })

  it('scans new content once, and keeps the signatures that it was scanned with', async () => {
    const { instanceId } = await owner.upload('0', 'a.txt', Buffer.from('harmless'))
    expect(await state(instanceId)).toBe('waiting')
    await scanWaiting()
    expect(await row(instanceId)).toMatchObject({
      state: 'clean',
      signature: expect.stringMatching(/^[\d.]+\/27500$/),
      signature_at: new Date('2026-11-29T07:30:00Z'),
    })
    const scans = vi.spyOn(world.ctx.stores, 'open')
    await owner.upload('0', 'a again.txt', Buffer.from('harmless'))
    await scanWaiting()
    expect(scans).not.toHaveBeenCalled()
    scans.mockRestore()
  })

  it('scans what somebody opens before its turn, and content from before the scanner', async () => {
    const [before] = (await owner.list()).filter(({ instanceName }) => instanceName === 'before.txt')
    expect(await asked(before?.instanceId ?? '')).toBe('given')
    expect(await state(before?.instanceId ?? '')).toBe('clean')
  })

  it('lists say what was found, and the quarantine where, in what and by which signatures', async () => {
    const { instanceId: folder } = await owner.call(createFolder, { instanceName: '收到' })
    const { instanceId } = await owner.upload(folder, 'invoice.txt', eicar())
    expect((await owner.list(folder))[0]).toMatchObject({ virusStatus: 'waiting' })
    await scanWaiting()
    expect((await owner.list(folder))[0]).toMatchObject({ virusStatus: 'infected' })
    expect(await held()).toMatchObject([
      {
        state: 'infected',
        finding: 'Eicar-Test.UNOFFICIAL',
        signature: expect.stringMatching(/\/27500$/),
        signatureTime: '2026-11-29T07:30:00.000Z',
        fileCount: 1,
        files: [
          {
            instanceId,
            instanceName: 'invoice.txt',
            path: '个人文件/收到',
            ownerName: '王芳',
            uploaderName: '王芳',
            isCurrent: true,
            inRecycle: false,
          },
        ],
      },
    ])
    expect(await noticesOf(owner)).toEqual([['files.infected', 'invoice.txt', 'Eicar-Test.UNOFFICIAL']])
    expect(await noticesOf(admin)).toEqual([['content.infected', 'invoice.txt', 'Eicar-Test.UNOFFICIAL']])
    const { list } = await admin.call(pageLogs, { action: 'file.quarantined' })
    expect(list).toMatchObject([
      { userId: null, objectName: 'invoice.txt', detail: { finding: 'Eicar-Test.UNOFFICIAL' } },
    ])
  })

  it('an administrator releases content with a reason; later scans leave it so', async () => {
    const [content] = await held()
    const contentId = content?.contentId ?? ''
    const instanceId = content?.files[0]?.instanceId ?? ''
    const auditor = await world.admin('auditor')
    await expect(auditor.call(releaseQuarantined, { contentId, reason: 'x' })).rejects.toMatchObject({
      name: 'area_refused',
    })
    await expect(admin.call(releaseQuarantined, { contentId, reason: ' ' })).rejects.toMatchObject({
      name: 'bad_field',
    })
    await admin.call(releaseQuarantined, { contentId, reason: 'A test file.' })
    expect(await asked(instanceId)).toBe('given')
    expect(await owner.download(instanceId)).toEqual(eicar())
    expect(await held()).toEqual([])
    await expect(admin.call(releaseQuarantined, { contentId, reason: 'again' })).rejects.toMatchObject({
      name: 'not_found',
    })
    const { list } = await admin.call(pageLogs, { action: 'file.released' })
    expect(list).toMatchObject([
      { userName: admin.user.userName, objectName: 'invoice.txt', detail: { reason: 'A test file.' } },
    ])
    await clamd.update(27501, EICAR_SIGNATURE)
    await scanAllContent(world.ctx)
    expect(await state(instanceId)).toBe('clean')
  })

  it('deletes files with the content, and old versions with it of others', async () => {
    const bad = Buffer.concat([eicar(), Buffer.from(' to delete')])
    const { instanceId: folder } = await owner.call(createFolder, { instanceName: 'to delete' })
    const current = await owner.upload(folder, 'current.bin', bad)
    const binned = await owner.upload(folder, 'binned.bin', bad)
    await owner.call(removeInstances, { instanceIds: [binned.instanceId] })
    const old = await owner.upload(folder, 'old.bin', bad)
    await owner.upload(folder, 'old.bin', Buffer.from('clean now'), { conflict: 'newVersion' })
    await scanWaiting()
    const [content] = await held()
    expect(content).toMatchObject({ fileCount: 3, canRemove: true })
    expect(await admin.call(removeQuarantined, { contentId: content?.contentId ?? '' })).toEqual({
      files: 2,
      versions: 1,
    })
    expect(await owner.tree(folder)).toEqual({ 'old.bin': 9 })
    const { list } = await owner.call(pageVersions, { instanceId: old.instanceId })
    expect(list).toHaveLength(1)
    expect(await asked(current.instanceId)).toBe('not_found')
    // In the administrators' recycle bin it still is in quarantine, and deleting it again would do nothing.
    const [after] = await held()
    expect(after?.files.map(({ inRecycle }) => inRecycle)).toEqual([true, true])
    expect(after?.canRemove).toBe(false)
  })

  it('what is in a deleted folder is not offered to be deleted; what is in the owner’s bin itself, or an old version, is', async () => {
    const { instanceId: folder } = await owner.call(createFolder, { instanceName: 'thrown away' })
    await owner.upload(folder, 'inside.bin', Buffer.concat([eicar(), Buffer.from(' inside')]))
    await owner.call(removeInstances, { instanceIds: [folder] })
    const alone = await owner.upload('0', 'alone.bin', Buffer.concat([eicar(), Buffer.from(' alone')]))
    await owner.call(removeInstances, { instanceIds: [alone.instanceId] })
    await owner.upload('0', 'older.bin', Buffer.concat([eicar(), Buffer.from(' older')]))
    await owner.upload('0', 'older.bin', Buffer.from('clean since'), { conflict: 'newVersion' })
    await scanWaiting()
    const offered = new Map((await held()).map(({ files, canRemove }) => [files[0]?.instanceName, canRemove]))
    expect(offered.get('inside.bin')).toBe(false)
    expect(offered.get('alone.bin')).toBe(true)
    expect(offered.get('older.bin')).toBe(true)
    for (const { contentId, files } of await held())
      if (['inside.bin', 'alone.bin', 'older.bin'].includes(files[0]?.instanceName ?? ''))
        expect(await admin.call(removeQuarantined, { contentId })).toEqual({
          files: files[0]?.instanceName === 'alone.bin' ? 1 : 0,
          versions: files[0]?.instanceName === 'older.bin' ? 1 : 0,
        })
  })

  it('a find has equal content scanned again, which was clean by older signatures', async () => {
    const { config, db } = world.ctx
    Object.assign(config, { dedup: 'off' })
    onTestFinished(() => void Object.assign(config, { dedup: 'instance' }))
    const bytes = Buffer.concat([Buffer.from('twice '), eicar()])
    const others = await world.person('has_the_same')
    const older = await others.upload('0', 'older.txt', bytes)
    const released = await (await world.person('had_it_released')).upload('0', 'released.txt', bytes)
    await scanWaiting()
    for (const { instanceId } of [older, released]) {
      const { id } = await blobOf(world, instanceId)
      const isReleased = instanceId === released.instanceId
      await db.reader
        .updateTable('virus_scan')
        .set({ state: 'clean', finding: null, released_at: isReleased ? new Date() : null })
        .where('blob_id', '=', id)
        .execute()
    }
    const { instanceId } = await owner.upload('0', 'newer.txt', bytes)
    expect((await blobOf(world, instanceId)).id).not.toBe((await blobOf(world, older.instanceId)).id)
    await scanWaiting()
    expect(await state(instanceId)).toBe('infected')
    expect(await asked(older.instanceId, others)).toBe('virus_found')
    expect(await state(released.instanceId)).toBe('clean')
  })

  it('content that the scanner takes no more of is held or served by the policy', async () => {
    const { instanceId } = await owner.upload('0', 'large.bin', Buffer.alloc(BYTES_MAX + 1, 7))
    expect(await asked(instanceId)).toBe('virus_scan_impossible')
    expect(await state(instanceId)).toBe('tooLarge')
    const list = await held()
    expect(list[0]).toMatchObject({ state: 'tooLarge', files: [{ instanceName: 'large.bin' }] })
    await setUnscanned('serve')
    expect(await asked(instanceId)).toBe('given')
    await setUnscanned('hold')
    expect(await asked(instanceId)).toBe('virus_scan_impossible')
    await admin.call(releaseQuarantined, { contentId: list[0]?.contentId ?? '', reason: 'Known.' })
    expect(await asked(instanceId)).toBe('given')
  })

  it('while the scanner is away new content is held or served by the policy, and scanned afterwards', async () => {
    const { port } = clamd
    await clamd.stop()
    const clean = await owner.upload('0', 'later.txt', Buffer.from('later'))
    const infected = await owner.upload('0', 'later.bin', Buffer.concat([eicar(), Buffer.from(' later')]))
    expect(await asked(clean.instanceId)).toBe('virus_scan_pending')
    const { scanners, waiting } = await admin.call(queryVirusScanners, {})
    expect([scanners.map(({ signature }) => signature), waiting]).toEqual([[null], 2])
    await setUnscanned('serve')
    expect(await asked(clean.instanceId)).toBe('given')
    await setUnscanned('hold')
    clamd = await Clamd.start({ bytesMax: BYTES_MAX, version: 27501, port })
    await vi.waitUntil(() => !world.ctx.antivirus.isAway(DISK), { timeout: 20_000 })
    await scanWaiting()
    expect(await asked(clean.instanceId)).toBe('given')
    expect(await asked(infected.instanceId)).toBe('virus_found')
    expect((await admin.call(queryVirusScanners, {})).scanners).toMatchObject([
      { address: clamd.address, signature: expect.stringMatching(/\/27501$/) },
    ])
  })

  it('scans all content again with new signatures, the newest first, and goes on where it stopped', async () => {
    const names = ['one', 'two', 'three']
    const ids: string[] = []
    for (const name of names)
      ids.push((await owner.upload('0', `${name}.txt`, Buffer.from(`worm in ${name}`))).instanceId)
    await scanWaiting()
    expect(await Promise.all(ids.map(state))).toEqual(['clean', 'clean', 'clean'])
    const signatures = { ...EICAR_SIGNATURE, 'Test-Worm': Buffer.from('worm in ') }
    await clamd.update(27502, signatures)
    const { port } = clamd
    const scan = world.ctx.antivirus.scan.bind(world.ctx.antivirus)
    // The scanner goes after the first.
    const scanning = vi.spyOn(world.ctx.antivirus, 'scan').mockImplementationOnce(async (content) => {
      const found = await scan(content)
      await clamd.stop()
      return found
    })
    await scanAllContent(world.ctx)
    scanning.mockRestore()
    expect(await Promise.all(ids.map(state))).toEqual(['clean', 'clean', 'infected'])
    clamd = await Clamd.start({ bytesMax: BYTES_MAX, version: 27502, signatures, port })
    await vi.waitUntil(() => !world.ctx.antivirus.isAway(DISK), { timeout: 20_000 })
    await scanAllContent(world.ctx)
    expect(await Promise.all(ids.map(state))).toEqual(['infected', 'infected', 'infected'])
    expect(await asked(ids[0] ?? '')).toBe('virus_found')
    const [sweep] = await world.ctx.db.reader.selectFrom('virus_sweep').selectAll().execute()
    expect(sweep).toMatchObject({ address: clamd.address, signature: expect.stringMatching(/\/27502$/) })
    expect(sweep?.finished_at).toBeInstanceOf(Date)
  })

  it('without an address nothing waits or is held, but what was infected stays so', async () => {
    await setAddress('')
    const { instanceId } = await owner.upload('0', 'no scanner.txt', Buffer.from('nobody looks'))
    expect(await state(instanceId)).toBeNull()
    expect(await asked(instanceId)).toBe('given')
    const [content] = await held()
    expect(content).toMatchObject({ state: 'infected' })
    const found = content?.files.find(({ inRecycle }) => !inRecycle)?.instanceId ?? ''
    expect(await asked(found)).toBe('virus_found')
  })
})
