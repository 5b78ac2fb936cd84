import type { AdminLink } from '@clouddisk/contract/admin-links'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { useCursorList } from '../../../lib/cursor-list.ts'
import { cursorRows } from '../../../ui/list/list-rows.ts'
import { useListPage } from '../../../ui/list/use-list-page.ts'
import { ADMIN_LINKS_LIST, adminLinksKey, fetchAdminLinks } from './admin-links.ts'
import { readSearch } from './filter.ts'
import { t } from './strings.ts'

const REFRESH_MS = 30_000

const idOf = (link: AdminLink) => link.shareId
export const selectedText = (count: number) => t('selected', { count })

/** What the parts of the list of everybody's links share. */
export function useAdminLinks({ address, change, sees }: AdminPageProps) {
  const shown = readSearch(address.search)
  const links = useCursorList({
    queryKey: adminLinksKey(shown),
    ask: (cursor, signal) => fetchAdminLinks(shown, cursor, signal),
    idOf,
    name: ADMIN_LINKS_LIST,
    every: REFRESH_MS,
  })
  return {
    shown,
    change,
    /** Whether people and departments can be looked for. */
    finds: sees('people'),
    first: links.first,
    list: useListPage(cursorRows(links), { idOf, selectedText, announceFrom: 2 }),
    narrow: address.narrow,
  }
}

export type AdminLinks = ReturnType<typeof useAdminLinks>
