import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callsOfLink } from '@clouddisk/client/uploads/link-calls'
import { putFile } from '@clouddisk/client/uploads/put-file'
import { extractInstance } from '@clouddisk/contract/archives'
import {
  type ConfigValue,
  queryBusinessConfig,
  saveBusinessConfig,
} from '@clouddisk/contract/business-config'
import { codeOf } from '@clouddisk/contract/errors'
import { copyInstances, createFolder, removeInstances, renameInstance } from '@clouddisk/contract/files'
import { queryJob } from '@clouddisk/contract/jobs'
import { checkLinkUpload } from '@clouddisk/contract/link-uploads'
import { copyLinkInstances, createOrUpdateLink } from '@clouddisk/contract/links'
import { saveText } from '@clouddisk/contract/texts'
import { pageTrash, restoreTrash } from '@clouddisk/contract/trash'
import { checkUploadAble, queryOpenUploads } from '@clouddisk/contract/uploads'
import { pageVersions } from '@clouddisk/contract/versions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { folderSource, importFrom } from '../../../test/import-from.ts'
import { archiveBy } from '../../../test/make-archives.ts'
import type { Person } from '../../../test/person.ts'
import * as transfer from '../../../test/transfer.ts'
import { visitorOf } from '../../../test/visitor.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { runExtraction } from '../archives/extract-job.ts'

/** Kinds of files that administrators refuse, at every door that brings files. */

let world: World
let admin: Person
let person: Person
let oldDrive: string
beforeAll(async () => {
  oldDrive = await mkdtemp(join(tmpdir(), 'old-drive-'))
  world = await openWorld({ CLOUDDISK_IMPORT_FOLDERS: oldDrive })
  await world.jobs.start()
  await world.jobs.stop()
  admin = await world.admin()
})
beforeEach(async () => {
  await set({ refusedExtensions: null, refusedContents: null })
  await set({ visitorRefusedExtensions: null, visitorRefusedContents: null })
  person = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(async () => {
  await world.close()
  await rm(oldDrive, { recursive: true, force: true })
})

const set = (values: Readonly<Record<string, ConfigValue | null>>) =>
  admin.call(saveBusinessConfig, { list: Object.entries(values).map(([code, value]) => ({ code, value })) })
const REFUSED = { name: 'file_kind_refused' }
const CODE = codeOf('file_kind_refused')

/** The beginning of a Windows program: a DOS header that leads to a PE header. */
function programOf(size = 4096): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.write('MZ')
  bytes.writeUInt32LE(0x80, 0x3c)
  bytes.write('PE\0\0', 0x80, 'latin1')
  return bytes
}
const LARGE = 9 * 1024 * 1024

const CONTENTS: readonly (readonly [kind: string, name: string, bytes: Buffer])[] = [
  ['program', 'picture.jpg', programOf()],
  ['program', 'elf', Buffer.from('7f454c460201010000000000', 'hex')],
  ['program', 'mach-o', Buffer.from('cffaedfe07000001', 'hex')],
  ['program', 'A.class', Buffer.from('cafebabe00000034', 'hex')],
  ['program', 'module.bin', Buffer.from('0061736d01000000', 'hex')],
  ['script', 'notes.txt', Buffer.from('#!/bin/sh\nrm -rf /\n')],
  ['script', 'page.html', Buffer.from('\n<?php system($_GET["x"]); ?>')],
  ['script', 'run.log', Buffer.from('@ECHO OFF\r\nformat c:\r\n')],
  ['installer', 'a.dat', Buffer.from('!<arch>\ndebian-binary   ')],
  ['installer', 'b.dat', Buffer.from('edabeedb03000000', 'hex')],
  ['shortcut', 'report.pdf', Buffer.from('4c0000000114020000000000c000000000000046', 'hex')],
]
const HARMLESS: readonly (readonly [name: string, bytes: Buffer])[] = [
  [
    'MZ.txt',
    Buffer.from('MZ is how programs begin, and this text too. It is long enough for a header, but none.'),
  ],
  ['short.txt', Buffer.from('MZ')],
  ['empty.txt', Buffer.alloc(0)],
  ['readme.md', Buffer.from('# A heading, not a script')],
  ['a.pdf', Buffer.from('%PDF-1.7\n')],
  ['a.zip', Buffer.from('504b0304', 'hex')],
]

describe('extensions', () => {
  const names = ['setup.exe', 'SETUP.EXE', '.exe', 'a.txt.exe', 'data.tar.gz']
  beforeEach(() => set({ refusedExtensions: ['.EXE', ' *.tar.gz', 'exe'] }))

  it('are kept in one spelling, each once', async () => {
    const { list } = await admin.call(queryBusinessConfig, {})
    const value = list.find(({ code }) => code === 'refusedExtensions')?.value
    expect(value).toEqual(['exe', 'tar.gz'])
    for (const wrong of ['a/b', 'a b', 'x'.repeat(33), '*', 'a..b', '\u202e'])
      await expect(set({ refusedExtensions: [wrong] }), wrong).rejects.toMatchObject({
        details: { field: 'refusedExtensions', reason: 'extension' },
      })
  })

  it('are refused before bytes are sent, with the name and the reason', async () => {
    for (const instanceName of names) {
      const answer = await person.call(checkUploadAble, { instanceName, fSize: 5, parentId: '0' })
      expect(answer, instanceName).toMatchObject({ uploadflag: '4', errcode: CODE, objectKey: '' })
      expect(answer.message).toContain(instanceName)
    }
    for (const instanceName of ['exe', 'a.exe.txt', 'a.gz', 'aexe'])
      expect(await person.call(checkUploadAble, { instanceName, fSize: 5, parentId: '0' })).toMatchObject({
        uploadflag: '3',
      })
  })

  it('are refused by every way to upload', async () => {
    const bytes = Buffer.from('hello')
    for (const name of names)
      await expect(person.upload('0', name, bytes), name).rejects.toMatchObject(REFUSED)
    await expect(putFile(person, { instanceName: 'a.exe' }, new Uint8Array(bytes))).rejects.toMatchObject(
      REFUSED,
    )
    const many = await transfer.sendFiles(person, [
      { instanceName: 'a.exe', bytes },
      { instanceName: 'a.txt', bytes },
    ])
    expect(many.map(({ errcode }) => errcode)).toEqual([CODE, 0])
    // The check said another name than the save.
    const upload = {
      parentId: '0',
      name: 'b.txt',
      bytes: Buffer.from('other bytes'),
      hashes: 'after' as const,
    }
    const check = await transfer.openUpload(person, upload)
    await transfer.putAll(person, check, upload.bytes)
    await expect(transfer.save(person, { ...upload, name: 'b.exe' }, check)).rejects.toMatchObject(REFUSED)
    // Stored already: instant upload.
    await expect(person.upload('0', 'c.exe', bytes, { hashes: 'before' })).rejects.toMatchObject(REFUSED)
    expect(await person.tree()).toEqual({ 'a.txt': 5 })
  })

  it('cannot be given to a file, and one that has it may keep it', async () => {
    const { instanceId } = await person.upload('0', 'a.txt', Buffer.from('a'))
    const call = person.call(renameInstance, { instanceId, instanceName: 'a.exe' })
    await expect(call).rejects.toMatchObject(REFUSED)
    await set({ refusedExtensions: null })
    await person.call(renameInstance, { instanceId, instanceName: 'a.exe' })
    await set({ refusedExtensions: ['exe'] })
    await person.call(renameInstance, { instanceId, instanceName: 'b.exe' })
    const folder = await person.call(createFolder, { parentId: '0', instanceName: 'x' })
    await person.call(renameInstance, { instanceId: folder.instanceId, instanceName: 'x.exe' })
    expect(await person.tree()).toEqual({ 'b.exe': 1, 'x.exe': {} })
  })

  it('are not copied, also within folders and from links; what is in the recycle bin comes back', async () => {
    await set({ refusedExtensions: null })
    const folder = await person.call(createFolder, { parentId: '0', instanceName: '工具' })
    const { instanceId } = await person.upload(folder.instanceId, 'a.exe', Buffer.from('a'))
    const text = await person.upload('0', 'a.txt', Buffer.from('a'))
    const { linkPath } = await person.call(createOrUpdateLink, {
      instanceIds: [folder.instanceId],
      code: '',
      perms: ['view', 'download', 'save'],
    })
    await set({ refusedExtensions: ['exe'] })
    const ids = [folder.instanceId, text.instanceId]
    const target = await person.call(createFolder, { parentId: '0', instanceName: '副本' })
    const { list } = await person.call(copyInstances, {
      instanceIds: ids,
      targeParentId: target.instanceId,
    })
    expect(list.map(({ errcode }) => errcode)).toEqual([CODE, 0])
    expect(list[0]?.errmsg).toContain('a.exe')
    const other = await world.person()
    const saved = await visitorOf(world.baseUrl, other)
      .call(copyLinkInstances, { linkPath, instanceIds: [folder.instanceId], targeParentId: '0' })
      .catch((error: unknown) => error)
    expect(JSON.stringify(saved)).toContain(String(CODE))
    expect(await other.tree()).toEqual({})
    await person.call(removeInstances, { instanceIds: [instanceId] })
    const [entry] = (await person.call(pageTrash, {})).list
    await person.call(restoreTrash, { instanceIds: [entry?.instanceId ?? ''] })
    expect(await person.tree(folder.instanceId)).toEqual({ 'a.exe': 1 })
  })
})

describe('content', () => {
  beforeEach(() => set({ refusedContents: ['program', 'script', 'installer', 'shortcut'] }))

  it('is what it is whatever it is called', async () => {
    for (const [kind, name, bytes] of CONTENTS) {
      await set({ refusedContents: [kind] })
      await expect(person.upload('0', name, bytes), name).rejects.toMatchObject(REFUSED)
    }
    await set({ refusedContents: ['program', 'script', 'installer', 'shortcut'] })
    for (const [name, bytes] of HARMLESS) await person.upload('0', name, bytes)
    expect(Object.keys(await person.tree()).sort()).toEqual(HARMLESS.map(([name]) => name).sort())
  })

  it('leaves nothing behind where it is refused, by every way to upload', async () => {
    const bytes = programOf(70 * 1024)
    await expect(person.upload('0', 'a.jpg', bytes, { hashes: 'after' })).rejects.toMatchObject(REFUSED)
    await expect(person.upload('0', 'large.jpg', programOf(LARGE))).rejects.toMatchObject(REFUSED)
    for (const size of [4096, 70 * 1024]) {
      const sent = putFile(person, { instanceName: 'a.jpg' }, new Uint8Array(programOf(size)))
      await expect(sent, String(size)).rejects.toMatchObject(REFUSED)
    }
    const many = await transfer.sendFiles(person, [
      { instanceName: 'a.jpg', bytes: programOf() },
      { instanceName: 'a.txt', bytes: Buffer.from('text') },
    ])
    expect(many.map(({ errcode }) => errcode)).toEqual([CODE, 0])
    expect(await person.tree()).toEqual({ 'a.txt': 4 })
    expect(await person.call(queryOpenUploads, {})).toEqual([])
  })

  it('is refused where it is stored already', async () => {
    await set({ refusedContents: null })
    const bytes = programOf(20_000)
    await person.upload('0', 'tool.bin', bytes)
    await set({ refusedContents: ['program'] })
    await expect(person.upload('0', 'b.bin', bytes, { hashes: 'before' })).rejects.toMatchObject(REFUSED)
    expect(await person.tree()).toEqual({ 'tool.bin': 20_000 })
  })

  it('is refused in text that is edited', async () => {
    const { instanceId } = await person.upload('0', 'a.txt', Buffer.from('text'))
    const { list } = await person.call(pageVersions, { instanceId })
    const input = { instanceId, versionId: list[0]?.versionId ?? '', saveId: crypto.randomUUID() }
    await expect(person.call(saveText, { ...input, text: '#!/bin/sh\n' })).rejects.toMatchObject(REFUSED)
    await person.call(saveText, { ...input, saveId: crypto.randomUUID(), text: 'other' })
  })
})

it('is told of each entry of an archive, and the others are extracted', async () => {
  await set({ refusedExtensions: ['exe'], refusedContents: ['script'] })
  const files = { 'a.txt': 'text', 'b/setup.exe': 'x', 'b/run.txt': '#!/bin/sh\n', 'b/c.txt': 'c' }
  const zip = await archiveBy(['zip', '-qr', 'a.zip', '.'], 'a.zip', files)
  const { instanceId } = await person.upload('0', 'files.zip', zip)
  const { jobId = '' } = await person.call(extractInstance, { instanceId, targeParentId: '0' })
  await runExtraction(world.ctx, jobId, true)
  const { state, list } = await person.call(queryJob, { jobId })
  expect(state).toBe('done')
  expect(list.filter(({ errcode }) => errcode === CODE).map((one) => one.instanceName)).toEqual(
    expect.arrayContaining(['b/setup.exe', 'b/run.txt']),
  )
  expect(await person.tree()).toMatchObject({ files: { 'a.txt': 4, b: { 'c.txt': 1 } } })
})

it('is told of each file of an import, and the others are imported', async () => {
  const folder = join(oldDrive, 'one')
  await mkdir(folder)
  await writeFile(join(folder, 'a.txt'), 'text')
  await writeFile(join(folder, 'b.exe'), 'x')
  await writeFile(join(folder, 'c.jpg'), programOf())
  await set({ refusedExtensions: ['exe'], refusedContents: ['program'] })
  const sourceId = await folderSource(admin, folder, [person])
  const { outcomes, about } = await importFrom(world, person, { sourceId })
  expect(about.counts).toMatchObject({ imported: 1, failed: 2 })
  expect(outcomes['b.exe']).toContain('b.exe')
  expect(outcomes['c.jpg']).toContain('c.jpg')
  expect(await person.tree()).toEqual({ 'a.txt': 4 })
})

it('refuses more of visitors than of everybody', async () => {
  await set({
    refusedExtensions: ['exe'],
    visitorRefusedExtensions: ['docm'],
    visitorRefusedContents: ['script'],
  })
  const top = (await person.call(createFolder, { parentId: '0', instanceName: '收集' })).instanceId
  const perms = ['upload'] as const
  const { linkPath } = await person.call(createOrUpdateLink, {
    instanceIds: [top],
    code: '',
    perms: [...perms],
  })
  const visitor = visitorOf(world.baseUrl)
  const call = callsOfLink(visitor.call as Parameters<typeof callsOfLink>[0], linkPath)
  const sender = { call } as Pick<Person, 'call'>
  for (const instanceName of ['a.exe', 'a.docm'])
    expect(
      await visitor.call(checkLinkUpload, { linkPath, parentId: top, instanceName, fSize: 1 }),
    ).toMatchObject({
      errcode: CODE,
    })
  const script = { parentId: top, name: 'a.txt', bytes: Buffer.from('#!/bin/sh\n') }
  await expect(transfer.uploadWhole(sender, script)).rejects.toMatchObject(REFUSED)
  await transfer.uploadWhole(sender, { ...script, bytes: Buffer.from('text') })
  await person.upload(top, 'b.docm', Buffer.from('x'))
  await person.upload(top, 'b.txt', script.bytes)
  expect(await person.tree(top)).toEqual({ 'a.txt': 4, 'b.docm': 1, 'b.txt': 10 })
})
