import { queryNodes } from '@clouddisk/contract/admin-nodes'
import { SECOND } from '@clouddisk/contract/time'
import { callQuery } from '../../lib/call-query.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Queries of the pages of nodes, clusters, sites and clouds. */

/** As often as servers say that they are alive. */
export const LIVE_MS = 10 * SECOND

export const nodesQuery = callQuery(['admin-sites', 'nodes'], queryNodes, {})

/** They name each other. */
export const refreshSites = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['admin-sites'] })
