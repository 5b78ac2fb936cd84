import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ApiError } from '@clouddisk/client/http/errors'
import { logout } from '@clouddisk/contract/accounts'
import { createFolder } from '@clouddisk/contract/files'
import { previewInstance } from '@clouddisk/contract/previews'
import { pathOf } from '@clouddisk/contract/route'
import { createShare } from '@clouddisk/contract/shares'
import { MINUTE } from '@clouddisk/contract/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, signIn } from '../../../test/person.ts'
import { pdf, png } from '../../../test/pictures.ts'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
})
afterAll(() => world.close())

const RED = [200, 30, 30] as const
const media = (name: string) => readFile(new URL(`../../../../e2e/media/${name}`, import.meta.url))
const svg = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="20000" height="9"/>',
)
/** The header of a PNG that claims these sides: nothing to decode follows. */
const claiming = (width: number, height: number) => {
  const bytes = png(1, 1, RED)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
async function previewed(name: string, bytes: Buffer, who = person) {
  const { instanceId } = await who.upload('0', name, bytes, { conflict: 'keepBoth' })
  return who.call(previewInstance, { instanceId })
}

describe('a preview', () => {
  it('tells the kind of a file, and where its content is', async () => {
    const files = [
      ['a.png', png(640, 400, RED), { kind: 'picture', width: 640, height: 400 }],
      ['a.svg', svg, { kind: 'picture' }],
      ['a.pdf', pdf('x'), { kind: 'pdf' }],
      ['a.txt', Buffer.from('BM begins like a bitmap'), { kind: 'text' }],
      ['empty.txt', Buffer.alloc(0), { kind: 'text' }],
      ['a.html', Buffer.from('<p>x'), { kind: 'html' }],
      ['A.HTM', Buffer.from('<p>x'), { kind: 'html' }],
      ['sound.ogg', await media('sound.ogg'), { kind: 'audio' }],
      ['theora.ogg', await media('theora.ogg'), { kind: 'video', couldBePlay: true }],
      ['hevc.mp4', await media('hevc.mp4'), { kind: 'video', couldBePlay: true }],
    ] as const
    for (const [name, bytes, expected] of files) {
      const answer = await previewed(name, bytes)
      expect(answer, name).toMatchObject({ state: 'ready', couldBePlay: false, ...expected })
      const sent = await fetch(answer.url ?? '')
      expect(Buffer.from(await sent.arrayBuffer())).toEqual(bytes)
      expect(sent.headers.get('content-disposition')).toMatch(/^inline;/)
      expect(sent.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })

  it('says why a file is not shown', async () => {
    const zip = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), randomBytes(200)])
    const files = [
      ['a.xyz', Buffer.from('what'), { kind: 'none', state: 'unsupported', reason: 'type' }],
      ['a.iso', zip, { kind: 'archive', state: 'unsupported', reason: 'type' }],
      [
        'wide.png',
        claiming(10_001, 1),
        { kind: 'picture', state: 'unsupported', reason: 'tooManyPixels', width: 10_001 },
      ],
      ['high.png', claiming(1, 10_001), { kind: 'picture', state: 'unsupported', reason: 'tooManyPixels' }],
      ['text.png', Buffer.from('no picture at all'), { kind: 'picture', state: 'failed', reason: 'broken' }],
      ['zip.png', zip, { kind: 'picture', state: 'failed', reason: 'broken' }],
      ['text.pdf', Buffer.from('no document'), { kind: 'pdf', state: 'failed', reason: 'broken' }],
      ['text.mp4', Buffer.from('no film'), { kind: 'video', state: 'failed', reason: 'broken' }],
      ['empty.png', Buffer.alloc(0), { kind: 'picture', state: 'failed', reason: 'broken' }],
    ] as const
    for (const [name, bytes, expected] of files) {
      const answer = await previewed(name, bytes)
      expect(answer, name).toMatchObject({ couldBePlay: false, ...expected })
      expect(answer.url).toBeUndefined()
    }
    expect(await previewed('edge.png', claiming(10_000, 10_000))).toMatchObject({ state: 'ready' })
    const { instanceId } = await person.call(createFolder, { instanceName: 'folder' })
    expect(await person.call(previewInstance, { instanceId })).toEqual({
      kind: 'none',
      state: 'unsupported',
      reason: 'folder',
      couldBePlay: false,
    })
  })

  it('shows mislabelled content as what it is', async () => {
    for (const [name, bytes, kind, type] of [
      ['really-a-picture.pdf', png(3, 2, RED), 'picture', 'image/png'],
      ['really-a-png.jpg', png(3, 2, RED), 'picture', 'image/png'],
      ['really-a-pdf.docx', pdf('x'), 'pdf', 'application/pdf'],
      ['really-a-pdf.txt', pdf('\x01\x02'), 'pdf', 'application/pdf'],
      ['without-extension', pdf('x'), 'pdf', 'application/pdf'],
    ] as const) {
      const answer = await previewed(name, bytes)
      expect(answer, name).toMatchObject({ kind, state: 'ready' })
      const sent = await fetch(answer.url ?? '')
      expect([sent.status, sent.headers.get('content-type')], name).toEqual([200, type])
    }
  })

  it('is converted from what browsers do not show, unless conversions are switched off', async () => {
    const zip = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), randomBytes(200)])
    const files = [
      ['b.docx', zip, 'pdf', { kind: 'none', reason: 'type' }],
      ['b.tif', Buffer.from('II*\0rest'), 'picture', { kind: 'picture', reason: 'format' }],
      ['b.mkv', Buffer.from('what'), 'video', { kind: 'video', reason: 'unplayable' }],
      ['b.wma', Buffer.from('what'), 'audio', { kind: 'audio', reason: 'format' }],
    ] as const
    const without = await openWorld({ CLOUDDISK_CONVERSIONS: '0' })
    try {
      const other = await without.person()
      for (const [name, bytes, kind, otherwise] of files) {
        const shown = { kind, state: 'converting', couldBePlay: false }
        expect(await previewed(name, bytes), name).toMatchObject(shown)
        const unshown = { state: 'unsupported', couldBePlay: false, ...otherwise }
        expect(await previewed(name, bytes, other), name).toMatchObject(unshown)
      }
    } finally {
      await without.close()
    }
  })

  it('finds the sides of a JPEG behind large profiles, and is not held up by hostile headers', async () => {
    const segment = (marker: number, body: Buffer) => {
      const head = Buffer.from([0xff, marker, 0, 0])
      head.writeUInt16BE(body.length + 2, 2)
      return Buffer.concat([head, body])
    }
    const profiles = Array.from({ length: 4 }, () => segment(0xe2, randomBytes(60_000)))
    const frame = segment(0xc0, Buffer.from([8, 0x2a, 0xf9, 0, 20, 1, 1, 0x11, 0]))
    const start = Buffer.from([0xff, 0xd8])
    const photo = Buffer.concat([start, ...profiles, frame, Buffer.alloc(1000)])
    expect(await previewed('photo.jpg', photo)).toMatchObject({
      reason: 'tooManyPixels',
      height: 11_001,
      width: 20,
    })
    const zeros = Buffer.concat([start, Buffer.from([0xff, 0xe0]), Buffer.alloc(4 * 1024 * 1024)])
    expect(await previewed('zeros.jpg', zeros)).toMatchObject({ state: 'failed', reason: 'broken' })
  })

  it('is refused above 200 MB, but not of a video', async () => {
    const { instanceId } = await person.upload('0', 'a.pdf', pdf('x'))
    const { instanceId: film } = await person.upload('0', 'a.mp4', await media('hevc.mp4'))
    await world.ctx.db.pool.query('update file_version set size = $1 where file_id = any($2)', [
      200 * 1024 * 1024 + 1,
      [instanceId, film],
    ])
    expect(await person.call(previewInstance, { instanceId })).toMatchObject({
      kind: 'pdf',
      state: 'unsupported',
      reason: 'tooLarge',
    })
    expect(await person.call(previewInstance, { instanceId: film })).toMatchObject({ state: 'ready' })
    await world.ctx.db.pool.query(
      'update file_version v set size = b.size from blob b where b.id = v.blob_id and v.file_id = any($1)',
      [[instanceId, film]],
    )
  })

  it('of an earlier version needs the permission to see versions', async () => {
    const [owner, viewer, downloader] = [await world.person(), await world.person(), await world.person()]
    const { instanceId: folder } = await owner.call(createFolder, { instanceName: 'shared' })
    const { instanceId } = await owner.upload(folder, 'a.txt', Buffer.from('first'))
    const first = await owner.call(previewInstance, { instanceId })
    await owner.upload(folder, 'a.txt', Buffer.from('second'), { conflict: 'newVersion' })
    for (const [who, role] of [
      [viewer, 'viewer'],
      [downloader, 'downloader'],
    ] as const)
      await owner.call(createShare, {
        instanceIds: [folder],
        members: [{ principalType: 'user', principalId: who.user.userId, role }],
      })
    const old = { instanceId, versionId: first.versionId ?? '' }
    for (const who of [owner, downloader]) {
      const { url = '', versionId } = await who.call(previewInstance, old)
      expect(versionId).toBe(first.versionId)
      expect(await (await fetch(url)).text()).toBe('first')
    }
    expect(await viewer.call(previewInstance, { instanceId })).toMatchObject({ kind: 'pages' })
    const refused = (input: { instanceId: string; versionId: string }) =>
      viewer.call(previewInstance, input).catch((error: ApiError) => error.name)
    expect(await refused(old)).toBe('not_permitted')
    expect(await refused({ instanceId, versionId: 'no-version' })).toBe('not_found')
    expect(await refused({ instanceId, versionId: instanceId })).toBe('not_permitted')
  })

  it('has an address for ten minutes, as long as the session lasts', async () => {
    const { userName } = person.user
    const other = await signIn(world.baseUrl, userName, PASSWORD)
    const { instanceId } = await person.upload('0', 'b.txt', Buffer.from('b'))
    const { url: own = '' } = await person.call(previewInstance, { instanceId })
    const { url: others = '' } = await other.call(previewInstance, { instanceId })
    await other.fetch(pathOf(logout))
    expect((await fetch(others)).status).toBe(404)
    expect((await fetch(own)).status).toBe(200)
    world.advance(10 * MINUTE + 1)
    expect((await fetch(own)).ok).toBe(false)
  })
})
