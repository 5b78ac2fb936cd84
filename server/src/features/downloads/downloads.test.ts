import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { ApiError } from '@clouddisk/client/http/errors'
import { changePassword, logout } from '@clouddisk/contract/accounts'
import * as contract from '@clouddisk/contract/downloads'
import {
  copyInstances,
  createFolder,
  moveInstances,
  removeInstances,
  renameInstance,
} from '@clouddisk/contract/files'
import { pathOf } from '@clouddisk/contract/route'
import { createShare } from '@clouddisk/contract/shares'
import { checkUploadAble, secondUpload } from '@clouddisk/contract/uploads'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { blobOf } from '../../../test/blob.ts'
import { type Person, sha256Of } from '../../../test/person.ts'
import { readZipBytes } from '../../../test/read-zip.ts'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'
import { freeze } from '../accounts/accounts.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
})
afterAll(() => world.close())

const url = (instanceId: string, who = person, mode?: 'preview') =>
  who.call(contract.getDownloadUrl, { instanceId, ...(mode && { mode }) })
const fetched = async (address: string, init: RequestInit = {}) => {
  const response = await fetch(address, { redirect: 'manual', ...init })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}
/** How many bytes arrive, and whether the answer says that they are all. */
const arriving = (address: string) =>
  new Promise<{ bytes: number; complete: boolean }>((resolve, reject) => {
    get(address, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('error', () => undefined)
      response.once('close', () => resolve({ bytes, complete: response.complete }))
    }).on('error', reject)
  })
/** Changes what is stored of a file behind the server's back. */
async function spoil(instanceId: string, how: (bytes: Buffer) => Buffer): Promise<void> {
  const { key } = await blobOf(world, instanceId)
  const folder = join(world.ctx.config.dataDir, 'objects', 'stored')
  const names = await readdir(folder, { recursive: true })
  const path = join(folder, names.find((name) => name.endsWith(key)) ?? '')
  await writeFile(`${path}.rotten`, how(await readFile(path)))
  await rename(`${path}.rotten`, path)
}
const flipped = (at: number) => (bytes: Buffer) => {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  return bytes
}
/** On a busy machine what runs behind a reader takes its time. */
const PATIENT = { timeout: 20_000 }
const refusalOf = (instanceId: string, who = person) =>
  url(instanceId, who).catch((error: ApiError) => error.name)
const header = (answer: { headers: Headers }, name: string) => answer.headers.get(name)

describe('a file', () => {
  it('comes whole, as what it is called, and as nothing that a browser would run', async () => {
    const bytes = randomBytes(10_000)
    const file = await person.upload('0', '报告 (1).html', bytes, {
      lastModified: Date.UTC(2020, 1, 2, 3, 4, 5),
    })
    const address = await url(file.instanceId)
    expect(new URL(address).origin).toBe(world.baseUrl)
    const answer = await fetched(address)
    expect(answer.status).toBe(200)
    expect(answer.bytes).toEqual(bytes)
    expect(header(answer, 'content-type')).toBe('application/octet-stream')
    expect(header(answer, 'content-disposition')).toContain(
      `filename*=UTF-8''%E6%8A%A5%E5%91%8A%20%281%29.html`,
    )
    expect(header(answer, 'content-security-policy')).toContain('sandbox')
    expect(header(answer, 'x-content-type-options')).toBe('nosniff')
    expect(header(answer, 'accept-ranges')).toBe('bytes')
    expect(header(answer, 'last-modified')).toBe('Sun, 02 Feb 2020 03:04:05 GMT')
  })

  it('is never taken for whole where the disk gives other bytes than came, and is given to nobody from then on', async () => {
    for (const [size, left] of [
      [10_000, 10_000],
      [12_000_000, 12_000_000],
      [20_000, 9000],
    ] as const) {
      const file = await person.upload('0', `rotten ${size}`, randomBytes(size))
      await spoil(file.instanceId, (bytes) => flipped(5000)(bytes).subarray(0, left))
      const got = await fetched(await url(file.instanceId)).catch(() => undefined)
      expect(got?.status).toBe(size > 8_000_000 ? undefined : 404)
      expect(await refusalOf(file.instanceId)).toBe('content_damaged')
    }
  })

  it('that is large never ends where a byte of it is another, be it the last', async () => {
    const size = 13 * 1024 * 1024
    for (const at of [10, size / 2, size - 1]) {
      const { instanceId } = await person.upload('0', `large ${at}`, randomBytes(size))
      expect(await arriving(await url(instanceId))).toEqual({ bytes: size, complete: true })
      await spoil(instanceId, flipped(at))
      const address = await url(instanceId)
      const wrong = await arriving(address)
      expect(wrong.complete).toBe(false)
      expect(wrong.bytes).toBeLessThan(size)
      // Whoever goes on where he was cut off would have the whole.
      const rest = await fetched(address, { headers: { range: `bytes=${wrong.bytes}-` } })
      expect([rest.status, JSON.parse(rest.bytes.toString())]).toMatchObject([404, { errcode: 50013 }])
    }
  })

  it('comes in part, and goes on with a fresh address', async () => {
    const bytes = randomBytes(9_000_000)
    const file = await person.upload('0', 'big.bin', bytes)
    const first = await fetched(await url(file.instanceId), { headers: { range: 'bytes=0-4999999' } })
    expect(first.status).toBe(206)
    expect(header(first, 'content-range')).toBe('bytes 0-4999999/9000000')
    const rest = await fetched(await url(file.instanceId), {
      headers: { range: 'bytes=5000000-', 'if-range': header(first, 'etag') ?? '' },
    })
    expect(rest.status).toBe(206)
    expect(Buffer.concat([first.bytes, rest.bytes]).equals(bytes)).toBe(true)
    const beyond = await fetched(await url(file.instanceId), { headers: { range: 'bytes=9000000-' } })
    expect([beyond.status, header(beyond, 'content-range')]).toEqual([416, 'bytes */9000000'])
  })

  it('starts anew where a version came in between', async () => {
    const file = await person.upload('0', 'v.txt', Buffer.from('first'))
    const old = await url(file.instanceId)
    const etag = header(await fetched(old), 'etag') ?? ''
    await person.upload('0', 'v.txt', Buffer.from('second'), { conflict: 'newVersion' })
    expect((await fetched(old)).bytes.toString()).toBe('first')
    const answer = await fetched(await url(file.instanceId), {
      headers: { range: 'bytes=2-', 'if-range': etag },
    })
    expect([answer.status, answer.bytes.toString()]).toEqual([200, 'second'])
  })

  it('answers HEAD, If-None-Match and other methods', async () => {
    const file = await person.upload('0', 'h.txt', randomBytes(100))
    const address = await url(file.instanceId)
    const head = await fetched(address, { method: 'HEAD' })
    expect([head.status, header(head, 'content-length'), head.bytes.length]).toEqual([200, '100', 0])
    const etag = header(head, 'etag') ?? ''
    expect((await fetched(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetched(address, { method: 'POST' })).status).toBe(405)
    expect((await fetched(address, { method: 'OPTIONS' })).status).toBe(204)
  })

  it('of no bytes comes too', async () => {
    const file = await person.upload('0', 'none', Buffer.alloc(0))
    const answer = await fetched(await url(file.instanceId))
    expect([answer.status, header(answer, 'content-length')]).toEqual([200, '0'])
  })

  it.each([
    ['a.png', 'image/png'],
    ['a.svg', 'image/svg+xml'],
    ['a.html', 'text/plain; charset=utf-8'],
    ['a.pdf', 'application/pdf'],
    ['a.mp4', 'video/mp4'],
  ])('%s is shown as %s', async (name, type) => {
    const file = await person.upload('0', name, randomBytes(10))
    const answer = await fetched(await url(file.instanceId, person, 'preview'))
    expect(header(answer, 'content-type')).toBe(type)
    expect(header(answer, 'content-disposition')).toMatch(/^inline;/)
    expect(header(answer, 'content-security-policy')).toMatch(/^default-src 'none'.* sandbox$/)
    expect(header(answer, 'x-content-type-options')).toBe('nosniff')
  })

  it.each(['a.exe', 'a.docx', 'a.xhtml', 'a'])('%s is given for download only', async (name) => {
    const file = await person.upload('0', name, randomBytes(10))
    const answer = await fetched(await url(file.instanceId, person, 'preview'))
    expect(header(answer, 'content-type')).toBe('application/octet-stream')
    expect(header(answer, 'content-disposition')).toMatch(/^attachment;/)
  })

  it('is refused where it is none, or nobody’s', async () => {
    const { instanceId: folder } = await person.call(createFolder, { instanceName: 'a folder' })
    const file = await person.upload('0', 'mine', randomBytes(1))
    const other = await world.person()
    await expect(url(folder)).rejects.toMatchObject({ name: 'is_a_folder' })
    await expect(url('nothing')).rejects.toMatchObject({ name: 'not_found' })
    await expect(url(file.instanceId, other)).rejects.toMatchObject({ name: 'not_found' })
  })

  it('is sent to many at once', async () => {
    const bytes = randomBytes(3_000_000)
    const file = await person.upload('0', 'many.bin', bytes)
    const address = await url(file.instanceId)
    const answers = await Promise.all(Array.from({ length: 40 }, () => fetched(address)))
    expect(answers.every((answer) => answer.bytes.equals(bytes))).toBe(true)
  })

  it('that loses its reader harms nobody', async () => {
    const file = await person.upload('0', 'cut.bin', randomBytes(30_000_000))
    const address = await url(file.instanceId)
    await new Promise<void>((resolve) => {
      const request = get(address, (response) => {
        response.once('data', () => request.destroy())
        response.once('close', () => resolve())
        response.on('error', () => undefined)
      })
      request.on('error', () => undefined)
    })
    expect((await fetched(address)).bytes).toHaveLength(30_000_000)
  })

  it('that nobody has read yet is its sender’s, and in no archive: it would be read whole before the first byte', async () => {
    const owner = await world.person()
    const { instanceId } = await owner.upload('0', 'coming.bin', randomBytes(1000))
    const { key } = await blobOf(world, instanceId)
    const state = (text: 'unverified' | 'live') =>
      world.ctx.db.reader
        .updateTable('blob')
        .set({ state: text, sent_by: text === 'unverified' ? owner.user.userId : null, crc32: null })
        .where('key', '=', key)
        .execute()
    await state('unverified')
    const { url: address } = await owner.call(contract.getArchiveUrl, { instanceIds: [instanceId] })
    const digest = vi.spyOn(world.ctx.stores.home, 'digest')
    const answer = await fetched(address)
    expect([answer.status, JSON.parse(answer.bytes.toString())]).toMatchObject([503, { errcode: 50012 }])
    expect(digest).not.toHaveBeenCalled()
    expect(await owner.download(instanceId)).toHaveLength(1000)
    await state('live')
    expect((await fetched(address)).status).toBe(200)
    digest.mockRestore()
  })

  it('whose bytes are gone is an answer, not a half', async () => {
    const file = await person.upload('0', 'lost.bin', randomBytes(1000))
    const objects = world.ctx.stores.home
    const blob = await world.ctx.db.reader
      .selectFrom('file_version as v')
      .innerJoin('blob as b', 'b.id', 'v.blob_id')
      .select('b.key')
      .where('v.file_id', '=', file.instanceId)
      .executeTakeFirstOrThrow()
    await objects.remove(blob.key)
    const answer = await fetched(await url(file.instanceId))
    expect(answer.status).toBe(503)
    expect(JSON.parse(answer.bytes.toString())).toMatchObject({ errcode: 50009 })
  })
})

describe('somebody who may look and not download', () => {
  const KINDS = ['zip', 'docx', 'bin', 'mkv', 'mov', 'xhtml', 'PNG.exe', 'none.']
  const shown = ['txt', 'png', 'pdf', 'mp4', 'mp3', 'html']

  async function viewing(names: readonly string[]) {
    const [owner, viewer] = [await world.person(), await world.person()]
    const { instanceId: folder } = await owner.call(createFolder, { instanceName: 'for a look' })
    const files = new Map<string, string>()
    for (const name of names) files.set(name, (await owner.upload(folder, name, randomBytes(100))).instanceId)
    const { shares } = await owner.call(createShare, {
      instanceIds: [folder],
      members: [{ principalType: 'user', principalId: viewer.user.userId, role: 'viewer' }],
    })
    const fileSharingId = shares[0]?.fileSharingId ?? ''
    return { owner, viewer, folder, files, fileSharingId }
  }

  it('is given no bytes by any way, of what a browser shows either', async () => {
    const names = [
      ...KINDS.map((ext) => (ext.endsWith('.') ? 'none' : `a.${ext}`)),
      ...shown.map((e) => `b.${e}`),
    ]
    const { viewer, files, fileSharingId } = await viewing(names)
    for (const instanceId of files.values())
      for (const mode of ['download', 'preview'] as const)
        for (const input of [
          { instanceId, mode },
          { instanceId, fileSharingId, mode },
        ])
          await expect(viewer.call(contract.getDownloadUrl, input)).rejects.toMatchObject({
            code: 30403,
            name: 'not_permitted',
          })
  })

  it('cannot take the content into a space of its own by its hashes, nor by a copy', async () => {
    const { owner, viewer, folder } = await viewing([])
    const bytes = randomBytes(300_000)
    const { instanceId } = await owner.upload(folder, 'a.zip', bytes)
    const check = await viewer.call(checkUploadAble, {
      parentId: '0',
      instanceName: 'mine.zip',
      fSize: bytes.length,
      sha256: sha256Of(bytes),
      fMd5: createHash('md5').update(bytes).digest('hex'),
    })
    expect(check.proof).toBeDefined()
    const claim = { fileId: check.fId, parentId: '0', instanceName: 'mine.zip' }
    await expect(viewer.call(secondUpload, claim)).rejects.toMatchObject({ name: 'proof_refused' })
    const { list } = await viewer.call(copyInstances, { instances: [instanceId], targeParentId: '0' })
    expect(list).toMatchObject([{ errcode: 30403 }])
    expect(await viewer.list()).toEqual([])
  })
})

describe('an address', () => {
  it('of a preview is a download once the file has another name', async () => {
    const owner = await world.person()
    const { instanceId } = await owner.upload('0', 'a.txt', randomBytes(100))
    const address = await url(instanceId, owner, 'preview')
    expect(header(await fetched(address), 'content-disposition')).toMatch(/^inline;/)
    await owner.call(renameInstance, { instanceId, instanceName: 'a.zip' })
    expect(header(await fetched(address), 'content-disposition')).toMatch(/^attachment;/)
  })

  it('is started within ten minutes, by its person or with no name', async () => {
    const owner = await world.person()
    const other = await world.person()
    const file = await owner.upload('0', 'mine.txt', Buffer.from('mine'))
    const address = await url(file.instanceId, owner)
    expect((await fetched(address)).status).toBe(200)
    expect((await owner.fetch(address)).status).toBe(200)
    expect((await other.fetch(address)).status).toBe(404)
    const cookie = { headers: { cookie: `cd_session=${other.token}` } }
    expect((await fetched(address, cookie)).status).toBe(404)
    world.advance(601_000)
    const late = await fetched(address)
    expect(late.status).toBe(403)
    expect(JSON.parse(late.bytes.toString())).toMatchObject({ errcode: 50011 })
    person = await world.again(person)
  })

  it('opens nothing once the file or its person has gone', async () => {
    const owner = await world.person()
    const file = await owner.upload('0', 'mine.txt', Buffer.from('mine'))
    const other = await owner.upload('0', 'other.txt', Buffer.from('mine too'))
    const [address, second] = [await url(file.instanceId, owner), await url(other.instanceId, owner)]
    await owner.call(removeInstances, { instanceIds: [file.instanceId] })
    expect((await fetched(address)).status).toBe(404)
    await freeze(world.ctx, owner.user.userName)
    expect((await fetched(second)).status).toBe(404)
  })

  it('ends with the session that asked for it', async () => {
    const owner = await world.person()
    const file = await owner.upload('0', 'mine.txt', Buffer.from('mine'))
    const [second, third] = [await world.again(owner), await world.again(owner)]
    const addresses = await Promise.all([owner, second, third].map((who) => url(file.instanceId, who)))
    const statuses = () => Promise.all(addresses.map(async (address) => (await fetched(address)).status))
    expect(await statuses()).toEqual([200, 200, 200])
    await third.fetch(pathOf(logout))
    expect(await statuses()).toEqual([200, 200, 404])
    await owner.call(changePassword, { oldPassword: PASSWORD, newPassword: 'Another-horse2' })
    expect(await statuses()).toEqual([200, 404, 404])
    const zip = await owner.call(contract.getArchiveUrl, { instanceIds: [file.instanceId] })
    await owner.fetch(pathOf(logout))
    expect(await statuses()).toEqual([404, 404, 404])
    expect((await fetched(zip.url)).status).toBe(404)
  })

  it('is not held open by a body that does not come', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { hostname, port, host } = new URL(world.baseUrl)
    const line = connect(Number(port), hostname)
    line.write(`GET /disk/d/x HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 100\r\n\r\nslow`)
    const [answer] = await once(line, 'data')
    expect(String(answer)).toContain('HTTP/1.1 404')
    line.resume()
    vi.advanceTimersByTime(60_000)
    await once(line, 'close')
    vi.useRealTimers()
  })

  it('cannot be made up', async () => {
    const file = await person.upload('0', 'x', randomBytes(1))
    const address = new URL(await url(file.instanceId))
    const [, , , token = ''] = address.pathname.split('/')
    for (const wrong of ['', '.', 'x.y', `${token}x`, token.slice(1), '%', '../d', 'a'.repeat(5000)]) {
      const answer = await fetched(`${address.origin}/disk/d/${wrong}/x`)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }
  })
})

describe('a ZIP', () => {
  const archive = (instanceIds: string | string[], who = person) =>
    who.call(contract.getArchiveUrl, { instanceIds })

  const unpacked = async (address: string) => {
    const entries = readZipBytes((await fetched(address)).bytes)
    return new Map(entries.map((entry) => [entry.path, entry]))
  }

  async function build(owner: Person) {
    const { instanceId: top } = await owner.call(createFolder, { instanceName: '资料' })
    const { instanceId: deep } = await owner.call(createFolder, { parentId: top, instanceName: 'deep' })
    const { instanceId: empty } = await owner.call(createFolder, { parentId: top, instanceName: 'empty' })
    const files = { 'a.txt': randomBytes(10), 'big.bin': randomBytes(5_000_000), none: Buffer.alloc(0) }
    for (const [name, bytes] of Object.entries(files)) {
      await owner.upload(deep, name, bytes, { lastModified: Date.UTC(2021, 5, 6, 7, 8, 10) })
    }
    return { top, deep, empty, files }
  }

  it('of a folder holds all of it, empty folders and times too', async () => {
    const { top, files } = await build(person)
    const reply = await archive(top)
    expect(reply).toMatchObject({ fileName: '资料.zip', fileCount: 3, fileSize: 5_000_010 })
    const answer = await fetched(reply.url)
    expect(answer.status).toBe(200)
    expect(header(answer, 'content-type')).toBe('application/zip')
    expect(header(answer, 'content-length')).toBe(String(answer.bytes.length))
    const entries = new Map(readZipBytes(answer.bytes).map((entry) => [entry.path, entry]))
    const folders = ['资料/', '资料/deep/', '资料/empty/']
    expect([...entries.keys()].sort()).toEqual(
      [...folders, ...Object.keys(files).map((n) => `资料/deep/${n}`)].sort(),
    )
    for (const [name, bytes] of Object.entries(files)) {
      const entry = entries.get(`资料/deep/${name}`)
      expect(entry?.bytes.equals(bytes)).toBe(true)
      expect(entry?.modifiedAt).toEqual(new Date(Date.UTC(2021, 5, 6, 7, 8, 10)))
    }
  })

  it('goes on where it was cut', async () => {
    const owner = await world.person()
    const { top } = await build(owner)
    const whole = await fetched((await archive(top, owner)).url)
    const etag = header(whole, 'etag') ?? ''
    const cuts = [0, 1, 100, 2_500_000, whole.bytes.length - 1]
    for (const cut of cuts) {
      const rest = await fetched((await archive(top, owner)).url, {
        headers: { range: `bytes=${cut}-`, 'if-range': etag },
      })
      expect(rest.status).toBe(206)
      expect(rest.bytes.equals(whole.bytes.subarray(cut))).toBe(true)
    }
    await owner.upload(top, 'new', randomBytes(1))
    const anew = await fetched((await archive(top, owner)).url, {
      headers: { range: 'bytes=5-', 'if-range': etag },
    })
    expect(anew.status).toBe(200)
  })

  it('is not given where a file in it is not what came', async () => {
    const owner = await world.person()
    const { instanceId: top } = await owner.call(createFolder, { instanceName: 'top' })
    const files = []
    for (const [n, size] of [1000, 400_000, 1000].entries())
      files.push(await owner.upload(top, `${n}`, randomBytes(size)))
    const spoiled = files[1]?.instanceId ?? ''
    await spoil(spoiled, flipped(399_999))
    const answer = await fetched((await archive(top, owner)).url)
    expect([answer.status, JSON.parse(answer.bytes.toString())]).toMatchObject([404, { errcode: 50013 }])
    expect(await refusalOf(spoiled, owner)).toBe('content_damaged')
    expect((await fetched(await url(files[0]?.instanceId ?? '', owner))).status).toBe(200)
  })

  it('takes no sum of what lies there for that of what came, where none was kept', async () => {
    const owner = await world.person()
    const { instanceId: top } = await owner.call(createFolder, { instanceName: 'top' })
    const { instanceId } = await owner.upload(top, 'old', randomBytes(1000))
    const { id } = await blobOf(world, instanceId)
    await world.ctx.db.reader.updateTable('blob').set({ crc32: null }).where('id', '=', id).execute()
    await spoil(instanceId, flipped(500))
    const answer = await fetched((await archive(top, owner)).url)
    expect([answer.status, JSON.parse(answer.bytes.toString())]).toMatchObject([404, { errcode: 50013 }])
  })

  it('whose reader goes opens nothing more, and closes what it has opened', async () => {
    const owner = await world.person()
    const { instanceId: top } = await owner.call(createFolder, { instanceName: 'top' })
    await owner.upload(top, 'a', randomBytes(5_000_000))
    for (let n = 0; n < 20; n++) await owner.upload(top, `b ${n}`, randomBytes(100))
    await owner.upload(top, 'c', randomBytes(9_000_000))
    await world.ctx.db.reader
      .updateTable('person')
      .set({ speed_limit: 100_000 })
      .where('id', '=', owner.user.userId)
      .execute()
    const { url: address } = await archive(top, await world.again(owner))

    const objects = world.ctx.stores
    const openObject = objects.open.bind(objects)
    const gate = Promise.withResolvers<void>()
    const seen = { asked: 0, open: 0, opened: 0 }
    const opening = vi.spyOn(objects, 'open').mockImplementation(async (object) => {
      if (++seen.asked > 1) await gate.promise
      const { size, read, close } = await openObject(object)
      seen.open++
      seen.opened++
      return {
        size,
        read: async (buffer, length, position) => {
          if (position > 0) await gate.promise
          return read(buffer, length, position)
        },
        close: async () => {
          seen.open--
          await close()
        },
      }
    })
    try {
      const request = get(address, (response) => response.on('error', () => undefined))
      request.on('error', () => undefined)
      // The first buffer is on its way; for the second one eight files at once are read or opened.
      await expect.poll(() => seen, PATIENT).toEqual({ asked: 8, open: 1, opened: 1 })
      request.destroy()
      await expect.poll(() => seen.open, PATIENT).toBe(0)
      gate.resolve()
      await expect.poll(() => seen, PATIENT).toEqual({ asked: 8, open: 0, opened: 8 })
    } finally {
      opening.mockRestore()
    }
  })

  it('of a selection renames files of the same name', async () => {
    const owner = await world.person()
    const { instanceId: folder } = await owner.call(createFolder, { instanceName: 'f' })
    const one = await owner.upload('0', 'a.txt', Buffer.from('one'))
    const two = await owner.upload(folder, 'A.txt', Buffer.from('two'))
    const reply = await archive([one.instanceId, two.instanceId, folder], owner)
    const entries = await unpacked(reply.url)
    expect([...entries.keys()]).toEqual(['a.txt', 'A (1).txt', 'f/', 'f/A.txt'])
    expect(entries.get('A (1).txt')?.bytes.toString()).toBe('two')
  })

  it('of the own root is called by its name', async () => {
    const owner = (await world.person()).speaking('en-US')
    await owner.upload('0', 'a', randomBytes(1))
    const reply = await archive('0', owner)
    expect(reply.fileName).toBe('Personal files.zip')
    expect([...(await unpacked(reply.url)).keys()]).toEqual(['a'])
  })

  it('shows what is there when it is started', async () => {
    const owner = await world.person()
    const { top, deep } = await build(owner)
    const { url: address } = await archive(top, owner)
    const before = await fetched(address, { method: 'HEAD' })
    await owner.call(renameInstance, { instanceId: deep, instanceName: 'deeper' })
    const after = await fetched(address)
    expect(header(after, 'etag')).not.toBe(header(before, 'etag'))
    expect(after.bytes.includes('资料/deeper/a.txt')).toBe(true)
    await owner.call(removeInstances, { instanceIds: [top] })
    expect((await fetched(address)).status).toBe(404)
  })

  it('reads content that came without a CRC-32', async () => {
    const owner = await world.person()
    const bytes = randomBytes(1000)
    const file = await owner.upload('0', 'old.bin', bytes)
    await world.ctx.db.reader.updateTable('blob').set({ crc32: null }).execute()
    const entries = await unpacked((await archive(file.instanceId, owner)).url)
    expect(entries.get('old.bin')?.bytes).toEqual(bytes)
  })

  it('is refused for what is not there, not one’s own, or too much', async () => {
    const [owner, other] = [await world.person(), await world.person()]
    const { top } = await build(owner)
    await expect(archive(top, other)).rejects.toMatchObject({ name: 'not_found' })
    await expect(archive([top, 'nothing'], owner)).rejects.toMatchObject({ name: 'not_found' })
    await expect(archive([], owner)).rejects.toMatchObject({ name: 'bad_field' })
    const many = Array.from({ length: 1001 }, (_, i) => `id${i}`)
    await expect(archive(many, owner)).rejects.toMatchObject({ name: 'too_many_items' })
    await world.ctx.db.reader.updateTable('file').set({ total_files: 2001 }).where('id', '=', top).execute()
    await expect(archive(top, owner)).rejects.toMatchObject({
      name: 'download_too_much',
      details: { limit: 2000 },
    })
    const { url: address } = await archive((await owner.upload('0', 'x', randomBytes(1))).instanceId, owner)
    expect((await other.fetch(address)).status).toBe(404)
  })

  it('can be switched off', async () => {
    const narrow = await openWorld({ CLOUDDISK_ARCHIVE_DOWNLOAD: 'off' })
    try {
      await expect(archive('0', await narrow.person())).rejects.toMatchObject({ name: 'not_permitted' })
    } finally {
      await narrow.close()
    }
  })
})

describe('a folder as a list', () => {
  const list = (parentId: string, who = person) => who.call(contract.queryFolderDownload, { parentId })

  it('names every file and folder below it', async () => {
    const owner = await world.person()
    const { instanceId: a } = await owner.call(createFolder, { instanceName: 'a' })
    const { instanceId: b } = await owner.call(createFolder, { parentId: a, instanceName: 'b' })
    const { instanceId: c } = await owner.call(createFolder, { parentId: b, instanceName: 'c' })
    await owner.upload(a, '1', randomBytes(1))
    await owner.upload(c, '2', randomBytes(2))
    const reply = await list(a, owner)
    expect(reply).toMatchObject({ total: 4, fileSize: 3 })
    expect(
      reply.list.map((item) => [item.classifierId, item.folderPath, item.instanceName, item.fileSize]),
    ).toEqual([
      ['Folder', '', 'b', 0],
      ['Folder', 'b', 'c', 0],
      ['File', 'b/c', '2', 2],
      ['File', '', '1', 1],
    ])
    expect((await list('0', owner)).total).toBe(5)
    await owner.call(moveInstances, { instances: [c], targeParentId: a })
    expect((await list(b, owner)).total).toBe(0)
  })

  it('is refused for a file, and for what is not one’s own', async () => {
    const [owner, other] = [await world.person(), await world.person()]
    const file = await owner.upload('0', 'a', randomBytes(1))
    await expect(list(file.instanceId, owner)).rejects.toMatchObject({ name: 'is_a_file' })
    await expect(list(file.parentId, other)).rejects.toMatchObject({ name: 'not_found' })
  })
})
