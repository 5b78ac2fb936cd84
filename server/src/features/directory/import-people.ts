import { IMPORT_ROWS_MAX, type ImportedRow, type importPeople } from '@clouddisk/contract/admin-people'
import { codeOf, type ErrorName, type Language, reasonText } from '@clouddisk/contract/errors'
import { nameKey } from '@clouddisk/contract/names'
import { ROLE_NAMES } from '@clouddisk/contract/role-names'
import type { Reply } from '@clouddisk/contract/route'
import pLimit from 'p-limit'
import type { Actor } from '../../access/actor.ts'
import { inScope } from '../../access/admin.ts'
import type { Context } from '../../context.ts'
import { circumstances } from '../../db/circumstances.ts'
import { Refusal, refuse, refuseField, wordsOf } from '../../http/refusal.ts'
import { type Row, readWorkbook } from '../../workbooks/read.ts'
import { auditAlone } from '../audit/audit.ts'
import { COLUMNS, type ColumnKey, columnNamed, says, titleOf } from './columns.ts'
import { departmentsByWay } from './department-store.ts'
import { mustBeGiven, type Role, rolesOf } from './held-roles.ts'
import { lineFault } from './line-fault.ts'
import { type CheckedPerson, check, make } from './new-people.ts'
import { peopleScope, refuseConflict, type Scope } from './rights.ts'
import { roles as ownRoles } from './role-store.ts'
import { accountsTaken } from './store.ts'

/** People brought in a workbook: each row by itself, the bad ones told and left out. */

/** Passwords are hashed two at a time anyway. */
const AT_ONCE = 2
const COLUMNS_MAX = 60
const LENGTH_MAX = 2000

export async function bring(
  ctx: Context,
  actor: Actor,
  bytes: unknown,
  dryRun: boolean,
  language: Language,
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
  const places = placesOf(headings ?? refuse('workbook_unreadable'), language)
  if (rows.length > limit) refuse('workbook_too_long', { limit })
  const checked = await checkAll(ctx, actor, rows, places)
  const atOnce = pLimit(AT_ONCE)
  const list = await Promise.all(
    checked.map((one) => atOnce(() => (dryRun ? line(one, language) : bringOne(ctx, actor, one, language)))),
  )
  const failed = list.filter(({ errcode }) => errcode !== 0).length
  const created = dryRun ? 0 : list.length - failed
  if (!dryRun) await tellImported(ctx, { created, failed })
  return { rows: list.length, created, failed, list }
}

/** Each account is in the log by itself: where this is not, the answer still tells the passwords that were made up. */
async function tellImported(ctx: Context, detail: { created: number; failed: number }): Promise<void> {
  try {
    await auditAlone(ctx.db.reader, { action: 'people.imported', detail })
  } catch (error) {
    ctx.log.error({ err: error, traceId: circumstances()?.traceId }, 'an import is not in the log as a whole')
  }
}

type Places = ReadonlyMap<ColumnKey, number>

function placesOf({ cells }: Row, language: Language): Places {
  const places = new Map<ColumnKey, number>()
  for (const [i, cell] of cells.entries()) {
    const key = columnNamed(cell)
    if (key && !places.has(key)) places.set(key, i)
  }
  const missing = COLUMNS.find(({ key, required }) => required && !places.has(key))
  if (missing) refuse('workbook_columns', { column: titleOf(missing, language) })
  return places
}

interface CheckedRow {
  readonly row: number
  readonly accountName: string
  readonly userRealName: string
  readonly person: CheckedPerson | Refusal
}

/** What rows name, each looked up once for all of them. */
interface Known {
  readonly scope: Scope
  readonly departments: ReadonlyMap<string, string>
  readonly roles: ReadonlyMap<string, Role>
  readonly taken: Set<string>
}

async function checkAll(
  ctx: Context,
  actor: Actor,
  rows: readonly Row[],
  places: Places,
): Promise<CheckedRow[]> {
  const db = ctx.db.reader
  const cellOf = ({ cells }: Row, key: ColumnKey) => cells[places.get(key) ?? -1] ?? ''
  const keys = rows.map((row) => nameKey(cellOf(row, 'accountName')))
  const [departments, own, taken] = await Promise.all([
    departmentsByWay(db),
    ownRoles(db, ''),
    accountsTaken(db, keys),
  ])
  const presets = Object.keys(ROLE_NAMES)
  const roles = await rolesOf(db, [...presets, ...own.map(({ id }) => id)])
  const known: Known = { scope: peopleScope(actor, 'change'), departments, roles: namedRoles(roles), taken }
  return rows.map((row) => {
    const cell = (key: ColumnKey) => cellOf(row, key)
    return {
      row: row.row,
      accountName: cell('accountName'),
      userRealName: cell('userRealName'),
      person: attempt(() => checkRow(actor, known, cell)),
    }
  })
}

/** By every name that a cell may give: in either language, as the wire has it, of one's own making. */
function namedRoles(roles: readonly Role[]): ReadonlyMap<string, Role> {
  const named = new Map<string, Role>()
  for (const role of roles.toReversed()) {
    const words = role.preset === null ? [] : ROLE_NAMES[role.preset as keyof typeof ROLE_NAMES]
    for (const name of [role.name, ...words]) named.set(nameKey(name), role)
  }
  return named
}

function attempt(work: () => CheckedPerson): CheckedPerson | Refusal {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function checkRow(actor: Actor, known: Known, cell: (key: ColumnKey) => string): CheckedPerson {
  const roles = rolesIn(known, cell('roles'))
  const password = cell('password')
  const groupCapacity = cell('groupCapacity')
  const departmentId = departmentIn(known, cell('departmentId'))
  const person = check(
    {
      accountName: cell('accountName'),
      userRealName: cell('userRealName'),
      userName: cell('userName'),
      phone: cell('phone'),
      email: cell('email'),
      ...(departmentId !== undefined && { departmentId }),
      roles: roles.map(({ roleId }) => roleId),
      totalCapacity: capacityIn(
        cell('totalCapacity') || refuseField('totalCapacity', 'missing'),
        'totalCapacity',
      ),
      ...(groupCapacity !== '' && { groupCapacity: capacityIn(groupCapacity, 'groupCapacity') }),
      speedLimit: speedIn(cell('speedLimit')),
      validUntil: validityIn(cell('validUntil')),
      ...(password !== '' && { password }),
    },
    known.scope,
  )
  mustBeGiven(actor, roles)
  refuseConflict(roles.flatMap(({ admin }) => admin ?? []))
  const key = nameKey(person.accountName)
  if (known.taken.has(key)) refuse('name_taken', { name: person.accountName })
  known.taken.add(key)
  return person
}

function rolesIn({ roles }: Known, cell: string): Role[] {
  const names = cell
    .split(/[,，、;；\n]/)
    .map((name) => name.trim())
    .filter(Boolean)
  if (names.length === 0) refuseField('roles', 'missing')
  return names.map((name) => roles.get(nameKey(name)) ?? refuseField('roles', 'unknown_value'))
}

/** Undefined where none is named; one that is not the caller's is none that there is. */
function departmentIn({ departments, scope }: Known, cell: string): string | undefined {
  const names = cell
    .split(/[/／>]/)
    .map((name) => nameKey(name.trim()))
    .filter(Boolean)
  if (names.length === 0) return undefined
  const id = departments.get(names.join('/'))
  return id !== undefined && inScope(scope, id) ? id : refuseField('departmentId', 'unknown_value')
}

const MB = 1024 ** 2
const GB = 1024 ** 3

function capacityIn(cell: string, field: ColumnKey): number | 'unlimited' {
  return says(cell, 'unlimited') ? 'unlimited' : bytesIn(cell.replace(/\s*gb$/i, ''), GB, field)
}

/** Bytes a second; 0 is unlimited, and what would come to no byte at all is none that can be meant. */
function speedIn(cell: string): number {
  if (cell === '' || says(cell, 'unlimited')) return 0
  return bytesIn(cell.replace(/\s*mb(\/s)?$/i, ''), MB, 'speedLimit') || refuseField('speedLimit', 'range')
}

function bytesIn(text: string, unit: number, field: ColumnKey): number {
  const number = Number(text)
  if (text === '' || Number.isNaN(number)) refuseField(field, 'type')
  const bytes = Math.round(number * unit)
  return bytes >= 0 && Number.isSafeInteger(bytes) ? bytes : refuseField(field, 'range')
}

/** A day counts as a whole, where the server stands. */
function validityIn(cell: string): string {
  if (cell === '') refuseField('validUntil', 'missing')
  if (says(cell, 'forever')) return 'forever'
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T|\s|$)/.exec(cell) ?? []
  const first = new Date(Number(year), Number(month) - 1, Number(day))
  const isDay = first.getMonth() === Number(month) - 1 && first.getDate() === Number(day)
  if (!isDay) refuseField('validUntil', 'format')
  first.setHours(23, 59, 59, 999)
  return first.toISOString()
}

async function bringOne(
  ctx: Context,
  actor: Actor,
  checked: CheckedRow,
  language: Language,
): Promise<ImportedRow> {
  const { person, ...said } = checked
  if (person instanceof Refusal) return line(checked, language)
  try {
    const { userId, password } = await make(ctx, actor, person)
    return { ...said, errcode: 0, errmsg: '', userId, ...(password !== null && { password }) }
  } catch (error) {
    // Such as a name that somebody else took since it was checked.
    return line({ ...checked, person: lineFault(ctx, error) }, language)
  }
}

/** Which field another refusal than that of a field is about. */
const FIELDS: Partial<Record<ErrorName, ColumnKey>> = {
  name_taken: 'accountName',
  password_too_weak: 'password',
  not_found: 'departmentId',
  area_refused: 'roles',
  roles_conflict: 'roles',
}

function line({ person, ...said }: CheckedRow, language: Language): ImportedRow {
  if (!(person instanceof Refusal)) return { ...said, errcode: 0, errmsg: '' }
  const { refused, details } = person
  if (refused !== 'bad_field') {
    const field = FIELDS[refused]
    return { ...said, ...wordsOf(person, language), ...(field && { field }) }
  }
  const errmsg = reasonText(details.reason as Parameters<typeof reasonText>[0], language)
  return { ...said, errcode: codeOf('bad_field'), errmsg, field: String(details.field) }
}
