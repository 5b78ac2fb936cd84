// @module-tag long
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { crc32 } from '@node-rs/crc32'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { pdf } from '../../../test/pictures.ts'
import { askThumbnail, thumbnailOf } from '../../../test/thumbnail.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Files that want to do harm: no thumbnail, no harm, and other files get theirs. */

let world: World
let person: Person
let folder: string
let server: Server
let calls = 0
beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-hostile-'))
  server = createServer((_, response) => {
    calls++
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.close()
  expect(calls).toBe(0)
  expect(await world.doctor()).toEqual([])
  await world.close()
  await rm(folder, { recursive: true })
})

const origin = () => `http://127.0.0.1:${(server.address() as { port: number }).port}`
let files = 0
const upload = async (ext: string, bytes: Uint8Array) =>
  (await person.upload('0', `file ${++files}.${ext}`, bytes)).instanceId

/** Why the latest rendition failed. */
async function reasonOf(instanceId: string): Promise<string | undefined> {
  expect((await thumbnailOf(person, instanceId)).status).toBe(404)
  const { rows } = await world.ctx.db.pool.query<{ reason: string }>(
    `select r.reason from rendition r join blob b on b.sha256 = r.sha256 join file_version v on v.blob_id = b.id
     where v.file_id = $1`,
    [instanceId],
  )
  return rows[0]?.reason
}

const jpeg = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer()

/** A PNG of zeros, which is tiny and inflates to its announced size. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const bytes = Buffer.alloc(data.length + 12)
    bytes.writeUInt32BE(data.length)
    bytes.write(type, 4)
    data.copy(bytes, 8)
    bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8)
    return bytes
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 0], 8)
  const pixels = deflateSync(Buffer.alloc(Math.min((width + 1) * height, 100_000_000)))
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

it('pictures of more than 10,000 pixels a side, whatever they announce', async () => {
  expect(await reasonOf(await upload('png', bomb(10_001, 4)))).toBe('too_large')
  expect(await reasonOf(await upload('png', bomb(60_000, 60_000)))).toBe('too_large')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"><rect width="9" height="9"/></svg>`
  expect(await reasonOf(await upload('svg', Buffer.from(svg)))).toBe('too_large')
  expect((await thumbnailOf(person, await upload('png', bomb(9999, 9999)))).status).toBe(200)
})

it('truncated, broken and mislabelled files', async () => {
  const whole = await jpeg()
  expect(await reasonOf(await upload('jpg', whole.subarray(0, whole.length / 2)))).toBe('broken')
  expect(await reasonOf(await upload('jpg', Buffer.from('MZ this is a program, not a picture')))).toBe(
    'broken',
  )
  expect(await reasonOf(await upload('pdf', whole))).toBe('broken')
  expect(await reasonOf(await upload('pdf', pdf('Hello').subarray(0, 60)))).toBe('broken')
  expect(await reasonOf(await upload('mp3', whole))).toBe('broken')
  expect(await reasonOf(await upload('mp4', whole))).toMatch(/broken|missing/)
  expect(
    await reasonOf(
      await upload(
        'heic',
        Buffer.concat([Buffer.from('0000001c66747970686569630000000068656963', 'hex'), Buffer.alloc(500)]),
      ),
    ),
  ).toBe('broken')
})

it('vector pictures that name other files or run scripts draw without them', async () => {
  await writeFile(join(folder, 'secret.png'), await jpeg())
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100">
    <style>@import url("${origin()}/style.css");</style>
    <script>fetch("${origin()}/script")</script>
    <image href="${origin()}/picture.png" width="100" height="100"/>
    <image xlink:href="file://${folder}/secret.png" width="100" height="100"/>
    <use href="${origin()}/other.svg#a"/></svg>`
  const response = await thumbnailOf(person, await upload('svg', Buffer.from(svg)))
  expect(response.status).toBe(200)
  const { channels } = await sharp(Buffer.from(await response.arrayBuffer())).stats()
  // Nothing was drawn: all is transparent.
  expect(channels.at(-1)?.max).toBe(0)
})

it('vector pictures with entities that multiply', async () => {
  const entities = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`)
  const svg = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "lol">${entities.join('')}]>
    <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&e12;</text></svg>`
  expect(await reasonOf(await upload('svg', Buffer.from(svg)))).toMatch(/broken|memory|timeout|crashed/)
})

it('playlists in the clothes of a video open no other file', async () => {
  await writeFile(join(folder, 'secret.txt'), 'secret')
  const playlist = `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10,\n${origin()}/a.ts\n#EXTINF:10,\nfile://${folder}/secret.txt\n#EXT-X-ENDLIST\n`
  expect(await reasonOf(await upload('mp4', Buffer.from(playlist)))).toMatch(/broken|missing/)
  const list = `ffconcat version 1.0\nfile ${folder}/secret.txt\n`
  expect(await reasonOf(await upload('mkv', Buffer.from(list)))).toMatch(/broken|missing/)
})

it('are remembered: the same content is not tried again', async () => {
  const bytes = Buffer.from('GIF89a but not really')
  const { instanceId } = await person.upload('0', 'one.gif', bytes)
  expect(await reasonOf(instanceId)).toBe('broken')
  const { instanceId: again } = await person.upload('0', 'two.gif', bytes)
  expect((await askThumbnail(person, again)).status).toBe(404)
})

/** Processes that work in the folder of this test's conversions. */
async function conversionProcesses(): Promise<number[]> {
  const pids: number[] = []
  for (const name of await readdir('/proc')) {
    const folder = await readlink(`/proc/${name}/cwd`).catch(() => '')
    if (/^\d+$/.test(name) && folder.startsWith(join(world.ctx.config.dataDir, 'conversion')))
      pids.push(Number(name))
  }
  return pids
}

it('a thumbnail process that was killed is replaced, and costs no file its thumbnail', async () => {
  const running = await conversionProcesses()
  expect(running.length).toBeGreaterThan(0)
  for (const pid of running) process.kill(pid, 'SIGKILL')
  await expect.poll(conversionProcesses).toEqual([])
  const other = await sharp({ create: { width: 31, height: 31, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  expect((await thumbnailOf(person, await upload('png', other))).status).toBe(200)
})

it('leave the others alone', async () => {
  const response = await thumbnailOf(person, await upload('jpg', await jpeg()))
  expect(response.status).toBe(200)
})

const hasFfmpeg = (() => {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

it.runIf(hasFfmpeg)('videos and covers get thumbnails where ffmpeg is installed', async () => {
  const video = join(folder, 'video.mp4')
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'color=red:s=640x360:d=2',
    '-pix_fmt',
    'yuv420p',
    video,
  ])
  const response = await thumbnailOf(person, await upload('mp4', await readFile(video)))
  const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  expect([width, height]).toEqual([256, 144])
  const [cover, song] = [join(folder, 'cover.jpg'), join(folder, 'song.mp3')]
  await writeFile(cover, await jpeg())
  const inputs = ['-f', 'lavfi', '-i', 'anullsrc=d=1', '-i', cover]
  execFileSync('ffmpeg', ['-v', 'error', ...inputs, '-map', '0', '-map', '1', '-c:v', 'copy', song])
  expect((await thumbnailOf(person, await upload('mp3', await readFile(song)))).status).toBe(200)
  const bare = join(folder, 'bare.mp3')
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'anullsrc=d=1', bare])
  expect(await reasonOf(await upload('mp3', await readFile(bare)))).toBe('unsupported')
})
