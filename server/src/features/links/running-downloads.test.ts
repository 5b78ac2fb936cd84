// @module-tag long
import { stopAdminLinks } from '@clouddisk/contract/admin-links'
import { updatePerson } from '@clouddisk/contract/admin-people'
import { createRole, giveRole, saveRoleOutbound } from '@clouddisk/contract/admin-roles'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import { createFolder } from '@clouddisk/contract/files'
import {
  createOrUpdateLink,
  getLinkArchiveUrl,
  getLinkDownloadUrl,
  type Link,
  previewLinkInstance,
} from '@clouddisk/contract/links'
import { applyOutbound, decideOutboundRequests, queryOutbound } from '@clouddisk/contract/outbound'
import { ROLE_ITEMS } from '@clouddisk/contract/roles'
import { HOUR } from '@clouddisk/contract/time'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { SLOW, type SlowTransfers, slowTransfers } from '../../../test/slow-transfers.ts'
import { visitorOf } from '../../../test/visitor.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { freeze } from '../accounts/accounts.ts'

/** What visitors are being sent is cut once the link does not open for them any more. */

let world: World
let slow: SlowTransfers
let admin: Person
let owner: Person
beforeAll(async () => {
  world = await openWorld(SLOW)
  slow = slowTransfers(world)
})
afterEach(() => switchRole('default', true))
afterAll(() => world.close())

/** By an administrator who has just signed in, as the call asks for it. */
async function switchRole(roleId: string, outbound: boolean): Promise<void> {
  admin = await world.again(admin)
  await admin.call(saveRoleOutbound, { roleId, outbound })
}
const later = (ms: number) => new Date(world.ctx.now().getTime() + ms)
/** Shortly before a moment, with everybody signed in again. */
async function shortlyBefore(at: string): Promise<void> {
  world.advance(Date.parse(at) - world.ctx.now().getTime() - HOUR)
  ;[owner, admin] = [await world.again(owner), await world.again(admin)]
}

async function approve(duration: '7days' | 'permanent') {
  await switchRole('default', false)
  const { requestId } = await owner.call(applyOutbound, { reason: '给客户发送报价单', duration })
  await admin.call(decideOutboundRequests, { requestIds: [requestId], decision: 'approve' })
  return requestId
}

/**
 * Downloads are checked once after they have begun. The function of the answer ends when that is over for all that run: it cuts
 * one of another person.
 */
async function firstCheck(): Promise<() => Promise<void>> {
  const person = await world.person()
  const instanceId = await slow.upload(person, '0')
  const address = await person.call(getDownloadUrl, { instanceId })
  return async () => {
    const { ended } = await slow.begin(address)
    await freeze(world.ctx, person.user.userName)
    expect(await ended).toBe(false)
  }
}

interface Way {
  /** Before the link is made. Answers what `end` needs to know. */
  readonly prepare?: () => Promise<string>
  readonly settings?: () => { readonly validity: 'custom'; readonly expireTime: string }
  readonly end: (link: Link, prepared: string) => unknown
}

const ways: Record<string, Way> = {
  'an administrator stops the link': {
    end: ({ shareId }) => admin.call(stopAdminLinks, { shareIds: [shareId], reason: '误发' }),
  },
  'the link comes to its end by time': {
    settings: () => ({ validity: 'custom', expireTime: later(HOUR).toISOString() }),
    end: () => world.advance(HOUR),
  },
  'its owner’s request is revoked': {
    prepare: () => approve('permanent'),
    end: (_, requestId) =>
      admin.call(decideOutboundRequests, { requestIds: [requestId], decision: 'revoke', note: '项目结束' }),
  },
  'its owner’s request comes to its end by time': {
    prepare: async () => {
      await approve('7days')
      const { request } = await owner.call(queryOutbound, {})
      await shortlyBefore(request?.expireTime ?? '')
      return ''
    },
    end: () => world.advance(HOUR),
  },
  'the built-in role of its owner is switched off for external sharing': {
    end: () => switchRole('default', false),
  },
  'another role of its owner is switched off for external sharing': {
    prepare: async () => {
      const { roleId } = await admin.call(createRole, {
        type: 'ordinary',
        items: [...ROLE_ITEMS.default],
        roleName: '外发',
        outbound: true,
      })
      await admin.call(giveRole, { roleId, userIds: [owner.user.userId] })
      return roleId
    },
    end: (_, roleId) => switchRole(roleId, false),
  },
  'its owner is frozen': { end: () => freeze(world.ctx, owner.user.userName) },
  'its owner’s account comes to its end by time': {
    prepare: async () => {
      const validUntil = later(HOUR).toISOString()
      await admin.call(updatePerson, { userId: owner.user.userId, validUntil })
      return ''
    },
    end: () => world.advance(HOUR),
  },
}

describe('downloads and previews of a link are cut', () => {
  it.each(Object.keys(ways))('when %s', async (name) => {
    const { prepare, settings, end } = ways[name] as Way
    admin = await world.admin('superAdmin')
    owner = await world.person()
    const prepared = (await prepare?.()) ?? ''
    const checked = await firstCheck()
    const { instanceId: folder } = await owner.call(createFolder, { instanceName: 'linked' })
    const file = await slow.upload(owner, folder, 'paper.pdf', '%PDF-1.7\n')
    const link = await owner.call(createOrUpdateLink, { instanceIds: [folder], code: '', ...settings?.() })
    const visitor = visitorOf(world.baseUrl)
    const { linkPath } = link
    const address = await visitor.call(getLinkDownloadUrl, { linkPath, instanceId: file })
    const archive = await visitor.call(getLinkArchiveUrl, { linkPath, instanceIds: [folder] })
    const preview = await visitor.call(previewLinkInstance, { linkPath, instanceId: file })
    const transfers = [
      await slow.begin(address),
      await slow.begin(archive.url),
      await slow.begin(new URL(preview.url ?? '', world.baseUrl).href, { range: 'bytes=1000-' }),
    ]
    onTestFinished(() => {
      for (const transfer of transfers) transfer.stop()
    })
    await checked()
    await end(link, prepared)
    for (const { ended } of transfers) expect(await ended).toBe(false)
    expect([403, 404]).toContain((await fetch(address)).status)
  })

  it('and those of other links go on', async () => {
    admin = await world.admin('superAdmin')
    owner = await world.person()
    const linkOf = async (who: Person) => {
      const file = await slow.upload(who, '0')
      const { linkPath, shareId } = await who.call(createOrUpdateLink, { instanceIds: [file], code: '' })
      const address = await visitorOf(world.baseUrl).call(getLinkDownloadUrl, { linkPath, instanceId: file })
      return { shareId, address }
    }
    const [mine, theirs] = [await linkOf(owner), await linkOf(await world.person())]
    const checked = await firstCheck()
    const [cut, goesOn] = [await slow.begin(mine.address), await slow.begin(theirs.address)]
    await checked()
    await admin.call(stopAdminLinks, { shareIds: [mine.shareId], reason: '误发' })
    expect(await cut.ended).toBe(false)
    expect(await slow.make(goesOn.ended)).toBe(true)
  })
})
