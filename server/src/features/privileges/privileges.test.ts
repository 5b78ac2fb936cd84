import { updatePerson } from '@clouddisk/contract/admin-people'
import { saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import { searchUsers } from '@clouddisk/contract/directory'
import { createFolder, queryInstanceDetail } from '@clouddisk/contract/files'
import { dissolveGroup } from '@clouddisk/contract/groups'
import { maskName } from '@clouddisk/contract/masking'
import { pageNotifications, saveNotificationSettings } from '@clouddisk/contract/notifications'
import {
  explainPrivilege,
  queryPrivilegeList,
  queryRoleItems,
  updateUserRole,
} from '@clouddisk/contract/privileges'
import { type EntryRole, PERMISSION_ITEMS } from '@clouddisk/contract/roles'
import { createShare } from '@clouddisk/contract/shares'
import { HOUR } from '@clouddisk/contract/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMember, group, moveInto, type TestGroup } from '../../../test/organisation.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { notifyExpiries } from '../notifications/expiries.ts'
import { deleteExpiredEntries } from './jobs.ts'

let world: World
let owner: Person
let manager: Person
let member: Person
let stranger: Person
let team: TestGroup
let groups = 0
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  const people = [1, 2, 3, 4].map(() => world.person())
  ;[owner, manager, member, stranger] = (await Promise.all(people)) as [Person, Person, Person, Person]
  team = await group(world, owner, `team ${++groups}`)
  await addMember(world, team, manager.user.userId, 'manager')
  await addMember(world, team, member.user.userId, 'viewer')
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
const mask = async (maskNames: 'off' | 'otherDepartments') =>
  (await world.admin('superAdmin')).call(saveInstanceSettings, { maskNames })
afterAll(() => world.close())

const folder = async (person: Person, instanceName: string, parentId: string) =>
  (await person.call(createFolder, { parentId, instanceName })).instanceId
const permit = (
  by: Person,
  instanceId: string,
  role: EntryRole | 'inherit',
  principalIds: string[],
  principalType: 'user' | 'department' | 'group' = 'user',
) => by.call(updateUserRole, { instanceId, role, principalIds, principalType })
const idOf = (person: Person) => person.user.userId
const why = async (
  person: Person,
  instanceId: string,
  item: 'upload' | 'download' | 'list' | 'move',
  of?: Person,
) => (await person.call(explainPrivilege, { instanceId, item, ...(of ? { userId: idOf(of) } : {}) }))[0]

describe('a permission of one file', () => {
  it('decides instead of what comes from above, and goes again', async () => {
    const plans = await folder(owner, 'plans', team.rootId)
    expect(await permit(manager, plans, 'editor', [idOf(member)])).toEqual({ changed: 1 })
    expect(await permit(manager, plans, 'editor', [idOf(member)])).toEqual({ changed: 0 })
    await folder(member, 'mine', plans)
    await expect(folder(member, 'mine', team.rootId)).rejects.toMatchObject({ name: 'not_permitted' })
    expect(await permit(manager, plans, 'inherit', [idOf(member)])).toEqual({ changed: 1 })
    await expect(folder(member, 'again', plans)).rejects.toMatchObject({ name: 'not_permitted' })
  })

  it('forbids what the group gives, and nothing of it is told any more', async () => {
    const plans = await folder(owner, 'plans', team.rootId)
    const inner = await folder(owner, 'inner', plans)
    await permit(owner, plans, 'forbidden', [idOf(member)])
    await expect(member.list(inner)).rejects.toMatchObject({ name: 'not_found' })
    expect(await member.list(team.rootId)).toEqual([])
    expect((await manager.list(team.rootId)).map((row) => row.instanceName)).toEqual(['plans'])
  })

  it('makes a manager of this file alone, who gives and takes permissions there and nowhere else', async () => {
    const plans = await folder(owner, 'plans', team.rootId)
    const inner = await folder(owner, 'inner', plans)
    const other = await folder(owner, 'other', team.rootId)
    const fourth = await world.person()
    await addMember(world, team, idOf(fourth), 'viewer')
    await permit(owner, plans, 'manager', [idOf(member)])
    expect(await permit(member, inner, 'editor', [idOf(fourth)])).toEqual({ changed: 1 })
    expect(await permit(member, plans, 'manager', [idOf(fourth)])).toEqual({ changed: 1 })
    await expect(permit(member, other, 'editor', [idOf(fourth)])).rejects.toMatchObject({
      name: 'not_permitted',
    })
    await expect(permit(member, team.rootId, 'editor', [idOf(fourth)])).rejects.toMatchObject({
      name: 'not_permitted',
    })
    // Of the same file it manages all that stands on it, of what lies in it no manager from above.
    await expect(permit(fourth, inner, 'viewer', [idOf(member)])).rejects.toMatchObject({
      name: 'cannot_lock_out',
    })
    expect(await permit(fourth, plans, 'inherit', [idOf(member)])).toEqual({ changed: 1 })
  })

  it('locks nobody out who owns or manages the group, by itself or by a department', async () => {
    const plans = await folder(owner, 'plans', team.rootId)
    const top = await world.department(`Board ${groups}`)
    const boss = await world.person(undefined, {
      department: await world.department(`Chairs ${groups}`, top),
    })
    await addMember(world, team, top, 'manager', 'department')
    for (const role of ['forbidden', 'viewer'] as const)
      for (const person of [owner, manager, boss])
        await expect(permit(owner, plans, role, [idOf(person)])).rejects.toMatchObject({
          name: 'cannot_lock_out',
        })
    await expect(permit(owner, plans, 'forbidden', [top], 'department')).rejects.toMatchObject({
      name: 'cannot_lock_out',
    })
    await expect(permit(owner, plans, 'forbidden', [idOf(member), idOf(manager)])).rejects.toMatchObject({
      name: 'cannot_lock_out',
    })
    expect((await member.list(team.rootId)).map((row) => row.instanceName)).toEqual(['plans'])
  })

  it('is for members alone: people and departments that are in the group', async () => {
    const plans = await folder(owner, 'plans', team.rootId)
    const top = await world.department(`Sales ${groups}`)
    const below = await world.department(`East ${groups}`, top)
    const clerk = await world.person(undefined, { department: below })
    const refused = expect.objectContaining({ name: 'not_a_member' })
    await expect(permit(owner, plans, 'editor', [idOf(stranger)])).rejects.toEqual(refused)
    await expect(permit(owner, plans, 'editor', [idOf(clerk)])).rejects.toEqual(refused)
    await expect(permit(owner, plans, 'editor', [top], 'department')).rejects.toEqual(refused)
    await expect(permit(owner, plans, 'editor', [team.id], 'group')).rejects.toEqual(refused)
    await expect(permit(owner, plans, 'editor', ['nobody'])).rejects.toEqual(refused)
    await addMember(world, team, top, 'viewer', 'department')
    expect(await permit(owner, plans, 'editor', [idOf(clerk)])).toEqual({ changed: 1 })
    expect(await permit(owner, plans, 'downloader', [below], 'department')).toEqual({ changed: 1 })
    await moveInto(world, clerk, null)
    await expect(permit(owner, plans, 'viewer', [idOf(clerk)])).rejects.toEqual(refused)
    expect(await permit(owner, plans, 'inherit', [idOf(clerk)])).toEqual({ changed: 1 })
  })

  it('is not for the group’s top, a personal file, a stranger, or who only edits', async () => {
    const plans = await folder(owner, 'plans', team.rootId)
    const own = await folder(owner, 'own', '0')
    await expect(permit(owner, team.rootId, 'editor', [idOf(member)])).rejects.toMatchObject({
      name: 'root_permissions',
    })
    await expect(permit(owner, own, 'editor', [idOf(member)])).rejects.toMatchObject({
      name: 'not_permitted',
    })
    await expect(permit(stranger, plans, 'editor', [idOf(member)])).rejects.toMatchObject({
      name: 'not_found',
    })
    await expect(permit(member, plans, 'editor', [idOf(member)])).rejects.toMatchObject({
      name: 'not_permitted',
    })
  })

  it('waits for nobody while a group is being dissolved', async () => {
    const plans = await folder(owner, 'plans', team.rootId)
    await owner.call(dissolveGroup, { groupId: team.id })
    await expect(permit(owner, plans, 'editor', [idOf(member)])).rejects.toMatchObject({
      name: 'group_dissolving',
    })
    await expect(permit(member, plans, 'editor', [idOf(member)])).rejects.toMatchObject({
      name: 'not_permitted',
    })
  })
})

describe('whoever it concerns', () => {
  const heard = async (person: Person) =>
    (await person.call(pageNotifications, {})).list
      .filter(({ kind }) => kind === 'files.permissionChanged')
      .map(({ data }) => [data.instanceName, data.role, data.actorName])
  const by = () => manager.user.userRealName

  it('is told of a permission of one file, in words of its own, and can do without', async () => {
    const plans = await folder(owner, 'plans', team.rootId)
    await permit(manager, plans, 'editor', [idOf(member)])
    await permit(manager, plans, 'editor', [idOf(member)])
    await permit(manager, plans, 'inherit', [idOf(member)])
    expect(await heard(member)).toEqual([
      ['plans', undefined, by()],
      ['plans', 'editor', by()],
    ])
    const list = [{ kind: 'files.permissionChanged', app: false, mail: 'off' }] as const
    await member.call(saveNotificationSettings, { list: [...list] })
    await permit(manager, plans, 'downloader', [idOf(member)])
    expect(await heard(member)).toHaveLength(2)
    expect(await heard(manager)).toEqual([])
  })

  it('is told of nothing in a folder that is kept from it', async () => {
    const kept = await folder(owner, 'kept', team.rootId)
    const inside = await folder(owner, 'inside', kept)
    await permit(owner, kept, 'forbidden', [idOf(member)])
    await permit(owner, inside, 'forbidden', [idOf(member)])
    await permit(owner, inside, 'inherit', [idOf(member)])
    expect((await heard(member)).map(([name]) => name)).toEqual(['kept'])
    await permit(owner, inside, 'viewer', [idOf(member)])
    expect((await heard(member)).map(([name]) => name)).toEqual(['inside', 'kept'])
  })

  it('has a permission until its end, hears of that before, and of it then', async () => {
    const plans = await folder(owner, 'plans', team.rootId)
    const end = new Date(world.ctx.now().getTime() + HOUR).toISOString()
    const give = (role: EntryRole | 'inherit', expireTime?: string) =>
      manager.call(updateUserRole, {
        instanceId: plans,
        principalType: 'user',
        principalIds: [idOf(member)],
        role,
        ...(expireTime === undefined ? {} : { expireTime }),
      })
    await expect(give('editor', '2001-01-01T00:00:00Z')).rejects.toMatchObject({ name: 'bad_field' })
    expect(await give('editor', end)).toEqual({ changed: 1 })
    // Another role leaves the end, an end alone changes it, "" takes it away.
    expect(await give('downloader')).toEqual({ changed: 1 })
    const ends = async () =>
      (await owner.call(queryPrivilegeList, { instanceId: plans })).find(
        ({ principalId }) => principalId === idOf(member),
      )?.expires
    expect(await ends()).toBe(end)
    expect(await give('downloader', '')).toEqual({ changed: 1 })
    expect(await ends()).toBeNull()
    await give('editor', end)
    await notifyExpiries(world.ctx)
    const kinds = async () => (await member.call(pageNotifications, {})).list.map(({ kind }) => kind)
    expect(await kinds()).toContain('expiry.entry')
    await folder(member, 'mine', plans)
    world.advance(HOUR)
    await expect(folder(member, 'late', plans)).rejects.toMatchObject({ name: 'not_permitted' })
    await deleteExpiredEntries(world.ctx)
    await deleteExpiredEntries(world.ctx)
    expect((await heard(member))[0]).toEqual(['plans', undefined, undefined])
    const { rows } = await world.ctx.db.pool.query(
      `select count(*) as n from file_grant where file_id = $1 and source = 'entry'`,
      [plans],
    )
    expect(rows[0].n).toBe(0)
  })

  it('gives nothing that lasts longer than what it has itself', async () => {
    const plans = await folder(owner, 'plans', team.rootId)
    const end = (hours: number) => new Date(world.ctx.now().getTime() + hours * HOUR).toISOString()
    const give = (of: Person, to: Person, expireTime: string) =>
      of.call(updateUserRole, {
        instanceId: plans,
        principalType: 'user',
        principalIds: [idOf(to)],
        role: 'manager',
        expireTime,
      })
    await addMember(world, team, idOf(stranger), 'viewer')
    const late = await world.again(stranger)
    await give(owner, late, end(2))
    for (const expireTime of ['', end(3)]) {
      await expect(give(late, member, expireTime)).rejects.toMatchObject({ name: 'bad_field' })
      await expect(give(late, late, expireTime)).rejects.toMatchObject({ name: 'bad_field' })
    }
    await give(late, member, end(1))
  })
})

describe('the table of roles', () => {
  it('is everybody’s to read, and says what each role gives and where it is given', async () => {
    const { items, roles } = await stranger.call(queryRoleItems, {})
    expect(items).toEqual([...PERMISSION_ITEMS])
    const of = (name: string) => roles.find(({ role }) => role === name)
    expect(of('owner')).toEqual({ role: 'owner', fileAuth: items, uses: ['group'] })
    expect(of('forbidden')).toEqual({ role: 'forbidden', fileAuth: [], uses: ['entry', 'general'] })
    expect(of('uploader')).toEqual({ role: 'uploader', fileAuth: ['list', 'upload'], uses: ['general'] })
    expect(of('viewer')?.uses).toEqual(['group', 'entry', 'share', 'general'])
    // What it says is what is found: a viewer of the group has these items.
    const plans = await folder(owner, 'plans', team.rootId)
    const mine = (await member.call(queryPrivilegeList, { instanceId: plans })).find(
      ({ principalId }) => principalId === idOf(member),
    )
    expect(mine?.fileAuth).toEqual(of('viewer')?.fileAuth)
    expect((await fetch(`${world.baseUrl}/disk/api/privilege/roles`)).status).toBe(401)
  })
})

describe('who has access', () => {
  it('is told with role and origin, own before inherited, in the list and in the details', async () => {
    const plans = await folder(owner, 'plans', team.rootId)
    const inner = await folder(owner, 'inner', plans)
    await permit(owner, plans, 'editor', [idOf(member)])
    const list = await member.call(queryPrivilegeList, { instanceId: inner })
    expect(list).toMatchObject([
      { principalId: idOf(owner), role: 'owner', fromId: team.rootId, inherited: true, canChange: false },
      { principalId: idOf(manager), role: 'manager', inherited: true, canChange: false },
      { principalId: idOf(member), role: 'editor', fromId: plans, fromName: 'plans', canChange: false },
    ])
    expect(list[2]?.fileAuth).toContain('upload')
    const seen = await manager.call(queryPrivilegeList, { instanceId: inner })
    expect(seen.map((row) => row.canChange)).toEqual([false, false, true])
    const { access } = await member.call(queryInstanceDetail, { instanceId: inner })
    expect(access).toEqual(
      list.map(({ principalType, principalId, name, role }) => ({ principalType, principalId, name, role })),
    )
    await expect(stranger.call(queryPrivilegeList, { instanceId: inner })).rejects.toMatchObject({
      name: 'not_found',
    })
  })

  it('names no folder above what was shared', async () => {
    const secret = await folder(owner, 'secret', '0')
    const shared = await folder(owner, 'shared', secret)
    const members = [{ principalType: 'user', principalId: idOf(member), role: 'viewer' }] as const
    await owner.call(createShare, { instanceIds: [shared], members: [...members] })
    const above = [{ principalType: 'user', principalId: idOf(manager), role: 'editor' }] as const
    await owner.call(createShare, { instanceIds: [secret], members: [...above] })
    expect(await member.call(queryPrivilegeList, { instanceId: shared })).toMatchObject([
      { principalId: idOf(owner), role: 'owner', fromId: null, fromName: null },
      { principalId: idOf(manager), role: 'editor', fromId: null, fromName: null, inherited: true },
      { principalId: idOf(member), role: 'viewer', fromId: shared, fromName: 'shared', inherited: false },
    ])
  })
})

describe('whoever has something of a folder above', () => {
  it('is named in full, or masked in the list, the details and the explanation where a setting asks for it', async () => {
    const [secret, known] = await Promise.all([
      world.person(undefined, { realName: '欧阳小峰' }),
      world.person(undefined, { realName: '上官小红' }),
    ])
    const above = await folder(owner, 'above', '0')
    const inner = await folder(owner, 'inner', above)
    const give = (instanceId: string, person: Person, role: 'viewer' | 'manager') =>
      owner.call(createShare, {
        instanceIds: [instanceId],
        members: [{ principalType: 'user', principalId: idOf(person), role }],
      })
    await give(above, secret, 'viewer')
    await give(inner, known, 'viewer')
    await give(inner, member, 'manager')
    const told = async (by: Person) =>
      Object.fromEntries(
        (await by.call(queryPrivilegeList, { instanceId: inner })).map((one) => [one.principalId, one]),
      )
    expect((await told(member))[idOf(secret)]).toMatchObject({
      name: '欧阳小峰',
      detail: secret.user.userName,
    })
    expect((await why(member, inner, 'list', secret))?.sentence).toContain('欧阳小峰')
    await mask('otherDepartments')
    const byMember = await told(member)
    expect(byMember[idOf(secret)]).toMatchObject({ name: maskName('欧阳小峰') })
    expect(byMember[idOf(secret)]?.detail).toBe(maskName(secret.user.userName))
    expect(byMember[idOf(known)]).toMatchObject({ name: '上官小红', detail: known.user.userName })
    expect(byMember[idOf(owner)]).toMatchObject({ name: owner.user.userRealName })
    expect((await told(owner))[idOf(secret)]).toMatchObject({ name: '欧阳小峰' })
    const { access } = await member.call(queryInstanceDetail, { instanceId: inner })
    expect(access.map(({ name }) => name)).not.toContain('欧阳小峰')
    const explained = await why(member, inner, 'list', secret)
    expect(explained?.sentence).toContain(maskName('欧阳小峰'))
    expect(explained?.entry).toMatchObject({ name: maskName('欧阳小峰') })
    await mask('off')
  })
})

describe('an explanation', () => {
  it('names what decides, in both languages', async () => {
    const { id, rootId } = team
    const name = `team ${groups}`
    expect(await why(member, rootId, 'upload')).toEqual({
      permitted: false,
      item: 'upload',
      because: 'nothing',
      sentence: `你是“${name}”的预览者，不能上传和新建。`,
      entry: expect.objectContaining({ principalId: idOf(member), role: 'viewer', fromId: rootId }),
    })
    expect(id).toBeDefined()
    const english = member.speaking('en-US')
    expect((await why(english, rootId, 'list'))?.sentence).toBe(
      `You are a viewer of “${name}”, so you can view the list.`,
    )
    expect((await why(english, rootId, 'upload'))?.sentence).toBe(
      `You are a viewer of “${name}”, so you can’t upload or create files.`,
    )
    const all = await member.call(explainPrivilege, { instanceId: rootId })
    expect(all.map(({ item }) => item)).toEqual([...PERMISSION_ITEMS])
    const one = await member.call(explainPrivilege, { instanceId: rootId, item: 'comment' })
    expect(one).toMatchObject([{ item: 'comment', permitted: false }])
  })

  it('names the department or group that it comes through', async () => {
    const top = await world.department(`设计部${groups}`)
    const clerk = await world.person(undefined, { department: top })
    await addMember(world, team, top, 'editor', 'department')
    expect((await why(clerk, team.rootId, 'upload'))?.sentence).toBe(
      `你所在的部门“设计部${groups}”是“team ${groups}”的编辑者，可以上传和新建。`,
    )
    const own = await folder(stranger, 'own', '0')
    const other = await group(world, stranger, `other ${groups}`)
    await addMember(world, other, idOf(clerk), 'viewer')
    // A session that nobody has read before it was in the group.
    await (await world.again(stranger)).call(createShare, {
      instanceIds: [own],
      members: [{ principalType: 'group', principalId: other.id, role: 'downloader' }],
    })
    const later = await world.again(clerk)
    expect((await why(later, own, 'download'))?.sentence).toBe(
      `你所在的群组“other ${groups}”是“own”的下载者，可以下载。`,
    )
    expect((await why(later, own, 'move'))?.sentence).toBe(
      `你所在的群组“other ${groups}”是“own”的下载者，不能移动。`,
    )
  })

  it('of others is for who manages people there, and says also why they have nothing', async () => {
    const plans = await folder(owner, 'plans', team.rootId)
    await permit(owner, plans, 'forbidden', [idOf(member)])
    expect(await why(manager, plans, 'list', member)).toMatchObject({
      permitted: false,
      because: 'forbidden',
      sentence: `${owner.user.userRealName}在“plans”的权限中禁止了${member.user.userRealName}访问，因此${member.user.userRealName}没有任何权限。可在“plans”的“权限…”中更改。`,
      entry: { role: 'forbidden', fromId: plans, canChange: true },
    })
    expect(await why(manager, plans, 'list', stranger)).toMatchObject({
      permitted: false,
      because: 'nothing',
      sentence: `${stranger.user.userRealName}没有“plans”的权限，不能查看列表。`,
      entry: null,
    })
    await expect(why(member, team.rootId, 'list', manager)).rejects.toMatchObject({ name: 'not_permitted' })
    await expect(why(stranger, plans, 'list')).rejects.toMatchObject({ name: 'not_found' })
    await expect(
      manager.call(explainPrivilege, { instanceId: plans, userId: 'nobody' }),
    ).rejects.toMatchObject({ name: 'not_found' })
  })

  it('says of what keeps somebody out who set it and where, as far as the asker may know', async () => {
    const plans = await folder(owner, 'plans', team.rootId)
    const inner = await folder(owner, 'inner', plans)
    await permit(manager, plans, 'forbidden', [idOf(member)])
    const name = member.user.userRealName
    expect((await why(manager.speaking('en-US'), inner, 'download', member))?.sentence).toBe(
      `You set ${name} to “No access” in the permissions of “plans”, so they can’t do anything here. To change it, open “Permissions…” there.`,
    )
    expect((await why(owner, inner, 'list', member))?.sentence).toBe(
      `${manager.user.userRealName}在“plans”的权限中禁止了${name}访问，因此${name}没有任何权限。可在“plans”的“权限…”中更改。`,
    )
  })

  it('does not say of a group’s file that it could be shared', async () => {
    const plans = await folder(owner, 'plans', team.rootId)
    const [shared] = await owner.call(explainPrivilege, { instanceId: plans, item: 'share' })
    expect(shared).toMatchObject({
      permitted: false,
      because: 'group',
      sentence: `你是“team ${groups}”的所有者，但群组文件不能共享。`,
    })
    const refused = await owner.call(createShare, {
      instanceIds: [plans],
      members: [{ principalType: 'user', principalId: idOf(stranger), role: 'viewer' }],
    })
    expect(refused.list).toMatchObject([{ errcode: 30404 }])
  })

  it('is there also of a member that nobody can sign in as, whom managers alone find', async () => {
    const found = async (by: Person, more: { instanceId?: string }) =>
      (await by.call(searchUsers, { keyword: member.user.userName, ...more })).list
    await world.admin().then((admin) => admin.call(updatePerson, { userId: idOf(member), status: 'frozen' }))
    expect(await found(owner, {})).toEqual([])
    const { rootId: instanceId } = team
    expect(await found(owner, { instanceId })).toMatchObject([{ userId: idOf(member), atRest: true }])
    expect(await why(owner, instanceId, 'list', member)).toMatchObject({
      permitted: false,
      because: 'account',
      sentence: `${member.user.userRealName}是“team ${groups}”的预览者，但账号已冻结或到期，不能登录。`,
    })
    const other = await world.person()
    await addMember(world, team, idOf(other), 'viewer')
    await expect(found(other, { instanceId })).rejects.toMatchObject({ name: 'not_permitted' })
    await expect(found(stranger, { instanceId })).rejects.toMatchObject({ name: 'not_found' })
    const own = await folder(owner, 'own', '0')
    expect(await found(owner, { instanceId: own })).toEqual([])
  })

  it('of others names them as the one who asks may find them, or reads them in the list', async () => {
    const shared = await folder(owner, 'shared', '0')
    const top = await world.department(`设计部门${groups}`)
    const clerk = await world.person(undefined, { department: top, realName: '欧阳小明·甲' })
    const asked = await world.person(undefined, { realName: '上官小红·乙' })
    await owner.call(createShare, {
      instanceIds: [shared],
      members: [
        { principalType: 'user', principalId: idOf(stranger), role: 'manager' },
        { principalType: 'department', principalId: top, role: 'viewer' },
      ],
    })
    const sentence = async (by: Person, of: Person) => (await why(by, shared, 'list', of))?.sentence
    expect(await sentence(stranger, asked)).toBe('上官小红·乙没有“shared”的权限，不能查看列表。')
    await mask('otherDepartments')
    expect(await sentence(stranger, clerk)).toBe(
      `欧阳**·甲所在的部门“设计部门${groups}”是“shared”的预览者，可以查看列表。`,
    )
    expect(await sentence(stranger, asked)).toBe('上官**·乙没有“shared”的权限，不能查看列表。')
    // Whoever may read it elsewhere reads it here too.
    await moveInto(world, stranger, top)
    const colleague = await world.again(stranger)
    expect(await sentence(colleague, clerk)).toContain('欧阳小明·甲')
    expect(await sentence(colleague, asked)).toContain('上官**·乙')
    await owner.call(createShare, {
      instanceIds: [shared],
      members: [{ principalType: 'user', principalId: idOf(asked), role: 'viewer' }],
    })
    expect(await sentence(colleague, asked)).toBe('上官小红·乙是“shared”的预览者，可以查看列表。')
    await mask('off')
  })

  it('tells a share’s own place, a group that is dissolved, and what the account’s roles allow', async () => {
    const own = await folder(owner, 'own', '0')
    const members = [{ principalType: 'user', principalId: idOf(member), role: 'editor' }] as const
    await owner.call(createShare, { instanceIds: [own], members: [...members] })
    expect(await why(member, own, 'move')).toMatchObject({
      because: 'place',
      sentence: '你是“own”的编辑者，但它的名称和位置由所有者决定，不能移动。',
    })
    await owner.call(dissolveGroup, { groupId: team.id })
    expect(await why(manager, team.rootId, 'upload')).toMatchObject({ because: 'dissolving' })
    const reader = await world.person(undefined, { roles: ['viewer'] })
    await addMember(world, team, idOf(reader), 'editor')
    expect(await why(reader, team.rootId, 'download')).toMatchObject({
      permitted: false,
      because: 'ceiling',
      sentence: `你是“team ${groups}”的编辑者，但账号的角色不允许下载。`,
    })
  })
})
