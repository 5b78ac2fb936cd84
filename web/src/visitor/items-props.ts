import type { SelectionControl } from '../ui/use-selection.ts'
import type { ListedItem } from './calls.ts'

/** What rows and tiles are drawn of. */
export interface ItemsProps {
  items: readonly ListedItem[]
  selection: SelectionControl
  onPreview: (file: ListedItem) => void
}
