import { IMPORT_ROWS_MAX, type ImportedRow, type importPeople } from '@clouddisk/contract/admin-people'
import { codeOf, type Language } from '@clouddisk/contract/errors'
import { nameKey } from '@clouddisk/contract/names'
import { ROLE_NAMES } from '@clouddisk/contract/role-names'
import type { Reply } from '@clouddisk/contract/route'
import pLimit from 'p-limit'
import type { Actor } from '../../access/actor.ts'
import { inScope, isSuperAdmin } from '../../access/admin.ts'
import type { Context } from '../../context.ts'
import { circumstances } from '../../db/circumstances.ts'
import { Refusal, refuse, refuseField } from '../../http/refusal.ts'
import { type Cell, type Row, readWorkbook } from '../../workbooks/read.ts'
import { refuseWeak } from '../accounts/passwords.ts'
import { auditAlone } from '../audit/audit.ts'
import { COLUMNS, type ColumnKey, columnNamed, says, titleOf } from './columns.ts'
import { departmentsByWay } from './department-store.ts'
import { readAccountName, readEmail, readPersonName, readPhone, readSpeedLimit } from './fields.ts'
import { mustBeGiven, type Role, refuseNowhere, rolesOf } from './held-roles.ts'
import { faultText, fieldOf, placeOf } from './import-words.ts'
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
  const checked = await checkAll(ctx, actor, rows, places, language)
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
  for (const [i, { text }] of cells.entries()) {
    const key = columnNamed(text)
    if (key && !places.has(key)) places.set(key, i)
  }
  const missing = COLUMNS.find(({ key, required }) => required && !places.has(key))
  if (missing) refuse('workbook_columns', { column: titleOf(missing, language) })
  return places
}

/** All that is wrong with a row, as its columns stand. */
type Faults = readonly Refusal[]

interface CheckedRow {
  readonly row: number
  readonly accountName: string
  readonly userRealName: string
  readonly person: CheckedPerson | Faults
}

/** What rows name, each looked up once for all of them. */
interface Known {
  readonly scope: Scope
  readonly departments: ReadonlyMap<string, string>
  readonly roles: ReadonlyMap<string, Role>
  /** What the caller may give, as it is called. */
  readonly roleNames: readonly string[]
  readonly taken: Set<string>
}

async function checkAll(
  ctx: Context,
  actor: Actor,
  rows: readonly Row[],
  places: Places,
  language: Language,
): Promise<CheckedRow[]> {
  const db = ctx.db.reader
  const cellOf = ({ cells }: Row, key: ColumnKey) => textIn(key, cells[places.get(key) ?? -1])
  const keys = rows.map((row) => nameKey(cellOf(row, 'accountName')))
  const [departments, own, taken] = await Promise.all([
    departmentsByWay(db),
    ownRoles(db, ''),
    accountsTaken(db, keys),
  ])
  const presets = Object.keys(ROLE_NAMES)
  const roles = await rolesOf(db, [...presets, ...own.map(({ id }) => id)])
  const scope = peopleScope(actor, 'change')
  const roleNames = roles
    .filter((role) => !role.advanced || isSuperAdmin(actor))
    .map((role) => nameIn(role, language))
  const known: Known = { scope, departments, roles: namedRoles(roles), roleNames, taken }
  return rows.map((row) => {
    const cell = (key: ColumnKey) => cellOf(row, key)
    return {
      row: row.row,
      accountName: cell('accountName'),
      userRealName: cell('userRealName'),
      person: checkRow(actor, known, cell),
    }
  })
}

/** Numbers and days do not depend on how the sheet shows them; all else is read as it is shown. */
function textIn(key: ColumnKey, cell: Cell | undefined): string {
  if (!cell) return ''
  if (key === 'validUntil') return cell.date ?? cell.text
  const isNumber = key === 'totalCapacity' || key === 'groupCapacity' || key === 'speedLimit'
  return isNumber && cell.number !== undefined ? String(cell.number) : cell.text
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

const nameIn = ({ preset, name }: Role, language: Language): string =>
  preset === null ? name : ROLE_NAMES[preset as keyof typeof ROLE_NAMES][language === 'zh-CN' ? 0 : 1]

function checkRow(actor: Actor, known: Known, cell: (key: ColumnKey) => string): CheckedPerson | Faults {
  const faults: Refusal[] = []
  /** What cannot be read is told with the rest of the row. */
  const read = <T, F>(work: () => T, otherwise: F): T | F => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      faults.push(error)
      return otherwise
    }
  }
  const [groupCapacity, password] = [cell('groupCapacity'), cell('password')]
  const roles = read(() => rolesIn(actor, known, cell('roles')), [])
  const departmentId = read(() => departmentIn(known, cell('departmentId')), undefined)
  const values = {
    accountName: read(() => accountIn(known, cell('accountName')), ''),
    userRealName: read(() => readPersonName('userRealName', cell('userRealName')), ''),
    userName: read(() => cell('userName') && readPersonName('userName', cell('userName')), ''),
    phone: read(() => readPhone(cell('phone')), ''),
    email: read(() => readEmail(cell('email')), ''),
    ...(departmentId !== undefined && { departmentId }),
    roles: roles.map(({ roleId }) => roleId),
    totalCapacity: read(() => spaceIn(cell('totalCapacity')), 0),
    ...(groupCapacity !== '' && { groupCapacity: read(() => capacityIn(groupCapacity, 'groupCapacity'), 0) }),
    speedLimit: read(() => speedIn(cell('speedLimit')), 0),
    validUntil: read(() => validityIn(cell('validUntil')), 'forever'),
    ...(password !== '' && { password }),
  }
  if (password !== '') read(() => refuseWeak(password), undefined)
  if (cell('departmentId') === '') read(() => refuseNowhere(null, roles), undefined)
  const person = faults.length === 0 ? read(() => check(values, known.scope), undefined) : undefined
  if (!person) return faults.sort((a, b) => placeOf(a) - placeOf(b))
  known.taken.add(nameKey(person.accountName))
  return person
}

function accountIn({ taken }: Known, cell: string): string {
  const name = readAccountName(cell)
  if (taken.has(nameKey(name))) refuse('name_taken', { name })
  return name
}

function rolesIn(actor: Actor, { roles, roleNames }: Known, cell: string): Role[] {
  const names = cell
    .split(/[,，、;；\n]/)
    .map((name) => name.trim())
    .filter(Boolean)
  if (names.length === 0) refuseField('roles', 'missing')
  const named = names.map(
    (name) => roles.get(nameKey(name)) ?? refuseUnknown('roles', name, { names: roleNames }),
  )
  mustBeGiven(actor, named)
  refuseConflict(named.flatMap(({ admin }) => admin ?? []))
  return named
}

/** Undefined where none is named; one that is not the caller's is none that there is. */
function departmentIn({ departments, scope }: Known, cell: string): string | undefined {
  const names = cell
    .split(/[/／>]/)
    .map((name) => nameKey(name.trim()))
    .filter(Boolean)
  if (names.length === 0) return undefined
  const id = departments.get(names.join('/'))
  if (id !== undefined && inScope(scope, id)) return id
  return refuseUnknown('departmentId', cell.trim(), { bounded: scope !== 'all' })
}

const refuseUnknown = (field: ColumnKey, value: string, more: object): never =>
  refuse('bad_field', { field, reason: 'unknown_value', value, ...more })

const MB = 1024 ** 2
const GB = 1024 ** 3

const spaceIn = (cell: string): number | 'unlimited' =>
  cell === '' ? refuseField('totalCapacity', 'missing') : capacityIn(cell, 'totalCapacity')

function capacityIn(cell: string, field: ColumnKey): number | 'unlimited' {
  return says(cell, 'unlimited') ? 'unlimited' : bytesIn(cell.replace(/\s*gb$/i, ''), GB, field)
}

/** Bytes a second; 0 is unlimited, and what would come to no byte at all is none that can be meant. */
function speedIn(cell: string): number {
  if (cell === '' || says(cell, 'unlimited')) return 0
  const given = bytesIn(cell.replace(/\s*mb(\/s)?$/i, ''), MB, 'speedLimit')
  return readSpeedLimit(given) ?? refuseField('speedLimit', 'range')
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
  if (isFaulty(person)) return line(checked, language)
  try {
    const { userId, password } = await make(ctx, actor, person)
    return { ...said, errcode: 0, errmsg: '', userId, ...(password !== null && { password }) }
  } catch (error) {
    // Such as a name that somebody else took since it was checked.
    return line({ ...checked, person: [lineFault(ctx, error)] }, language)
  }
}

const isFaulty = (person: CheckedPerson | Faults): person is Faults => Array.isArray(person)

function line({ person, ...said }: CheckedRow, language: Language): ImportedRow {
  const [first] = isFaulty(person) ? person : []
  if (!isFaulty(person) || !first) return { ...said, errcode: 0, errmsg: '' }
  const field = fieldOf(first)
  const errmsg = person.map((fault) => faultText(fault, language)).join('\n')
  return { ...said, errcode: codeOf(first.refused), errmsg, ...(field !== undefined && { field }) }
}
