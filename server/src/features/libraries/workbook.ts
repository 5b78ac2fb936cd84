import type { Readable } from 'node:stream'
import { errorText, type Language } from '@clouddisk/contract/errors'
import { type importLibraryValues, VALUES_ROWS_MAX, type ValuesRow } from '@clouddisk/contract/libraries'
import { canonicalNumber, type LibraryAttribute } from '@clouddisk/contract/library-attributes'
import { nameKey } from '@clouddisk/contract/names'
import type { Reply } from '@clouddisk/contract/route'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { requirePermission } from '../../access/permissions.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import { audit, auditOutsideTransaction } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { Refusal, refuse } from '../../errors/refusal.ts'
import { withSpaceLocks } from '../../tree/spaces.ts'
import { readWorkbook, type WorkbookCell, type WorkbookRow } from '../../workbooks/read.ts'
import { type CellValue, workbookOf } from '../../workbooks/write.ts'
import { attributes } from './attribute-store.ts'
import { loadLibrary } from './mine.ts'
import { valuesOf } from './value-store.ts'
import { compareValues, putChanged } from './values.ts'

/** The values of a library's files as a workbook, which can be changed and brought back. */

const inLanguage = (language: Language, zh: string, en: string) => (language === 'zh-CN' ? zh : en)
const pathTitle = (language: Language) => inLanguage(language, '路径', 'Path')
const YES: Record<Language, Record<string, string>> = {
  'zh-CN': { yes: '是', no: '否' },
  'en-US': { yes: 'Yes', no: 'No' },
}

const STEP = 500

export async function exportFiles(
  ctx: Context,
  actor: Actor,
  libraryId: string,
  language: Language,
): Promise<Readable> {
  const db = ctx.db.reader
  const { library, root } = await loadLibrary(db, actor, libraryId)
  requirePermission(root, 'list')
  requirePermission(root, 'attribute')
  const fields = await attributes(db, library.id)
  await auditOutsideTransaction(db, {
    action: 'library.exported',
    object: { type: 'library', id: library.id, name: library.name },
  })
  const columns = [
    { title: pathTitle(language), width: 60 },
    ...fields.map(({ attributeName }) => ({ title: attributeName, width: 20 })),
  ]
  return workbookOf(inLanguage(language, '文件', 'Files'), columns, rowsOf(), ctx.config.timeZone)

  async function* rowsOf(): AsyncGenerator<CellValue[][]> {
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const ids = await filesAfter(db, library.id, after)
      const last = ids.at(-1)
      if (last === undefined) return
      after = last
      const items = await resolveAll(db, actor, ids)
      const shown = ids.flatMap((id) => {
        const item = items.get(id)
        return item?.permissions.has('list') && item.permissions.has('attribute') ? [item] : []
      })
      const values = await valuesOf(
        db,
        shown.map(({ id }) => id),
        library.id,
      )
      yield shown.map((item) => [
        pathOf(item),
        ...fields.map(({ attributeId, type }) =>
          cellOf(type, values.get(item.id)?.get(attributeId), language),
        ),
      ])
    }
  }
}

async function filesAfter(db: Reader, libraryId: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from file where space_id = ${libraryId} and not is_folder and parent_id is not null and id > ${after}
    order by id limit ${STEP}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Below the root, as the reader sees it. */
const pathOf = ({ visiblePath, rootId }: ResolvedItem): string =>
  visiblePath
    .filter(({ id }) => id !== rootId)
    .map(({ name }) => name)
    .join('/')

/** Numbers that are exact as such are numbers of the workbook; others keep their digits as texts. */
function cellOf(type: LibraryAttribute['type'], value: string | undefined, language: Language): CellValue {
  if (value === undefined) return null
  if (type === 'yesNo') return YES[language][value] ?? value
  if (type === 'number' && canonicalNumber(String(Number(value))) === value) return Number(value)
  return value
}

interface ImportOptions {
  readonly libraryId: string
  readonly dryRun: boolean
  readonly language: Language
}

export async function importValues(
  ctx: Context,
  actor: Actor,
  bytes: unknown,
  { libraryId, dryRun, language }: ImportOptions,
): Promise<Reply<typeof importLibraryValues>> {
  const db = ctx.db.reader
  const { library, root } = await loadLibrary(db, actor, libraryId)
  requirePermission(root, 'list')
  if (!Buffer.isBuffer(bytes)) refuse('workbook_unreadable')
  const fields = await attributes(db, library.id)
  const limit = VALUES_ROWS_MAX
  const read = await readWorkbook({
    bytes,
    personId: actor.personId,
    rowsMax: limit + 2,
    columnsMax: fields.length + 20,
    lengthMax: 10_000,
  })
  const [headings, ...rows] = read
  const places = columnsOf(headings ?? refuse('workbook_unreadable'), fields, language)
  if (rows.length > limit) refuse('workbook_too_long', { limit })
  const importer = {
    ctx,
    actor,
    libraryId: library.id,
    rootId: library.rootId,
    fields,
    places,
    language,
    dryRun,
  }
  const outcomes: RowOutcome[] = []
  for (const row of rows) outcomes.push(await importRow(importer, row))
  const failed = outcomes.filter(({ errmsg }) => errmsg !== '')
  const changed = outcomes.filter((one) => one.changed).length
  if (!dryRun && changed > 0)
    await ctx.db.transact((tx) =>
      audit(tx, {
        action: 'library.valuesImported',
        object: { type: 'library', id: library.id, name: library.name },
        detail: { changed, failed: failed.length },
      }),
    )
  return {
    rows: rows.length,
    changed,
    failed: failed.length,
    faults: failed.slice(0, FAULTS_MAX).map(({ changed: _changed, ...fault }) => fault),
  }
}

const FAULTS_MAX = 1000

/** In a workbook there is no list to refresh: the path is what can be mended. */
export const NO_FILE: Record<Language, string> = {
  'zh-CN': '业务库中没有这个文件。请检查路径。',
  'en-US': 'The library has no such file. Check the path.',
}

interface Column {
  readonly index: number
  readonly attribute: LibraryAttribute
}

interface Columns {
  readonly path: number
  readonly attributes: readonly Column[]
}

/** By the headings; columns that are none of the attributes are left out. */
function columnsOf({ cells }: WorkbookRow, fields: readonly LibraryAttribute[], language: Language): Columns {
  const titles = cells.map(({ text }) => text.trim())
  const path = titles.findIndex(
    (title) => ['路径', 'path', pathTitle(language)].includes(title.toLowerCase()) || title === 'Path',
  )
  if (path < 0) refuse('workbook_unreadable')
  return {
    path,
    attributes: titles.flatMap((title, index) => {
      const attribute = fields.find(({ attributeName, code }) => attributeName === title || code === title)
      return attribute && index !== path ? [{ index, attribute }] : []
    }),
  }
}

interface Importer {
  readonly ctx: Context
  readonly actor: Actor
  readonly libraryId: string
  readonly rootId: string
  readonly fields: readonly LibraryAttribute[]
  readonly places: Columns
  readonly language: Language
  readonly dryRun: boolean
}

interface RowOutcome extends ValuesRow {
  readonly changed: boolean
}

async function importRow(importer: Importer, { row, cells }: WorkbookRow): Promise<RowOutcome> {
  const { ctx, actor, fields, places, language, dryRun, libraryId } = importer
  const path = cells[places.path]?.text.trim() ?? ''
  try {
    const id = (await fileAt(ctx.db.reader, importer.rootId, path)) ?? refuse('not_found')
    const values = places.attributes.map(({ index, attribute }) => ({
      attributeId: attribute.attributeId,
      value: textOf(attribute, cells[index]),
    }))
    const { changed, faults } = await ctx.db.transact(async (tx) => {
      const find = async () => (await resolveAll(tx, actor, [id])).get(id) ?? refuse('not_found')
      const item = await (dryRun ? find() : withSpaceLocks(tx, [id], find))
      requirePermission(item, 'label')
      requirePermission(item, 'attribute')
      const before = (await valuesOf(tx, [id], libraryId)).get(id) ?? new Map<string, string>()
      const compared = compareValues(fields, values, before)
      const isFine = compared.faults.length === 0
      if (isFine && !dryRun) await putChanged(tx, actor, item, fields, compared.changed)
      return { changed: isFine && compared.changed.size > 0, faults: compared.faults }
    })
    const errmsg = faults
      .map(({ errorName, details }) => errorText(errorName, language, details))
      .join(inLanguage(language, '', ' '))
    return { row, path, errmsg, changed }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { errorName, details } = error
    const errmsg = errorName === 'not_found' ? NO_FILE[language] : errorText(errorName, language, details)
    return { row, path, errmsg, changed: false }
  }
}

/** The file at a path below the root. */
async function fileAt(db: Reader, rootId: string, path: string): Promise<string | undefined> {
  const keys = path
    .split('/')
    .filter((name) => name !== '')
    .map((name) => nameKey(name))
  if (keys.length === 0) return undefined
  const { rows } = await sql<{ id: string }>`
    with recursive walk as (
      select ${rootId}::uuid as id, 0 as depth
      union all
      select f.id, w.depth + 1 from walk w join file f on f.parent_id = w.id
        and f.name_key = (${keys}::text[])[w.depth + 1]
    )
    select w.id from walk w join file f on f.id = w.id where w.depth = ${keys.length} and not f.is_folder`.execute(
    db,
  )
  return rows[0]?.id
}

function textOf({ type }: LibraryAttribute, cell: WorkbookCell | undefined): string {
  const text = cell?.text.trim() ?? ''
  if (type === 'date') return cell?.date?.slice(0, 10) ?? text
  if (type === 'number') return cell?.number === undefined ? text : plainNumber(cell.number, text)
  if (type !== 'yesNo') return text
  const known = Object.values(YES).flatMap((words) => Object.entries(words))
  return known.find(([, word]) => word.toLowerCase() === text.toLowerCase())?.[0] ?? text
}

/** The number, whatever its format shows. */
const plainNumber = (number: number, text: string): string =>
  canonicalNumber(String(number)) ?? canonicalNumber(text) ?? text
