import {
  type AdminLink,
  pageAdminLinks,
  reviewAdminLinks,
  stopAdminLinks,
} from '@clouddisk/contract/admin-links'
import { call } from '../../../lib/api.ts'
import { callInBatches } from '../../../lib/batches.ts'
import type { ListName } from '../../../lib/pending.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { showFailures } from '../../../ui/failures.ts'
import { toast } from '../../../ui/toast.tsx'
import { t as checkText } from '../check-strings.ts'
import { nameOf } from '../words.ts'
import { type AdminLinksView, adminLinksQuery } from './filter.ts'
import { t } from './strings.ts'

/** Lists and stops links of everybody. */

export const ADMIN_LINKS_LIST: ListName = 'list:admin-links'
const KEY = [...queryKeys.links, 'everybody'] as const
const PAGE_SIZE = 100

export const adminLinksKey = (shown: AdminLinksView) => [...KEY, adminLinksQuery(shown)] as const

export const fetchAdminLinks = (shown: AdminLinksView, cursor: string | undefined, signal: AbortSignal) =>
  call(
    pageAdminLinks,
    { ...adminLinksQuery(shown), pageSize: PAGE_SIZE, ...(cursor && { cursor }) },
    { signal },
  )

/** Rejects with the call's error, or with that of the link. */
export async function reviewLink({ shareId }: AdminLink, agree: boolean, note: string): Promise<void> {
  try {
    const { list } = await call(reviewAdminLinks, { shareIds: [shareId], agree, ...(note && { note }) })
    const failed = list.find(({ errcode }) => errcode !== 0)
    if (failed) throw new Error(failed.errmsg)
    toast.ok(checkText(agree ? 'approvedDone' : 'refusedDone'))
  } finally {
    void queryClient.invalidateQueries({ queryKey: KEY })
  }
}

/** Rejects with the call's error; shows those that were not stopped. */
export async function stopLinks(links: readonly AdminLink[], reason: string): Promise<void> {
  const ids = links.map(({ shareId }) => shareId)
  try {
    const answers = await callInBatches(ids, (shareIds) => call(stopAdminLinks, { shareIds, reason }))
    const failed = answers
      .flatMap(({ list }) => list)
      .flatMap(({ instanceId, errcode, errmsg }) => {
        const link = links.find(({ shareId }) => shareId === instanceId)
        return errcode === 0 || !link
          ? []
          : [{ item: { instanceId, instanceName: nameOf(link) }, errcode, errmsg }]
      })
    const count = links.length - failed.length
    if (count > 0) toast.ok(t('stopped', { count }))
    showFailures(t('notStopped'), failed)
  } finally {
    void queryClient.invalidateQueries({ queryKey: KEY })
  }
}
