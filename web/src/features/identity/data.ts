import {
  pageLinkedPeople,
  queryIdentityProviders,
  queryPersonIdentities,
  queryProviderTry,
} from '@clouddisk/contract/admin-identity'
import { queryRoles } from '@clouddisk/contract/admin-roles'
import { callQuery, nonEmpty, pageQuery } from '../../lib/call-query.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Queries of identity providers. */

const IDENTITY = 'identity'

export const providersQuery = callQuery([IDENTITY, 'providers'], queryIdentityProviders, {})
export const rolesQuery = callQuery([IDENTITY, 'roles'], queryRoles, {})
export const tryQuery = (tryId: string) => callQuery([IDENTITY, 'try', tryId], queryProviderTry, { tryId })
export const linkedPeopleQuery = (providerId: string, keyword: string, pageSize: number) =>
  pageQuery([IDENTITY, 'people', providerId, keyword, pageSize], pageLinkedPeople, {
    providerId,
    ...nonEmpty({ keyword }),
    pageSize,
  })
export const personIdentitiesQuery = (userId: string) =>
  callQuery([IDENTITY, 'person', userId], queryPersonIdentities, { userId })

export const refreshIdentity = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [IDENTITY] })
