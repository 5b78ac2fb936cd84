// @module-tag long
import { randomUUID } from 'node:crypto'
import { ApiError } from '@clouddisk/client/http/errors'
import { extractInstance } from '@clouddisk/contract/archives'
import {
  downloadInstance,
  getArchiveUrl,
  getDownloadUrl,
  queryFolderDownload,
} from '@clouddisk/contract/downloads'
import { codeOf, errorNameOf } from '@clouddisk/contract/errors'
import { copyInstances, createFolder, moveInstances } from '@clouddisk/contract/files'
import {
  copyLinkInstances,
  createOrUpdateLink,
  getLinkArchiveUrl,
  getLinkDownloadUrl,
  previewLinkInstance,
  queryLinkFolderDownload,
} from '@clouddisk/contract/links'
import { previewInstance } from '@clouddisk/contract/previews'
import { pathOf } from '@clouddisk/contract/route'
import { createShare, updateSharers } from '@clouddisk/contract/shares'
import { saveText } from '@clouddisk/contract/texts'
import { pageVersions, restoreVersion } from '@clouddisk/contract/versions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawZip } from '../../../test/make-archives.ts'
import { docx } from '../../../test/make-docx.ts'
import { makeMedia, moving, noise, probeMedia } from '../../../test/make-media.ts'
import { manyPagesPdf } from '../../../test/pdfs.ts'
import type { Person } from '../../../test/person.ts'
import { bytesOf } from '../../../test/random.ts'
import { SentBytes } from '../../../test/sent-bytes.ts'
import { type Visitor, visitorOf } from '../../../test/visitor.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { programPath } from '../../conversion/protection.ts'

/** Files that may be viewed and not downloaded: no call gives their bytes, and video and sound are encoded anew. */

const CONVERSION_MS = 300_000
const hasFfmpeg = (await programPath('ffmpeg')) !== undefined

let world: World
let owner: Person
let viewer: Person
let folder: string
let share: string
beforeAll(async () => {
  world = await openWorld()
  owner = await world.person()
  viewer = await world.person('viewer', { realName: '张三' })
  folder = (await owner.call(createFolder, { instanceName: 'only to view' })).instanceId
  share = (await shareWith(viewer)).fileSharingId
})
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

async function shareWith({ user: { userId } }: Person): Promise<{ fileSharingId: string }> {
  const members = [{ principalType: 'user' as const, principalId: userId, role: 'viewer' as const }]
  const [made] = (await owner.call(createShare, { instanceIds: [folder], members })).shares
  return { fileSharingId: made?.fileSharingId ?? '' }
}

async function visit(opened: string, perms: readonly ('view' | 'download')[] = ['view'], watermark = false) {
  const { linkPath } = await owner.call(createOrUpdateLink, {
    instanceIds: [opened],
    code: '',
    perms: [...perms],
    watermark,
  })
  return { linkPath, visitor: visitorOf(world.baseUrl) }
}

let files = 0
const upload = async (ext: string, bytes: Uint8Array): Promise<string> =>
  (await owner.upload(folder, `file ${++files}.${ext}`, bytes)).instanceId

async function ready(ask: () => Promise<Awaited<ReturnType<typeof preview>>>) {
  await expect.poll(async () => (await ask()).state, { timeout: CONVERSION_MS }).not.toBe('converting')
  return ask()
}
const preview = (person: Person, instanceId: string) => person.call(previewInstance, { instanceId })
const bodyOf = async (url = '') => Buffer.from(await (await fetch(url)).arrayBuffer())

/** The name of a refusal, or of those of a batch. */
async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    const answer = await call
    if (answer instanceof Response) {
      const { errcode } = (await answer.json()) as { errcode: number }
      return errorNameOf(errcode) ?? 'none'
    }
    const { list = [] } = answer as { list?: readonly { errcode?: number }[] }
    return errorNameOf(list[0]?.errcode ?? 0) ?? 'none'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return errorNameOf(error.code) ?? String(error.code)
  }
}

interface Given {
  readonly instanceId: string
  readonly versionId: string
  readonly versions: readonly string[]
}

const OF_PEOPLE: Readonly<Record<string, (person: Person, given: Given) => Promise<unknown>>> = {
  'the address of a download': (person, { instanceId }) => person.call(getDownloadUrl, { instanceId }),
  'the address of a preview': (person, { instanceId }) =>
    person.call(getDownloadUrl, { instanceId, mode: 'preview' }),
  'the address of a version': (person, { instanceId, versionId }) =>
    person.call(getDownloadUrl, { instanceId, versionId, mode: 'preview' }),
  'the address of an earlier version': (person, { instanceId, versions }) =>
    person.call(getDownloadUrl, { instanceId, versionId: versions[1] ?? '', mode: 'preview' }),
  'the preview of an earlier version': (person, { instanceId, versions }) =>
    person.call(previewInstance, { instanceId, versionId: versions[1] ?? '' }),
  'a download at once': (person, { instanceId }) =>
    person.fetch(`${pathOf(downloadInstance)}?instanceId=${instanceId}`),
  'an archive of it': (person, { instanceId }) => person.call(getArchiveUrl, { instanceIds: [instanceId] }),
  'an archive of the folder': (person) => person.call(getArchiveUrl, { instanceIds: [folder] }),
  'the list of files to download': (person) => person.call(queryFolderDownload, { parentId: folder }),
  'an extraction': (person, { instanceId }) =>
    person.call(extractInstance, { instanceId, targeParentId: '0' }),
  'a copy': (person, { instanceId }) =>
    person.call(copyInstances, { instanceIds: [instanceId], targeParentId: '0' }),
  'a move': (person, { instanceId }) =>
    person.call(moveInstances, { instanceIds: [instanceId], targeParentId: '0' }),
  'its versions': (person, { instanceId }) => person.call(pageVersions, { instanceId }),
  'an earlier version again': (person, { instanceId, versions }) =>
    person.call(restoreVersion, { instanceId, versionId: versions[1] ?? '' }),
  'another text': (person, { instanceId, versionId }) =>
    person.call(saveText, { instanceId, versionId, text: 'x', saveId: randomUUID() }),
}

const OF_VISITORS: Readonly<
  Record<string, (visitor: Visitor, linkPath: string, given: Given) => Promise<unknown>>
> = {
  'the address of a download': (visitor, linkPath, { instanceId }) =>
    visitor.call(getLinkDownloadUrl, { linkPath, instanceId }),
  'an archive of it': (visitor, linkPath, { instanceId }) =>
    visitor.call(getLinkArchiveUrl, { linkPath, instanceIds: [instanceId] }),
  'an archive of the folder': (visitor, linkPath) =>
    visitor.call(getLinkArchiveUrl, { linkPath, instanceIds: [folder] }),
  'the list of files to download': (visitor, linkPath) =>
    visitor.call(queryLinkFolderDownload, { linkPath, parentId: folder }),
  'a copy for a person who is signed in': (visitor, linkPath, { instanceId }) => {
    visitor.as(viewer)
    return visitor.call(copyLinkInstances, { linkPath, instanceIds: [instanceId], targeParentId: '0' })
  },
}

describe('the bytes of files that may only be viewed', { timeout: CONVERSION_MS }, () => {
  it('are in no answer of any call', async () => {
    const content = {
      pdf: manyPagesPdf({ pages: 2 }),
      txt: Buffer.from('说明\n'.repeat(300)),
      zip: rawZip([{ name: Buffer.from('a.txt'), content: bytesOf(1, 3000) }]),
      docx: docx(['季度报告']),
      bin: bytesOf(2, 3000),
    }
    const { linkPath, visitor } = await visit(folder)
    for (const [ext, bytes] of Object.entries(content)) {
      const instanceId = await upload(ext, bytesOf(files, 100))
      await owner.upload(folder, `file ${files}.${ext}`, bytes, { conflict: 'newVersion' })
      const { list } = await owner.call(pageVersions, { instanceId })
      const versions = list.map(({ versionId }) => versionId)
      const given = { instanceId, versionId: versions[0] ?? '', versions }
      for (const [name, ask] of Object.entries(OF_PEOPLE))
        expect([ext, name, await refusalOf(ask(viewer, given))]).toEqual([ext, name, 'not_permitted'])
      for (const [name, ask] of Object.entries(OF_VISITORS))
        expect([ext, name, await refusalOf(ask(visitor, linkPath, given))]).toEqual([
          ext,
          name,
          'not_permitted',
        ])
    }
  })

  it('are not behind an address that was given before', async () => {
    const person = await world.person()
    const { fileSharingId } = await shareWith(person)
    const raise = (role: 'downloader' | 'viewer') =>
      owner.call(updateSharers, { fileSharingId, principalIds: [person.user.userId], role })
    await raise('downloader')
    const letter = await upload('docx', docx(['采购清单']))
    const text = await upload('txt', Buffer.from('text'))
    const urls = [
      (await ready(() => preview(person, letter))).url ?? '',
      (await preview(person, text)).url ?? '',
      await person.call(getDownloadUrl, { instanceId: text, mode: 'preview' }),
      await person.call(getDownloadUrl, { instanceId: text }),
    ]
    for (const url of urls) expect((await fetch(url)).status).toBe(200)
    await raise('viewer')
    for (const url of urls) {
      const answer = await fetch(url)
      expect([answer.status, await answer.json()]).toMatchObject([403, { errcode: codeOf('not_permitted') }])
    }
  })

  it('of an archive are not sent, its names are', async () => {
    const instanceId = await upload(
      'zip',
      rawZip([{ name: Buffer.from('合同.txt'), content: bytesOf(3, 99) }]),
    )
    const { linkPath, visitor } = await visit(instanceId)
    const shown = await ready(() => visitor.call(previewLinkInstance, { linkPath, instanceId }))
    expect(shown).toMatchObject({ kind: 'archive', state: 'ready' })
    const answer = await fetch(shown.url ?? '')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(await answer.json()).toMatchObject({ entries: [{ path: '合同.txt' }] })
  })

  it('are sent for a download by a link with a watermark that permits it', async () => {
    const bytes = bytesOf(4, 500)
    const instanceId = await upload('txt', bytes)
    const { linkPath, visitor } = await visit(instanceId, ['view', 'download'], true)
    expect(await bodyOf(await visitor.call(getLinkDownloadUrl, { linkPath, instanceId }))).toEqual(bytes)
    expect(await visitor.call(previewLinkInstance, { linkPath, instanceId })).toMatchObject({ kind: 'pages' })
  })
})

const SUBTITLE = '1\n00:00:00,000 --> 00:00:02,000\nsubtitle of the original\n'
const TITLED = ['-metadata', 'title=title of the original', '-metadata', 'location=+39.9+116.4/']

describe.runIf(hasFfmpeg)('video and sound that may only be viewed', { timeout: CONVERSION_MS }, () => {
  it('are encoded anew, whatever they are, with nothing else of the file', async () => {
    const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
    const film = (seed: number) => [...moving(seed), ...noise(seed)]
    for (const [name, argsOf, width, height] of [
      [
        'film.mp4',
        (seed) => [...moving(seed, '1920x1080', 0.5), ...noise(seed, 0.5), ...h264, ...TITLED],
        1276,
        716,
      ],
      ['upright.mp4', (seed) => [...moving(seed, '1080x1920', 0.3), ...noise(seed, 0.3), ...h264], 716, 1276],
      ['film.webm', (seed) => [...film(seed), '-c:v', 'libvpx', '-c:a', 'libvorbis'], 316, 236],
      ['film.ogg', (seed) => [...film(seed), '-c:v', 'libtheora', '-c:a', 'libvorbis'], 316, 236],
      ['film.mkv', (seed) => [...film(seed), ...h264, ...TITLED], 316, 236],
    ] as readonly (readonly [string, (seed: number) => readonly string[], number, number])[]) {
      const bytes = await makeMedia(name, argsOf(1))
      const instanceId = await upload(name.split('.')[1] ?? '', bytes)
      const { linkPath, visitor } = await visit(instanceId)
      const shown = await ready(() => visitor.call(previewLinkInstance, { linkPath, instanceId }))
      expect([name, shown]).toMatchObject([name, { kind: 'video', state: 'ready' }])
      const answer = await fetch(shown.url ?? '')
      expect(answer.headers.get('content-type')).toBe('video/mp4')
      const made = Buffer.from(await answer.arrayBuffer())
      const { streams, format } = await probeMedia(made)
      const [video] = streams
      expect([name, video?.codec_name, video?.width, video?.height]).toEqual([name, 'h264', width, height])
      expect(streams.slice(1).every(({ codec_name: codec }) => codec === 'aac')).toBe(true)
      expect(JSON.stringify(format)).not.toMatch(/original|39\.9/)
      expect(made.indexOf('moov')).toBeLessThan(made.indexOf('mdat'))
      const unlike = await makeMedia(name, argsOf(99))
      expect(new SentBytes([{ name, bytes, unlike }]).find(made)).toEqual([])
    }
  })

  it('have neither subtitles nor chapters', async () => {
    const bytes = await makeMedia('film.mkv', [
      ...moving(6),
      '-f',
      'srt',
      '-i',
      `data:text/plain,${encodeURIComponent(SUBTITLE)}`,
      '-c:s',
      'srt',
    ])
    expect((await probeMedia(bytes)).streams).toHaveLength(2)
    const shown = await ready(async () => preview(viewer, await kept('mkv', bytes)))
    const made = await bodyOf(shown.url)
    expect((await probeMedia(made)).streams).toHaveLength(1)
    expect(made.includes('subtitle of the original')).toBe(false)
  })

  it('sound is sent as m4a, also from a type that browsers play', async () => {
    for (const [name, args] of [
      // Encoded as what is made of it.
      ['again.m4a', [...noise(6), '-b:a', '128k', '-ac', '2']],
      ['song.mp3', [...noise(1), ...TITLED]],
      ['song.wav', noise(2)],
      ['song.flac', noise(3)],
      ['song.wma', noise(4)],
      ['song.m4a', [...noise(5), ...TITLED]],
    ] as const) {
      const bytes = await makeMedia(name, args)
      const ext = name.split('.')[1] ?? ''
      const shown = await ready(async () => preview(viewer, await kept(ext, bytes)))
      expect([name, shown]).toMatchObject([name, { kind: 'audio', state: 'ready' }])
      const made = await bodyOf(shown.url)
      const { streams, format } = await probeMedia(made)
      expect(streams.map(({ codec_name: codec }) => codec)).toEqual(['aac'])
      expect(JSON.stringify(format)).not.toContain('original')
      const unlike = await makeMedia(name, noise(98))
      expect(new SentBytes([{ name, bytes, unlike }]).find(made)).toEqual([])
    }
  })

  it('tell who watches them, are kept nowhere, and end with the session', async () => {
    const instanceId = await upload('mp4', await makeMedia('film.mp4', [...moving(7), ...noise(7)]))
    const { linkPath, visitor } = await visit(instanceId, ['view', 'download'], true)
    const shown = await ready(() => visitor.call(previewLinkInstance, { linkPath, instanceId }))
    expect(shown).toMatchObject({ kind: 'video', reader: '访客 127.0.0.1' })
    expect(shown.mark).toMatch(
      new RegExp(`^访客 127\\.0\\.0\\.1 · \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d \\S+ · …${linkPath.slice(-8)}$`),
    )
    expect((await ready(() => preview(viewer, instanceId))).mark).toMatch(/^张三 viewer · /)
    expect((await preview(owner, instanceId)).mark).toBeUndefined()
    const range = await fetch(shown.url ?? '', { headers: { range: 'bytes=100-199' } })
    expect([range.status, (await range.arrayBuffer()).byteLength]).toEqual([206, 100])
    expect(Object.fromEntries(range.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    const person = await world.person()
    expect((await person.fetch((await preview(viewer, instanceId)).url ?? '')).status).toBe(404)
    const principalIds = [viewer.user.userId]
    const { url = '' } = await preview(viewer, instanceId)
    await owner.call(updateSharers, { fileSharingId: share, principalIds, role: 'remove' })
    expect((await fetch(url)).status).toBe(404)
  })
})

/** The file with these bytes, uploaded once. */
const known = new Map<Buffer, Promise<string>>()
function kept(ext: string, bytes: Buffer): Promise<string> {
  const id = known.get(bytes) ?? upload(ext, bytes)
  known.set(bytes, id)
  return id
}
