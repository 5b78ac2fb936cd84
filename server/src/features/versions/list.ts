import type { Language } from '@clouddisk/contract/errors'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { pageVersions as contract } from '@clouddisk/contract/versions'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { Paging } from '../../http/paging.ts'
import { presentVersion } from './present.ts'
import { retentionOf } from './retention.ts'
import * as store from './store.ts'
import { versionedFile } from './versioned-file.ts'

/** A page of a file's versions, the latest first unless another order is given. */
export async function pageVersions(
  ctx: Context,
  actor: Actor,
  input: Input<typeof contract>,
  language: Language,
): Promise<Reply<typeof contract>> {
  const db = ctx.db.reader
  const file = await versionedFile(db, actor, input.instanceId, 'versionView')
  const paging = new Paging<store.OrderBy>(ctx.secrets, 'versions', file.id, store.isKey)
  const page = paging.read(input, 'updateTime', 'updateTime')
  const [rows, totals, retention] = await Promise.all([
    store.pageOfVersions(db, file.id, page),
    store.versionTotals(db, file.id),
    retentionOf(db, actor, file),
  ])
  const last = rows.length === page.pageSize ? rows.at(-1) : undefined
  return {
    list: rows.map((row) => presentVersion(row, retention.versionDays, language)),
    total: totals.count,
    versionsSize: totals.size,
    retention,
    ...paging.response(page, last && store.keyOf(last, page.orderBy)),
  }
}
