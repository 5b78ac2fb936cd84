import { type PolicyKind, queryPolicyVersion, queryPolicyVersions } from '@clouddisk/contract/policies'
import { callQuery } from '../../../lib/call-query.ts'
import { queryClient } from '../../../lib/query-client.ts'

/** Queries of administrators; a version never changes, but for a withdrawal. */

const ALL = ['policy-versions']

export const versionsQuery = callQuery(ALL, queryPolicyVersions, {})

export const versionQuery = (kind: PolicyKind, version: number) =>
  callQuery([...ALL, kind, version], queryPolicyVersion, { kind, version })

export const refreshVersions = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ALL })
