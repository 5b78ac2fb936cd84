import type { ReactElement } from 'react'
import type { ActionGroup } from '../../lib/action.ts'
import { EmptyState } from '../empty-state.tsx'
import { ListState } from './list-state.tsx'
import { ListTable, type ListTableProps } from './list-table.tsx'

interface ShortTableProps<T extends object>
  extends Pick<
    ListTableProps<T>,
    'list' | 'label' | 'columns' | 'rowLabel' | 'onOpen' | 'menuWithoutHeader' | 'operations' | 'phoneRow'
  > {
  menu?: ((row: T) => readonly ActionGroup[]) | undefined
  failedTitle: string
  /** Where there are none yet. */
  emptyTitle: string
  emptyText: string
}

/** A list of the administration that is read as a whole, unfiltered; its rows have two lines and are not selected. */
export function ShortTable<T extends object>(props: ShortTableProps<T>): ReactElement {
  const { menu, failedTitle, emptyTitle, emptyText, ...table } = props
  return (
    <ListTable<T>
      {...table}
      selectable={false}
      menu={menu && ((_, row) => menu(row))}
      rowHeight={56}
      state={
        <ListState list={table.list} failedTitle={failedTitle} noMatch={false}>
          <EmptyState title={emptyTitle} text={emptyText} />
        </ListState>
      }
      className="max-md:-mx-4"
    />
  )
}
