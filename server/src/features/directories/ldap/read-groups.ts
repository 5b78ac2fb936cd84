import type { DirectorySettings } from '@clouddisk/contract/directory-settings'
import type { Entry } from 'ldapts'
import { textOf, textsOf } from './attributes.ts'
import type { LdapConnection } from './connection.ts'
import { dnKey } from './dn.ts'

/** Groups of a directory, whose members get roles here. */

export interface DirectoryGroup {
  readonly dn: string
  readonly name: string
  readonly members: number
}

export interface RolesOfMembers {
  /** Ids of roles here, sorted. Members are named by their names or, in POSIX groups, by their accounts. */
  of(dn: string, accountName: string): string[]
}

export interface Groups {
  readonly list: readonly DirectoryGroup[]
  readonly roles: RolesOfMembers
}

export async function readGroups(ldap: LdapConnection, settings: DirectorySettings): Promise<Groups> {
  const { base, groupFilter, groupMemberAttribute, groupRoles } = settings
  const list: DirectoryGroup[] = []
  const byMember = new Map<string, Set<string>>()
  if (groupFilter === '') return { list, roles: rolesIn(byMember) }
  const wanted = Map.groupBy(groupRoles, ({ group }) => dnKey(group))
  const attributes = ['cn', groupMemberAttribute]
  for await (const page of ldap.pages(base, { filter: groupFilter, attributes }))
    for (const entry of page) {
      const roles = wanted.get(dnKey(entry.dn)) ?? []
      let members = 0
      for await (const some of membersOf(ldap, entry, groupMemberAttribute, roles.length > 0)) {
        members += some.length
        for (const { roleId } of roles)
          for (const member of some) {
            const key = member.includes('=') ? dnKey(member) : member.toLowerCase()
            byMember.set(key, (byMember.get(key) ?? new Set()).add(roleId))
          }
      }
      list.push({ dn: entry.dn, name: textOf(entry, 'cn') || entry.dn, members })
    }
  return { list, roles: rolesIn(byMember) }
}

const rolesIn = (byMember: ReadonlyMap<string, ReadonlySet<string>>): RolesOfMembers => ({
  of: (dn, accountName) =>
    byMember.size === 0
      ? []
      : [
          ...new Set([
            ...(byMember.get(dnKey(dn)) ?? []),
            ...(byMember.get(accountName.toLowerCase()) ?? []),
          ]),
        ].sort(),
})

/** Active Directory gives some of many members at a time, as `member;range=0-1499`. */
async function* membersOf(
  ldap: LdapConnection,
  entry: Entry,
  attribute: string,
  complete: boolean,
): AsyncGenerator<string[]> {
  const whole = textsOf(entry, attribute)
  if (whole.length > 0) {
    yield whole
    return
  }
  for (let at: Entry | undefined = entry; at; ) {
    const range = Object.keys(at).find((key) =>
      key.toLowerCase().startsWith(`${attribute.toLowerCase()};range=`),
    )
    if (range === undefined) return
    yield textsOf(at, range)
    const end: string | undefined = /-(\d+)$/.exec(range)?.[1]
    if (end === undefined || !complete) return
    const attributes = [`${attribute};range=${Number(end) + 1}-*`]
    ;[at] = await ldap.first(entry.dn, { scope: 'base', filter: '(objectClass=*)', attributes }, 1)
  }
}
