import { type ReactElement, useDeferredValue } from 'react'
import { Checkbox } from '../ui/checkbox.tsx'
import { isSelected, selectedCount } from '../ui/selection.ts'
import { t as ui } from '../ui/strings.ts'
import type { ListedItem } from './calls.ts'
import { FileRow, type FileRowProps, rowClass } from './file-row.tsx'
import type { ItemsProps } from './items-props.ts'
import { t } from './strings.ts'
import { useListInput } from './use-list-input.ts'

type DrawRow = (item: ListedItem, row: FileRowProps & { key: string }) => ReactElement

export interface RowsProps extends ItemsProps {
  /** By default with the name alone. */
  children?: DrawRow
}

const plain: DrawRow = (_, { key, ...row }) => <FileRow key={key} {...row} />

/** How many rows a window has place for below what is above them; a little more. */
const inWindow = () => Math.max(1, Math.ceil((window.innerHeight - 200) / 48))

/** Files and folders of a link as rows, which are chosen by their boxes. */
export function Rows({ items, selection, onPreview, children = plain }: RowsProps): ReactElement {
  const { state, keys, send } = selection
  const count = selectedCount(state, keys.length)
  const selectable = keys.length > 0
  const handlers = useListInput(selection)
  // Those in the window are drawn at once, the others when these can be seen.
  const drawn = useDeferredValue(items.length, Math.min(items.length, inWindow()))
  return (
    <>
      <div className={`${rowClass(selectable)} h-9 border-b border-line text-caption text-mut max-md:hidden`}>
        {selectable && (
          <Checkbox
            checked={count === keys.length}
            indeterminate={count > 0 && count < keys.length}
            ariaLabel={ui('selectAll')}
            onChange={(all) => send({ type: all ? 'all' : 'clear' })}
          />
        )}
        <span aria-hidden>{t('name')}</span>
        <span aria-hidden>{t('modified')}</span>
        <span aria-hidden className="text-right">
          {t('size')}
        </span>
      </div>
      <ul aria-label={t('list')} {...handlers}>
        {items.slice(0, drawn).map((item, index) =>
          children(item, {
            key: item.instanceId,
            item,
            index,
            selectable,
            selected: isSelected(state, item.instanceId),
            onPreview,
          }),
        )}
      </ul>
    </>
  )
}
