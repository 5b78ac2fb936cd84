import type { FoundFile, searchOwnedFiles } from '@clouddisk/contract/admin-files'
import type { Language } from '@clouddisk/contract/errors'
import { nameKey } from '@clouddisk/contract/names'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { adminScope, ownersHiddenFromBrowsing } from '../../access/admin.ts'
import { auditOutsideTransaction } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { instantOf } from '../../http/instant.ts'
import { folderPaths } from '../../tree/folder-paths.ts'
import { rootName } from '../../tree/present.ts'
import * as store from './admin-search-store.ts'

/** For this many matches the ancestors are read first, which is mostly enough; otherwise for all. */
const WALKED_FIRST = 1000

/**
 * Searches the files of all people and groups in the administrator's scope: the latest matches, without their
 * content (R228, C34). Every search is audited.
 */
export async function adminSearch(
  ctx: Context,
  actor: Actor,
  input: Input<typeof searchOwnedFiles>,
  language: Language,
): Promise<Reply<typeof searchOwnedFiles>> {
  const db = ctx.db.reader
  const { searchMax: max, searchLookedMax: scanMax } = ctx.config.limits
  const { kind, ownerId } = input
  if (ownerId !== undefined && !isId(ownerId)) refuseNotFound('owner')
  const scope = adminScope(actor, 'files', 'read')
  const words = (input.keyword ?? '').trim()
  const filter: store.AdminSearchFilter = {
    keyword: nameKey(words),
    kind,
    ownerId,
    start: instantOf(input, 'startTime'),
    end: instantOf(input, 'endTime'),
    scope: scope === 'all' ? null : [...scope],
    kept: await ownersHiddenFromBrowsing(db, actor),
  }
  const bounds = { scanMax: scanMax, limit: max + 1 }
  const first = await store.latestMatches(db, filter, { ...bounds, pathWalkMax: WALKED_FIRST })
  const enough = first.all || first.found.length > max
  const { found } = enough
    ? first
    : await store.latestMatches(db, filter, { ...bounds, pathWalkMax: scanMax })
  const truncated = found.length > max || (await store.hasMoreFilesThan(db, filter, scanMax))
  const shown = found.slice(0, max)
  const paths = await folderPaths(
    db,
    shown.map((row) => row.parentId),
  )
  await auditOutsideTransaction(db, {
    action: 'admin.searched',
    detail: {
      ...(words && { keyword: words }),
      ...(kind && { kind }),
      ...(ownerId && { ownerId }),
      ...(filter.start && { startTime: filter.start }),
      ...(filter.end && { endTime: filter.end }),
      count: shown.length,
    },
  })
  return { list: shown.map((row) => present(row, paths.get(row.parentId) ?? [], language)), truncated }
}

const present = (row: store.AdminSearchRow, way: readonly string[], language: Language): FoundFile => ({
  instanceId: row.id,
  instanceName: row.name,
  classifierId: row.isFolder ? 'Folder' : 'File',
  fileType: row.ext,
  fileSize: row.size,
  updateUser: row.updater,
  updateTime: row.updatedAt.toISOString(),
  kind: row.kind,
  ownerType: row.kind === 'person' ? 'user' : 'group',
  ownerId: row.ownerId,
  ownerName: row.ownerName,
  parentId: row.parentId,
  instancePath: [row.kind === 'person' ? rootName(language) : row.ownerName, ...way].join('/'),
})
