import type { Language } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import { isDepartmentName, nameKey } from '@clouddisk/contract/names'
import { ROLE_NAMES } from '@clouddisk/contract/role-names'
import type { Actor } from '../../access/actor.ts'
import { isInScope, isSuperAdmin } from '../../access/admin.ts'
import { endOfDay } from '../../config/zone.ts'
import type { Context } from '../../context.ts'
import { Refusal, refuse, refuseField } from '../../errors/refusal.ts'
import { readDecimal } from '../../http/input-values.ts'
import { plainNumber } from '../../workbooks/cells.ts'
import type { WorkbookCell, WorkbookRow } from '../../workbooks/read.ts'
import { refuseWeakPassword } from '../accounts/passwords.ts'
import { type AdminScope, peopleScope, refuseConflictingRoles } from './admin-scope.ts'
import {
  type AssignableRole,
  assignableRoles,
  refuseRolesWithoutDepartment,
  requireMayAssign,
} from './assignable-roles.ts'
import { COLUMNS, type ColumnKey, columnNamed, isCellWord, isSample, titleOf } from './columns.ts'
import { departmentKey, departmentsByPath } from './department-store.ts'
import { readAccountName, readEmail, readPersonName, readPhone, readSpeedLimit } from './fields.ts'
import { columnIndex } from './import-fault-text.ts'
import { type CheckedPerson, checkPerson } from './new-people.ts'
import { roles as ownRoles } from './role-store.ts'
import { takenAccounts } from './store.ts'

/** The rows of a workbook of people: what each says, and all that is wrong with it. */

export type ColumnPositions = ReadonlyMap<ColumnKey, number>

export function columnPositions({ cells }: WorkbookRow, language: Language): ColumnPositions {
  const places = new Map<ColumnKey, number>()
  for (const [i, { text }] of cells.entries()) {
    const key = columnNamed(text)
    if (key && !places.has(key)) places.set(key, i)
  }
  const missing = COLUMNS.find(({ key, required }) => required && !places.has(key))
  if (missing) refuse('workbook_columns', { column: titleOf(missing, language) })
  return places
}

/** Names of a department and of those above it, from the top down. */
export type DepartmentNames = readonly string[]

export interface CheckedRow {
  readonly row: number
  readonly accountName: string
  readonly userRealName: string
  /** Undefined where there are faults. */
  readonly person: CheckedPerson | undefined
  /** All that is wrong with the row, in the order of the columns. */
  readonly faults: readonly Refusal[]
  /** Its department and those above it that there are not, the upper ones first, where nothing else is wrong. */
  readonly missing?: readonly DepartmentNames[]
}

/** What rows name, each looked up once for all of them. */
interface ImportContext {
  readonly scope: AdminScope
  readonly departments: ReadonlyMap<string, string>
  readonly roles: ReadonlyMap<string, AssignableRole>
  /** What the caller may give, as it is called. */
  readonly roleNames: readonly string[]
  readonly taken: Set<string>
  /** Bytes, of whom no row gives a space. */
  readonly capacity: number
  readonly zone: string
  readonly createDepartments: boolean
}

export async function checkRows(
  ctx: Context,
  actor: Actor,
  sheetRows: readonly WorkbookRow[],
  places: ColumnPositions,
  { language, createDepartments }: { language: Language; createDepartments: boolean },
): Promise<{ list: CheckedRow[]; skipped: number }> {
  const db = ctx.db.reader
  const cellOf = ({ cells }: WorkbookRow, key: ColumnKey) => readText(key, cells[places.get(key) ?? -1])
  const rows = sheetRows.filter((row) => !isSample(cellOf(row, 'accountName')))
  const keys = rows.map((row) => nameKey(cellOf(row, 'accountName')))
  const [departments, own, taken] = await Promise.all([
    departmentsByPath(db),
    ownRoles(db, ''),
    takenAccounts(db, keys),
  ])
  const presets = Object.keys(ROLE_NAMES)
  const roles = await assignableRoles(db, [...presets, ...own.map(({ id }) => id)])
  const scope = peopleScope(actor, 'change')
  const roleNames = roles
    .filter((role) => !role.advanced || isSuperAdmin(actor))
    .map((role) => nameIn(role, language))
  const capacity = ctx.config.limits.personCapacity
  const known: ImportContext = {
    scope,
    departments,
    roles: namedRoles(roles),
    roleNames,
    taken,
    capacity,
    zone: ctx.config.timeZone,
    createDepartments,
  }
  const list = rows.map((row) => {
    const cell = (key: ColumnKey) => cellOf(row, key)
    const [accountName, userRealName] = [cell('accountName'), cell('userRealName')]
    return { row: row.row, accountName, userRealName, ...checkRow(actor, known, cell) }
  })
  return { list, skipped: sheetRows.length - rows.length }
}

/** Numbers and days do not depend on how the sheet shows them; all else is read as it is shown. */
function readText(key: ColumnKey, cell: WorkbookCell | undefined): string {
  if (!cell) return ''
  if (key === 'validUntil') return cell.date ?? cell.text
  const isNumber = key === 'totalCapacity' || key === 'groupCapacity' || key === 'speedLimit'
  return isNumber && cell.number !== undefined ? plainNumber(cell.number) : cell.text
}

/** By every name that a cell may give: in either language, as the wire has it, of one's own making. */
function namedRoles(roles: readonly AssignableRole[]): ReadonlyMap<string, AssignableRole> {
  const named = new Map<string, AssignableRole>()
  for (const role of roles.toReversed()) {
    const words = role.preset === null ? [] : ROLE_NAMES[role.preset as keyof typeof ROLE_NAMES]
    for (const name of [role.name, ...words]) named.set(nameKey(name), role)
  }
  return named
}

const nameIn = ({ preset, name }: AssignableRole, language: Language): string =>
  preset === null ? name : ROLE_NAMES[preset as keyof typeof ROLE_NAMES][language === 'zh-CN' ? 0 : 1]

type CellReader = (key: ColumnKey) => string

function checkRow(
  actor: Actor,
  known: ImportContext,
  cell: CellReader,
): Pick<CheckedRow, 'person' | 'faults' | 'missing'> {
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
  const roles = read(() => readRoles(actor, known, cell('roles')), [])
  const department = read(() => readDepartment(known, cell('departmentId')), undefined)
  const values = {
    accountName: read(() => readAccount(known, cell('accountName')), ''),
    userRealName: read(() => readPersonName('userRealName', cell('userRealName')), ''),
    userName: read(() => cell('userName') && readPersonName('userName', cell('userName')), ''),
    phone: read(() => readPhone(cell('phone')), ''),
    email: read(() => readEmail(cell('email')), ''),
    ...(department && { departmentId: department.id }),
    roles: roles.map(({ roleId }) => roleId),
    totalCapacity: read(() => readSpace(known, cell('totalCapacity')), 0),
    ...(groupCapacity !== '' && {
      groupCapacity: read(() => readCapacityCell(groupCapacity, 'groupCapacity'), 0),
    }),
    speedLimit: read(() => readSpeed(cell('speedLimit')), 0),
    validUntil: read(() => readValidityCell(cell('validUntil'), known.zone), 'forever'),
    ...(password !== '' && { password }),
  }
  if (password !== '') read(() => refuseWeakPassword(password), undefined)
  if (cell('departmentId') === '') read(() => refuseRolesWithoutDepartment(null, roles), undefined)
  const person = faults.length === 0 ? read(() => checkPerson(values, known.scope), undefined) : undefined
  if (person) known.taken.add(nameKey(person.accountName))
  const missing = department?.missing
  if (!missing) return { person, faults: inColumnOrder(faults) }
  if (known.createDepartments) return { person, faults: inColumnOrder(faults), ...(person && { missing }) }
  read(() => refuseUnknown('departmentId', cell('departmentId'), {}), undefined)
  return { person: undefined, faults: inColumnOrder(faults), ...(person && { missing }) }
}

const inColumnOrder = (faults: Refusal[]): Refusal[] => faults.sort((a, b) => columnIndex(a) - columnIndex(b))

function readAccount({ taken }: ImportContext, cell: string): string {
  const name = readAccountName(cell)
  if (taken.has(nameKey(name))) refuse('name_taken', { name })
  return name
}

function readRoles(actor: Actor, { roles, roleNames }: ImportContext, cell: string): AssignableRole[] {
  const names = cell
    .split(/[,，、;；\n]/)
    .map((name) => name.trim())
    .filter(Boolean)
  // Those of the form for somebody new, like a space and a validity that are left empty.
  const named = (names.length > 0 ? names : ['default']).map(
    (name) => roles.get(nameKey(name)) ?? refuseUnknown('roles', name, { names: roleNames }),
  )
  requireMayAssign(actor, named)
  refuseConflictingRoles(named.flatMap(({ admin }) => admin ?? []))
  return named
}

interface NamedDepartment {
  /** Of one that is missing: the lowest above it that there is, or "0". */
  readonly id: string
  readonly missing?: readonly DepartmentNames[]
}

/** Undefined where none is named; one that is not the caller's is none that there is. */
function readDepartment({ departments, scope }: ImportContext, cell: string): NamedDepartment | undefined {
  const names = cell
    .split(/[/／>]/)
    .map((name) => name.trim())
    .filter(Boolean)
  if (names.length === 0) return undefined
  const id = departments.get(departmentKey(names))
  if (id !== undefined && isInScope(scope, id)) return { id }
  const { above, missing } = missingOf(departments, names)
  if (id !== undefined || !isInScope(scope, above === '0' ? null : above))
    return refuseUnknown('departmentId', cell.trim(), { bounded: scope !== 'all' })
  if (!names.every(isDepartmentName)) refuseField('departmentId', 'department_name')
  if (names.length > LIMITS.departmentDepthMax)
    refuse('too_deep_departments', { limit: LIMITS.departmentDepthMax })
  return { id: above, missing }
}

/** Which departments there are not on the way to one, and the lowest that there is; "0" where there is none. */
function missingOf(
  departments: ReadonlyMap<string, string>,
  names: DepartmentNames,
): { above: string; missing: DepartmentNames[] } {
  const prefixes = names.map((_, i) => names.slice(0, i + 1))
  const known = prefixes.findLastIndex((way) => departments.has(departmentKey(way)))
  const above = departments.get(departmentKey(prefixes[known] ?? [])) ?? '0'
  return { above, missing: prefixes.slice(known + 1) }
}

const refuseUnknown = (field: ColumnKey, value: string, more: object): never =>
  refuse('bad_field', { field, reason: 'unknown_value', value, ...more })

const MB = 1024 ** 2
const GB = 1024 ** 3

const readSpace = ({ capacity }: ImportContext, cell: string): number | 'unlimited' =>
  cell === '' ? capacity : readCapacityCell(cell, 'totalCapacity')

function readCapacityCell(cell: string, field: ColumnKey): number | 'unlimited' {
  return isCellWord(cell, 'unlimited') ? 'unlimited' : readBytes(cell.replace(/\s*gb$/i, ''), GB, field)
}

/** Bytes a second; 0 is unlimited, and what would come to no byte at all is none that can be meant. */
function readSpeed(cell: string): number {
  if (cell === '' || isCellWord(cell, 'unlimited')) return 0
  const speed = readBytes(cell.replace(/\s*mb(\/s)?$/i, ''), MB, 'speedLimit')
  return readSpeedLimit(speed) ?? refuseField('speedLimit', 'range')
}

function readBytes(text: string, unit: number, field: ColumnKey): number {
  const number = readDecimal(text) ?? refuseField(field, 'type')
  const bytes = Math.round(number * unit)
  return bytes >= 0 && Number.isSafeInteger(bytes) ? bytes : refuseField(field, 'range')
}

/** A day counts as a whole, in the installation's time zone. */
function readValidityCell(cell: string, zone: string): string {
  if (cell === '' || isCellWord(cell, 'forever')) return 'forever'
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T|\s|$)/.exec(cell) ?? []
  const end = endOfDay(zone, Number(year), Number(month), Number(day))
  return end?.toISOString() ?? refuseField('validUntil', 'format')
}
