import type { AdminGroup } from '@clouddisk/contract/admin-groups'
import { useQuery } from '@tanstack/react-query'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { useAddressPages } from '../../../ui/list/address.ts'
import { pageRows } from '../../../ui/list/list-rows.ts'
import { useListPage } from '../../../ui/list/use-list-page.ts'
import { adminGroupsQuery } from './data.ts'
import { pageOf, readSearch } from './filter.ts'
import { t } from './strings.ts'

const idOf = (group: AdminGroup) => group.groupId
export const selectedText = (count: number) => t('selected', { count })

/** What the parts of the list of all groups share. */
export function useAllGroups({ change, sees, address }: AdminPageProps) {
  const { visit } = address
  const shown = readSearch(address.search)
  const query = useQuery(adminGroupsQuery(pageOf(shown)))
  const pages = useAddressPages(address, shown, query)
  return {
    change,
    onFiles: sees('files') ? ({ groupId }: AdminGroup) => visit('files', { space: groupId }) : undefined,
    shown,
    total: query.data?.total,
    pages,
    narrow: pages.narrow,
    list: useListPage(pageRows(query), { idOf, selectedText, announceFrom: 2 }),
  }
}

export type AllGroups = ReturnType<typeof useAllGroups>
