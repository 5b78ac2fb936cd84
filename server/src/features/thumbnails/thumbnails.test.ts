// @module-tag long
import { readFile } from 'node:fs/promises'
import { removeInstances } from '@clouddisk/contract/files'
import { previewInstance } from '@clouddisk/contract/previews'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docx } from '../../../test/make-docx.ts'
import type { Person } from '../../../test/person.ts'
import { pdf } from '../../../test/pictures.ts'
import { bmpOf, targaOf } from '../../../test/rare-pictures.ts'
import { askThumbnail, thumbnailOf } from '../../../test/thumbnail.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Longer where LibreOffice is not installed. */
const CONVERSION_MS = 180_000

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
})
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

let files = 0
const upload = async (ext: string, bytes: Uint8Array, owner = person): Promise<string> =>
  (await owner.upload('0', `file ${++files}.${ext}`, bytes)).instanceId

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 220, g: 20, b: 20 } } })

async function pictureIn(response: Response) {
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/webp')
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ]
  return { width: info.width, height: info.height, at }
}

const isRed = ([r = 0, g = 0, b = 0]: number[]) => r > 180 && g < 80 && b < 80

describe('a picture', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)('%s gets a thumbnail', async (format) => {
    const id = await upload(format, await red(900, 600).toFormat(format).toBuffer())
    const { width, height, at } = await pictureIn(await thumbnailOf(person, id))
    expect([width, height]).toEqual([256, 171])
    expect(at(128, 80)).toSatisfy(isRed)
    const larger = await pictureIn(await thumbnailOf(person, id, { size: 'm' }))
    // Never larger than the picture.
    expect([larger.width, larger.height]).toEqual([900, 600])
  })

  it('bmp and tga get thumbnails', async () => {
    const bmp = await pictureIn(await thumbnailOf(person, await upload('bmp', bmpOf(40, 20, [220, 20, 20]))))
    expect([bmp.width, bmp.height, isRed(bmp.at(20, 10))]).toEqual([40, 20, true])
    const tga = await pictureIn(
      await thumbnailOf(person, await upload('tga', targaOf(40, 20, [220, 20, 20]))),
    )
    expect([tga.width, tga.height, isRed(tga.at(20, 10))]).toEqual([40, 20, true])
  })

  it('of a phone (heic) gets a thumbnail, turned as it says', async () => {
    const bytes = await readFile(new URL('../../../test/fixtures/red-turned.heic', import.meta.url))
    const { width, height, at } = await pictureIn(await thumbnailOf(person, await upload('heic', bytes)))
    expect([width, height, isRed(at(40, 60))]).toEqual([96, 128, true])
  })

  it('is upright by its EXIF orientation, and in sRGB', async () => {
    const turned = await red(600, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { width, height } = await pictureIn(await thumbnailOf(person, await upload('jpg', turned)))
    expect([width, height]).toEqual([128, 256])
    const printed = await red(300, 300).withIccProfile('cmyk').toColourspace('cmyk').jpeg().toBuffer()
    const { at } = await pictureIn(await thumbnailOf(person, await upload('jpg', printed)))
    expect(at(100, 100)).toSatisfy(isRed)
  })

  it('that is animated shows its first frame', async () => {
    const frames = [
      await red(64, 64).png().toBuffer(),
      await sharp({ create: { width: 64, height: 64, channels: 3, background: 'blue' } })
        .png()
        .toBuffer(),
    ]
    const animated = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    const { height, at } = await pictureIn(await thumbnailOf(person, await upload('gif', animated)))
    expect([height, isRed(at(30, 30))]).toEqual([64, true])
  })

  it('of lines (svg) is drawn in the size of the thumbnail', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="#dc1414"/></svg>`
    const { width, height, at } = await pictureIn(
      await thumbnailOf(person, await upload('svg', Buffer.from(svg))),
    )
    expect([width, height, isRed(at(100, 50))]).toEqual([256, 128, true])
  })
})

describe('a document', () => {
  it('pdf shows its first page', async () => {
    const { width, height, at } = await pictureIn(
      await thumbnailOf(person, await upload('pdf', pdf('Hello world'))),
    )
    expect([width, height]).toEqual([198, 256])
    expect(at(2, 2)).toEqual([255, 255, 255])
  })
})

describe('an Office file', { timeout: CONVERSION_MS }, () => {
  it('shows its first page, by way of the PDF of its preview', async () => {
    const id = await upload('docx', docx(['重庆银行季度报告']))
    const { width, height, at } = await pictureIn(await thumbnailOf(person, id, {}, CONVERSION_MS))
    expect(Math.max(width, height)).toBe(256)
    expect(at(2, 2)).toEqual([255, 255, 255])
    expect(await person.call(previewInstance, { instanceId: id })).toMatchObject({ state: 'ready' })
  })

  it('that is broken has none', async () => {
    const id = await upload('docx', docx(['x']).subarray(0, 300))
    expect((await thumbnailOf(person, id, {}, CONVERSION_MS)).status).toBe(404)
  })
})

describe('the answer', () => {
  it('is 202 with Retry-After while it is made, and revalidated by its ETag then', async () => {
    const id = await upload('png', await red(301, 300).png().toBuffer())
    const first = await askThumbnail(person, id)
    expect([first.status, first.headers.get('retry-after')]).toEqual([202, '1'])
    expect(await first.json()).toMatchObject({ errcode: 0 })
    const made = await thumbnailOf(person, id)
    expect(made.headers.get('cache-control')).toBe('private, no-cache')
    const etag = made.headers.get('etag') ?? ''
    const again = await askThumbnail(person, id, {}, { headers: { 'if-none-match': etag } })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
    const other = await askThumbnail(person, id, {}, { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  })

  it('is 404 with the envelope for what has no thumbnail, and for strangers that there is no such file', async () => {
    const text = await upload('txt', Buffer.from('words'))
    for (const id of [text, person.user.userId]) {
      const response = await askThumbnail(person, id)
      expect(await response.json()).toMatchObject({ errcode: id === text ? 50016 : 90000 })
    }
    expect((await askThumbnail(person, text)).status).toBe(404)
    const empty = await askThumbnail(person, text, { orEmpty: 'true' })
    expect([empty.status, await empty.text()]).toEqual([204, ''])
    const picture = await upload('png', await red(10, 10).png().toBuffer())
    await thumbnailOf(person, picture)
    const stranger = await world.person()
    expect(await (await askThumbnail(stranger, picture)).json()).toMatchObject({ errcode: 90000 })
    expect((await askThumbnail(person, picture, { size: 'xl' })).status).toBe(400)
  })

  it('is made once for content that several files have', async () => {
    const bytes = await red(77, 33).png().toBuffer()
    const one = await thumbnailOf(person, await upload('png', bytes))
    const owner = await world.person()
    const other = await askThumbnail(owner, await upload('png', bytes, owner))
    expect([other.status, other.headers.get('etag')]).toEqual([200, one.headers.get('etag')])
  })

  it('of a deleted file is for whoever sees it in the recycle bin and may preview it there', async () => {
    const inBin = { inRecycle: 'true' }
    const own = await upload('png', await red(31, 20).png().toBuffer())
    await person.call(removeInstances, { instanceIds: [own] })
    expect((await askThumbnail(person, own)).status).toBe(404)
    expect((await thumbnailOf(person, own, inBin)).status).toBe(200)
    const [manager, editor] = [await world.person(), await world.person()]
    expect((await askThumbnail(editor, own, inBin)).status).toBe(404)
    const { groupId, rootId } = await world.group(person, [
      [manager, 'manager'],
      [editor, 'editor'],
    ])
    const bytes = await red(21, 20).png().toBuffer()
    const [shared, kept] = [
      (await person.upload(rootId, 'shared.png', bytes)).instanceId,
      (await person.upload(rootId, 'kept.png', bytes)).instanceId,
    ]
    await world.ctx.db.pool.query(
      `insert into file_grant (file_id, principal_type, principal_id, role, source) values ($1, 'person', $2, 'lister', 'entry')`,
      [kept, manager.user.userId],
    )
    await person.call(removeInstances, { instanceIds: [shared, kept] })
    const ofGroup = { ...inBin, groupId }
    expect((await thumbnailOf(manager, shared, ofGroup)).status).toBe(200)
    expect((await thumbnailOf(manager, kept, ofGroup)).status).toBe(403)
    // Only what they deleted themselves.
    expect((await askThumbnail(editor, shared, ofGroup)).status).toBe(404)
    expect((await askThumbnail(person, shared, inBin)).status).toBe(404)
  })

  it('of a version that is not the current one is that version’s', async () => {
    const { instanceId } = await person.upload('0', 'versions.png', await red(50, 20).png().toBuffer())
    const { rows } = await world.ctx.db.pool.query<{ id: string }>(
      'select id from file_version where file_id = $1',
      [instanceId],
    )
    await person.upload('0', 'versions.png', await red(20, 50).png().toBuffer(), { conflict: 'newVersion' })
    const now = await pictureIn(await thumbnailOf(person, instanceId))
    expect([now.width, now.height]).toEqual([20, 50])
    const then = await pictureIn(await thumbnailOf(person, instanceId, { versionId: rows[0]?.id ?? '' }))
    expect([then.width, then.height]).toEqual([50, 20])
    for (const versionId of [instanceId, 'none'])
      expect((await askThumbnail(person, instanceId, { versionId })).status).toBe(404)
  })
})
