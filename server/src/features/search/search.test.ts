import { createFolder, moveInstances, removeInstances, renameInstance } from '@clouddisk/contract/files'
import { updateAttribute } from '@clouddisk/contract/labels'
import type { Input } from '@clouddisk/contract/route'
import { searchInstancePage } from '@clouddisk/contract/search'
import { createShare, removeShares } from '@clouddisk/contract/shares'
import { restoreTrash } from '@clouddisk/contract/trash'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { computePinyin } from './jobs.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  person = await world.person()
})
afterAll(() => world.close())

const folder = async (instanceName: string, parentId = '0', who = person) =>
  (await who.call(createFolder, { parentId, instanceName })).instanceId
const file = async (name: string, parentId = '0', who = person) =>
  (await who.upload(parentId, name, Buffer.from(name))).instanceId
const search = (input: Input<typeof searchInstancePage>, who = person) => who.call(searchInstancePage, input)
const names = async (input: Input<typeof searchInstancePage> | string, who = person) =>
  (await search(typeof input === 'string' ? { keyword: input } : input, who)).list.map(
    (item) => item.instanceName,
  )

describe('a search by name', () => {
  it('finds any part of it, in any case, down to one character', async () => {
    const deep = await folder('deep', await folder('work'))
    await file('Annual Report 2024.docx', deep)
    await file('财务报表.xlsx', deep)
    for (const keyword of [
      'annual report 2024.docx',
      'REPORT',
      'al Rep',
      '2024',
      'x 报',
      '表',
      '.xls',
      'PO',
      'é',
    ])
      expect([keyword, await names(keyword)]).toEqual([keyword, EXPECTED[keyword] ?? []])
    expect((await search({ keyword: '报表' })).list).toMatchObject([
      {
        instanceName: '财务报表.xlsx',
        instancePath: '个人文件/work/deep',
        classifierId: 'File',
        match: { field: 'name' },
      },
    ])
  })
  const EXPECTED: Record<string, string[]> = {
    'annual report 2024.docx': ['Annual Report 2024.docx'],
    REPORT: ['Annual Report 2024.docx'],
    'al Rep': ['Annual Report 2024.docx'],
    '2024': ['Annual Report 2024.docx'],
    'x 报': ['财务报表.xlsx'],
    表: ['财务报表.xlsx'],
    '.xls': ['财务报表.xlsx'],
    PO: ['Annual Report 2024.docx'],
  }

  it('finds Chinese by pinyin, from any syllable on, by initials, and by characters of the same sound', async () => {
    await file('重庆银行合同2024.pdf')
    for (const keyword of [
      'chongqing',
      'yinhang',
      'yinhanghetong',
      'cqyh',
      'yhht',
      'y',
      'ht2024',
      'hetong2024',
    ])
      expect([keyword, await names(keyword)]).toEqual([keyword, ['重庆银行合同2024.pdf']])
    expect(await names('合童')).toEqual(['重庆银行合同2024.pdf'])
    expect(await names('ongqing')).toEqual([])
    expect(await names('qyhc')).toEqual([])
  })

  it('finds a word with one letter wrong, missing, too much or swapped, after what matches as it is', async () => {
    await file('quarterly report.txt')
    for (const keyword of ['reprot', 'repirt', 'reort', 'repoort', 'qurterly', 'quarterlj'])
      expect([keyword, await names(keyword)]).toEqual([keyword, ['quarterly report.txt']])
    expect(await names('rpeotr')).toEqual([])
    await file('reprot.txt')
    expect(await names('reprot')).toEqual(['reprot.txt', 'quarterly report.txt'])
    await file('项目计划.docx')
    expect(await names('xiangnu')).toEqual(['项目计划.docx'])
  })

  it('takes signs as they are', async () => {
    await file('100%_done.txt')
    await file('100 done.txt')
    for (const keyword of ['100%', '%_', '_', '%']) expect(await names(keyword)).toEqual(['100%_done.txt'])
    expect(await names('\\')).toEqual([])
  })

  it('puts the whole name first, then its beginning, then what is within, then pinyin', async () => {
    await file('计划.txt')
    await file('old plan b.txt')
    await file('plan.txt')
    await file('plans.txt')
    await file('普兰.txt')
    expect(await names('plan')).toEqual(['plan.txt', 'plans.txt', 'old plan b.txt'])
    expect((await names('pulan'))[0]).toBe('普兰.txt')
    expect(await names('jihua')).toEqual(['计划.txt'])
  })

  it('narrows by kind, size, time and owner, and sorts by column', async () => {
    const begun = new Date().toISOString()
    await folder('alpha')
    await person.upload('0', 'alpha.png', Buffer.alloc(10))
    await person.upload('0', 'alpha.docx', Buffer.alloc(30))
    await person.upload('0', 'alpha.zzz', Buffer.alloc(20))
    const sorted = async (more: Input<typeof searchInstancePage>) =>
      (await names({ keyword: 'alpha', ...more })).toSorted()
    expect(await sorted({ kinds: ['folder'] })).toEqual(['alpha'])
    expect(await sorted({ kinds: ['picture'] })).toEqual(['alpha.png'])
    expect(await sorted({ kinds: ['document', 'other'] })).toEqual(['alpha.docx', 'alpha.zzz'])
    expect(await sorted({ sizeMin: 11, sizeMax: 20 })).toEqual(['alpha.zzz'])
    expect(await sorted({ timeFrom: begun })).toHaveLength(4)
    expect(await sorted({ timeTo: begun })).toEqual([])
    expect(await sorted({ ownerId: person.user.userId })).toHaveLength(4)
    expect(await sorted({ ownerId: (await world.person()).user.userId })).toEqual([])
    const bySize = await search({ keyword: 'alpha.', orderBy: 'fileSize', orderType: 'desc', pageSize: 2 })
    expect(bySize).toMatchObject({
      list: [{ instanceName: 'alpha.docx' }, { instanceName: 'alpha.zzz' }],
      total: 3,
      truncated: false,
    })
    const next = {
      keyword: 'alpha.',
      orderBy: 'fileSize',
      orderType: 'desc',
      pageSize: 2,
      pageNo: 2,
    } as const
    expect(await names(next)).toEqual(['alpha.png'])
    expect(await names({ kinds: ['picture'] })).toEqual(['alpha.png'])
    await expect(search({ timeFrom: 'yesterday' })).rejects.toMatchObject({ details: { field: 'timeFrom' } })
    await expect(search({ ownerId: 'nobody' })).rejects.toMatchObject({ name: 'not_found' })
  })

  it('stays below a folder where one is named', async () => {
    const work = await folder('work')
    const inner = await file('note a.txt', await folder('deep', work))
    await file('note b.txt')
    expect(await names({ keyword: 'note', parentId: work })).toEqual(['note a.txt'])
    expect(await names({ keyword: 'work', parentId: work })).toEqual([])
    expect((await names({ keyword: 'note', parentId: '0' })).toSorted()).toEqual(['note a.txt', 'note b.txt'])
    await expect(search({ keyword: 'note', parentId: inner })).rejects.toMatchObject({ name: 'is_a_file' })
    await expect(search({ keyword: 'a', parentId: 'nothing' })).rejects.toMatchObject({ name: 'not_found' })
  })

  it('finds the same in what is too large to be read from above', async () => {
    const { config } = world.ctx
    const { searchBelowMax } = config
    onTestFinished(() => void Object.assign(config, { searchBelowMax }))
    const other = await world.person()
    const work = await folder('work')
    await file('marl in.txt', await folder('deep', work))
    await file('marl out.txt')
    await person.call(createShare, {
      instanceIds: [work],
      members: [{ principalType: 'user', principalId: other.user.userId, role: 'viewer' }],
    })
    for (const max of [searchBelowMax, 0]) {
      Object.assign(config, { searchBelowMax: max })
      expect(await names({ keyword: 'marl', parentId: work })).toEqual(['marl in.txt'])
      expect(await names('marl', other)).toEqual(['marl in.txt'])
      expect(await names({ keyword: 'work', parentId: work })).toEqual([])
    }
  })

  it('gives the best of very many and says that there are more', async () => {
    const { limits } = world.ctx.config
    const { searchMax } = limits
    Object.assign(limits, { searchMax: 3 })
    onTestFinished(() => void Object.assign(limits, { searchMax }))
    for (const n of [1, 2, 3]) await file(`pebble ${n}.txt`)
    expect(await search({ keyword: 'pebble' })).toMatchObject({ total: 3, truncated: false })
    await file('pebble.txt')
    const { list, total, truncated } = await search({ keyword: 'pebble' })
    expect([list[0]?.instanceName, total, truncated]).toEqual(['pebble.txt', 3, true])
  })
})

describe('a search by label', () => {
  const label = (instanceId: string, labels: string[]) => person.call(updateAttribute, { instanceId, labels })

  it('finds what has a label that is the keyword, or begins with it, after what has it in its name (R143)', async () => {
    const [a, b, c] = [await file('plan.txt'), await file('b.txt'), await folder('c')]
    await label(a, ['planned'])
    await label(b, ['Planned', 'x'])
    await label(c, ['unplanned', 'plain'])
    const { list } = await search({ keyword: 'PLAN' })
    expect(list.map((item) => [item.instanceName, item.match.field])).toEqual([
      ['plan.txt', 'name'],
      ['b.txt', 'label'],
    ])
    expect(await names('planned')).toEqual(expect.arrayContaining(['b.txt', 'plan.txt']))
    expect(await names({ keyword: 'pla', parentId: c })).toEqual([])
  })

  it('is limited to a label, with a keyword and without', async () => {
    const [a, b] = [await file('one.txt'), await file('two.txt')]
    await label(a, ['合同'])
    await label(b, ['合同二'])
    expect((await search({ label: '合同' })).list).toMatchObject([
      { instanceName: 'one.txt', match: { field: 'label' } },
    ])
    expect(await names({ label: '合同二', keyword: 'two' })).toEqual(['two.txt'])
    expect(await names({ label: '合同二', keyword: 'one' })).toEqual([])
  })

  it('finds what is shared, and nothing of others', async () => {
    const other = await world.person()
    const [box, hidden] = [await folder('box'), await folder('hidden')]
    await label(await file('in.txt', box), ['marble'])
    await label(await file('out.txt', hidden), ['marble'])
    expect(await names('marble', other)).toEqual([])
    await person.call(createShare, {
      instanceIds: [box],
      members: [{ principalType: 'user', principalId: other.user.userId, role: 'viewer' }],
    })
    expect([await names('marble', other), await names({ label: 'marble' }, other)]).toEqual([
      ['in.txt'],
      ['in.txt'],
    ])
  })
})

describe('what is found', () => {
  it('follows a rename, a move and a deletion at once', async () => {
    const id = await file('quartz.txt')
    await person.call(renameInstance, { instanceId: id, instanceName: '石英.txt' })
    expect([await names('quartz'), await names('shiying')]).toEqual([[], ['石英.txt']])
    const box = await folder('box')
    await person.call(moveInstances, { instanceIds: [id], targeParentId: box })
    expect((await search({ keyword: '石英' })).list).toMatchObject([{ instancePath: '个人文件/box' }])
    const { list } = await person.call(removeInstances, { instanceIds: [box] })
    expect(await names('石英')).toEqual([])
    await person.call(restoreTrash, { instanceIds: [list[0]?.newId ?? ''] })
    expect(await names('石英')).toEqual(['石英.txt'])
  })

  it('is what one may see, as long as one may: shares, groups, and what is kept from one', async () => {
    const other = await world.person()
    const box = await folder('basalt box')
    await file('basalt in.txt', box)
    await file('basalt out.txt')
    expect(await names('basalt', other)).toEqual([])
    const shared = await person.call(createShare, {
      instanceIds: [box],
      members: [{ principalType: 'user', principalId: other.user.userId, role: 'viewer' }],
    })
    expect((await names('basalt', other)).toSorted()).toEqual(['basalt box', 'basalt in.txt'])
    expect(await names({ keyword: 'basalt', ownerId: person.user.userId }, other)).toHaveLength(2)
    await person.call(removeShares, { shareIds: shared.shares.map((share) => share.fileSharingId) })
    expect(await names('basalt', other)).toEqual([])
    const group = await world.group(person, [[other, 'viewer']])
    await file('basalt group.txt', group.rootId)
    expect(await names('basalt', other)).toEqual(['basalt group.txt'])
  })

  it('includes names that an earlier version wrote, once their pinyin is there', async () => {
    const id = await file('早期文件.txt')
    await sql`update file set pinyin = null where id = ${id}`.execute(world.ctx.db.reader)
    expect([await names('早期'), await names('zaoqi')]).toEqual([['早期文件.txt'], []])
    await computePinyin(world.ctx)
    expect(await names('zaoqi')).toEqual(['早期文件.txt'])
  })
})

describe('what pinyin or a typing mistake matched', () => {
  const marked = async (keyword: string) => {
    const [item] = (await search({ keyword })).list
    return item?.match.marks?.map(({ start, end }) => item.instanceName.slice(start, end))
  }

  it('is told, where the name does not have it as written', async () => {
    await file('𠮷 重庆银行 合同2024.pdf')
    await file('quarterly report.txt')
    expect(await marked('yinhang')).toEqual(['银行'])
    expect(await marked('chongqingy')).toEqual(['重庆银'])
    expect(await marked('yhht2')).toEqual(['银行 合同2'])
    expect(await marked('cqyh 2024')).toEqual(['重庆银行', '2024'])
    expect(await marked('合童')).toEqual(['合同'])
    expect(await marked('yinhnag')).toEqual(['银行'])
    expect(await marked('reprot')).toEqual(['report'])
    expect(await marked('银行')).toBeUndefined()
  })
})
