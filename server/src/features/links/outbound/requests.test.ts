import { saveRoleOutbound } from '@clouddisk/contract/admin-roles'
import { saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import { pageLogs } from '@clouddisk/contract/audit'
import {
  checkLinkDlp,
  createOrUpdateLink,
  pageLinkInstances,
  pageLinks,
  queryLinkConfig,
} from '@clouddisk/contract/links'
import { pageNotifications } from '@clouddisk/contract/notifications'
import {
  applyOutbound,
  decideOutboundRequests,
  OUTBOUND_KEPT_DAYS,
  type OutboundDecision,
  pageOutboundRequests,
  queryInvalidLinkOaApply,
  queryOutbound,
  withdrawOutbound,
} from '@clouddisk/contract/outbound'
import { DAY } from '@clouddisk/contract/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../../test/person.ts'
import { visitorOf } from '../../../../test/visitor.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { expireRequests } from './requests.ts'

/** Requests for the outbound permission, where the default role does not give it. */

let world: World
let admin: Person
let person: Person
let department: string
let n = 0
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('superAdmin')
  await admin.call(saveRoleOutbound, { roleId: 'default', outbound: false })
})
beforeEach(async () => {
  // A test before may have let weeks pass.
  admin = await world.again(admin)
  department = await world.department(`部门${++n}`)
  person = await world.person(undefined, { department })
})
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

const ask = (who = person, more = {}) =>
  who.call(applyOutbound, { reason: '给客户发送报价单', duration: '30days', ...more })
const decide = async (who: Person, requestId: string, decision: OutboundDecision, note = '') =>
  (await who.call(decideOutboundRequests, { requestIds: [requestId], decision, note })).list[0]
const upload = async (who = person) => (await who.upload('0', '报价.txt', Buffer.from('a'))).instanceId
const link = (instanceId: string, who = person) =>
  who.call(createOrUpdateLink, { instanceIds: [instanceId], code: '' })
const noticesOf = async (who: Person) =>
  (await who.call(pageNotifications, {})).list
    .filter(({ kind }) => kind.startsWith('outbound.'))
    .map(({ kind, data: { message = '' } }) => `${kind}: ${message}`)
const logged = async (requestId: string) =>
  (await admin.call(pageLogs, { pageSize: 1000 })).list
    .filter(({ objectId }) => objectId === requestId)
    .map(({ action }) => action)
    .toReversed()
const refused = (name: string, more = {}) => expect.objectContaining({ name, ...more })

describe('a request', () => {
  it('that is approved permits links until its end', async () => {
    const file = await upload()
    await expect(link(file)).rejects.toEqual(refused('no_outbound_permission'))
    const request = await ask(person, { instanceIds: [file], duration: '7days' })
    expect(request).toMatchObject({ state: 'waiting', fileNames: ['报价.txt'], expireTime: null })
    expect(await person.call(queryOutbound, {})).toEqual({ permitted: false, request, approvalUrl: '' })
    expect(await noticesOf(admin)).toEqual(['outbound.toReview: 给客户发送报价单'])
    await expect(ask()).rejects.toEqual(refused('outbound_requested', { code: 40973 }))
    expect(await decide(admin, request.requestId, 'approve', '注意保密')).toMatchObject({ errcode: 0 })
    expect(await noticesOf(person)).toEqual(['outbound.approved: 注意保密'])
    expect(await person.call(queryLinkConfig, {})).toMatchObject({ outbound: true })
    await expect(ask()).rejects.toEqual(refused('outbound_permitted', { code: 40974 }))
    const { linkPath } = await link(file)
    const open = () => visitorOf(world.baseUrl).call(pageLinkInstances, { linkPath })
    expect(await open()).toMatchObject({ total: 1 })
    const { request: approved } = await person.call(queryOutbound, {})
    expect(approved).toMatchObject({ state: 'approved', reviewer: admin.user.userRealName, note: '注意保密' })

    world.advance(Date.parse(approved?.expireTime ?? '') - world.ctx.now().getTime())
    // Without the job, too.
    await expect(open()).rejects.toEqual(refused('link_gone'))
    person = await world.again(person)
    const ended = { list: [{ requestId: request.requestId, state: 'expired' }], total: 1 }
    expect(await person.call(queryInvalidLinkOaApply, {})).toMatchObject(ended)
    await expireRequests(world.ctx)
    await expireRequests(world.ctx)
    expect(await person.call(queryInvalidLinkOaApply, {})).toMatchObject(ended)
    expect(await noticesOf(person)).toEqual(['outbound.ended: ', 'outbound.approved: 注意保密'])
    expect((await person.call(pageLinks, {})).list).toMatchObject([{ status: 'failed', reason: 'outbound' }])
    admin = await world.again(admin)
    expect(await logged(request.requestId)).toEqual([
      'outbound.requested',
      'outbound.approved',
      'outbound.expired',
    ])
    // Another one opens the link again.
    await decide(admin, (await ask(person, { duration: 'permanent' })).requestId, 'approve')
    expect(await open()).toMatchObject({ total: 1 })
    expect(await person.call(queryOutbound, {})).toMatchObject({ request: { expireTime: null } })
  })

  it('that is refused permits nothing, and says why', async () => {
    const { requestId } = await ask()
    for (const decision of ['refuse', 'revoke'] as const)
      await expect(decide(admin, requestId, decision, ' ')).rejects.toMatchObject({
        details: { field: 'note', reason: 'missing' },
      })
    await expect(decide(admin, requestId, 'refuse', '长'.repeat(201))).rejects.toMatchObject({
      details: { field: 'note', reason: 'too_long' },
    })
    expect(await decide(admin, requestId, 'refuse', '请用内部共享')).toMatchObject({ errcode: 0 })
    expect(await noticesOf(person)).toEqual(['outbound.refused: 请用内部共享'])
    expect(await person.call(queryOutbound, {})).toEqual({ permitted: false, request: null, approvalUrl: '' })
    // A second decision comes too late.
    for (const decision of ['approve', 'refuse', 'revoke'] as const)
      expect(await decide(admin, requestId, decision, '晚了')).toMatchObject({ errcode: 40975 })
    expect((await person.call(queryInvalidLinkOaApply, {})).list).toMatchObject([
      { state: 'refused', note: '请用内部共享' },
    ])
    expect(await ask()).toMatchObject({ state: 'waiting' })
  })

  it('of two decisions at once takes one', async () => {
    const { requestId } = await ask()
    const other = await world.admin('superAdmin')
    const both = await Promise.all([
      decide(admin, requestId, 'approve'),
      decide(other, requestId, 'refuse', '不行'),
    ])
    expect(both.map((one) => one?.errcode).toSorted()).toEqual([0, 40975])
    expect(await noticesOf(person)).toHaveLength(1)
  })

  it('may be withdrawn by its person alone', async () => {
    const { requestId } = await ask()
    for (const who of [await world.person(), admin])
      await expect(who.call(withdrawOutbound, { requestId })).rejects.toEqual(refused('not_found'))
    await person.call(withdrawOutbound, { requestId })
    await expect(person.call(withdrawOutbound, { requestId })).rejects.toEqual(refused('outbound_decided'))
    expect(await decide(admin, requestId, 'approve')).toMatchObject({ errcode: 40975 })
    expect((await person.call(queryInvalidLinkOaApply, {})).list).toMatchObject([{ state: 'withdrawn' }])
    expect(await logged(requestId)).toEqual(['outbound.requested', 'outbound.withdrawn'])
  })

  it('that was approved can be taken back', async () => {
    const { requestId } = await ask(person, { duration: 'permanent' })
    await decide(admin, requestId, 'approve')
    const { linkPath } = await link(await upload())
    expect(await decide(admin, requestId, 'revoke', '项目已结束')).toMatchObject({ errcode: 0 })
    const visitor = visitorOf(world.baseUrl)
    await expect(visitor.call(pageLinkInstances, { linkPath })).rejects.toEqual(refused('link_gone'))
    expect(await noticesOf(person)).toEqual(['outbound.revoked: 项目已结束', 'outbound.approved: '])
  })

  it('ends after seven days without a decision, and is forgotten after a year', async () => {
    const { requestId } = await ask()
    await expireRequests(world.ctx)
    expect(await person.call(queryOutbound, {})).toMatchObject({ request: { state: 'waiting' } })
    world.advance(7 * DAY)
    await expireRequests(world.ctx)
    person = await world.again(person)
    admin = await world.again(admin)
    expect((await person.call(queryInvalidLinkOaApply, {})).list).toMatchObject([{ state: 'timeout' }])
    expect(await noticesOf(person)).toEqual(['outbound.unreviewed: '])
    expect(await decide(admin, requestId, 'approve')).toMatchObject({ errcode: 40975 })
    world.advance(OUTBOUND_KEPT_DAYS * DAY)
    await expireRequests(world.ctx)
    person = await world.again(person)
    expect(await person.call(queryInvalidLinkOaApply, {})).toMatchObject({ list: [], total: 0 })
  })

  it('needs a reason, a duration that there is, and files that the person sees', async () => {
    const bad = (more: object, field: string, reason: string) =>
      expect(ask(person, more)).rejects.toMatchObject({ name: 'bad_field', details: { field, reason } })
    await bad({ reason: ' ' }, 'reason', 'missing')
    await bad({ reason: '长'.repeat(201) }, 'reason', 'too_long')
    await bad({ duration: '1day' }, 'duration', 'unknown_value')
    const theirs = await upload(await world.person())
    await expect(ask(person, { instanceIds: [theirs] })).rejects.toEqual(refused('not_found'))
    const many = Array.from({ length: 101 }, () => theirs)
    await expect(
      ask(person, { instanceIds: many.map((_, at) => `${theirs.slice(0, -3)}${at + 100}`) }),
    ).rejects.toEqual(refused('too_many_items'))
  })
})

describe('administrators', () => {
  it('see and decide about requests of their departments’ people', async () => {
    const { requestId } = await ask()
    const mine = await world.admin('orgAdmin', { department })
    const other = await world.admin('orgAdmin', { department: await world.department(`别的部门${n}`) })
    const auditor = await world.admin('auditor')
    const list = async (who: Person, more = {}) =>
      (await who.call(pageOutboundRequests, { keyword: person.user.userName, ...more })).list
    const seen = { requestId, ownerId: person.user.userId, state: 'waiting' }
    expect(await list(mine)).toMatchObject([{ ...seen, canReview: true, canRevoke: false }])
    expect(await list(auditor)).toMatchObject([{ ...seen, canReview: false }])
    expect(await list(other)).toEqual([])
    expect(await list(admin, { state: 'waiting' })).toMatchObject([seen])
    expect(await list(admin, { state: 'approved' })).toEqual([])
    await expect(person.call(pageOutboundRequests, {})).rejects.toEqual(refused('area_refused'))
    await expect(decide(auditor, requestId, 'approve')).rejects.toEqual(refused('area_refused'))
    expect(await decide(other, requestId, 'approve')).toMatchObject({ errcode: 90000 })
    expect(await list(mine)).toMatchObject([seen])
    expect(await decide(mine, requestId, 'approve')).toMatchObject({ errcode: 0 })
    expect(await list(mine)).toMatchObject([{ state: 'approved', canReview: false, canRevoke: true }])
  })

  it('do not decide about their own while there is another', async () => {
    const mine = await world.admin('orgAdmin', { department })
    const { requestId } = await ask(mine)
    expect(await decide(mine, requestId, 'approve')).toMatchObject({ errcode: 30410 })
    const own = await mine.call(pageOutboundRequests, { keyword: mine.user.userName })
    expect(own.list).toMatchObject([{ canReview: false }])
    expect(await decide(admin, requestId, 'approve')).toMatchObject({ errcode: 0 })
  })

  it('name an address for approval elsewhere', async () => {
    const approvalUrl = 'https://oa.example.com/apply?request={id}'
    for (const wrong of ['oa.example.com/{id}', 'https://oa.example.com/', 'javascript:alert({id})'])
      await expect(admin.call(saveInstanceSettings, { approvalUrl: wrong })).rejects.toMatchObject({
        details: { field: 'approvalUrl', reason: 'approval_url' },
      })
    await admin.call(saveInstanceSettings, { approvalUrl })
    const file = await upload()
    const { requestId } = await ask()
    const url = `https://oa.example.com/apply?request=${requestId}`
    expect(await person.call(queryOutbound, {})).toMatchObject({ approvalUrl: url })
    expect(await person.call(checkLinkDlp, { instanceIds: [file] })).toMatchObject({ ret: 2, msg: url })
    expect(await admin.call(saveInstanceSettings, { approvalUrl: '' })).toMatchObject({ approvalUrl: '' })
    expect(await person.call(checkLinkDlp, { instanceIds: [file] })).toMatchObject({ ret: 2, msg: '' })
  })
})

it('the only super administrator decides about its own request', async () => {
  const small = await openWorld()
  try {
    const only = await small.admin('superAdmin')
    await only.call(saveRoleOutbound, { roleId: 'default', outbound: false })
    const { requestId } = await ask(only)
    expect((await only.call(pageOutboundRequests, {})).list).toMatchObject([{ canReview: true }])
    expect(await decide(only, requestId, 'approve')).toMatchObject({ errcode: 0 })
  } finally {
    await small.close()
  }
})
