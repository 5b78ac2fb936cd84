import { logout } from '@clouddisk/contract/accounts'
import { createFolder } from '@clouddisk/contract/files'
import {
  checkLinkCode,
  createOrUpdateLink,
  getLinkDownloadUrl,
  pageLinkInstances,
  pageLinks,
  queryLinkAttribute,
} from '@clouddisk/contract/links'
import { type Input, pathOf } from '@clouddisk/contract/route'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { visitorOf } from '../../../test/visitor.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { freeze } from '../accounts/accounts.ts'

/** A visit of a link for people who are signed in is that person's, and lasts as long as their session. */

let world: World
let owner: Person
let other: Person
let top: string
let file: string
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  owner = await world.person()
  other = await world.person()
  top = (await owner.call(createFolder, { parentId: '0', instanceName: '合同' })).instanceId
  file = (await owner.upload(top, 'a.txt', Buffer.from('text of a'))).instanceId
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const refusal = (name: string, more = {}) => expect.objectContaining({ name, ...more })
const link = (more: Partial<Input<typeof createOrUpdateLink>> = {}) =>
  owner.call(createOrUpdateLink, { instanceIds: [top], code: '', visitor: 'signedIn', ...more })

/** A visitor who is in, with an address of a file. */
async function visit(person: Person, { linkPath }: { linkPath: string }) {
  const guest = visitorOf(world.baseUrl, person)
  const list = () => guest.call(pageLinkInstances, { linkPath })
  await list()
  const url = await guest.call(getLinkDownloadUrl, { linkPath, instanceId: file })
  const download = async () => (await guest.fetch(url)).status
  expect(await download()).toBe(200)
  /** The same browser, with another person signed in. */
  const as = (another: Person | undefined) => guest.as(another)
  return { list, download, as, url }
}

describe('a visit of a link for people who are signed in', () => {
  it('ends when they sign out, with its addresses', async () => {
    const { list, download, as } = await visit(other, await link())
    await other.fetch(pathOf(logout))
    await expect(list()).rejects.toEqual(refusal('link_not_open', { details: { needSignIn: true } }))
    as(undefined)
    await expect(list()).rejects.toEqual(refusal('link_not_open', { details: { needSignIn: true } }))
    expect(await download()).toBe(404)
  })

  it('goes on when the same person signs in again, without another visit', async () => {
    const { list, download, as } = await visit(other, await link())
    const again = await world.again(other)
    await other.fetch(pathOf(logout))
    as(again)
    expect((await list()).list).toHaveLength(1)
    expect(await download()).toBe(200)
    expect((await owner.call(pageLinks, {})).list).toMatchObject([{ viewCount: 1 }])
  })

  it('is not another’s who signs in in that browser', async () => {
    const made = await link({ visitor: 'designated', principalIds: [other.user.userId] })
    const { list, as } = await visit(other, made)
    as(await world.person())
    await expect(list()).rejects.toEqual(refusal('link_not_for_you'))
    as(undefined)
    await expect(list()).rejects.toEqual(refusal('link_not_open', { details: { needSignIn: true } }))
  })

  it('of somebody who is admitted too begins anew, by the code', async () => {
    const made = await link({ code: 'secret' })
    const { linkPath } = made
    const guest = visitorOf(world.baseUrl, other)
    await guest.call(checkLinkCode, { linkPath, code: 'secret' })
    await guest.call(pageLinkInstances, { linkPath })
    guest.as(await world.person())
    await expect(guest.call(pageLinkInstances, { linkPath })).rejects.toEqual(
      refusal('link_not_open', { details: { needCode: true } }),
    )
    await guest.call(checkLinkCode, { linkPath, code: 'secret' })
    await guest.call(pageLinkInstances, { linkPath })
  })

  it('ends with the account', async () => {
    const { list, download } = await visit(other, await link())
    await freeze(world.ctx, other.user.userName)
    await expect(list()).rejects.toEqual(refusal('link_not_open', { details: { needSignIn: true } }))
    expect(await download()).toBe(404)
  })

  it('is known by its token alone while the person’s session lasts', async () => {
    const { linkPath } = await link()
    const { shareToken } = await visitorOf(world.baseUrl, other).call(checkLinkCode, { linkPath })
    const list = async () => {
      const response = await fetch(world.baseUrl + pathOf(pageLinkInstances), {
        method: 'POST',
        headers: { 'content-type': 'application/json', sharetoken: shareToken },
        body: JSON.stringify({ linkPath }),
      })
      return ((await response.json()) as { errcode: number }).errcode
    }
    expect(await list()).toBe(0)
    await other.fetch(pathOf(logout))
    expect(await list()).not.toBe(0)
  })
})

it('the link tells a caller their own name, unless it is for anyone', async () => {
  const nameOf = async (person: Person | undefined, { linkPath }: { linkPath: string }) =>
    (await visitorOf(world.baseUrl, person).call(queryLinkAttribute, { linkPath })).userName
  const made = await link()
  expect(await nameOf(other, made)).toBe(other.user.userRealName)
  expect(await nameOf(undefined, made)).toBeNull()
  await owner.call(createOrUpdateLink, { shareId: made.shareId, visitor: 'anyone' })
  expect(await nameOf(other, made)).toBeNull()
})

it('a visit of a link for anyone outlasts the session in which it began', async () => {
  const { list, download } = await visit(other, await link({ visitor: 'anyone' }))
  await other.fetch(pathOf(logout))
  expect((await list()).list).toHaveLength(1)
  expect(await download()).toBe(200)
})
