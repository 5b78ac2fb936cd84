import { pageAllGroups } from '@clouddisk/contract/admin-groups'
import {
  queryLibraries,
  removeLibrary,
  removeLibraryCategory,
  restoreLibrary,
  saveLibrary,
  saveLibraryAttributes,
  saveLibraryCategory,
} from '@clouddisk/contract/admin-libraries'
import { createRole, giveRole, takeRole } from '@clouddisk/contract/admin-roles'
import { pageLogs } from '@clouddisk/contract/audit'
import { removeInstances } from '@clouddisk/contract/files'
import { dissolveGroup, editGroup, pageGroups } from '@clouddisk/contract/groups'
import {
  exportLibrary,
  importLibraryValues,
  pageLibraryFiles,
  prepareLibraryUpload,
  queryLibrary,
  queryLibraryIcon,
  queryLibraryValues,
  queryMyLibraries,
  saveLibraryValues,
} from '@clouddisk/contract/libraries'
import type { Input } from '@clouddisk/contract/route'
import { pathOf } from '@clouddisk/contract/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NewAttribute, newAttribute } from '../../../test/library.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newId } from '../../db/ids.ts'
import { readWorkbook } from '../../workbooks/read.ts'
import { workbookOf } from '../../workbooks/write.ts'

let world: World
let admin: Person
let owner: Person
let editor: Person
let viewer: Person
let stranger: Person
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('storageAdmin')
  owner = await world.person('lib_owner')
  editor = await world.person('lib_editor')
  viewer = await world.person('lib_viewer')
  stranger = await world.person('lib_stranger')
})
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64')
const JPG = Buffer.from('ffd8ffe000104a464946', 'hex').toString('base64')
const ICONS = { home: PNG, tool: JPG, menu: PNG, app: PNG }
let tries = 0

const fieldsOf = (more: Partial<Input<typeof saveLibrary>> = {}): Input<typeof saveLibrary> => {
  tries++
  return {
    libraryName: `Library ${tries}`,
    code: `LIB_${tries}`,
    description: 'Contracts of the company',
    capacity: 1,
    menuDisplay: true,
    ownerId: owner.user.userId,
    members: [
      { principalType: 'user', principalId: editor.user.userId, role: 'editor' },
      { principalType: 'user', principalId: viewer.user.userId, role: 'viewer' },
    ],
    category: { categoryName: 'Contracts', code: 'C' },
    icons: ICONS,
    ...more,
  }
}

const make = async (more: Partial<Input<typeof saveLibrary>> = {}) => {
  const { libraryId } = await admin.call(saveLibrary, fieldsOf(more))
  const library = (await admin.call(queryLibraries, {})).list.find((one) => one.libraryId === libraryId)
  if (!library) throw new Error('the library is not there')
  const [category] = library.categories
  if (!category) throw new Error('it has no category')
  return { ...library, folderId: category.categoryId }
}

const attribute = (attributeName: string, more: Partial<NewAttribute> = {}): NewAttribute =>
  newAttribute(attributeName, attributeName.replaceAll(/\W/g, '_'), {
    length: more.type === undefined || more.type === 'text' ? 100 : null,
    ...more,
  })
const NUMBER = { type: 'number', length: 10, min: '0', max: '1000000' } as const
const give = async (libraryId: string, attributes: NewAttribute[]) =>
  new Map(
    (await admin.call(saveLibraryAttributes, { libraryId, attributes })).list.map((one) => [
      one.attributeName,
      one.attributeId,
    ]),
  )
const idOf = (ids: Map<string, string>, name: string) => ids.get(name) ?? expect.fail(`no ${name}`)
const refusal = (name: string, details: Record<string, unknown> = {}) =>
  expect.objectContaining({ name, details: expect.objectContaining(details) })
const badField = (field: string, reason: string) => refusal('bad_field', { field, reason })
const bytes = Buffer.from('contents of a file')

describe('libraries for administrators (R94, R156, R225)', () => {
  it('keeps all fields, and tells the log', async () => {
    const library = await make({ libraryName: '合同库', code: 'CONTRACTS', menuDisplay: false })
    expect(library).toMatchObject({
      libraryName: '合同库',
      code: 'CONTRACTS',
      description: 'Contracts of the company',
      totalCapacity: 1024 ** 3,
      menuDisplay: false,
      ownerName: owner.user.userRealName,
      memberCount: 3,
      icons: ['app', 'home', 'menu', 'tool'],
      categories: [{ categoryName: 'Contracts', code: 'C', level: 1, parentId: null }],
    })
    await admin.call(saveLibrary, {
      libraryId: library.libraryId,
      libraryName: '合同档案库',
      code: 'CONTRACTS',
      description: 'New',
      capacity: 2,
      menuDisplay: true,
    })
    const [changed] = (await admin.call(queryLibraries, {})).list.filter((one) => one.code === 'CONTRACTS')
    expect(changed).toMatchObject({
      libraryName: '合同档案库',
      totalCapacity: 2 * 1024 ** 3,
      menuDisplay: true,
    })
    const auditor = await world.admin('auditor')
    const logs = await auditor.call(pageLogs, { action: 'library.saved' })
    expect(logs.list[0]).toMatchObject({ objectName: '合同档案库' })
  })

  it('refuses what does not fit, with the field (R156)', async () => {
    const cases: [Partial<Input<typeof saveLibrary>>, unknown][] = [
      [{ libraryName: ' ' }, badField('libraryName', 'library_name')],
      [{ libraryName: '库'.repeat(21) }, badField('libraryName', 'library_name')],
      [{ libraryName: 'a/b' }, badField('libraryName', 'name_characters')],
      [{ code: '' }, badField('code', 'library_code')],
      [{ code: 'c'.repeat(33) }, badField('code', 'library_code')],
      [{ code: '代码' }, badField('code', 'library_code')],
      [{ description: '  ' }, badField('description', 'missing')],
      [{ capacity: 0 }, badField('capacity', 'group_space')],
      [{ icons: { ...ICONS, app: undefined } as never }, badField('icons.app', 'missing')],
      [
        { icons: { ...ICONS, home: Buffer.from('GIF89a').toString('base64') } },
        badField('icons.home', 'icon_type'),
      ],
    ]
    for (const [more, expected] of cases)
      await expect(admin.call(saveLibrary, fieldsOf(more))).rejects.toEqual(expected)
    await expect(admin.call(saveLibrary, fieldsOf({ clusterIds: [newId()] }))).rejects.toEqual(
      refusal('sync_two_nodes'),
    )
  })

  it('takes icons up to 64 KB (R256)', async () => {
    const icon = (size: number) =>
      Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(size - 16)]).toString('base64')
    await expect(
      admin.call(saveLibrary, fieldsOf({ icons: { ...ICONS, menu: icon(65_537) } })),
    ).rejects.toEqual(badField('icons.menu', 'icon_size'))
    const { libraryId } = await make({ icons: { ...ICONS, menu: icon(65_536) } })
    const response = await viewer.fetch(`${pathOf(queryLibraryIcon)}?libraryId=${libraryId}&kind=menu`)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect((await response.arrayBuffer()).byteLength).toBe(65_536)
    const tool = await admin.fetch(`${pathOf(queryLibraryIcon)}?libraryId=${libraryId}&kind=tool`)
    expect(tool.headers.get('content-type')).toBe('image/jpeg')
    const foreign = await stranger.fetch(`${pathOf(queryLibraryIcon)}?libraryId=${libraryId}&kind=menu`)
    expect(foreign.headers.get('content-type')).toContain('json')
  })

  it('has unique names and codes', async () => {
    const { libraryName, code } = await make()
    await expect(admin.call(saveLibrary, fieldsOf({ libraryName }))).rejects.toEqual(refusal('name_taken'))
    await expect(admin.call(saveLibrary, fieldsOf({ code: code.toLowerCase() }))).rejects.toEqual(
      refusal('code_taken'),
    )
  })

  it('counts against no allowance, and is no group in lists', async () => {
    const library = await make()
    const person = await world.ctx.db.reader
      .selectFrom('person')
      .select('group_allotted')
      .where('id', '=', owner.user.userId)
      .executeTakeFirstOrThrow()
    expect(person.group_allotted).toBe(0)
    const groups = await owner.call(pageGroups, { show: 'all', pageSize: 200 })
    expect(groups.list.map(({ groupId }) => groupId)).not.toContain(library.libraryId)
    const all = await (await world.admin()).call(pageAllGroups, { pageSize: 200 })
    expect(all.list.map(({ groupId }) => groupId)).not.toContain(library.libraryId)
    await expect(owner.call(editGroup, { groupId: library.libraryId, capacity: 9 })).rejects.toEqual(
      refusal('not_permitted'),
    )
    await expect(owner.call(dissolveGroup, { groupId: library.libraryId })).rejects.toEqual(
      refusal('not_permitted'),
    )
    await admin.call(saveLibrary, {
      ...fieldsOf(),
      libraryId: library.libraryId,
      ownerId: editor.user.userId,
    })
    expect(
      (await admin.call(queryLibraries, {})).list.find((one) => one.libraryId === library.libraryId),
    ).toMatchObject({
      ownerId: editor.user.userId,
    })
  })

  it('is read-only for seven days when it is deleted, and can be restored', async () => {
    const library = await make()
    await editor.upload(library.folderId, 'kept.txt', bytes)
    await admin.call(removeLibrary, { libraryId: library.libraryId })
    await expect(editor.upload(library.folderId, 'more.txt', bytes)).rejects.toThrow()
    await admin.call(restoreLibrary, { libraryId: library.libraryId })
    await editor.upload(library.folderId, 'more.txt', bytes)
  })
})

describe('categories (R94)', () => {
  it('are folders up to five levels deep, with unique codes', async () => {
    const { libraryId, folderId } = await make()
    let parentId = folderId
    for (let level = 2; level <= 5; level++)
      parentId = (
        await admin.call(saveLibraryCategory, {
          libraryId,
          parentId,
          categoryName: `L${level}`,
          code: `L${level}`,
        })
      ).categoryId
    await expect(
      admin.call(saveLibraryCategory, { libraryId, parentId, categoryName: 'L6', code: 'L6' }),
    ).rejects.toEqual(refusal('category_levels', { limit: 5 }))
    await expect(
      admin.call(saveLibraryCategory, { libraryId, categoryName: 'Other', code: 'l3' }),
    ).rejects.toEqual(refusal('code_taken'))
    const { categories } = await viewer.call(queryLibrary, { libraryId })
    expect(categories.map(({ level, code }) => [level, code])).toEqual([
      [1, 'C'],
      [2, 'L2'],
      [3, 'L3'],
      [4, 'L4'],
      [5, 'L5'],
    ])
    expect((await viewer.list(folderId)).map(({ instanceName }) => instanceName)).toEqual(['L2'])
  })

  it('are renamed, and deleted only while they are empty and not the last', async () => {
    const { libraryId, folderId } = await make()
    await admin.call(saveLibraryCategory, {
      libraryId,
      categoryId: folderId,
      categoryName: 'Deals',
      code: 'D',
    })
    await editor.upload(folderId, 'a.txt', bytes)
    await expect(admin.call(removeLibraryCategory, { libraryId, categoryId: folderId })).rejects.toEqual(
      refusal('category_not_empty', { name: 'Deals', count: 1 }),
    )
    const { categoryId } = await admin.call(saveLibraryCategory, { libraryId, categoryName: 'Z', code: 'Z' })
    await admin.call(removeLibraryCategory, { libraryId, categoryId })
    const held = await admin.call(saveLibraryCategory, { libraryId, categoryName: 'Held', code: 'H' })
    const { pool } = world.ctx.db
    await pool.query(
      `insert into hold (id, file_id, reason, created_by) values (gen_random_uuid(), $1, 'a case', $2)`,
      [held.categoryId, admin.user.userId],
    )
    const removal = () => admin.call(removeLibraryCategory, { libraryId, ...held })
    await expect(removal()).rejects.toEqual(refusal('held'))
    await pool.query(`update hold set released_at = now() where file_id = $1`, [held.categoryId])
    await removal()
    const empty = await make()
    await expect(
      admin.call(removeLibraryCategory, { libraryId: empty.libraryId, categoryId: empty.folderId }),
    ).rejects.toEqual(refusal('category_last'))
  })
})

describe('attributes (R94, R156)', () => {
  it('refuses definitions that do not fit', async () => {
    const { libraryId } = await make()
    const cases: [NewAttribute[], unknown][] = [
      [[attribute('')], badField('attributeName', 'attribute_name')],
      [[attribute('x'.repeat(129))], badField('attributeName', 'attribute_name')],
      [[attribute('A', { length: 10_000 })], badField('length', 'attribute_length')],
      [[attribute('A', { length: 0 })], badField('length', 'attribute_length')],
      [[attribute('A', { ...NUMBER, min: null })], badField('min', 'min_and_max')],
      [[attribute('A', { ...NUMBER, min: '5', max: '4' })], badField('min', 'min_and_max')],
      [[attribute('A', { type: 'choice' })], badField('options', 'attribute_options')],
      [[attribute('A'), attribute('A', { code: 'B' })], refusal('name_taken')],
      [[attribute('A'), attribute('B', { code: 'a' })], refusal('code_taken')],
    ]
    for (const [attributes, expected] of cases)
      await expect(admin.call(saveLibraryAttributes, { libraryId, attributes })).rejects.toEqual(expected)
  })

  it('never loses values without a confirmation', async () => {
    const { libraryId, folderId } = await make()
    const text = attribute('Title')
    const ids = await give(libraryId, [text])
    const attributeId = idOf(ids, 'Title')
    const file = await editor.upload(folderId, 'a.txt', bytes)
    await editor.call(saveLibraryValues, {
      instanceId: file.instanceId,
      values: [{ attributeId, value: 'A long title' }],
    })
    await expect(admin.call(saveLibraryAttributes, { libraryId, attributes: [] })).rejects.toEqual(
      refusal('attribute_has_values', { attributeId, count: 1 }),
    )
    await expect(
      admin.call(saveLibraryAttributes, { libraryId, attributes: [{ ...text, attributeId, length: 5 }] }),
    ).rejects.toEqual(refusal('attribute_values_unfit', { attributeId, count: 1 }))
    await expect(
      admin.call(saveLibraryAttributes, {
        libraryId,
        attributes: [{ ...text, attributeId, type: 'date', length: null }],
      }),
    ).rejects.toEqual(refusal('attribute_type_fixed', { attributeId, count: 1 }))
    await admin.call(saveLibraryAttributes, { libraryId, attributes: [], dropValuesOf: [attributeId] })
    expect((await viewer.call(queryLibrary, { libraryId })).attributes).toEqual([])
  })
})

describe('files and their values (R94, R217)', () => {
  const setUp = async () => {
    const library = await make()
    const ids = await give(library.libraryId, [
      attribute('Party', { allowEmpty: false }),
      attribute('Amount', NUMBER),
      attribute('Signed', { type: 'date' }),
      attribute('Kind', { type: 'choice', options: ['Sale', 'Lease'] }),
      attribute('Number', { readOnly: true, query: false }),
    ])
    return { ...library, ids, of: (name: string) => idOf(ids, name) }
  }

  it('checks values on the server by the rules of their attributes', async () => {
    const { folderId, of } = await setUp()
    const { instanceId } = await editor.upload(folderId, 'a.txt', bytes)
    const save = (values: Record<string, string | null>) =>
      editor.call(saveLibraryValues, {
        instanceId,
        values: Object.entries({ Party: 'ACME', ...values }).map(([name, value]) => ({
          attributeId: of(name),
          value,
        })),
      })
    await expect(save({ Party: '' })).rejects.toEqual(refusal('attribute_missing', { name: 'Party' }))
    await expect(save({ Party: 'x'.repeat(101) })).rejects.toEqual(
      refusal('attribute_too_long', { limit: 100 }),
    )
    await expect(save({ Amount: 'ten' })).rejects.toEqual(refusal('attribute_no_number'))
    await expect(save({ Amount: '1000000.5' })).rejects.toEqual(refusal('attribute_range'))
    await expect(save({ Amount: '1.23456789012' })).rejects.toEqual(refusal('attribute_too_many_digits'))
    await expect(save({ Signed: '2026-02-30' })).rejects.toEqual(refusal('attribute_no_date'))
    await expect(save({ Kind: 'Gift' })).rejects.toEqual(refusal('attribute_no_choice'))
    await save({ Amount: '0012.50', Signed: '2026-05-31', Kind: 'Sale', Number: 'N-1' })
    await expect(save({ Number: 'N-2' })).rejects.toEqual(refusal('attribute_read_only', { name: 'Number' }))
    const { values, canEdit } = await viewer.call(queryLibraryValues, { instanceId })
    expect(values).toContainEqual({ attributeId: of('Amount'), value: '12.5' })
    expect(canEdit).toBe(false)
    await expect(
      viewer.call(saveLibraryValues, { instanceId, values: [{ attributeId: of('Party'), value: 'Me' }] }),
    ).rejects.toEqual(refusal('not_permitted'))
    await expect(stranger.call(queryLibraryValues, { instanceId })).rejects.toEqual(refusal('not_found'))
  })

  it('gives uploads the values that were filled in before', async () => {
    const { libraryId, folderId, of } = await setUp()
    await expect(
      editor.call(prepareLibraryUpload, { folderId, fileNames: ['a.txt'], values: [] }),
    ).rejects.toEqual(refusal('attribute_missing'))
    await editor.call(prepareLibraryUpload, {
      folderId,
      fileNames: ['A.txt', 'b.txt'],
      values: [{ attributeId: of('Party'), value: 'ACME' }],
    })
    await editor.upload(folderId, 'a.txt', bytes)
    await editor.upload(folderId, 'c.txt', bytes)
    await owner.upload(folderId, 'b.txt', bytes)
    const { list } = await viewer.call(pageLibraryFiles, { libraryId, folderId })
    expect(
      list.map(({ instanceName, incomplete, values }) => [instanceName, incomplete, values.length]),
    ).toEqual([
      ['a.txt', false, 1],
      ['b.txt', true, 0],
      ['c.txt', true, 0],
    ])
    await expect(
      viewer.call(prepareLibraryUpload, { folderId, fileNames: ['d'], values: [] }),
    ).rejects.toEqual(refusal('not_permitted'))
  })

  it('keeps long values for as many files as one call may write', async () => {
    const { libraryId, folderId } = await make()
    const ids = await give(libraryId, [
      attribute('Notes', { length: 9999 }),
      attribute('More', { length: 9999 }),
    ])
    const values = [...ids.values()].map((attributeId) => ({ attributeId, value: '合'.repeat(9999) }))
    const names = Array.from({ length: 1000 }, (_, n) => `${n}.txt`)
    const prepare = (fileNames: string[]) =>
      editor.call(prepareLibraryUpload, { folderId, fileNames, values })
    await expect(prepare(names)).rejects.toEqual(refusal('body_too_large'))
    await prepare(names.slice(0, 100))
    await editor.upload(folderId, '7.txt', bytes)
    const { list } = await editor.call(pageLibraryFiles, { libraryId, folderId })
    expect(list[0]?.values.map(({ value }) => value?.length)).toEqual([9999, 9999])
  })

  it('finds files below a category by their values, page after page', async () => {
    const { libraryId, folderId, of } = await setUp()
    const { categoryId } = await admin.call(saveLibraryCategory, {
      libraryId,
      parentId: folderId,
      categoryName: 'Old',
      code: 'O',
    })
    for (let n = 1; n <= 5; n++) {
      const { instanceId } = await editor.upload(n > 3 ? categoryId : folderId, `f${n}.txt`, bytes)
      await editor.call(saveLibraryValues, {
        instanceId,
        values: [
          { attributeId: of('Party'), value: n % 2 ? '安吉合同公司' : 'Beta Ltd' },
          { attributeId: of('Amount'), value: String(n * 100) },
          { attributeId: of('Signed'), value: `2026-0${n}-01` },
          { attributeId: of('Kind'), value: n === 1 ? 'Sale' : 'Lease' },
        ],
      })
    }
    const found = async (filters: NonNullable<Input<typeof pageLibraryFiles>['filters']>, more = {}) =>
      (await viewer.call(pageLibraryFiles, { libraryId, filters, ...more })).list.map(
        ({ instanceName }) => instanceName,
      )
    expect(await found([{ attributeId: of('Party'), text: '合同' }])).toEqual(['f1.txt', 'f3.txt', 'f5.txt'])
    expect(await found([{ attributeId: of('Party'), text: 'BETA' }])).toEqual(['f2.txt', 'f4.txt'])
    expect(await found([{ attributeId: of('Amount'), from: '200', to: '400' }])).toEqual([
      'f2.txt',
      'f3.txt',
      'f4.txt',
    ])
    expect(await found([{ attributeId: of('Signed'), from: '2026-04-01' }])).toEqual(['f4.txt', 'f5.txt'])
    expect(await found([{ attributeId: of('Kind'), anyOf: ['Lease'] }], { folderId: categoryId })).toEqual([
      'f4.txt',
      'f5.txt',
    ])
    expect(
      await found([
        { attributeId: of('Party'), text: '合同' },
        { attributeId: of('Amount'), from: '200' },
      ]),
    ).toEqual(['f3.txt', 'f5.txt'])
    expect(await found([], { keyword: 'f2' })).toEqual(['f2.txt'])
    await expect(found([{ attributeId: of('Number'), text: 'x' }])).rejects.toEqual(
      refusal('attribute_not_searchable'),
    )
    const first = await viewer.call(pageLibraryFiles, {
      libraryId,
      filters: [{ attributeId: of('Amount'), from: '0' }],
      pageSize: 3,
    })
    expect(first.list).toHaveLength(3)
    const second = await viewer.call(pageLibraryFiles, {
      libraryId,
      filters: [{ attributeId: of('Amount'), from: '0' }],
      pageSize: 3,
      cursor: first.nextCursor ?? '',
    })
    expect(second.list.map(({ instanceName }) => instanceName)).toEqual(['f4.txt', 'f5.txt'])
    const [gone] = (await editor.list(categoryId)).filter(({ instanceName }) => instanceName === 'f5.txt')
    await editor.call(removeInstances, { instanceIds: [gone?.instanceId ?? ''] })
    expect(await found([{ attributeId: of('Signed'), from: '2026-04-01' }])).toEqual(['f4.txt'])
    await expect(stranger.call(pageLibraryFiles, { libraryId })).rejects.toEqual(refusal('not_found'))
  })

  it('finds nothing by values for those who may not see them', async () => {
    const boss = await world.admin('superAdmin')
    const { roleId } = await boss.call(createRole, {
      roleName: 'names alone',
      type: 'ordinary',
      items: ['list', 'search', 'preview'],
    })
    const reader = await world.person('lib_names')
    const userIds = [reader.user.userId]
    await boss.call(giveRole, { roleId, userIds })
    await boss.call(takeRole, { roleId: 'default', userIds })
    const library = await make({
      members: [
        { principalType: 'user', principalId: editor.user.userId, role: 'editor' },
        { principalType: 'user', principalId: reader.user.userId, role: 'viewer' },
      ],
    })
    const { libraryId, folderId } = library
    const attributeId = idOf(await give(libraryId, [attribute('Amount', NUMBER)]), 'Amount')
    const { instanceId } = await editor.upload(folderId, 'secret.txt', bytes)
    await editor.call(saveLibraryValues, { instanceId, values: [{ attributeId, value: '250' }] })
    const found = async (who: Person, more: object) =>
      (await who.call(pageLibraryFiles, { libraryId, ...more })).list.map(({ values }) => values.length)
    const filters = [{ attributeId, from: '200', to: '300' }]
    expect(await found(editor, { filters })).toEqual([1])
    expect(await found(reader, { keyword: 'secret' })).toEqual([0])
    expect(await found(reader, { filters })).toEqual([])
  })

  it('shows members their libraries only', async () => {
    const { libraryId } = await setUp()
    const mine = async (person: Person) =>
      (await person.call(queryMyLibraries, {})).list.map((one) => one.libraryId)
    expect(await mine(viewer)).toContain(libraryId)
    expect(await mine(stranger)).toEqual([])
    await expect(stranger.call(queryLibrary, { libraryId })).rejects.toEqual(refusal('not_found'))
  })

  it('exports and imports values as a workbook, telling wrong rows', async () => {
    const { libraryId, folderId, of } = await setUp()
    for (const name of ['a.txt', 'b.txt']) await editor.upload(folderId, name, bytes)
    const [a] = await editor.list(folderId)
    await editor.call(saveLibraryValues, {
      instanceId: a?.instanceId ?? '',
      values: [
        { attributeId: of('Party'), value: 'ACME' },
        { attributeId: of('Amount'), value: '12.5' },
      ],
    })
    const exported = await viewer.fetch(`${pathOf(exportLibrary)}?libraryId=${libraryId}`)
    const rows = await readWorkbook({
      bytes: new Uint8Array(await exported.arrayBuffer()),
      personId: viewer.user.userId,
      rowsMax: 10,
      columnsMax: 10,
      lengthMax: 100,
    })
    expect(rows.slice(0, 2).map(({ cells }) => cells.map(({ text }) => text).filter(Boolean))).toEqual([
      ['路径', 'Party', 'Amount', 'Signed', 'Kind', 'Number'],
      ['Contracts/a.txt', 'ACME', '12.5'],
    ])
    const columns = ['Path', 'Party', 'Amount', 'Signed'].map((title) => ({ title, width: 10 }))
    const data = [
      ['Contracts/a.txt', 'ACME', 100, '2026-01-02'],
      ['Contracts/b.txt', '', 5, null],
      ['Contracts/none.txt', 'X', 5, null],
      ['Contracts/b.txt', 'Beta', 'ten', 'soon'],
    ]
    const book = workbookOf(
      'x',
      columns,
      (async function* () {
        yield data
      })(),
      'UTC',
    )
    const body = Buffer.concat(await book.toArray())
    const send = async (dryRun: boolean) => {
      const response = await editor.fetch(
        `${pathOf(importLibraryValues)}?libraryId=${libraryId}&dryRun=${dryRun}`,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
            'x-requested-with': 'test',
          },
          body,
        },
      )
      return ((await response.json()) as { data: unknown }).data
    }
    expect(await send(true)).toMatchObject({
      rows: 4,
      changed: 1,
      failed: 3,
      faults: [
        { row: 3 },
        { row: 4 },
        // All that is wrong with the row.
        { row: 5, errmsg: expect.stringMatching(/Amount.+Signed/) },
      ],
    })
    expect(
      (await viewer.call(queryLibraryValues, { instanceId: a?.instanceId ?? '' })).values,
    ).toContainEqual({ attributeId: of('Amount'), value: '12.5' })
    expect(await send(false)).toMatchObject({ changed: 1, failed: 3 })
    expect(
      (await viewer.call(queryLibraryValues, { instanceId: a?.instanceId ?? '' })).values,
    ).toContainEqual({ attributeId: of('Amount'), value: '100' })
  })
})
