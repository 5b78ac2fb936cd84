import { ApiError } from '@clouddisk/client/http/errors'
import type { Instance } from '@clouddisk/contract/files'
import type { PrincipalType } from '@clouddisk/contract/people'
import {
  explainPrivilege,
  type Privilege,
  queryPrivilegeList,
  updateUserRole,
} from '@clouddisk/contract/privileges'
import { queryOptions } from '@tanstack/react-query'
import { call, errorMessage } from '../../lib/api.ts'
import type { ItemFailure } from '../../lib/batches.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { createRequests } from '../../lib/requests.ts'
import { showFailures } from '../../ui/failures.ts'
import type { EntryChoice } from './roles.ts'
import { t } from './strings.ts'

/** Who may do what with items, and why. */

/** Items whose permissions are to be changed. */
export const permissionRequests = createRequests<readonly Instance[], void>()

export interface ExplainRequest {
  readonly item: Pick<Instance, 'instanceId' | 'instanceName'> & Partial<Pick<Instance, 'fileAuth'>>
  /** Somebody else, for who decides about them. */
  readonly person?: { readonly userId: string; readonly name: string }
}
export const explainRequests = createRequests<ExplainRequest, void>()

export const privilegesQuery = (instanceId: string) =>
  queryOptions({
    queryKey: [...queryKeys.privileges, 'list', instanceId],
    queryFn: ({ signal }) => call(queryPrivilegeList, { instanceId }, { signal }),
  })

export const explainQuery = (instanceId: string, userId: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.privileges, 'why', instanceId, userId ?? ''],
    queryFn: ({ signal }) =>
      call(explainPrivilege, { instanceId, ...(userId !== undefined && { userId }) }, { signal }),
  })

export interface ChangedPrincipals {
  readonly principalType: PrincipalType
  readonly principalIds: readonly string[]
}

/** The calls' names of who is meant, one call for each sort of principal. */
const bySort = (rows: readonly Pick<Privilege, 'principalType' | 'principalId'>[]): ChangedPrincipals[] =>
  [...Map.groupBy(rows, ({ principalType }) => principalType)].map(([principalType, some]) => ({
    principalType,
    principalIds: some.map(({ principalId }) => principalId),
  }))

/**
 * Gives members another role on items, or what the folder above gives. Items that it did not work for are told by name;
 * answers whether it worked for all.
 */
export async function setItemRole(
  items: readonly Instance[],
  rows: readonly Pick<Privilege, 'principalType' | 'principalId'>[],
  role: EntryChoice,
): Promise<boolean> {
  const failures: ItemFailure<Instance>[] = []
  for (const item of items) {
    const { instanceId } = item
    try {
      for (const { principalType, principalIds } of bySort(rows)) {
        await call(updateUserRole, {
          instanceId,
          principalType,
          principalIds: [...principalIds],
          role,
        })
      }
    } catch (error) {
      const left = error instanceof ApiError ? [item] : items.slice(items.indexOf(item))
      const errcode = error instanceof ApiError ? error.code : 0
      failures.push(...left.map((one) => ({ item: one, errcode, errmsg: errorMessage(error) })))
      // Without an answer the rest would only wait as long.
      if (!(error instanceof ApiError)) break
    }
  }
  showFailures(t('notChanged'), failures)
  for (const kind of ['folders', 'details'] as const)
    void queryClient.invalidateQueries({ queryKey: queryKeys[kind] })
  await queryClient.invalidateQueries({ queryKey: queryKeys.privileges })
  return failures.length === 0
}
