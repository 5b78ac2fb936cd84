import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { useQuery } from '@tanstack/react-query'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { useAddressPages } from '../../../ui/list/address.ts'
import { pageRows } from '../../../ui/list/list-rows.ts'
import { useListPage } from '../../../ui/list/use-list-page.ts'
import { peopleQuery } from '../data.ts'
import { t } from '../strings.ts'
import { pageOf, readSearch } from './filter.ts'

const idOf = (person: AdminPerson) => person.userId
export const selectedText = (count: number) => t('selected', { count })

/** What the parts of the list of people share. */
export function usePeople({ change, address }: AdminPageProps) {
  const shown = readSearch(address.search)
  const query = useQuery(peopleQuery(pageOf(shown)))
  const pages = useAddressPages(address, shown, query)
  return {
    change,
    shown,
    total: query.data?.total,
    pages,
    narrow: pages.narrow,
    list: useListPage(pageRows(query), { idOf, selectedText, announceFrom: 2 }),
  }
}

export type People = ReturnType<typeof usePeople>
