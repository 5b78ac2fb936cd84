import type { UseQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactElement, type ReactNode, useCallback } from 'react'
import type { Action } from '../../lib/action.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { queryRows } from '../../ui/list/list-rows.ts'
import { ShortTable } from '../../ui/list/short-table.tsx'
import { useListPage } from '../../ui/list/use-list-page.ts'
import type { ColumnDef } from '../../ui/table/columns.ts'

interface SitesListPageProps<T extends object> {
  title: string
  intro: string
  newText: string
  query: UseQueryResult<{ list: readonly T[] }>
  idOf: (row: T) => string
  nameOf: (row: T) => string
  columns: readonly ColumnDef<T>[]
  phoneRow: (row: T) => ReactElement
  /** What is done with a row by whoever may change it; reading actions have `reads`. */
  actions: (row: T) => readonly (Action & { reads?: boolean })[]
  /** Opens the dialog, for a new one where there is no row. */
  edit: (row: T | undefined) => void
  change: boolean
  failedTitle: string
  emptyTitle: string
  emptyText: string
  /** The dialogs. */
  children: ReactNode
}

/** A page of the administration with one short list: nodes, clusters, sites or clouds. */
export function SitesListPage<T extends object>(props: SitesListPageProps<T>): ReactElement {
  const { title, intro, newText, query, idOf, nameOf, change, edit, children } = props
  usePageTitle(title)
  const list = useListPage(queryRows(query, query.data?.list ?? NONE), { idOf })
  const { actions: all } = props
  const actions = useCallback(
    (row: T) => all(row).filter(({ reads, visible }) => (change || reads) && visible !== false),
    [all, change],
  )
  return (
    <div className="flex h-full min-h-0 flex-col px-6 max-md:px-4">
      <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-x-3 max-md:min-h-0">
        <h1 className="text-page font-semibold max-md:sr-only">{title}</h1>
      </div>
      <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-3 py-2">
        <p className="min-w-0 flex-1 basis-60 text-secondary text-mut">{intro}</p>
        {change && (
          <Button variant="primary" icon={Plus} onClick={() => edit(undefined)}>
            {newText}
          </Button>
        )}
      </div>
      <ShortTable
        list={list}
        label={title}
        columns={props.columns}
        rowLabel={nameOf}
        onOpen={(row) => change && edit(row)}
        menu={(row: T) => [actions(row)]}
        operations={actions}
        phoneRow={props.phoneRow}
        failedTitle={props.failedTitle}
        emptyTitle={props.emptyTitle}
        emptyText={props.emptyText}
      />
      {children}
    </div>
  )
}

const NONE: readonly never[] = []
