import { pageAdminLinks } from '@clouddisk/contract/admin-links'
import {
  createRole,
  giveRole,
  queryRoles,
  saveRoleOutbound,
  updateRole,
} from '@clouddisk/contract/admin-roles'
import {
  checkLinkDlp,
  createOrUpdateLink,
  pageLinkInstances,
  pageLinks,
  queryLinkAttribute,
  queryLinkConfig,
  removeLinks,
} from '@clouddisk/contract/links'
import { GENERAL_ROLES, ROLE_ITEMS } from '@clouddisk/contract/roles'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../../test/person.ts'
import { visitorOf } from '../../../../test/visitor.ts'
import { openWorld, type World } from '../../../../test/world.ts'

/** Which roles permit external links, and what becomes of links whose owner may not have them any more. */

let world: World
let admin: Person
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('superAdmin')
})
afterEach(() => switchRole('default', true))
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

const switchRole = (roleId: string, outbound: boolean) => admin.call(saveRoleOutbound, { roleId, outbound })
const give = (who: Person, roleId: string) => admin.call(giveRole, { roleId, userIds: [who.user.userId] })
const upload = async (who: Person) => (await who.upload('0', 'a.txt', Buffer.from('a'))).instanceId
const link = (who: Person, instanceId: string) =>
  who.call(createOrUpdateLink, { instanceIds: [instanceId], code: '' })
const isPermitted = async (who: Person) => (await who.call(queryLinkConfig, {})).outbound
const open = (linkPath: string) => visitorOf(world.baseUrl).call(pageLinkInstances, { linkPath })
const refused = (name: string, more = {}) => expect.objectContaining({ name, ...more })

describe('a role', () => {
  it('gives it where it permits sharing, until it is switched off for the role (R245)', async () => {
    const sharing = GENERAL_ROLES.filter((role) => (ROLE_ITEMS[role] as readonly string[]).includes('share'))
    const givers = async () =>
      (await admin.call(queryRoles, {})).flatMap(({ roleId, outbound }) => (outbound ? [roleId] : []))
    expect(await givers()).toEqual(sharing)
    for (const role of sharing) {
      const person = await world.person()
      const file = await upload(person)
      if (role !== 'default') await give(person, role)
      expect(await isPermitted(person)).toBe(true)
      expect(await switchRole(role, false)).toMatchObject({ roleId: role, outbound: false })
      expect(await isPermitted(person)).toBe(false)
      await expect(link(person, file)).rejects.toEqual(refused('no_outbound_permission', { code: 30409 }))
      await switchRole(role, true)
      expect(await link(person, file)).toMatchObject({ status: 'valid' })
    }
    expect(await givers()).toEqual(sharing)
    for (const roleId of ['viewer', 'forbidden', 'superAdmin', 'nothing'])
      await expect(switchRole(roleId, true)).rejects.toMatchObject({
        name: roleId === 'nothing' ? 'not_found' : 'bad_field',
      })
  })

  it('of one’s own making does so too, and keeps what it had where it is changed', async () => {
    const draft = { type: 'ordinary', items: ['list', 'upload', 'download', 'share'] } as const
    const definition = { ...draft, items: [...draft.items], roleName: '内部员工' }
    const { roleId } = await admin.call(createRole, { ...definition, outbound: false })
    const person = await world.person()
    const file = await upload(person)
    await give(person, roleId)
    await expect(link(person, file)).rejects.toEqual(refused('no_outbound_permission'))
    expect(await admin.call(updateRole, { roleId, ...definition })).toMatchObject({ outbound: false })
    expect(await admin.call(updateRole, { roleId, ...definition, outbound: true })).toMatchObject({
      outbound: true,
    })
    const { shareId } = await link(person, file)
    await switchRole(roleId, false)
    await expect(person.call(createOrUpdateLink, { shareId, maxVisits: 5 })).rejects.toEqual(
      refused('no_outbound_permission'),
    )
    expect(await person.call(removeLinks, { shareIds: [shareId] })).toMatchObject({ list: [{ errcode: 0 }] })
    // Another role of the person may give it.
    await give(person, 'sharer')
    expect(await isPermitted(person)).toBe(true)
    const advanced = await admin.call(createRole, {
      ...definition,
      roleName: '部门资料',
      type: 'advanced',
      scope: 'subtree',
      outbound: true,
    })
    expect(advanced).toMatchObject({ outbound: false })
    await expect(switchRole(advanced.roleId, true)).rejects.toEqual(refused('bad_field'))
  })
})

it('is among what a new link would meet', async () => {
  const person = await world.person()
  const file = await upload(person)
  await switchRole('default', false)
  expect(await person.call(checkLinkDlp, { instanceIds: [file] })).toEqual({
    ret: 2,
    data: [{ name: 'a.txt', classifierId: 'File', reason: 'outbound' }],
    msg: '',
  })
})

it('stops links of an owner who has lost it, for as long', async () => {
  const person = await world.person()
  const made = await link(person, await upload(person))
  const visitor = visitorOf(world.baseUrl)
  const look = () => visitor.call(pageLinkInstances, { linkPath: made.linkPath })
  expect(await look()).toMatchObject({ total: 1 })
  await switchRole('default', false)
  await expect(look()).rejects.toEqual(refused('link_gone'))
  await expect(open(made.linkPath)).rejects.toEqual(refused('link_gone'))
  const { linkPath } = made
  // Why is between the owner and the administrators.
  expect(await visitor.call(queryLinkAttribute, { linkPath })).toMatchObject({
    status: 'failed',
    reason: 'owner',
  })
  const failed = { status: 'failed', reason: 'outbound' }
  expect((await person.call(pageLinks, { status: 'failed' })).list).toMatchObject([failed])
  expect((await person.call(pageLinks, { status: 'valid' })).list).toEqual([])
  const ownerId = person.user.userId
  expect((await admin.call(pageAdminLinks, { ownerId, status: 'failed' })).list).toMatchObject([failed])
  await switchRole('default', true)
  expect(await look()).toMatchObject({ total: 1 })
})
