import { queryDlpRules } from '@clouddisk/contract/dlp'
import { callQuery } from '../../lib/call-query.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Queries of the content check. */

export const rulesQuery = callQuery(['dlp', 'rules'], queryDlpRules, {})

export const refreshRules = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['dlp'] })
