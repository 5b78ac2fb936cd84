import { ApiError } from '@clouddisk/client/http/errors'
import { pageLogs } from '@clouddisk/contract/audit'
import { queryChanges } from '@clouddisk/contract/changes'
import {
  copyInstances,
  createFolder,
  type Instance,
  moveInstances,
  pageInstances,
  queryInstanceDetail,
  removeInstances,
} from '@clouddisk/contract/files'
import { addMembers } from '@clouddisk/contract/groups'
import { queryLabels, updateAttribute, updateLabels } from '@clouddisk/contract/labels'
import {
  copyLinkInstances,
  createOrUpdateLink,
  pageLinkInstances,
  searchLinkInstances,
} from '@clouddisk/contract/links'
import { createShare } from '@clouddisk/contract/shares'
import { DAY } from '@clouddisk/contract/time'
import { restoreTrash } from '@clouddisk/contract/trash'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { visitorOf } from '../../../test/visitor.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { deleteUnusedLabels } from './jobs.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  person = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = async (instanceName: string, parentId = '0', who = person) =>
  (await who.call(createFolder, { parentId, instanceName })).instanceId
const file = async (name: string, parentId = '0', who = person) =>
  (await who.upload(parentId, name, Buffer.from(name))).instanceId
const label = (instanceId: string, labels: string[], who = person) =>
  who.call(updateAttribute, { instanceId, labels })
const itemOf = async (instanceId: string, who = person): Promise<Instance> =>
  who.call(queryInstanceDetail, { instanceId })
const refusal = (name: string) => expect.objectContaining({ name })
const reason = async (call: Promise<unknown>) => {
  const error = await call.catch((thrown: unknown) => thrown)
  return error instanceof ApiError ? error.details : error
}

describe('labels', () => {
  test('are up to five, as they were typed, on files and folders (R143)', async () => {
    const five = ['合同', '法务已审', '2027-03 到期', 'a, b', 'Draft']
    for (const id of [await file('a.txt'), await folder('box')]) {
      expect((await label(id, five)).labels).toEqual(five)
      expect(await label(id, [...five, 'sixth']).catch((error) => error)).toMatchObject({
        name: 'too_many_labels',
        details: { limit: 5 },
      })
      expect((await itemOf(id)).labels).toEqual(five)
      expect((await label(id, [])).labels).toEqual([])
    }
  })

  test('that differ by case or Unicode form alone are refused as the same (R143)', async () => {
    const id = await file('a.txt')
    for (const pair of [
      ['Draft', 'draft'],
      ['caf\u00e9', 'cafe\u0301'],
      ['Straße', 'STRASSE'],
      ['same', ' same '],
    ]) {
      const refused = label(id, pair)
      await expect(refused).rejects.toEqual(refusal('label_exists'))
      await expect(refused).rejects.toThrow('标签已存在')
    }
    await expect(label(id, ['x', 'X'], person.speaking('en-US'))).rejects.toThrow('Label already exists')
    expect((await itemOf(id)).labels).toEqual([])
  })

  test('have 1 to 30 characters, trimmed, none of them invisible (R143)', async () => {
    const id = await file('a.txt')
    expect((await label(id, [` ${'字'.repeat(29)}🚀 `])).labels).toEqual([`${'字'.repeat(29)}🚀`])
    expect((await label(id, ['❤️ 👩‍👩‍👧'])).labels).toEqual(['❤️ 👩‍👩‍👧'])
    for (const [text, why] of [
      ['', 'label_empty'],
      ['  ', 'label_empty'],
      ['x'.repeat(31), 'label_too_long'],
      ['a\u0007b', 'label_characters'],
      ['a\u200bb', 'label_characters'],
      ['\u202eexe', 'label_characters'],
      ['\u2800', 'label_characters'],
    ] as const)
      expect(await reason(label(id, [text]))).toMatchObject({ field: 'labels', reason: why })
  })

  test('stay through rename, move, deletion and new versions, and come along with copies (R85)', async () => {
    const [box, other] = [await folder('box'), await folder('other')]
    const id = await file('a.txt', box)
    await person.call(updateAttribute, {
      instanceId: id,
      labels: ['Draft', '合同'],
      labelColors: [{ name: 'draft', color: 'purple' }],
      remark: 'in the\nsafe',
    })
    const told = { labels: ['Draft', '合同'], remark: 'in the\nsafe' }
    await label(box, ['Box'])
    await person.upload(box, 'a.txt', Buffer.from('new'), { conflict: 'newVersion' })
    await person.call(moveInstances, { instanceIds: [box], targeParentId: other })
    expect(await itemOf(id)).toMatchObject({ ...told, versionNo: 2 })
    const { list } = await person.call(removeInstances, { instanceIds: [box] })
    await person.call(restoreTrash, { instanceIds: [list[0]?.newId ?? ''] })
    expect(await itemOf(id)).toMatchObject(told)
    const group = await world.group(person)
    for (const targeParentId of [other, group.rootId]) {
      const copied = await person.call(copyInstances, { instanceIds: [box], targeParentId })
      const copy = copied.list[0]?.newId ?? ''
      expect(await itemOf(copy)).toMatchObject({ labels: ['Box'] })
      expect((await person.list(copy))[0]).toMatchObject({ ...told, labelColors: ['purple', 'orange'] })
    }
  })

  test('keep their colors in another space, where that has none of the name', async () => {
    const group = await world.group(person)
    const [mine, there] = [await file('mine.txt'), await file('there.txt', group.rootId)]
    const paint = (instanceId: string, colors: Record<string, 'red' | 'teal'>) =>
      person.call(updateAttribute, {
        instanceId,
        labels: Object.keys(colors),
        labelColors: Object.entries(colors).map(([name, color]) => ({ name, color })),
      })
    await paint(mine, { One: 'red', Two: 'red' })
    await paint(there, { two: 'teal' })
    await person.call(moveInstances, { instanceIds: [mine], targeParentId: group.rootId })
    expect(await itemOf(mine)).toMatchObject({ labels: ['One', 'Two'], labelColors: ['red', 'teal'] })
    expect(await person.call(queryLabels, { instanceId: group.rootId, keyword: 'o' })).toEqual([
      { name: 'One', color: 'red' },
    ])
  })

  test('have one color in a space, chosen by anybody who labels', async () => {
    const [a, b] = [await file('a.txt'), await file('b.txt')]
    const first = (await label(a, ['Draft'])).labelColors
    expect((await label(b, ['draft'])).labelColors).toEqual(first)
    await person.call(updateAttribute, { instanceId: b, labelColors: [{ name: 'draft', color: 'gray' }] })
    expect((await person.list()).map((item) => [item.labels, item.labelColors])).toEqual([
      [['Draft'], ['gray']],
      [['draft'], ['gray']],
    ])
    const stranger = person.call(updateAttribute, {
      instanceId: a,
      labelColors: [{ name: 'other', color: 'red' }],
    })
    expect(await reason(stranger)).toMatchObject({ field: 'labelColors', reason: 'unknown_value' })
  })

  test('that get another color are in the feed of all who see the space, once (R143)', async () => {
    const group = await world.group(person)
    const other = await world.person()
    await person.call(addMembers, {
      groupId: group.groupId,
      members: [{ principalType: 'user', principalId: other.user.userId, role: 'viewer' }],
    })
    const [a, b] = [await file('a.txt', group.rootId), await file('b.txt', group.rootId)]
    await label(a, ['Draft'])
    await label(b, ['Draft'])
    const { cursor } = await other.call(queryChanges, {})
    const paint = (color: 'red' | 'teal') =>
      person.call(updateAttribute, { instanceId: a, labelColors: [{ name: 'draft', color }] })
    const colored = async () =>
      (await other.call(queryChanges, { cursor })).list.filter(({ kind }) => kind === 'label.colored')
    await label(b, ['Draft', 'more'])
    expect(await colored()).toEqual([])
    await paint('red')
    await paint('red')
    expect(await colored()).toMatchObject([{ instanceId: null, parentIds: [] }])
    const add = { instanceIds: [b], label: 'Draft', action: 'add' as const }
    await person.call(updateLabels, { ...add, color: 'teal' })
    await person.call(updateLabels, add)
    expect(await colored()).toHaveLength(2)
    expect(await itemOf(a, other)).toMatchObject({ labelColors: ['teal'] })
  })

  test('of people who change labels and remark at the same time are both kept', async () => {
    const id = await file('a.txt')
    await Promise.all([
      label(id, ['one']),
      person.call(updateAttribute, { instanceId: id, remark: 'two' }),
      person.call(updateLabels, { instanceIds: [id], label: 'three', action: 'add' }),
    ])
    const item = await itemOf(id)
    expect(item.remark).toBe('two')
    expect(item.labels).toContain('one')
  })
})

describe('a label of many items', () => {
  test('is added and removed in one call, with a line for each', async () => {
    const [a, b, full] = [await file('a.txt'), await file('b.txt'), await file('full.txt')]
    await label(a, ['URGENT'])
    await label(full, ['1', '2', '3', '4', '5'])
    const change = async (action: 'add' | 'remove') =>
      (
        await person.call(updateLabels, {
          instanceIds: [a, b, full, 'nobody'],
          label: 'urgent',
          action,
          color: 'orange',
        })
      ).list.map((line) => line.errcode)
    expect(await change('add')).toEqual([0, 0, 40981, 90000])
    expect(await itemOf(a)).toMatchObject({ labels: ['URGENT'], labelColors: ['orange'] })
    expect(await itemOf(b)).toMatchObject({ labels: ['urgent'], labelColors: ['orange'] })
    expect(await change('remove')).toEqual([0, 0, 0, 90000])
    expect([(await itemOf(a)).labels, (await itemOf(b)).labels]).toEqual([[], []])
  })

  test('is in the feed and in the log', async () => {
    const { cursor } = await person.call(queryChanges, {})
    const box = await folder('box')
    const ids = [await file('a.txt', box), await file('b.txt', box)]
    await person.call(updateLabels, { instanceIds: ids, label: 'new', action: 'add' })
    await person.call(updateLabels, { instanceIds: ids, label: 'NEW', action: 'add' })
    const changes = (await person.call(queryChanges, { cursor })).list
    const told = changes.filter((change) => change.kind === 'file.annotated')
    expect(told.map((change) => change.instanceId)).toEqual(ids)
    expect(told[0]?.parentIds).toEqual([box])
    const auditor = await world.admin('auditor')
    const logs = await auditor.call(pageLogs, { userId: person.user.userId, action: 'file.annotated' })
    expect(logs.list.map((entry) => entry.detail)).toEqual([
      expect.objectContaining({ labels: 'new' }),
      expect.objectContaining({ labels: 'new' }),
    ])
  })
})

describe('a remark', () => {
  test('has up to 500 characters (R85)', async () => {
    const id = await file('a.txt')
    const remark = `${'备'.repeat(499)}🚀`
    const set = (text: string) => person.call(updateAttribute, { instanceId: id, remark: text })
    expect((await set(` ${remark} `)).remark).toBe(remark)
    expect(await reason(set(`${remark}.`))).toMatchObject({ field: 'remark', reason: 'too_long' })
    expect((await set('')).remark).toBe('')
  })
})

describe('labels and remarks', () => {
  test('are changed by those who may label, and seen by all who see the item (R188)', async () => {
    const group = await world.group(person)
    const id = await file('a.txt', group.rootId)
    await person.call(updateAttribute, { instanceId: id, labels: ['plan'], remark: 'seen' })
    const [editor, viewer, stranger] = [await world.person(), await world.person(), await world.person()]
    const shared = await file('shared.txt')
    await label(shared, ['plan'])
    await person.call(createShare, {
      instanceIds: [shared],
      members: [
        { principalType: 'user', principalId: editor.user.userId, role: 'editor' },
        { principalType: 'user', principalId: viewer.user.userId, role: 'viewer' },
      ],
    })
    expect(await itemOf(shared, viewer)).toMatchObject({ labels: ['plan'] })
    for (const change of [
      { labels: [] },
      { remark: 'x' },
      { labelColors: [{ name: 'plan', color: 'red' as const }] },
    ]) {
      const by = (who: Person) => who.call(updateAttribute, { instanceId: shared, ...change })
      await expect(by(viewer)).rejects.toEqual(refusal('not_permitted'))
      await expect(by(stranger)).rejects.toEqual(refusal('not_found'))
    }
    expect((await label(shared, ['done'], editor)).labels).toEqual(['done'])
  })

  test('are not seen by visitors of links, nor copied or found by them', async () => {
    const box = await folder('box')
    const id = await file('a.txt', box)
    await person.call(updateAttribute, { instanceId: id, labels: ['secretive'], remark: 'hidden' })
    const { linkPath } = await person.call(createOrUpdateLink, {
      instanceIds: [box],
      code: '',
      perms: ['view', 'download', 'save'],
    })
    const other = await world.person()
    const visitor = visitorOf(world.baseUrl, other)
    const page = await visitor.call(pageLinkInstances, { linkPath })
    expect(page.list).toMatchObject([{ labels: [], labelColors: [], remark: '' }])
    expect((await visitor.call(searchLinkInstances, { linkPath, keyword: 'secretive' })).list).toEqual([])
    await visitor.call(copyLinkInstances, { linkPath, instanceIds: [id], targeParentId: '0' })
    expect(await other.list()).toMatchObject([{ instanceName: 'a.txt', labels: [], remark: '' }])
    expect(await other.call(queryLabels, {})).toEqual([])
  })
})

describe('the labels to choose from', () => {
  test('are those used last first, and by how they begin or sound', async () => {
    const id = await file('a.txt')
    for (const name of ['合同', 'Draft', 'Done']) {
      world.advance(1000)
      await label(id, [...(await itemOf(id)).labels, name])
    }
    const names = async (keyword?: string) =>
      (await person.call(queryLabels, { instanceId: '0', ...(keyword && { keyword }) })).map(
        (one) => one.name,
      )
    expect(await names()).toEqual(['Done', 'Draft', '合同'])
    expect([await names('D'), await names('dr'), await names('合'), await names('het')]).toEqual([
      ['Done', 'Draft'],
      ['Draft'],
      ['合同'],
      ['合同'],
    ])
    await label(id, ['Draft'])
    expect(await names()).toEqual(['Draft'])
  })

  test('leave out any number of unused labels (R143)', async () => {
    const id = await file('a.txt')
    await label(await file('b.txt'), ['still used'])
    for (let n = 0; n < 21; n++) {
      world.advance(1000)
      await label(
        id,
        Array.from({ length: 5 }, (_, k) => `old ${n} ${k}`),
      )
    }
    await label(id, [])
    expect(await person.call(queryLabels, { instanceId: '0' })).toMatchObject([{ name: 'still used' }])
  })

  test('keep their color for a while when no file has them, and in the recycle bin for good', async () => {
    const [kept, binned] = [await file('a.txt'), await file('b.txt')]
    const paint = async (id: string, name: string) =>
      person.call(updateAttribute, {
        instanceId: id,
        labels: [name],
        labelColors: [{ name, color: 'gray' }],
      })
    await paint(kept, 'once')
    await paint(binned, 'binned')
    await label(kept, [])
    const { list } = await person.call(removeInstances, { instanceIds: [binned] })
    const trashId = list[0]?.newId ?? ''
    await deleteUnusedLabels(world.ctx)
    expect((await label(kept, ['once'])).labelColors).toEqual(['gray'])
    await label(kept, [])
    world.advance(91 * DAY)
    person = await world.again(person)
    await deleteUnusedLabels(world.ctx)
    expect((await label(kept, ['once'])).labelColors).not.toEqual(['gray'])
    const restored = await person.call(restoreTrash, { instanceIds: [trashId] })
    expect(await itemOf(restored.list[0]?.newId ?? binned)).toMatchObject({ labelColors: ['gray'] })
  })

  test('are shown though many files that have them are deleted, or not seen (R143)', async () => {
    const other = await world.person()
    const suggested = async (who: Person, instanceId = '0') =>
      (await who.call(queryLabels, { instanceId })).map(({ name }) => name)
    const [box, closed, open] = [await folder('box'), await folder('closed'), await folder('open')]
    for (let n = 0; n < 10; n++) {
      await label(await file(`${n}.txt`, box), ['Due'])
      await label(await file(`${n}.txt`, closed), ['Due', 'secret'])
    }
    await person.call(removeInstances, { instanceIds: [box, closed] })
    expect(await suggested(person)).toEqual([])
    await person.call(restoreTrash, { instanceIds: [closed] })
    await label(await file('left.txt', open), ['Due'])
    await person.call(createShare, {
      instanceIds: [open],
      members: [{ principalType: 'user', principalId: other.user.userId, role: 'editor' }],
    })
    expect(await suggested(other, open)).toEqual(['Due'])
    await person.call(removeInstances, { instanceIds: [closed] })
    expect(await suggested(person)).toEqual(['Due'])
  })

  test('say nothing of files that somebody does not see', async () => {
    const [open, closed] = [await folder('open'), await folder('closed')]
    await label(await file('a.txt', open), ['known'])
    await label(await file('b.txt', closed), ['layoffs'])
    const other = await world.person()
    await person.call(createShare, {
      instanceIds: [open],
      members: [{ principalType: 'user', principalId: other.user.userId, role: 'editor' }],
    })
    for (const where of [{}, { instanceId: open }])
      expect((await other.call(queryLabels, where)).map((one) => one.name)).toEqual(['known'])
  })
})

describe('a folder that is filtered by a label', () => {
  test('shows what has it, with counts, page by page', async () => {
    const box = await folder('box')
    const boxes = [await folder('b', box), await folder('c', box)]
    const ids = [...boxes]
    for (const name of ['d', 'e', 'f', 'g']) ids.push(await file(`${name}.txt`, box))
    await file('x.txt', box)
    await person.call(updateLabels, { instanceIds: ids, label: 'Due', action: 'add' })
    await label(await file('y.txt', box), ['other'])
    for (const orderType of ['asc', 'desc'] as const) {
      const found: string[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await person.call(pageInstances, {
          parentId: box,
          label: 'due',
          orderType,
          pageSize: 2,
          ...(cursor && { cursor }),
        })
        expect(page).toMatchObject({ total: 6, folderCount: 2, fileCount: 4 })
        found.push(...page.list.map((item) => item.instanceName))
        cursor = page.nextCursor
        if (!cursor) break
        const elsewhere = person.call(pageInstances, { parentId: box, label: 'other', orderType, cursor })
        expect(await reason(elsewhere)).toMatchObject({ field: 'cursor' })
      }
      const names = ['b', 'c', 'd.txt', 'e.txt', 'f.txt', 'g.txt']
      const expected =
        orderType === 'asc' ? names : [...names.slice(0, 2).reverse(), ...names.slice(2).reverse()]
      expect(found).toEqual(expected)
    }
    const third = await person.call(pageInstances, { parentId: box, label: 'due', pageSize: 2, pageNo: 3 })
    expect(third.list.map((item) => item.instanceName)).toEqual(['f.txt', 'g.txt'])
    const both = await person.call(pageInstances, { parentId: box, label: 'due', keyword: 'g' })
    expect(both.list.map((item) => item.instanceName)).toEqual(['g.txt'])
  })
})
