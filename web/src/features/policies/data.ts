import type { Language } from '@clouddisk/contract/errors'
import {
  type OpenPolicyKind,
  queryPolicies,
  queryPolicy,
  queryPublicNotice,
  queryPublicNotices,
} from '@clouddisk/contract/policies'
import { callQuery } from '../../lib/call-query.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** Queries of agreements, policies and notices; those of notices follow what is published while the page is open. */

export const policiesQuery = callQuery(['policies'], queryPolicies, {})

export const policyQuery = (kind: OpenPolicyKind, of: Language, version?: number) =>
  callQuery(['policies', kind, of, version], queryPolicy, {
    kind,
    language: of,
    ...(version !== undefined && { version }),
  })

export const noticesQuery = callQuery([...queryKeys.session, 'notices'], queryPublicNotices, {})

export const noticeQuery = (version: number) =>
  callQuery([...queryKeys.session, 'notices', version], queryPublicNotice, { version })
