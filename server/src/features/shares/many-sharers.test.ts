import { createFolder } from '@clouddisk/contract/files'
import {
  checkShared,
  createShare,
  querySharingUsers,
  SHARERS_MAX,
  updateSharers,
} from '@clouddisk/contract/shares'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('who has a share is told up to a thousand, oldest first and oneself among them, with how many more', async () => {
  const [owner, first, last] = [await world.person(), await world.person(), await world.person()]
  const { instanceId } = await owner.call(createFolder, { instanceName: 'for many' })
  const to = (person: typeof owner) => ({
    principalType: 'user' as const,
    principalId: person.user.userId,
    role: 'viewer' as const,
  })
  const { shares } = await owner.call(createShare, { instanceIds: [instanceId], members: [to(first)] })
  const fileSharingId = shares[0]?.fileSharingId ?? ''
  const query = `
    with made as (
      insert into person (id, account_name, account_key, real_name, password_hash, status)
      select gen_random_uuid(), 'many' || n, 'many' || n, 'many' || n, '', 'active'
      from generate_series(1, $2::int) n returning id
    )
    insert into file_grant (file_id, principal_type, principal_id, role, source)
    select $1, 'person', id, 'viewer', 'share' from made`
  await world.ctx.db.pool.query(query, [instanceId, SHARERS_MAX - 1])
  expect(await owner.call(querySharingUsers, { instanceId })).toHaveLength(SHARERS_MAX + 1)
  expect(await owner.call(checkShared, { instanceId })).not.toHaveProperty('unlisted')

  await owner.call(createShare, { instanceIds: [instanceId], members: [to(last)] })
  const idsOf = (list: readonly { principalId: string }[]) => list.map((one) => one.principalId)
  const list = idsOf(await owner.call(querySharingUsers, { instanceId }))
  expect(list).toHaveLength(SHARERS_MAX + 1)
  expect(list.slice(0, 2)).toEqual([owner.user.userId, first.user.userId])
  expect(list).not.toContain(last.user.userId)
  expect(await owner.call(checkShared, { instanceId })).toMatchObject({ shared: true, unlisted: 1 })
  // Whoever asks finds itself, last as it came.
  const seen = await last.call(querySharingUsers, { fileSharingId })
  expect(seen).toHaveLength(SHARERS_MAX + 1)
  expect(seen.at(-1)).toMatchObject({ principalId: last.user.userId, isSelf: true })
  const principalIds = [last.user.userId]
  const left = await owner.call(updateSharers, { fileSharingId, principalIds, role: 'editor' })
  expect(left).toHaveLength(SHARERS_MAX + 1)
})
