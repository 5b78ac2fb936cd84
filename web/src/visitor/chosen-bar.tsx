import { formatSize } from '@clouddisk/contract/format'
import { ListChecks } from 'lucide-react'
import { type ReactElement, useEffect } from 'react'
import { plural, texts } from '../lib/i18n.ts'
import { announce } from '../ui/announcer.tsx'
import { SelectionBar } from '../ui/list/selection-bar.tsx'
import { t as ui } from '../ui/strings.ts'
import { actionsOn, type ItemActions } from './item-actions.ts'

const own = texts('visitor-selection', {
  actions: ['对所选项目的操作', 'Actions on the selection'],
  chosen: ['已选 {{count}} 项', plural('{{count}} selected', '{{count}} selected')],
})

export interface ChosenBarProps extends ItemActions {
  /** Also of those that are not loaded. */
  count: number
  total: number
  onAll: () => void
  onClear: () => void
}

/** What can be done with the chosen files and folders of a link. */
export function ChosenBar(props: ChosenBarProps): ReactElement {
  const { items, count, total, onAll, onClear } = props
  const text = own('chosen', { count })
  useEffect(() => announce(text), [text])
  const size = items.reduce((sum, item) => sum + item.fileSize, 0)
  return (
    <SelectionBar
      label={own('actions')}
      text={text}
      note={items.length === count && size > 0 && formatSize(size)}
      actions={actionsOn(props)}
      endActions={[
        {
          name: 'list.all',
          label: ui('selectAll'),
          icon: ListChecks,
          visible: count < total,
          run: onAll,
        },
      ]}
      hideLabel={({ name }) => (name === 'link.download' ? undefined : 'max-md:hidden')}
      onClear={onClear}
      className="min-w-0 flex-1"
    />
  )
}
