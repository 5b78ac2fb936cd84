import type { HomeType, pageBucketHomes, setBucketHome } from '@clouddisk/contract/admin-storage'
import { nameKey } from '@clouddisk/contract/names'
import type { Input, Reply } from '@clouddisk/contract/route'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import { assertWritable } from './bucket-state.ts'
import * as store from './home-store.ts'

/** Home buckets: new content of a person's, a group's or a department's spaces is stored there. */

const PAGE = 20

export async function page(
  ctx: Context,
  { pageNo = 1, pageSize = PAGE, bucketName, keyword = '', all = false }: Input<typeof pageBucketHomes>,
): Promise<Reply<typeof pageBucketHomes>> {
  const filter = { bucket: bucketName ?? null, keyword: nameKey(keyword.trim()), all }
  const [list, total] = await Promise.all([
    store.homes(ctx.db.reader, filter, (pageNo - 1) * pageSize, pageSize),
    store.countHomes(ctx.db.reader, filter),
  ])
  return { list, total, pageNo, pageSize }
}

type Principal = Input<typeof setBucketHome>['principals'][number]

/** Returns how many were set. */
export async function set(
  ctx: Context,
  principals: readonly Principal[],
  bucketName: string | undefined,
): Promise<number> {
  if (principals.some(({ principalId }) => !isId(principalId))) refuse('no_such_home')
  if (bucketName !== undefined) assertWritable(ctx, bucketName)
  await ctx.db.transact(async (tx) => {
    await store.lockSpaces(
      tx,
      principals.map(({ principalId }) => principalId),
    )
    for (const type of ['user', 'group', 'department'] as const) {
      const ids = [
        ...new Set(
          principals.flatMap((one) => (one.principalType === type ? one.principalId.toLowerCase() : [])),
        ),
      ].sort()
      if (ids.length > 0) await setAll(tx, type, ids, bucketName ?? null)
    }
  })
  await ctx.stores.refresh()
  return principals.length
}

async function setAll(tx: Tx, type: HomeType, ids: readonly string[], bucket: string | null): Promise<void> {
  const named = await store.setHomes(tx, type, ids, bucket)
  if (named.length !== ids.length) refuse('no_such_home')
  for (const { id, name } of named)
    await audit(tx, {
      action: 'bucket.homesSet',
      object: { type: type === 'user' ? 'person' : type, id, name },
      detail: { bucket },
    })
}
