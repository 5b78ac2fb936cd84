import type { Language } from '@clouddisk/contract/errors'
import { labelKey } from '@clouddisk/contract/label-names'
import { LIMITS } from '@clouddisk/contract/limits'
import type { pagePersonalTable, TableRow } from '@clouddisk/contract/personal-table'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../../access/actor.ts'
import { resolveAll } from '../../../access/resolve.ts'
import type { Context } from '../../../context.ts'
import type { Reader } from '../../../db/database.ts'
import { isPersonalTableOn } from '../../../db/personal-table-setting.ts'
import { refuse } from '../../../errors/refusal.ts'
import { readInstant } from '../../../http/instant.ts'
import { presentRow } from '../../../tree/present.ts'
import { personSpace } from '../../../tree/spaces.ts'
import { viewRowsById } from '../../../tree/view-rows.ts'
import { kindFilter } from '../search.ts'
import { matchesAll, parseKeyword } from '../terms.ts'
import * as store from './store.ts'

/** The personal table: all files of the caller's own space, where nothing is hidden from them. */

export async function personalTable(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pagePersonalTable>,
  language: Language,
): Promise<Reply<typeof pagePersonalTable>> {
  const db = ctx.db.reader
  const { query, isNarrowed } = await queryOf(db, actor, input)
  const { pageNo = 1, pageSize = LIMITS.pageSizeDefault } = input
  const [ids, total] = await Promise.all([
    store.pageOfIds(db, query, { skip: (pageNo - 1) * pageSize, limit: pageSize }),
    isNarrowed ? store.count(db, query) : store.countOfSpace(db, query),
  ])
  return { list: await rowsOf(db, actor, ids, language), total, pageNo, pageSize }
}

type Narrowed = Omit<Input<typeof pagePersonalTable>, 'pageNo' | 'pageSize'>

/** Refused while administrators have the table switched off. */
export async function queryOf(
  db: Reader,
  actor: Actor,
  input: Narrowed,
): Promise<{ readonly query: store.TableQuery; readonly isNarrowed: boolean }> {
  const { kinds = [], sizeMin, sizeMax, timeFrom, timeTo, createdByMe } = input
  const from = timeFrom ? readInstant('timeFrom', timeFrom) : undefined
  const to = timeTo ? readInstant('timeTo', timeTo) : undefined
  const [isOn, { id: spaceId, rootId }] = await Promise.all([
    isPersonalTableOn(db),
    personSpace(db, actor.personId),
  ])
  if (!isOn) refuse('personal_table_off')
  const keyword = parseKeyword(input.keyword ?? '')
  const folders = input.folders === true || kinds.includes('folder')
  const kind = kinds.length > 0 ? kindFilter(folders ? [...kinds, 'folder'] : kinds) : undefined
  const label = labelKey(input.label ?? '') || undefined
  const { orderBy = 'updateTime' } = input
  return {
    query: {
      spaceId,
      rootId,
      filter: { match: matchesAll(keyword), label, kind, sizeMin, sizeMax, from, to },
      folders,
      createdBy: createdByMe ? actor.personId : undefined,
      by: orderBy,
      descending: (input.orderType ?? (orderBy === 'updateTime' ? 'desc' : 'asc')) === 'desc',
    },
    isNarrowed:
      keyword.terms.length > 0 ||
      kind !== undefined ||
      label !== undefined ||
      createdByMe === true ||
      [sizeMin, sizeMax, from, to].some((bound) => bound !== undefined),
  }
}

/** What became of a file meanwhile is seen: those that are gone are left out. */
export async function rowsOf(
  db: Reader,
  actor: Actor,
  ids: readonly string[],
  language: Language,
): Promise<TableRow[]> {
  const [items, views, versions] = await Promise.all([
    resolveAll(db, actor, ids),
    viewRowsById(db, actor, ids),
    store.versionCounts(db, ids),
  ])
  return ids.flatMap((id): TableRow[] => {
    const [item, view] = [items.get(id), views.get(id)]
    return item && view ? [{ ...presentRow(view, item, language), versionCount: versions.get(id) ?? 0 }] : []
  })
}
