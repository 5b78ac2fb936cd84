// @module-tag long
import { codeOf } from '@clouddisk/contract/errors'
import { createFolder } from '@clouddisk/contract/files'
import { createOrUpdateLink, getLinkDownloadUrl, previewLinkInstance } from '@clouddisk/contract/links'
import { previewInstance } from '@clouddisk/contract/previews'
import { createShare } from '@clouddisk/contract/shares'
import { MINUTE } from '@clouddisk/contract/time'
import iconv from 'iconv-lite'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docx } from '../../../../test/make-docx.ts'
import { manyPagesPdf } from '../../../../test/pdfs.ts'
import type { Person } from '../../../../test/person.ts'
import { askPage, type PageFields, pageOf, pixelsOf, sameCells } from '../../../../test/preview-page.ts'
import { visitorOf } from '../../../../test/visitor.ts'
import { openWorld, type World } from '../../../../test/world.ts'

let world: World
let owner: Person
let viewer: Person
let other: Person
let folder: string
beforeAll(async () => {
  world = await openWorld()
  owner = await world.person()
  viewer = await world.person('reader', { realName: '张三' })
  other = await world.person('another', { realName: '李四' })
  folder = (await owner.call(createFolder, { instanceName: 'only to view' })).instanceId
  await owner.call(createShare, {
    instanceIds: [folder],
    members: [viewer, other].map(({ user }) => ({
      principalType: 'user' as const,
      principalId: user.userId,
      role: 'viewer' as const,
    })),
  })
})
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

const CONVERSION_MS = 180_000
let files = 0
const upload = async (ext: string, bytes: Uint8Array): Promise<string> =>
  (await owner.upload(folder, `file ${++files}.${ext}`, bytes)).instanceId
const asked = (person: Pick<Person, 'fetch'>) => ({
  baseUrl: world.baseUrl,
  fetch: (url: string) => person.fetch(url),
})
const drawn = async (person: Pick<Person, 'fetch'>, fields: PageFields) =>
  pixelsOf(await pageOf(asked(person), fields))

/** The first page, by the address that the preview has. */
const pageAt = (person: Person, url: string) => person.fetch(`${url}&page=1&size=m`)

async function ready(instanceId: string, person = viewer) {
  const ask = () => person.call(previewInstance, { instanceId })
  await expect.poll(async () => (await ask()).state, { timeout: CONVERSION_MS }).not.toBe('converting')
  const shown = await ask()
  if (shown.kind === 'pages' && shown.url !== undefined)
    expect((await pageAt(person, shown.url)).status).toBeLessThan(300)
  return shown
}

const color = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 90, g: 120, b: 200 } } })
const PDF = manyPagesPdf({ pages: 12 })

describe('for those who may preview and not download', { timeout: CONVERSION_MS }, () => {
  it('a document is its pages, each with the name of its reader', async () => {
    const instanceId = await upload('pdf', PDF)
    const shown = await ready(instanceId)
    expect(shown).toMatchObject({ kind: 'pages', state: 'ready', pages: 12, reader: '张三 reader' })
    expect(shown.pageSizes).toHaveLength(12)
    for (let page = 1; page <= 12; page++) {
      const [his, hers] = [
        await drawn(viewer, { instanceId, page }),
        await drawn(other, { instanceId, page }),
      ]
      // Whatever differs is the mark: the page below is one and the same.
      expect(sameCells(his, hers), `page ${page}`).toBe(0)
      expect(his.width).toBe(1000)
    }
    const [one, two] = [
      await drawn(viewer, { instanceId, page: 1 }),
      await drawn(viewer, { instanceId, page: 2 }),
    ]
    expect(one.data.equals(two.data)).toBe(false)
    const large = await drawn(viewer, { instanceId, page: 1, size: 'l' })
    expect(large.width).toBeGreaterThan(1500)
  })

  it('its owner sees the file itself', async () => {
    expect(await ready(await upload('pdf', PDF), owner)).toMatchObject({ kind: 'pdf' })
  })

  it('a page is stored nowhere on its way, and none of the file is in it', async () => {
    const bytes = await color(400, 300)
      .withExif({ IFD0: { Artist: 'somebody' } })
      .jpeg()
      .toBuffer()
    const response = await pageOf(asked(viewer), { instanceId: await upload('jpg', bytes), page: 1 })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    const sent = Buffer.from(await response.arrayBuffer())
    for (let at = 0; at + 64 <= bytes.length; at += 64)
      expect(sent.includes(bytes.subarray(at, at + 64)), `bytes at ${at}`).toBe(false)
  })

  it.each([
    ['png', () => color(900, 600).png().toBuffer()],
    ['tif', () => color(900, 600).tiff().toBuffer()],
    ['svg', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"/>')],
    ['docx', async () => docx(['A line of a document.'])],
    ['txt', async () => iconv.encode('第一行，国标编码的文字。\n第二行。\n', 'gb18030')],
    ['csv', async () => Buffer.from('name,count\n苹果,3\n')],
    ['html', async () => Buffer.from('<p>text of a page</p>')],
    ['md', async () => Buffer.alloc(0)],
  ] as const)('%s has pages with the mark', async (ext, bytes) => {
    const instanceId = await upload(ext, await bytes())
    expect(await ready(instanceId)).toMatchObject({ kind: 'pages', state: 'ready', pages: 1 })
    const [his, hers] = [
      await drawn(viewer, { instanceId, page: 1 }),
      await drawn(other, { instanceId, page: 1 }),
    ]
    expect(sameCells(his, hers)).toBe(0)
  })

  it('a long text ends after 200 pages', async () => {
    const instanceId = await upload('log', Buffer.from('a line\n'.repeat(20_000)))
    expect(await ready(instanceId)).toMatchObject({ pages: 200 })
    await drawn(viewer, { instanceId, page: 200 })
  })

  it('the mark changes with the minute', async () => {
    const instanceId = await upload('png', await color(800, 700).png().toBuffer())
    const before = await drawn(viewer, { instanceId, page: 1 })
    world.advance(MINUTE)
    expect(before.data.equals((await drawn(viewer, { instanceId, page: 1 })).data)).toBe(false)
  })

  it('a file that needs a password or is broken has no pages', async () => {
    const locked = await upload('pdf', manyPagesPdf({ pages: 1, password: 'secret' }))
    expect(await ready(locked)).toMatchObject({ state: 'unsupported', reason: 'encrypted' })
    expect(await ready(await upload('pdf', Buffer.from('%PDF-1.7 and no more')))).toMatchObject({
      state: 'failed',
    })
    expect((await pageOf(asked(viewer), { instanceId: locked, page: 1 })).status).toBe(404)
  })

  it('there is no page beyond the last, of a folder, or of a sound', async () => {
    const instanceId = await upload('pdf', manyPagesPdf({ pages: 2 }))
    const refused = async (fields: PageFields) => {
      const response = await pageOf(asked(viewer), fields)
      return [response.status, ((await response.json()) as { errcode: number }).errcode]
    }
    expect(await refused({ instanceId, page: 3 })).toEqual([404, codeOf('bad_field')])
    expect(await refused({ instanceId: folder, page: 1 })).toEqual([404, codeOf('is_a_folder')])
    const zip = await upload('xyz', Buffer.from('what'))
    expect(await refused({ instanceId: zip, page: 1 })).toEqual([404, codeOf('bad_field')])
    const [stranger, missing] = [await world.person(), { instanceId, page: 1 }]
    expect((await askPage(asked(stranger), missing)).status).toBe(404)
  })

  it('an earlier version needs its permission', async () => {
    const instanceId = await upload('txt', Buffer.from('first'))
    const { versionId = '' } = await owner.call(previewInstance, { instanceId })
    await owner.upload(folder, `file ${files}.txt`, Buffer.from('second'), { conflict: 'newVersion' })
    expect((await pageOf(asked(owner), { instanceId, versionId, page: 1 })).status).toBe(200)
    expect((await askPage(asked(viewer), { instanceId, versionId, page: 1 })).status).toBe(403)
  })
})

describe('of a link', { timeout: CONVERSION_MS }, () => {
  it('a visitor sees pages, with the network address and the end of the address in them', async () => {
    const instanceId = await upload('pdf', manyPagesPdf({ pages: 1 }))
    const link = async () =>
      (await owner.call(createOrUpdateLink, { instanceIds: [instanceId], code: '', perms: ['view'] }))
        .linkPath
    const [one, two] = [await link(), await link()]
    const visitor = visitorOf(world.baseUrl)
    const ask = () => visitor.call(previewLinkInstance, { linkPath: one, instanceId })
    await expect.poll(async () => (await ask()).state, { timeout: CONVERSION_MS }).not.toBe('converting')
    expect(await ask()).toMatchObject({ kind: 'pages', reader: expect.stringContaining('127.0.0.1') })
    const [first, second] = [
      await drawn(visitor, { linkPath: one, instanceId, page: 1 }),
      await drawn(visitor, { linkPath: two, instanceId, page: 1 }),
    ]
    expect(first.data.equals(second.data)).toBe(false)
    expect(sameCells(first, await drawn(viewer, { instanceId, page: 1 }))).toBe(0)
  })

  it('with a watermark, previews are pages where downloads are permitted too', async () => {
    const instanceId = await upload('png', await color(900, 600).png().toBuffer())
    const { linkPath } = await owner.call(createOrUpdateLink, {
      instanceIds: [instanceId],
      code: '',
      perms: ['view', 'download'],
      watermark: true,
    })
    const visitor = visitorOf(world.baseUrl, viewer)
    const ask = () => visitor.call(previewLinkInstance, { linkPath, instanceId })
    await expect.poll(async () => (await ask()).state, { timeout: CONVERSION_MS }).not.toBe('converting')
    expect(await ask()).toMatchObject({ kind: 'pages', reader: '张三 reader', pages: 1 })
    await drawn(visitor, { linkPath, instanceId, page: 1 })
    expect(await visitor.call(getLinkDownloadUrl, { linkPath, instanceId })).toContain('http')
  })
})
