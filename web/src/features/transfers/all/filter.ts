import type { pageAdminUploads } from '@clouddisk/contract/admin-uploads'
import type { Input } from '@clouddisk/contract/route'
import { readSortLatestFirst, type Search } from '../../../ui/list/address.ts'
import type { Sort } from '../../../ui/table/columns.ts'

/** Filter and order of the list, stored in the address. Pure. */

type Order = NonNullable<Input<typeof pageAdminUploads>['orderBy']>
const ORDERS: readonly Order[] = ['createTime', 'fileSize', 'expireTime']

export interface AllUploadsView {
  readonly keyword: string
  readonly sort: Sort & { readonly column: Order }
}

export const readSearch = (search: Search): AllUploadsView => ({
  keyword: search.q ?? '',
  sort: readSortLatestFirst(search, ORDERS, 'createTime'),
})

export const allUploadsQuery = ({ keyword, sort }: AllUploadsView): Input<typeof pageAdminUploads> => ({
  ...(keyword && { keyword }),
  orderBy: sort.column,
  orderType: sort.direction,
})
