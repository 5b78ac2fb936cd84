import type { pageAdminUploads } from '@clouddisk/contract/admin-uploads'
import type { Input } from '@clouddisk/contract/route'
import type { Sort } from '../../../ui/table/columns.ts'

/** What narrows everybody's uploads, as the address keeps it. Pure. */

type Order = NonNullable<Input<typeof pageAdminUploads>['orderBy']>
const ORDERS: readonly Order[] = ['createTime', 'fileSize', 'expireTime']

export interface AllUploadsView {
  readonly keyword: string
  readonly sort: Sort & { readonly column: Order }
}

export function readSearch(search: Readonly<Record<string, string | undefined>>): AllUploadsView {
  const [column, direction] = (search.sort ?? '').split('.')
  return {
    keyword: search.q ?? '',
    sort: {
      column: ORDERS.find((one) => one === column) ?? 'createTime',
      direction: direction === 'asc' ? 'asc' : 'desc',
    },
  }
}

export const allUploadsQuery = ({ keyword, sort }: AllUploadsView): Input<typeof pageAdminUploads> => ({
  ...(keyword && { keyword }),
  orderBy: sort.column,
  orderType: sort.direction,
})
