import { type Shortcut, useShortcuts } from '../../lib/shortcuts.ts'
import { t } from './strings.ts'
import type { ListModel } from './use-list-page.ts'

export interface ListShortcuts {
  readonly actions?: readonly Shortcut[] | undefined
  /** Label of the field that `/` goes to. */
  readonly search: string
  /** The field stays beside the selection bar, which else takes its place. */
  readonly fieldStays?: boolean | undefined
  /** What Enter does with a row. */
  readonly open?: string | undefined
  /** Whether the reader may select rows; undefined where the list has no checkboxes. */
  readonly selectable?: boolean | undefined
  /** Lists the key that opens a row's menu. */
  readonly menu?: boolean | undefined
}

/** The keys of a list page. The table itself handles those without `run`. */
export function useListShortcuts(
  title: string,
  { selection, field }: Pick<ListModel<never>, 'selection' | 'field'>,
  shortcuts: ListShortcuts,
): void {
  const { actions = [], search, fieldStays, open, selectable, menu } = shortcuts
  const focusField = () => field.current?.focus()
  const replaceBar = () => {
    selection.send({ type: 'clear' })
    requestAnimationFrame(focusField)
  }
  useShortcuts(title, [
    ...actions,
    {
      name: 'list.search',
      label: search,
      keys: '/',
      run: fieldStays || selectable === undefined ? focusField : replaceBar,
    },
    ...(open === undefined ? [] : [{ name: 'list.open', label: open, keys: 'Enter' }]),
    ...(selectable === undefined
      ? []
      : [
          { name: 'list.select-all', label: t('selectAll'), keys: 'Mod+A', visible: selectable },
          { name: 'list.clear', label: t('clearSelection'), keys: 'Esc', visible: selectable },
        ]),
    ...(menu ? [{ name: 'list.menu', label: t('more'), keys: 'Shift+F10' }] : []),
  ])
}
