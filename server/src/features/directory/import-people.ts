import {
  IMPORT_ROWS_MAX,
  type ImportedRow,
  type ImportFault,
  type importPeople,
} from '@clouddisk/contract/admin-people'
import { codeOf, type Language } from '@clouddisk/contract/errors'
import type { Reply } from '@clouddisk/contract/route'
import pLimit from 'p-limit'
import type { Actor } from '../../access/actor.ts'
import { auditOutsideTransaction } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { currentRequestContext } from '../../db/request-context.ts'
import { type Refusal, refuse } from '../../errors/refusal.ts'
import { readWorkbook } from '../../workbooks/read.ts'
import { createMissingDepartments, missingDepartmentPaths } from './import-departments.ts'
import { columnIndex, faultField, faultReason, faultText } from './import-fault-text.ts'
import { type CheckedRow, checkRows, columnPositions } from './import-rows.ts'
import { insertPersonWithRoles } from './new-people.ts'
import { rowRefusal } from './row-refusal.ts'

/** People brought in a workbook: each row by itself, the bad ones told and left out. */

/** Passwords are hashed two at a time anyway. */
const CONCURRENT_ROWS = 2
const COLUMNS_MAX = 60
const LENGTH_MAX = 2000

export interface ImportOptions {
  readonly dryRun: boolean
  readonly createDepartments: boolean
  readonly language: Language
}

export async function importWorkbook(
  ctx: Context,
  actor: Actor,
  bytes: unknown,
  { dryRun, ...options }: ImportOptions,
): Promise<Reply<typeof importPeople>> {
  if (!Buffer.isBuffer(bytes)) refuse('workbook_unreadable')
  const limit = IMPORT_ROWS_MAX
  // One row of headings, and one to see that there are too many.
  const read = await readWorkbook({
    bytes,
    personId: actor.personId,
    rowsMax: limit + 2,
    columnsMax: COLUMNS_MAX,
    lengthMax: LENGTH_MAX,
  })
  const [headings, ...rows] = read
  const places = columnPositions(headings ?? refuse('workbook_unreadable'), options.language)
  if (rows.length > limit) refuse('workbook_too_long', { limit })
  const checked = await checkRows(ctx, actor, rows, places, options)
  const paths = missingDepartmentPaths(checked.list)
  const placed =
    dryRun || !options.createDepartments
      ? checked.list
      : await createMissingDepartments(ctx, actor, checked.list, paths)
  const atOnce = pLimit(CONCURRENT_ROWS)
  const outcomes = await Promise.all(
    placed.map((row) => (dryRun ? { row } : atOnce(() => importRow(ctx, actor, row)))),
  )
  const list = outcomes.map((outcome) => lineOf(outcome, options.language))
  const failed = list.filter(({ errcode }) => errcode !== 0).length
  const created = dryRun ? 0 : list.length - failed
  if (!dryRun) await auditImport(ctx, { created, failed })
  return {
    rows: list.length,
    created,
    failed,
    skipped: checked.skipped,
    list,
    faults: groupFaults(
      outcomes.map(({ row }) => row),
      options.language,
    ),
    missingDepartments: paths.map((names) => names.join('/')),
  }
}

/** Each account is in the log by itself: where this is not, the answer still tells the passwords that were made up. */
async function auditImport(ctx: Context, detail: { created: number; failed: number }): Promise<void> {
  try {
    await auditOutsideTransaction(ctx.db.reader, { action: 'people.imported', detail })
  } catch (error) {
    ctx.log.error(
      { err: error, traceId: currentRequestContext()?.traceId },
      'the summary of an import could not be written to the audit log',
    )
  }
}

interface RowOutcome {
  readonly row: CheckedRow
  /** Where somebody was made; the password where it was made up. */
  readonly made?: { readonly userId: string; readonly password: string | null }
}

async function importRow(ctx: Context, actor: Actor, row: CheckedRow): Promise<RowOutcome> {
  if (!row.person) return { row }
  try {
    return { row, made: await insertPersonWithRoles(ctx, actor, row.person) }
  } catch (error) {
    // Such as a name that somebody else took since it was checked.
    return { row: { ...row, person: undefined, faults: [rowRefusal(ctx, error)] } }
  }
}

function lineOf(
  { row: { row, accountName, userRealName, faults }, made }: RowOutcome,
  language: Language,
): ImportedRow {
  const line = { row, accountName, userRealName, errcode: 0, errmsg: '' }
  const [first] = faults
  if (!first) {
    const { userId, password = null } = made ?? {}
    return { ...line, ...(userId !== undefined && { userId }), ...(password !== null && { password }) }
  }
  const field = faultField(first)
  const errmsg = faults.map((fault) => faultText(fault, language)).join('\n')
  return { ...line, errcode: codeOf(first.errorName), errmsg, ...(field !== undefined && { field }) }
}

/** One reason stands once, with all rows that it is of. */
function groupFaults(rows: readonly CheckedRow[], language: Language): ImportFault[] {
  const groups = new Map<string, { fault: Refusal; rows: number[] }>()
  for (const { row, faults } of rows)
    for (const fault of faults) {
      const message = faultReason(fault, language)
      const group = groups.get(message) ?? { fault, rows: [] }
      groups.set(message, group)
      group.rows.push(row)
    }
  return [...groups]
    .sort(([, a], [, b]) => columnIndex(a.fault) - columnIndex(b.fault))
    .map(([message, { fault, rows }]) => {
      const field = faultField(fault)
      return { message, ...(field !== undefined && { field }), rows }
    })
}
