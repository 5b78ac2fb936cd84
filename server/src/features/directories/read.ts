import type { DirectorySettings, LdapProtocol } from '@clouddisk/contract/directory-settings'
import type { DirectoryCursor } from '../../db/schema.ts'
import type { PersonSource } from './apply/person-input.ts'
import { textOf } from './ldap/attributes.ts'
import type { LdapConnection } from './ldap/connection.ts'
import { type DepartmentsOfPeople, readDepartments } from './ldap/read-departments.ts'
import { type Groups, readGroups } from './ldap/read-groups.ts'
import {
  cursorAttribute,
  isActiveDirectory,
  pagesOfPeople,
  pagesOfPlaces,
  type ReadingPeople,
  readDisabled,
} from './ldap/read-people.ts'

/** Reads a directory: everything, or what was changed since a cursor and where everybody is. */

export interface ReadPlan {
  readonly settings: DirectorySettings
  readonly protocol: LdapProtocol
  /** Null: everything. */
  readonly since: DirectoryCursor | null
}

/** What is known of somebody from the last run. */
export interface KnownPlace {
  readonly dn: string
  readonly roles: readonly string[]
  readonly frozen: boolean
}

export interface Reader {
  /** Each page of people whose entries are read; all of it has to be taken in before the next one is read. */
  onPeople(people: readonly PersonSource[]): Promise<void>
  /** Ids of everybody that the directory has, page by page. */
  onPresent(externalIds: readonly string[]): Promise<void>
  /** Undefined where the entry has to be read. */
  known(externalId: string): KnownPlace | undefined
}

export interface Read {
  readonly departments: DepartmentsOfPeople
  /** Whether all departments are known: those of people that were not read again are not. */
  readonly departmentsComplete: boolean
  readonly groups: Groups
  readonly cursor: DirectoryCursor | null
}

/** More changes than this are read with all the others. */
const SINGLE_READS_MAX = 200

export async function readDirectory(ldap: LdapConnection, plan: ReadPlan, reader: Reader): Promise<Read> {
  const { settings, protocol } = plan
  const position = await serverPosition(ldap, protocol)
  const departments = await readDepartments(ldap, settings)
  const groups = await readGroups(ldap, settings)
  const disabled = await readDisabled(ldap, settings)
  const reading: ReadingPeople = { settings, protocol, departments, roles: groups.roles, disabled }
  const since = usableCursor(plan, position.server)
  const moved = since === null ? undefined : await readPlaces(ldap, reading, reader)
  const isIncremental = since !== null && moved !== undefined
  let last = isIncremental ? since.value : ''
  const take = async (people: readonly PersonSource[]) => {
    for (const { changed } of people) if (isLater(changed, last)) last = changed
    await reader.onPeople(people)
    if (!isIncremental) await reader.onPresent(people.map(({ person }) => person.externalId))
  }
  for await (const page of pagesOfPeople(
    ldap,
    reading,
    settings.base,
    isIncremental ? since.value : undefined,
  ))
    await take(page)
  for (const dn of moved ?? []) for await (const page of pagesOfPeople(ldap, reading, dn)) await take(page)
  const value = position.value || last
  return {
    departments,
    departmentsComplete: !isIncremental || settings.departmentMode !== 'attribute',
    groups,
    cursor: value === '' ? null : { attribute: cursorAttribute(protocol), value, server: position.server },
  }
}

/** Names of those who are elsewhere, or in other groups, than at the last run: their entries are not marked as changed. Undefined: too many. */
async function readPlaces(
  ldap: LdapConnection,
  { settings, roles, disabled }: ReadingPeople,
  reader: Reader,
): Promise<string[] | undefined> {
  const moved: string[] = []
  const present: string[] = []
  for await (const page of pagesOfPlaces(ldap, settings))
    for (const { externalId, dn, accountName } of page) {
      present.push(externalId)
      const known = reader.known(externalId)
      const same = known?.dn === dn && known.roles.join() === roles.of(dn, accountName).join()
      // A filter says who is disabled, for reasons that may lie outside of the entry.
      const isAsBefore = settings.disabledFilter === '' || disabled.has(externalId) === known?.frozen
      if (!same || !isAsBefore) moved.push(dn)
    }
  if (moved.length > SINGLE_READS_MAX) return undefined
  await reader.onPresent(present)
  return moved
}

/** Numbers of Windows by their size, times of others by their text; an entry may not show it. */
function isLater(value: string, than: string): boolean {
  if (value === '') return false
  if (/^\d+$/.test(value) && /^\d+$/.test(than)) return BigInt(value) > BigInt(than)
  return value > than
}

/** Each domain controller counts for itself. */
async function serverPosition(
  ldap: LdapConnection,
  protocol: LdapProtocol,
): Promise<{ value: string; server: string }> {
  if (!isActiveDirectory(protocol)) return { value: '', server: '' }
  const attributes = ['highestCommittedUSN', 'dsServiceName']
  const [root] = await ldap.first('', { scope: 'base', filter: '(objectClass=*)', attributes }, 1)
  return root
    ? { value: textOf(root, 'highestCommittedUSN'), server: textOf(root, 'dsServiceName') }
    : { value: '', server: '' }
}

function usableCursor({ since, protocol }: ReadPlan, server: string): DirectoryCursor | null {
  return since && since.attribute === cursorAttribute(protocol) && since.server === server ? since : null
}
