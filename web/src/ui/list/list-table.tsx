import { clsx } from 'clsx'
import { RotateCw } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { ActionGroup } from '../../lib/action.ts'
import { usePhone } from '../../lib/media-query.ts'
import { usePreferences } from '../../lib/preferences.ts'
import { useContextMenu } from '../context-menu.tsx'
import { LoadMoreError } from '../load-more-error.tsx'
import { type MenuRequest, Table } from '../table/table.tsx'
import type { TableProps } from '../table/table-props.ts'
import { t } from './strings.ts'
import type { ListModel, Targets } from './use-list-page.ts'

type Wired = 'rows' | 'selection' | 'onMenu' | 'onRange' | 'loading' | 'empty' | 'ref'

export interface ListTableProps<T extends object> extends Omit<TableProps<T>, Wired> {
  list: ListModel<T>
  /** In the place of rows: empty, or failed. */
  state: ReactNode
  /** The menu of a row; undefined for none. */
  menu?: ((targets: Targets<T>, row: T) => readonly ActionGroup[]) | undefined
  /** Names the menu of several rows. */
  menuOfMany?: ((count: number) => string) | undefined
  /** The sheet on a phone has no heading of its own besides the menu's name. */
  menuWithoutHeader?: boolean | undefined
  /** Heads the menu beside the rows, which reads the list again; there is none without it. */
  title?: string | undefined
  /** Height of a row, compact and not; `rowHeight` for one that is always the same. */
  rowHeights?: readonly [compact: number, roomy: number] | undefined
}

/** The table of a list page with its menus, and below it why the list goes no further. */
export function ListTable<T extends object>(props: ListTableProps<T>): ReactElement {
  const { list, state, menu, menuOfMany, menuWithoutHeader, title, rowHeights, ...table } = props
  const phone = usePhone()
  const compact = usePreferences().density === 'compact'
  const opened = useContextMenu()
  const open = ({ row, anchor }: MenuRequest<T>) => {
    if (!row) {
      if (title)
        opened.open({ anchor, groups: [[refreshAction(list.refresh)]], label: t('more'), ...heading(title) })
      return
    }
    if (!menu) return
    const targets = list.menuTargets(row)
    const name = table.rowLabel(row)
    opened.open({
      anchor,
      groups: menu(targets, row),
      label: targets.count > 1 && menuOfMany ? menuOfMany(targets.count) : t('menuOf', { name }),
      ...(!menuWithoutHeader && heading(name)),
    })
  }
  return (
    <>
      <Table
        {...table}
        ref={list.table}
        rows={list.rows}
        selection={list.selection}
        onMenu={menu && open}
        operations={phone ? undefined : table.operations}
        rowHeight={rowHeights ? rowHeights[compact ? 0 : 1] : table.rowHeight}
        onRange={list.onRange}
        loading={list.loading}
        empty={state}
        className={clsx(table.className, list.stale && 'opacity-60 transition-opacity delay-150')}
      />
      <LoadMoreError failure={list.stopped} />
      {opened.element}
    </>
  )
}

const heading = (text: string) => ({ header: <p className="truncate text-section font-semibold">{text}</p> })

const refreshAction = (run: () => void) => ({
  name: 'list.refresh',
  label: t('refresh'),
  icon: RotateCw,
  run,
})
