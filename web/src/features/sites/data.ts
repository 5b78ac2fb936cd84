import { queryClouds } from '@clouddisk/contract/admin-clouds'
import { queryClusters } from '@clouddisk/contract/admin-clusters'
import { queryNodes } from '@clouddisk/contract/admin-nodes'
import { querySites } from '@clouddisk/contract/admin-sites'
import { queryBuckets } from '@clouddisk/contract/admin-storage'
import { SECOND } from '@clouddisk/contract/time'
import { callQuery } from '../../lib/call-query.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Queries of the pages of nodes, clusters, sites and clouds. */

/** As often as servers say that they are alive. */
export const LIVE_MS = 10 * SECOND

export const nodesQuery = callQuery(['admin-sites', 'nodes'], queryNodes, {})
export const clustersQuery = callQuery(['admin-sites', 'clusters'], queryClusters, {})
export const sitesQuery = callQuery(['admin-sites', 'sites'], querySites, {})
export const cloudsQuery = callQuery(['admin-sites', 'clouds'], queryClouds, {})
/** What a cluster may have. */
export const bucketsQuery = callQuery(['admin-sites', 'buckets'], queryBuckets, {})

/** They name each other. */
export const refreshSites = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['admin-sites'] })
