import { TOKEN_SCOPES } from '@clouddisk/contract/token-scopes'
import { pageAdminTokens, queryServiceAccounts } from '@clouddisk/contract/tokens'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { callQuery, nonEmpty, pageQuery } from '../../../lib/call-query.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { readPageNumber } from '../../../ui/list/address.ts'

/** Queries of access tokens and service accounts. */

const TOKENS = 'admin-tokens'

export const UNUSED_DAYS = ['30', '90'] as const

/** What the address asks for. */
export function viewOf({ search }: AdminPageProps['address']) {
  const { q: keyword = '', scope, unused, user = '' } = search
  return {
    keyword,
    user,
    scope: TOKEN_SCOPES.find((one) => one === scope),
    unused: UNUSED_DAYS.find((one) => one === unused),
    ...readPageNumber(search),
  }
}

export const tokensQuery = ({ keyword, user, scope, unused, page, pageSize }: ReturnType<typeof viewOf>) =>
  pageQuery([TOKENS, keyword, user, scope, unused, page, pageSize], pageAdminTokens, {
    ...nonEmpty({ keyword, userId: user, scope, unusedDays: unused && Number(unused) }),
    pageNo: page,
    pageSize,
  })

/** For the days for which new tokens may be valid. */
export const limitQuery = callQuery([TOKENS, 'limit'], pageAdminTokens, { pageSize: 1 })

export const servicesQuery = callQuery([TOKENS, 'services'], queryServiceAccounts, {})

export const refreshTokens = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [TOKENS] })
