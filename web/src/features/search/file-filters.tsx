import type { SearchKind } from '@clouddisk/contract/search'
import type { ReactElement } from 'react'
import { LabelFilter } from '../../ui/label-filter.tsx'
import type { Search } from '../../ui/list/address.ts'
import { RangeField } from '../../ui/range-field.tsx'
import { KindFilter } from './kind-filter.tsx'
import type { FileFilterView } from './search-view.ts'
import { SizeFilter } from './size-filter.tsx'
import { t } from './strings.ts'

interface FileFiltersProps {
  view: FileFilterView
  narrow: (change: Search) => void
  /** Those to choose from. */
  kinds?: readonly SearchKind[]
  /** Whose space the labels to choose from are of; absent: of everywhere. */
  folderId?: string
}

/** Kind, label, size and time, by which each list of files of many folders is narrowed. */
export const FileFilters = ({ view, narrow, kinds, folderId }: FileFiltersProps): ReactElement => (
  <>
    <KindFilter
      kinds={kinds}
      value={view.kinds}
      onChange={(next) => narrow({ kind: next.join(',') || undefined })}
    />
    <LabelFilter value={view.label} onChange={(label) => narrow({ label })} folderId={folderId} />
    <SizeFilter
      value={view.size}
      onChange={({ min, max }) => narrow({ min: min?.toString(), max: max?.toString() })}
    />
    <RangeField
      prefix={t('is', { label: t('modified') })}
      value={view}
      onChange={({ from, to }) => narrow({ from, to })}
    />
  </>
)
