import type { SecondTrashItem } from '@clouddisk/contract/admin-recycle'
import { useState } from 'react'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { useCursorList } from '../../../lib/cursor-list.ts'
import { cursorRows } from '../../../ui/list/list-rows.ts'
import { useListPage } from '../../../ui/list/use-list-page.ts'
import { ADMIN_TRASH_LIST, adminTrashKey, fetchAdminTrash } from './admin-trash.ts'
import { readSearch } from './filter.ts'
import { t } from './strings.ts'

const idOf = (item: SecondTrashItem) => item.recycleId
export const selectedText = (count: number) => t('selected', { count })

/** What the parts of the administrators' bin share. */
export function useAdminTrash({ address, change, sees }: AdminPageProps) {
  const shown = readSearch(address.search)
  const items = useCursorList({
    queryKey: adminTrashKey(shown),
    ask: (cursor, signal) => fetchAdminTrash(shown, cursor, signal),
    idOf,
    name: ADMIN_TRASH_LIST,
  })
  /** Who is to get things that go to somebody else. */
  const [giving, setGiving] = useState<readonly SecondTrashItem[]>()
  return {
    shown,
    change,
    /** Whether people and groups can be looked for. */
    finds: sees('people') && sees('groups'),
    first: items.first,
    list: useListPage(cursorRows(items), { idOf, selectedText, announceFrom: 2 }),
    narrow: address.narrow,
    giving,
    setGiving,
  }
}

export type AdminTrash = ReturnType<typeof useAdminTrash>
