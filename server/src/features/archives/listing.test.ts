// @module-tag long
import { randomBytes } from 'node:crypto'
import type { ArchiveListing } from '@clouddisk/contract/archives'
import { previewInstance } from '@clouddisk/contract/previews'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveBy, legacyName, rar5, rawZip } from '../../../test/make-archives.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
})
afterAll(() => world.close())

const LONG_MS = 120_000

async function previewed(name: string, bytes: Buffer) {
  const { instanceId } = await person.upload('0', name, bytes)
  const ask = () => person.call(previewInstance, { instanceId })
  await expect.poll(async () => (await ask()).state, { timeout: LONG_MS }).not.toBe('converting')
  return ask()
}

async function listed(name: string, bytes: Buffer): Promise<ArchiveListing> {
  const preview = await previewed(name, bytes)
  expect(preview).toMatchObject({ kind: 'archive', state: 'ready' })
  const answer = await fetch(preview.url ?? '')
  return (await answer.json()) as ArchiveListing
}

const pathsOf = ({ entries }: ArchiveListing) => entries.map(({ path }) => path).sort()

const FILES = { 'docs/a.txt': 'hello', 'docs/说明.txt': '你好', 'notes.md': '# x' }
const PATHS = ['docs', 'docs/a.txt', 'docs/说明.txt', 'notes.md']

describe('the listing of an archive', { timeout: 2 * LONG_MS }, () => {
  it('is read from zip, tar and compressed tars', async () => {
    const made = [
      ['a.zip', ['zip', '-qr', 'a.zip', 'docs', 'notes.md'], 'zip'],
      ['b.tar', ['tar', 'cf', 'b.tar', './docs', './notes.md'], 'tar'],
      ['c.tgz', ['tar', 'czf', 'c.tgz', 'docs', 'notes.md'], 'tar.gz'],
      ['d.tar.xz', ['tar', 'cJf', 'd.tar.xz', 'docs', 'notes.md'], 'tar.xz'],
    ] as const
    for (const [name, command, format] of made) {
      const listing = await listed(name, await archiveBy(command, name, FILES))
      expect(pathsOf(listing), name).toEqual(PATHS)
      expect(listing, name).toMatchObject({ format, isEncrypted: false, isCut: false, isDamaged: false })
      const file = listing.entries.find(({ path }) => path === 'docs/a.txt')
      expect(file, name).toMatchObject({ isFolder: false, size: 5, time: expect.stringMatching(/Z$/) })
    }
  })

  it('is read from RAR 5 and of a single compressed file', async () => {
    const rar = await listed('a.rar', rar5('资料/说明.txt', Buffer.from('hello')))
    expect(rar.entries).toMatchObject([{ path: '资料/说明.txt', size: 5 }])
    const gz = await archiveBy(['gzip', 'data.csv'], 'data.csv.gz', { 'data.csv': 'a,b\n'.repeat(5000) })
    expect(await listed('renamed.csv.gz', gz)).toMatchObject({
      format: 'gzip',
      isSingle: true,
      entries: [{ path: '', size: 20_000 }],
    })
  })

  it('has names in their encoding', async () => {
    for (const [encoding, names] of [
      ['gb18030', ['资料/说明.txt', '资料/会议记录 2024.docx', '你.txt']],
      ['big5', ['資料/說明.txt', '會議記錄.docx']],
      ['shift_jis', ['資料/テスト.txt', '会議のメモ.docx']],
    ] as const) {
      const zip = rawZip(names.map((name) => ({ name: legacyName(name, encoding) })))
      const listing = await listed(`${encoding}.zip`, zip)
      expect(listing.encoding).toBe(encoding)
      expect(pathsOf(listing)).toEqual([...names].sort())
    }
    const utf8 = await listed('utf8.zip', rawZip([{ name: '资料/说明.txt' }]))
    expect(utf8).toMatchObject({ encoding: null, entries: [{ path: '资料/说明.txt' }] })
  })

  it('tells what cannot be extracted', async () => {
    const listing = await listed(
      'hostile.zip',
      rawZip([
        { name: '../up.txt' },
        { name: '/etc/passwd' },
        { name: 'C:\\windows\\x.txt' },
        { name: 'link', content: Buffer.from('/etc/passwd'), mode: 0o120777 },
        { name: 'pipe', mode: 0o010644 },
        { name: 'good\\name.txt' },
      ]),
    )
    expect(listing.entries.map(({ path, fault }) => [path, fault])).toEqual([
      ['../up.txt', 'unsafe'],
      ['/etc/passwd', 'unsafe'],
      ['C:/windows/x.txt', 'unsafe'],
      ['link', 'link'],
      ['pipe', 'special'],
      ['good/name.txt', undefined],
    ])
  })

  it('says that a password is needed, or that the archive is damaged', async () => {
    const zip = ['zip', '-qr', '-P', 'secret', 'a.zip', 'docs'] as const
    const secret = await listed('secret.zip', await archiveBy(zip, 'a.zip', FILES))
    expect(secret.entries.find(({ path }) => path === 'docs/a.txt')).toMatchObject({ fault: 'encrypted' })
    const files = { a: randomBytes(50_000), b: randomBytes(50_000) }
    const tar = await archiveBy(['tar', 'cf', 'a.tar', 'a', 'b'], 'a.tar', files)
    const cut = await listed('cut.tar', tar.subarray(0, 70_000))
    expect(cut).toMatchObject({ isDamaged: true })
    for (const [name, bytes] of [
      ['cut.zip', (await archiveBy(['zip', '-qr', 'a.zip', 'a'], 'a.zip', files)).subarray(0, 30_000)],
      ['text.7z', Buffer.from('no archive')],
      ['empty.rar', Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1')],
    ] as const)
      expect(await previewed(name, bytes), name).toMatchObject({ state: 'failed', reason: 'broken' })
  })
})
