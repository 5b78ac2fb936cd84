import { useMemo } from 'react'
import { useShortcuts } from '../lib/shortcuts.ts'
import { isSelected, selectedCount } from '../ui/selection.ts'
import { t as ui } from '../ui/strings.ts'
import { useSelection } from '../ui/use-selection.ts'
import type { LinkList, ListedItem } from './calls.ts'
import { hasActions } from './downloadable.ts'
import { t } from './strings.ts'

/** The rows of a list and what is chosen of them; Ctrl+A and Esc work anywhere in the page. */
export function useChosen(list: LinkList) {
  const { data } = list
  const items = useMemo(() => data?.pages.flatMap((page) => page.list) ?? [], [data])
  const total = Math.max(items.length, data?.pages[0]?.total ?? 0)
  // Without any, rows and tiles have no boxes, which would lead to an empty bar.
  const isSelectable = items.some(hasActions)
  const keys = useMemo(
    () => Array.from({ length: isSelectable ? total : 0 }, (_, index) => items[index]?.instanceId),
    [items, total, isSelectable],
  )
  const selection = useSelection(keys)
  const { state, send } = selection
  const count = selectedCount(state, keys.length)
  useShortcuts(t('list'), [
    {
      name: 'list.all',
      label: ui('selectAll'),
      keys: 'Mod+A',
      visible: isSelectable,
      run: () => send({ type: 'all' }),
    },
    {
      name: 'list.clear',
      label: ui('clear'),
      keys: 'Esc',
      visible: count > 0,
      run: () => send({ type: 'clear' }),
    },
  ])
  const chosenOf = (all: readonly ListedItem[]) => all.filter((item) => isSelected(state, item.instanceId))
  return {
    items,
    total,
    selection,
    count,
    chosen: chosenOf(items),
    /** All that is chosen, also what is not loaded yet. */
    loadChosen: async (): Promise<readonly ListedItem[]> => {
      if (!state.inverse) return chosenOf(items)
      let now = list
      while (now.hasNextPage) {
        const next = await now.fetchNextPage()
        if (next.error) throw next.error
        now = next
      }
      return chosenOf(now.data?.pages.flatMap((page) => page.list) ?? [])
    },
  }
}
