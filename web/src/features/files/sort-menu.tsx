import { ArrowDown, ArrowDownUp, ArrowUp } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ActionGroup } from '../../lib/action.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { FileOrder } from './folder-query.ts'
import { changeSettings, type FilesSettings } from './settings.ts'
import { t } from './strings.ts'

const ORDER_LABELS: Record<FileOrder, string> = {
  instanceName: t('name'),
  updateTime: t('modified'),
  fileSize: t('size'),
  fileType: t('type'),
}
const FIRST_DIRECTION: Record<FileOrder, 'asc' | 'desc'> = {
  instanceName: 'asc',
  fileType: 'asc',
  updateTime: 'desc',
  fileSize: 'desc',
}

/** Sort column and direction as menu choices. */
export function sortGroups(settings: FilesSettings): readonly ActionGroup[] {
  const { sort } = settings
  const orders = (Object.keys(ORDER_LABELS) as FileOrder[]).map((column) => ({
    name: `sort.${column}`,
    label: ORDER_LABELS[column],
    kind: 'choice' as const,
    checked: sort.column === column,
    run: () => changeSettings(settings, { sort: { column, direction: FIRST_DIRECTION[column] } }),
  }))
  const directions = (['asc', 'desc'] as const).map((direction) => ({
    name: `sort.${direction}`,
    label: t(direction === 'asc' ? 'ascending' : 'descending'),
    kind: 'choice' as const,
    checked: sort.direction === direction,
    run: () => changeSettings(settings, { sort: { ...sort, direction } }),
  }))
  return [orders, directions]
}

export function SortMenu(props: { settings: FilesSettings; more?: readonly ActionGroup[] }): ReactElement {
  const { settings, more = [] } = props
  const Arrow = settings.sort.direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <Menu
      groups={[...sortGroups(settings), ...more]}
      label={t('sortAndColumns')}
      trigger={
        <Button
          size="small"
          variant="bare"
          aria-label={`${t('sortBy')}: ${ORDER_LABELS[settings.sort.column]}`}
        >
          <ArrowDownUp size={15} aria-hidden className="text-mut max-md:hidden" />
          <span className="font-normal text-fg-2">{ORDER_LABELS[settings.sort.column]}</span>
          <Arrow size={14} aria-hidden className="text-mut" />
        </Button>
      }
    />
  )
}
