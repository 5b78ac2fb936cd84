import type { Readable } from 'node:stream'
import type { ErrorName, Language } from '@clouddisk/contract/errors'
import { importOutcomeText } from '@clouddisk/contract/import-words'
import {
  IMPORT_REPORT_DAYS,
  type Import,
  type ImportCounts,
  type ImportItem,
  type pageImportItems,
} from '@clouddisk/contract/imports'
import type { Input, Reply } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { errorMessageOf, Refusal, refuseNotFound } from '../../errors/refusal.ts'
import { workbookOf } from '../../workbooks/write.ts'
import { countsOf, countsOfAll, itemsOf } from './report-store.ts'
import { pathText } from './sources/entry.ts'

/** A person's imports and what became of each file. Other people's imports are treated as unknown. */

const PAGE = 50
const LISTED_MAX = 50
const EXPORTED_AT_ONCE = 1000

const importsOf = (db: Reader, personId: string) =>
  db.selectFrom('import').selectAll().where('person_id', '=', personId)

export async function list(ctx: Context, actor: Actor, language: Language): Promise<Import[]> {
  const db = ctx.db.reader
  const rows = await importsOf(db, actor.personId).orderBy('created_at', 'desc').limit(LISTED_MAX).execute()
  const countsFor = await countsOfAll(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => present(row, countsFor(row.id), language))
}

function present(
  row: Awaited<ReturnType<ReturnType<typeof importsOf>['execute']>>[number],
  counts: ImportCounts,
  language: Language,
): Import {
  return {
    importId: row.id,
    jobId: row.job_id,
    sourceId: row.source_id,
    sourceName: row.source_name,
    kind: row.kind,
    path: row.path,
    pathText: pathText(row.path),
    targetId: row.target_id,
    account: row.account,
    state: row.state,
    reason: reasonOf(row.error, language),
    createTime: row.created_at.toISOString(),
    endTime: row.ended_at?.toISOString() ?? null,
    counts,
  }
}

/** In the reader's language, whatever the importer's was. */
function reasonOf(error: Record<string, unknown> | null, language: Language): string | null {
  if (!error) return null
  const details = error.details as Readonly<Record<string, unknown>>
  return errorMessageOf(new Refusal(error.name as ErrorName, details), language).errmsg
}

export async function find(
  ctx: Context,
  actor: Actor,
  importId: string,
  language: Language,
): Promise<Import> {
  if (!isId(importId)) refuseNotFound('import')
  const db = ctx.db.reader
  const row = await importsOf(db, actor.personId).where('id', '=', importId).executeTakeFirst()
  return row ? present(row, await countsOf(db, row.id), language) : refuseNotFound('import')
}

export async function page(
  ctx: Context,
  actor: Actor,
  { importId, filter = 'all', after = 0, pageSize = PAGE }: Input<typeof pageImportItems>,
  language: Language,
): Promise<Reply<typeof pageImportItems>> {
  const found = await find(ctx, actor, importId, language)
  const rows = await itemsOf(ctx.db.reader, importId, filter, after, pageSize + 1)
  return {
    import: found,
    list: rows.slice(0, pageSize).map((row) => presentItem(row, language)),
    hasMore: rows.length > pageSize,
  }
}

const presentItem = (
  { path, fileId, error, ...row }: Awaited<ReturnType<typeof itemsOf>>[number],
  language: Language,
): ImportItem => ({
  ...row,
  path: pathText(path),
  instanceId: row.outcome === 'failed' ? null : fileId,
  reason: reasonOf(error, language),
})

const TITLES = {
  'zh-CN': ['旧网盘中的路径', '结果', '现在的名称', '改名', '大小（字节）', '原因'],
  'en-US': ['Path on old drive', 'Result', 'Name here', 'Renamed', 'Size (bytes)', 'Reason'],
} as const
const WIDTHS = [60, 16, 40, 10, 14, 60]

export async function workbook(
  ctx: Context,
  actor: Actor,
  importId: string,
  language: Language,
): Promise<Readable> {
  const found = await find(ctx, actor, importId, language)
  const columns = TITLES[language].map((title, at) => ({ title, width: WIDTHS[at] ?? 20 }))
  const sheet = language === 'zh-CN' ? '导入报告' : 'Import report'
  return workbookOf(sheet, columns, rows(), ctx.config.timeZone)

  async function* rows() {
    for (let after = 0; ; ) {
      const some = await itemsOf(ctx.db.reader, found.importId, 'everything', after, EXPORTED_AT_ONCE)
      const last = some.at(-1)
      if (!last) return
      after = last.no
      yield some.map((row) => {
        const item = presentItem(row, language)
        const yes = language === 'zh-CN' ? '是' : 'yes'
        const result = importOutcomeText(item.outcome, language)
        return [item.path, result, item.name, item.isRenamed ? yes : '', item.size, item.reason]
      })
    }
  }
}

/** Reports that are kept no longer. */
export async function removeOldImports(ctx: Context): Promise<void> {
  await ctx.db.reader
    .deleteFrom('import')
    .where('ended_at', '<', new Date(ctx.now().getTime() - IMPORT_REPORT_DAYS * DAY))
    .execute()
}
