import { callsOfLink } from '@clouddisk/client/uploads/link-calls'
import { saveCluster } from '@clouddisk/contract/admin-clusters'
import { extractInstance } from '@clouddisk/contract/archives'
import { getArchiveUrl, getDownloadUrl } from '@clouddisk/contract/downloads'
import { copyInstances, createFolder } from '@clouddisk/contract/files'
import {
  copyLinkInstances,
  createOrUpdateLink,
  getLinkArchiveUrl,
  getLinkDownloadUrl,
  previewLinkInstance,
} from '@clouddisk/contract/links'
import { previewInstance } from '@clouddisk/contract/previews'
import { createShare } from '@clouddisk/contract/shares'
import { pageVersions, restoreVersion } from '@clouddisk/contract/versions'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { blobOf } from '../../../test/blob.ts'
import { Clamd, eicar, hasClamd } from '../../../test/clamd.ts'
import { rawZip } from '../../../test/make-archives.ts'
import type { Person } from '../../../test/person.ts'
import { png } from '../../../test/pictures.ts'
import { askThumbnail } from '../../../test/thumbnail.ts'
import { uploadWhole } from '../../../test/transfer.ts'
import { visitorOf } from '../../../test/visitor.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Infected content at every door that serves content, whatever way it came. */

const DISK = 'clouddisk'
let world: World
let admin: Person
let owner: Person
let colleague: Person
let clamd: Clamd

const state = async (instanceId: string) => {
  const { id } = await blobOf(world, instanceId)
  const row = await world.ctx.db.reader
    .selectFrom('virus_scan')
    .selectAll()
    .where('blob_id', '=', id)
    .executeTakeFirst()
  return row?.state
}
const scanned = (instanceId: string, expected: string) =>
  expect.poll(() => state(instanceId), { timeout: 30_000 }).toBe(expected)

describe.skipIf(!hasClamd)('infected content is served at no door (R92)', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    clamd = await Clamd.start()
    world = await openWorld()
    admin = await world.admin('superAdmin')
    owner = await world.person('owner_of_files')
    colleague = await world.person('colleague')
    await admin.call(saveCluster, {
      clusterName: 'Main',
      antivirusAddress: clamd.address,
      buckets: [{ bucketName: DISK }],
    })
    await vi.waitUntil(() => world.ctx.antivirus.covers(DISK), { timeout: 10_000 })
    await world.jobs.start()
  })
  afterEach(async () => expect(await world.doctor()).toEqual([]))
  afterAll(async () => {
    await world?.close()
    await clamd?.stop()
  })

  /** What each door answers: `given`, or the refusal. */
  async function doors(instanceId: string, folderId: string) {
    const outcome = (call: Promise<unknown>) =>
      call.then(
        () => 'given',
        (error: { name: string }) => error.name,
      )
    const { linkPath } = await owner.call(createOrUpdateLink, {
      instanceIds: [folderId],
      code: '',
      perms: ['view', 'download', 'save'],
    })
    await owner.call(createShare, {
      instanceIds: [folderId],
      members: [{ principalType: 'user', principalId: colleague.user.userId, role: 'downloader' }],
    })
    const visitor = visitorOf(world.baseUrl)
    const signedIn = visitorOf(world.baseUrl, colleague)
    const zipOf = async (who: Person) => {
      const { url } = await who.call(getArchiveUrl, { instanceIds: [folderId] })
      const response = await fetch(url)
      const text = await response.text()
      return response.ok ? 'given' : nameOf(text)
    }
    const answers = {
      download: await outcome(owner.call(getDownloadUrl, { instanceId })),
      'download by a share': await outcome(colleague.call(getDownloadUrl, { instanceId })),
      'download by a link': await outcome(visitor.call(getLinkDownloadUrl, { linkPath, instanceId })),
      preview: await outcome(owner.call(previewInstance, { instanceId })),
      'preview by a link': await outcome(visitor.call(previewLinkInstance, { linkPath, instanceId })),
      ZIP: await outcome(zipOf(owner).then((name) => name !== 'given' && Promise.reject({ name }))),
      'ZIP by a link': await outcome(
        visitor.call(getLinkArchiveUrl, { linkPath, instanceIds: [folderId] }).then(async ({ url }) => {
          const response = await visitor.fetch(url)
          const text = await response.text()
          if (!response.ok) throw { name: nameOf(text) }
        }),
      ),
    }
    const { list: copied = [] } = await owner.call(copyInstances, {
      instances: [instanceId],
      targeParentId: '0',
      conflict: 'keepBoth',
    })
    const { list: saved } = await signedIn.call(copyLinkInstances, {
      linkPath,
      instanceIds: [instanceId],
      targeParentId: '0',
    })
    return { ...answers, copy: codeName(copied[0]?.errcode), save: codeName(saved[0]?.errcode) }
  }

  const CODES: Record<number, string> = { 0: 'given', 50039: 'virus_found', 50040: 'virus_scan_pending' }
  const codeName = (code = -1) => CODES[code] ?? String(code)
  const nameOf = (text: string) => codeName(JSON.parse(text).errcode)

  const ALL_REFUSED = {
    download: 'virus_found',
    'download by a share': 'virus_found',
    'download by a link': 'virus_found',
    preview: 'virus_found',
    'preview by a link': 'virus_found',
    ZIP: 'virus_found',
    'ZIP by a link': 'virus_found',
    copy: 'virus_found',
    save: 'virus_found',
  }
  const ALL_GIVEN = Object.fromEntries(Object.keys(ALL_REFUSED).map((door) => [door, 'given']))
  const folder = async (name: string) => (await owner.call(createFolder, { instanceName: name })).instanceId

  it('a clean file passes', async () => {
    const folderId = await folder('clean')
    const { instanceId } = await owner.upload(folderId, 'a.txt', Buffer.from('harmless'))
    expect(await doors(instanceId, folderId)).toEqual(ALL_GIVEN)
    expect(await state(instanceId)).toBe('clean')
  })

  it('a file with a virus', async () => {
    const folderId = await folder('one')
    const { instanceId } = await owner.upload(folderId, 'virus.txt', eicar())
    expect(await doors(instanceId, folderId)).toEqual(ALL_REFUSED)
    expect(await state(instanceId)).toBe('infected')
  })

  it('an archive with a virus in it, which is not extracted either', async () => {
    const folderId = await folder('two')
    const zip = rawZip([{ name: 'in/virus.com', content: eicar() }])
    const { instanceId } = await owner.upload(folderId, 'harmless.zip', zip)
    expect(await doors(instanceId, folderId)).toEqual(ALL_REFUSED)
    await expect(owner.call(extractInstance, { instanceId, targeParentId: '0' })).rejects.toMatchObject({
      name: 'virus_found',
    })
  })

  it('what a visitor uploads through a link', async () => {
    const outer = await folder('three')
    const { instanceId: folderId } = await owner.call(createFolder, { parentId: outer, instanceName: 'in' })
    const { linkPath } = await owner.call(createOrUpdateLink, {
      instanceIds: [folderId],
      code: '',
      perms: ['upload'],
    })
    const visitor = visitorOf(world.baseUrl)
    const call = callsOfLink(visitor.call as Parameters<typeof callsOfLink>[0], linkPath)
    const { instanceId } = await uploadWhole({ call } as Pick<Person, 'call'>, {
      parentId: folderId,
      name: 'invoice.txt',
      bytes: Buffer.concat([Buffer.from('invoice '), eicar()]),
    })
    await scanned(instanceId, 'infected')
    expect(await doors(instanceId, outer)).toEqual(ALL_REFUSED)
  })

  it('an old version, which is not restored either', async () => {
    const folderId = await folder('four')
    const { instanceId } = await owner.upload(folderId, 'v.txt', Buffer.concat([eicar(), Buffer.from('1')]))
    await scanned(instanceId, 'infected')
    await owner.upload(folderId, 'v.txt', Buffer.from('second'), { conflict: 'newVersion' })
    const { list } = await owner.call(pageVersions, { instanceId })
    const old = list.find(({ isCurrent }) => !isCurrent)?.versionId ?? ''
    const refusal = { name: 'virus_found' }
    await expect(owner.call(getDownloadUrl, { instanceId, versionId: old })).rejects.toMatchObject(refusal)
    await expect(owner.call(restoreVersion, { instanceId, versionId: old })).rejects.toMatchObject(refusal)
    expect((await owner.download(instanceId)).toString()).toBe('second')
  })

  it('an address that was made before the virus was known, and a thumbnail', async () => {
    const { instanceId } = await owner.upload('0', 'photo.png', png(40, 40, [9, 90, 9]))
    await scanned(instanceId, 'clean')
    const url = await owner.call(getDownloadUrl, { instanceId })
    const { id } = await blobOf(world, instanceId)
    await world.ctx.db.reader
      .updateTable('virus_scan')
      .set({ state: 'infected', finding: 'Later' })
      .where('blob_id', '=', id)
      .execute()
    const response = await fetch(url)
    expect([response.status, nameOf(await response.text())]).toEqual([403, 'virus_found'])
    expect((await askThumbnail(owner, instanceId)).status).toBe(404)
  })

  it('content that is stored already is not uploaded past the scanner', async () => {
    const bytes = Buffer.concat([eicar(), Buffer.from(' again')])
    const first = await owner.upload('0', 'first.bin', bytes)
    await scanned(first.instanceId, 'infected')
    const second = await colleague.upload('0', 'second.bin', bytes)
    await scanned(second.instanceId, 'infected')
    await expect(colleague.download(second.instanceId)).rejects.toMatchObject({ name: 'virus_found' })
  })
})
