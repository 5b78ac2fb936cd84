import { type BadFieldReason, codeOf } from '@clouddisk/contract/errors'
import { BAD_FIELD_REASONS } from '@clouddisk/contract/field-reasons'
import {
  batchCreateFolder,
  createFolder,
  type FolderNode,
  moveInstances,
  queryFolderByParentId,
  queryNamesakes,
  renameInstance,
} from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import { encodeName } from '@clouddisk/contract/names'
import { checkUploadAble } from '@clouddisk/contract/uploads'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = (person: Person, instanceName: string, parentId = '0') =>
  person.call(createFolder, { parentId, instanceName })

const BAD_NAMES: readonly (readonly [string, BadFieldReason])[] = [
  ['   ', 'name_empty'],
  ['tab\there', 'name_control'],
  ['bell\u0007', 'name_control'],
  ['turned \u202e round', 'name_control'],
  ['marked\u200f', 'name_control'],
  ['marked \u200e left', 'name_control'],
  ['marked \u061c too', 'name_control'],
  ['\u200b\u200d', 'name_invisible'],
  ['..', 'name_trailing_dot'],
  ['.', 'name_trailing_dot'],
  ['ends with.', 'name_trailing_dot'],
  ...[...'\\/:*?"<>|[]\u201c\u201d\uff1a\uff1f'].map((c) => [`a${c}b`, 'name_characters'] as const),
  ['CON', 'name_reserved'],
  ['prn', 'name_reserved'],
  ['Aux.txt', 'name_reserved'],
  ['nul.tar.gz', 'name_reserved'],
  ['com1', 'name_reserved'],
  ['LPT9.doc', 'name_reserved'],
  ['CON .txt', 'name_reserved'],
  ['CONIN$', 'name_reserved'],
  ['conout$.log', 'name_reserved'],
  ['COM¹.txt', 'name_reserved'],
  ['report.pdf\u200b', 'name_invisible_end'],
  ['\u00adreport.pdf', 'name_invisible_end'],
]
const GOOD_NAMES = [
  'console',
  'com10',
  'COM',
  'lpt',
  '.hidden',
  'a.b.c',
  '张三 (1)',
  '😀',
  "it's; --",
  '%2e%2e',
  '👩‍👩‍👧 ❤️',
  'می‌خواهم',
  'അവന്‍',
  'é',
]

describe('a name', () => {
  it.each(['\u200b', '\u2060', '\u00ad'])('with %j in it is taken by the one without', async (unseen) => {
    const person = await world.person()
    await person.upload('0', 'report.pdf', Buffer.from('a'))
    const name = `rep${unseen}ort.pdf`
    const taken = { name: 'name_taken' }
    const check = await person.call(checkUploadAble, { fSize: 1, instanceName: name, conflict: 'fail' })
    expect(check).toMatchObject({ uploadflag: '4', errcode: codeOf('name_taken') })
    await expect(folder(person, name)).rejects.toMatchObject(taken)
    const { instanceId } = await folder(person, 'other')
    await expect(person.call(renameInstance, { instanceId, instanceName: name })).rejects.toMatchObject(taken)
    const second = await person.upload('0', name, Buffer.from('b'), { conflict: 'keepBoth' })
    expect(second).toMatchObject({ instanceName: `rep${unseen}ort (1).pdf` })
  })

  it.each(BAD_NAMES)('%j is refused on every door: %s', async (name, reason) => {
    const person = await world.person()
    const { instanceId } = await folder(person, 'mine')
    const error = { code: 20001, httpStatus: 400, details: { reason } }
    await expect(folder(person, name)).rejects.toMatchObject(error)
    await expect(
      person.call(batchCreateFolder, { instanceName: 'a', children: [{ instanceName: name }] }),
    ).rejects.toMatchObject(error)
    await expect(person.call(renameInstance, { instanceId, instanceName: name })).rejects.toMatchObject({
      // A new folder's name is trimmed, a rename's is not.
      details: { reason: name.trim() === '' ? 'name_whitespace' : reason },
    })
    await expect(person.upload('0', name, Buffer.from('x'))).rejects.toMatchObject({ code: 20001 })
    expect(await person.tree()).toEqual({ mine: {} })
  })

  it.each(GOOD_NAMES)('%j is fine and shown as it was given', async (name) => {
    const person = await world.person()
    expect((await folder(person, name)).instanceName).toBe(name)
    await person.upload((await folder(person, 'files')).instanceId, name, Buffer.from('x'))
    expect(await person.tree()).toEqual({ [name]: {}, files: { [name]: 1 } })
  })

  it('is refused with the reason in the language of the reader', async () => {
    const person = await world.person()
    const reasons = BAD_FIELD_REASONS.name_trailing_dot
    await expect(folder(person.speaking('zh-CN'), 'a.')).rejects.toThrow(reasons[0])
    await expect(folder(person.speaking('en-US'), 'a.')).rejects.toThrow(reasons[1])
  })

  it('may come in the base64 spelling, and must then be canonical', async () => {
    const person = await world.person()
    const { instanceId } = await folder(person, 'old')
    for (const name of ['新名称?'.replace('?', ''), 'ÿþ~~', 'a b'])
      expect(
        (await person.call(renameInstance, { instanceId, fileName: encodeName(name) })).instanceName,
      ).toBe(name)
    for (const fileName of ['not base64!', 'YQ', 'YQ==', '_d_d', encodeName('é').slice(0, 2)])
      await expect(person.call(renameInstance, { instanceId, fileName })).rejects.toMatchObject({
        code: 20001,
      })
    await expect(person.call(renameInstance, { instanceId })).rejects.toMatchObject({ code: 20001 })
  })
})

describe('a new folder', () => {
  it('is trimmed, and counts characters, not bytes', async () => {
    const person = await world.person()
    expect((await folder(person, '  张三  ')).instanceName).toBe('张三')
    const longest = '😀'.repeat(LIMITS.folderMax)
    expect((await folder(person, longest)).instanceName).toBe(longest)
    await expect(folder(person, `${longest}x`)).rejects.toMatchObject({
      details: { reason: 'name_too_long' },
    })
  })

  it('is refused where the name is taken, whatever its case or form', async () => {
    const person = await world.person()
    await folder(person, 'Caf\u00e9')
    await person.upload('0', 'readme.TXT', Buffer.from('x'))
    for (const name of ['Caf\u00e9', 'cafe\u0301', 'CAFÉ', 'README.txt'])
      await expect(folder(person, name)).rejects.toMatchObject({ name: 'name_taken', details: { name } })
  })

  it('is refused in what is not there and in a file', async () => {
    const person = await world.person()
    const { instanceId } = await person.upload('0', 'f.txt', Buffer.from('x'))
    await expect(folder(person, 'a', instanceId)).rejects.toMatchObject({ name: 'is_a_file' })
    for (const parentId of ['nonsense', '00000000-0000-7000-8000-000000000000'])
      await expect(folder(person, 'a', parentId)).rejects.toMatchObject({ name: 'not_found' })
  })

  it('is made once when two ask at the same moment', async () => {
    const person = await world.person()
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => folder(person, 'once')))
    expect(asked.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(asked.flatMap((one) => (one.status === 'rejected' ? [one.reason.name] : []))).toEqual(
      Array.from({ length: 7 }, () => 'name_taken'),
    )
    expect(await person.tree()).toEqual({ once: {} })
  })

  it('nests a hundred levels and no more', async () => {
    const person = await world.person()
    let parentId = '0'
    for (let level = 1; level <= LIMITS.depthMax; level++)
      parentId = (await folder(person, `level ${level}`, parentId)).instanceId
    await expect(folder(person, 'too deep', parentId)).rejects.toMatchObject({
      name: 'too_deep',
      details: { limit: LIMITS.depthMax },
    })
  })
})

describe('a tree of folders', () => {
  const nested = (depth: number): FolderNode => ({
    instanceName: 'd',
    children: depth > 1 ? [nested(depth - 1)] : [],
  })

  it('is made in one call and answered with an id at each node', async () => {
    const person = await world.person()
    const made = await person.call(batchCreateFolder, {
      instanceName: ' 照片 ',
      children: [{ instanceName: '2024', children: [{ instanceName: '七月' }] }, { instanceName: '2025' }],
    })
    expect(await person.tree()).toEqual({ 照片: { 2024: { 七月: {} }, 2025: {} } })
    const [first] = made.children ?? []
    expect(made.instanceName).toBe('照片')
    expect((await person.list(first?.instanceId)).map((row) => row.instanceName)).toEqual(['七月'])
    expect(first?.children?.[0]?.instanceId).toEqual(expect.any(String))
    expect([made.path, first?.path, first?.children?.[0]?.path]).toEqual([
      '照片',
      '照片/2024',
      '照片/2024/七月',
    ])
  })

  it('reuses folders that are there, and says how they are called', async () => {
    const person = await world.person()
    const there = await folder(person, 'Photos')
    const july = await folder(person, 'July', there.instanceId)
    await person.upload(july.instanceId, 'a.jpg', Buffer.from('x'))
    const made = await person.call(batchCreateFolder, {
      instanceName: 'photos',
      children: [{ instanceName: 'JULY', children: [{ instanceName: 'raw' }] }, { instanceName: 'August' }],
    })
    expect(made).toMatchObject({
      instanceId: there.instanceId,
      instanceName: 'Photos',
      children: [{ instanceId: july.instanceId, instanceName: 'July' }, { instanceName: 'August' }],
    })
    expect(await person.tree()).toEqual({ Photos: { July: { 'a.jpg': 1, raw: {} }, August: {} } })
  })

  it('merges folders of the same name into one folder, at every level', async () => {
    const person = await world.person()
    await person.call(batchCreateFolder, {
      instanceName: 'top',
      children: [
        { instanceName: 'a', children: [{ instanceName: 'x', children: [{ instanceName: '1' }] }] },
        { instanceName: 'A', children: [{ instanceName: 'X', children: [{ instanceName: '2' }] }] },
        { instanceName: ' a ', children: [{ instanceName: 'x ', children: [{ instanceName: '1' }] }] },
      ],
    })
    expect(await person.tree()).toEqual({ top: { a: { x: { 1: {}, 2: {} } } } })
  })

  it('is made as a whole or not at all', async () => {
    const person = await world.person()
    const { instanceId } = await folder(person, 'top')
    await person.upload(instanceId, 'blocked', Buffer.from('x'))
    const before = await person.tree()
    await expect(
      person.call(batchCreateFolder, {
        instanceName: 'top',
        children: [{ instanceName: 'new' }, { instanceName: 'blocked' }],
      }),
    ).rejects.toMatchObject({ name: 'name_taken' })
    expect(await person.tree()).toEqual(before)
  })

  it('obeys the limits of depth and number', async () => {
    const person = await world.person()
    await expect(person.call(batchCreateFolder, nested(LIMITS.depthMax + 1))).rejects.toMatchObject({
      name: 'too_deep',
    })
    const many = Array.from({ length: 5000 }, (_, n) => ({ instanceName: `folder ${n}` }))
    await expect(
      person.call(batchCreateFolder, { instanceName: 'many', children: many }),
    ).rejects.toMatchObject({
      name: 'too_many_items',
    })
    expect(await person.tree()).toEqual({})
    const { instanceId } = await person.call(batchCreateFolder, nested(LIMITS.depthMax))
    await expect(
      person.call(batchCreateFolder, { parentId: instanceId ?? '', ...nested(LIMITS.depthMax) }),
    ).rejects.toMatchObject({ name: 'too_deep' })
  })

  it('may be as wide as the number allows', async () => {
    const person = await world.person()
    const children = Array.from({ length: 4999 }, (_, n) => ({ instanceName: `folder ${n}` }))
    const made = await person.call(batchCreateFolder, { instanceName: 'wide', children })
    expect(new Set(made.children?.map((child) => child.instanceId)).size).toBe(4999)
    expect(await world.doctor()).toEqual([])
  })

  it('has paths of 4,096 characters and no longer ones, by moving neither', async () => {
    const person = await world.person()
    const long = (levels: number) => {
      const top: FolderNode = { instanceName: 'x'.repeat(127), children: [] }
      let node = top
      for (let level = 1; level < levels; level++) {
        const child = { instanceName: 'x'.repeat(127), children: [] }
        node.children = [child]
        node = child
      }
      return top
    }
    const full = await person.call(batchCreateFolder, long(32))
    const refused = { name: 'path_too_long' }
    const deepest = (node: FolderNode): FolderNode => (node.children?.[0] ? deepest(node.children[0]) : node)
    const parentId = deepest(full as FolderNode).instanceId ?? ''
    await expect(person.call(createFolder, { parentId, instanceName: 'y' })).rejects.toMatchObject(refused)
    const { instanceId } = await person.call(createFolder, { instanceName: 'above' })
    const moved = await person.call(moveInstances, {
      instances: full.instanceId ?? '',
      targeParentId: instanceId,
    })
    expect(moved.list[0]?.errcode).toBe(codeOf('path_too_long'))
  })
})

describe('a rename', () => {
  const rename = (person: Person, instanceId: string, instanceName: string) =>
    person.call(renameInstance, { instanceId, instanceName })

  it('gives the whole new name, extension included', async () => {
    const person = await world.person()
    const { instanceId } = await person.upload('0', 'draft.txt', Buffer.from('x'))
    expect(await rename(person, instanceId, '定稿.PDF')).toMatchObject({
      instanceName: '定稿.PDF',
      fileType: 'pdf',
      instanceFullPath: '个人文件/定稿.PDF',
    })
  })

  it('never traps: a longer name than the rule may be changed, not lengthened', async () => {
    const person = await world.person()
    const long = 'x'.repeat(40)
    const made = await folder(person, long)
    const shorter = `y${long.slice(2)}`
    expect((await rename(person, made.instanceId, `y${long.slice(1)}`)).instanceName).toHaveLength(40)
    expect((await rename(person, made.instanceId, shorter)).instanceName).toBe(shorter)
    await expect(rename(person, made.instanceId, `${shorter}z`)).rejects.toMatchObject({
      details: { reason: 'name_too_long' },
    })
    const short = await folder(person, 'short')
    await expect(rename(person, short.instanceId, 'z'.repeat(31))).rejects.toMatchObject({
      details: { reason: 'name_too_long' },
    })
    expect((await rename(person, short.instanceId, '字'.repeat(30))).instanceName).toHaveLength(30)
  })

  it('counts a file’s base name without its extension', async () => {
    const person = await world.person()
    const { instanceId } = await person.upload('0', 'a.txt', Buffer.from('x'))
    const name = `${'b'.repeat(30)}.${'extension'.repeat(4)}`
    expect((await rename(person, instanceId, name)).instanceName).toBe(name)
    await expect(rename(person, instanceId, `${'b'.repeat(31)}.txt`)).rejects.toMatchObject({
      details: { reason: 'name_too_long' },
    })
  })

  it('may change only case or form, and may not take a sibling’s name', async () => {
    const person = await world.person()
    const made = await folder(person, 'caf\u00e9')
    await folder(person, 'Other')
    for (const name of ['CAF\u00c9', 'Cafe\u0301', 'Cafe\u0301'])
      expect((await rename(person, made.instanceId, name)).instanceName).toBe(name)
    await expect(rename(person, made.instanceId, 'OTHER')).rejects.toMatchObject({
      name: 'name_taken',
      details: { name: 'OTHER' },
    })
  })

  it('is refused for the root and for what is not there', async () => {
    const person = await world.person()
    await expect(rename(person, person.user.rootId, 'mine')).rejects.toMatchObject({ name: 'root_is_fixed' })
    await expect(rename(person, 'nothing', 'mine')).rejects.toMatchObject({ name: 'not_found' })
  })
})

describe('checks before an upload', () => {
  it('tells which names are taken, and by what', async () => {
    const person = await world.person()
    const made = await folder(person, 'Docs')
    const file = await person.upload('0', 'a.txt', Buffer.from('x'))
    expect(await person.call(queryNamesakes, { names: ['docs', 'A.TXT', 'free', 'DOCS'] })).toEqual([
      { name: 'docs', instanceId: made.instanceId, instanceName: 'Docs', classifierId: 'Folder' },
      { name: 'A.TXT', instanceId: file.instanceId, instanceName: 'a.txt', classifierId: 'File' },
      { name: 'DOCS', instanceId: made.instanceId, instanceName: 'Docs', classifierId: 'Folder' },
    ])
  })

  it('lists the folders in a folder for a lazy tree, without those left out', async () => {
    const person = await world.person()
    const [a, b, c] = [
      await folder(person, 'file10'),
      await folder(person, 'file2'),
      await folder(person, '阿'),
    ]
    await folder(person, 'inside', c.instanceId)
    await person.upload('0', 'not a folder', Buffer.from('x'))
    const ask = (filterInstanceIds: string) =>
      person.call(queryFolderByParentId, { parentId: '0', filterInstanceIds })
    expect(await ask('')).toEqual([
      { instanceName: 'file2', instanceId: b.instanceId, isParent: false },
      { instanceName: 'file10', instanceId: a.instanceId, isParent: false },
      { instanceName: '阿', instanceId: c.instanceId, isParent: true },
    ])
    expect((await ask(`${a.instanceId},nonsense,${c.instanceId}`)).map((row) => row.instanceName)).toEqual([
      'file2',
    ])
  })
})
