import type { DirectorySettings, LdapProtocol } from '@clouddisk/contract/directory-settings'
import type { Entry } from 'ldapts'
import type { DirectoryPersonInput, PersonSource } from '../apply/person-input.ts'
import { binaryAttributes, escapeFilter, idOf, textOf } from './attributes.ts'
import type { LdapConnection } from './connection.ts'
import type { DepartmentsOfPeople } from './read-departments.ts'
import type { RolesOfMembers } from './read-groups.ts'

/** Entries of people as what they would become here. */

const ACCOUNT_DISABLED = 2

export interface ReadingPeople {
  readonly settings: DirectorySettings
  readonly protocol: LdapProtocol
  readonly departments: DepartmentsOfPeople
  readonly roles: RolesOfMembers
  /** Ids of those whom the filter names. */
  readonly disabled: ReadonlySet<string>
}

export const isActiveDirectory = (protocol: LdapProtocol): boolean => protocol === 'activeDirectory'

export function attributesOfPeople(settings: DirectorySettings, protocol: LdapProtocol): string[] {
  const names = [
    settings.idAttribute,
    settings.accountAttribute,
    settings.realNameAttribute,
    settings.userNameAttribute,
    settings.mailAttribute,
    settings.phoneAttribute,
    ...(settings.departmentMode === 'attribute' ? [settings.departmentAttribute] : []),
    ...(isActiveDirectory(protocol) ? ['userAccountControl'] : []),
    cursorAttribute(protocol),
  ]
  return [...new Set(names.filter((name) => name !== ''))]
}

export const cursorAttribute = (protocol: LdapProtocol): string =>
  isActiveDirectory(protocol) ? 'uSNChanged' : 'modifyTimestamp'

/** An entry with the cursor's value of it. */
export function toPerson(
  entry: Entry,
  { settings, protocol, departments, roles, disabled }: ReadingPeople,
): PersonSource {
  const externalId = idOf(entry, settings.idAttribute)
  const accountName = textOf(entry, settings.accountAttribute)
  const realName = textOf(entry, settings.realNameAttribute)
  const control = isActiveDirectory(protocol) ? Number(textOf(entry, 'userAccountControl')) : 0
  const person: DirectoryPersonInput = {
    externalId,
    dn: entry.dn,
    accountName,
    realName,
    userName: textOf(entry, settings.userNameAttribute),
    email: textOf(entry, settings.mailAttribute),
    phone: textOf(entry, settings.phoneAttribute),
    department: departments.of(entry),
    roles: roles.of(entry.dn, accountName),
    disabled: (control & ACCOUNT_DISABLED) !== 0 || disabled.has(externalId),
  }
  return { person, changed: textOf(entry, cursorAttribute(protocol)) }
}

/** `since`: those that were changed from this value of the cursor on. */
export async function* pagesOfPeople(
  ldap: LdapConnection,
  reading: ReadingPeople,
  base: string,
  since?: string,
): AsyncGenerator<PersonSource[]> {
  const { settings, protocol } = reading
  const filter =
    since === undefined
      ? settings.peopleFilter
      : `(&${settings.peopleFilter}(${cursorAttribute(protocol)}>=${escapeFilter(since)}))`
  const attributes = attributesOfPeople(settings, protocol)
  const pages = ldap.pages(base, {
    filter,
    attributes,
    explicitBufferAttributes: binaryAttributes(attributes),
  })
  for await (const page of pages) yield page.map((entry) => toPerson(entry, reading))
}

/** Where everybody is, without what they are. */
export async function* pagesOfPlaces(
  ldap: LdapConnection,
  { base, peopleFilter, idAttribute, accountAttribute }: DirectorySettings,
): AsyncGenerator<{ externalId: string; dn: string; accountName: string }[]> {
  const attributes = [idAttribute, accountAttribute]
  const pages = ldap.pages(base, {
    filter: peopleFilter,
    attributes,
    explicitBufferAttributes: binaryAttributes(attributes),
  })
  for await (const page of pages)
    yield page.map((entry) => ({
      externalId: idOf(entry, idAttribute),
      dn: entry.dn,
      accountName: textOf(entry, accountAttribute),
    }))
}

/** Those whom the filter for disabled accounts names. */
export async function readDisabled(ldap: LdapConnection, settings: DirectorySettings): Promise<Set<string>> {
  const disabled = new Set<string>()
  const { base, peopleFilter, disabledFilter, idAttribute } = settings
  if (disabledFilter === '') return disabled
  const attributes = [idAttribute]
  const pages = ldap.pages(base, {
    filter: `(&${peopleFilter}${disabledFilter})`,
    attributes,
    explicitBufferAttributes: binaryAttributes(attributes),
  })
  for await (const page of pages) for (const entry of page) disabled.add(idOf(entry, idAttribute))
  return disabled
}
