import type { DirectoryPreview, tryDirectory } from '@clouddisk/contract/directories'
import { isDirectoryAccountName } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import { SECOND } from '@clouddisk/contract/time'
import type { Context } from '../../context.ts'
import { refuseField } from '../../errors/refusal.ts'
import { validName } from '../directory/synced-departments.ts'
import type { DirectoryPersonInput } from './apply/person-input.ts'
import { settingsFor } from './directories.ts'
import { binaryAttributes } from './ldap/attributes.ts'
import { withLdap } from './ldap/connection.ts'
import { faultRefusal, LdapFault } from './ldap/faults.ts'
import { readDepartments } from './ldap/read-departments.ts'
import { readGroups } from './ldap/read-groups.ts'
import { attributesOfPeople, readDisabled, toPerson } from './ldap/read-people.ts'
import { targetOf } from './settings.ts'
import * as store from './store.ts'

/** Tries settings before they are saved. */

const ENTRIES = 10
const GROUPS = 1000
const DEADLINE_MS = 40 * SECOND

export async function preview(ctx: Context, input: Input<typeof tryDirectory>): Promise<DirectoryPreview> {
  const { reader } = ctx.db
  const before =
    input.directoryId === undefined ? undefined : await store.directoryById(reader, input.directoryId)
  const settings = await settingsFor(reader, before, input.protocol, input.settings)
  // The password that is kept goes to the address that it is for, and to no other.
  const kept = before && before.settings.url === settings.url ? targetOf(ctx, before).password : ''
  const password = input.password || kept
  if (password === '') refuseField('password', 'missing')
  const attributes = attributesOfPeople(settings, input.protocol)
  try {
    return await withLdap(
      { ...settings, password },
      async (ldap) => {
        const departments = await readDepartments(ldap, settings)
        const { list, roles } = await readGroups(ldap, { ...settings, groupRoles: [] })
        const disabled = await readDisabled(ldap, settings)
        const search = {
          filter: settings.peopleFilter,
          attributes,
          explicitBufferAttributes: binaryAttributes(attributes),
        }
        const entries = await ldap.first(settings.base, search, ENTRIES)
        const reading = { settings, protocol: input.protocol, departments, roles, disabled }
        return {
          secure: settings.tls !== 'none',
          people: entries.map((entry) => {
            const { person } = toPerson(entry, reading)
            const path = person.department === null ? [] : departments.pathOf(person.department)
            return previewed(person, path.map(validName))
          }),
          departments: departments.all().length,
          groups: list.slice(0, GROUPS).map(({ dn, name }) => ({ dn, name })),
        }
      },
      DEADLINE_MS,
    )
  } catch (error) {
    throw error instanceof LdapFault ? faultRefusal(error) : error
  }
}

const previewed = (
  person: DirectoryPersonInput,
  departmentPath: string[],
): DirectoryPreview['people'][number] => ({
  dn: person.dn,
  externalId: person.externalId,
  accountName: person.accountName,
  userRealName: person.realName || person.accountName,
  userName: person.userName || person.realName || person.accountName,
  email: person.email,
  phone: person.phone,
  departmentPath,
  disabled: person.disabled,
  problem:
    person.externalId === ''
      ? 'idMissing'
      : person.accountName === ''
        ? 'accountMissing'
        : isDirectoryAccountName(person.accountName)
          ? null
          : 'accountInvalid',
})
