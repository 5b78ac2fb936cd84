import type { Group } from '@clouddisk/contract/groups'
import { type ReactElement, useMemo } from 'react'
import { usePhone } from '../../lib/media-query.ts'
import { useContextMenu } from '../../ui/context-menu.tsx'
import type { Sort } from '../../ui/table/columns.ts'
import { type MenuRequest, Table } from '../../ui/table/table.tsx'
import { useSelection } from '../../ui/use-selection.ts'
import { groupMenu } from './actions.ts'
import { GroupAvatar } from './avatars.tsx'
import { groupColumns, groupPhoneRow } from './columns.tsx'
import { openGroup } from './groups.ts'
import { t } from './strings.ts'

const nameOf = ({ groupName }: Group) => groupName
const HEAD = 36
const ROW = 52
const PHONE_ROW = 62

export interface GroupRowsProps {
  label: string
  groups: readonly Group[]
  sort: Sort
  onSort: (sort: Sort) => void
}

/** Groups as rows, as high as they are: the page around them scrolls. */
export function GroupRows({ label, groups, sort, onSort }: GroupRowsProps): ReactElement {
  const keys = useMemo(() => groups.map(({ groupId }) => groupId), [groups])
  const selection = useSelection(keys)
  const columns = useMemo(groupColumns, [])
  const menu = useContextMenu()
  const phone = usePhone()
  const onMenu = ({ row, anchor }: MenuRequest<Group>) =>
    row &&
    menu.open({
      anchor,
      groups: groupMenu(row),
      label: t('more', { name: row.groupName }),
      header: (
        <span className="flex items-center gap-3">
          <GroupAvatar name={row.groupName} size={30} />
          <span className="truncate text-section font-semibold">{row.groupName}</span>
        </span>
      ),
    })
  return (
    <div
      className="flex flex-col max-md:-mx-4"
      style={{ height: (phone ? groups.length * PHONE_ROW : HEAD + groups.length * ROW) + 2 }}
    >
      <Table
        label={label}
        columns={columns}
        rows={groups}
        rowLabel={nameOf}
        rowHeight={ROW}
        selection={selection}
        selectable={false}
        sort={sort}
        onSort={onSort}
        onOpen={openGroup}
        onMenu={onMenu}
        phoneRow={groupPhoneRow}
      />
      {menu.element}
    </div>
  )
}
