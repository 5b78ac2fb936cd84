import type { Library } from '@clouddisk/contract/libraries'
import { Folder, Library as LibraryIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { useMediaQuery } from '../../lib/media-query.ts'
import { Select } from '../../ui/select.tsx'
import { Tree } from '../../ui/tree.tsx'
import { iconOf } from './data.ts'
import { t } from './strings.ts'

interface CategoryTreeProps {
  library: Library
  selected: string | undefined
  onSelect: (folderId: string | undefined) => void
}

const ALL = ''
const INDENT = '　'

/** The categories at the left; on narrow windows a select. */
export function CategoryTree({ library, selected, onSelect }: CategoryTreeProps): ReactElement {
  const wide = useMediaQuery('(width >= 1024px)')
  const { categories } = library
  if (!wide)
    return (
      <div className="shrink-0 px-4 pt-3">
        <Select
          ariaLabel={t('categories')}
          value={categories.some(({ categoryId }) => categoryId === selected) ? (selected ?? ALL) : ALL}
          onChange={(id) => onSelect(id === ALL ? undefined : id)}
          options={[
            { value: ALL, label: library.libraryName },
            ...categories.map(({ categoryId, categoryName, level }) => ({
              value: categoryId,
              label: INDENT.repeat(level - 1) + categoryName,
            })),
          ]}
        />
      </div>
    )
  const nodesBelow = (parentId: string | null) =>
    categories
      .filter((category) => category.parentId === parentId)
      .map(({ categoryId, categoryName }) => ({
        id: categoryId,
        name: categoryName,
        isParent: categories.some((one) => one.parentId === categoryId),
      }))
  const home = iconOf(library, 'home')
  return (
    <nav
      aria-label={t('categories')}
      className="flex w-60 shrink-0 flex-col overflow-y-auto border-r border-line py-3"
    >
      <button
        type="button"
        onClick={() => onSelect(undefined)}
        aria-current={selected === undefined ? 'page' : undefined}
        className="mx-3 mb-1 flex min-h-10 items-center gap-2.5 rounded-m px-2.5 text-left font-semibold hover:bg-hover aria-[current=page]:bg-accent-soft"
      >
        {home ? (
          <img src={home} alt="" className="size-6 shrink-0 object-contain" />
        ) : (
          <LibraryIcon size={20} aria-hidden />
        )}
        <span className="truncate" title={library.libraryName}>
          {library.libraryName}
        </span>
      </button>
      <Tree
        key={categories.map(({ categoryId, categoryName }) => categoryId + categoryName).join()}
        label={t('categories')}
        roots={nodesBelow(null)}
        loadChildren={async ({ id }) => nodesBelow(id)}
        selected={selected}
        onSelect={({ id }) => onSelect(id)}
        initiallyExpanded={categories.map(({ categoryId }) => categoryId)}
        icon={() => <Folder size={16} className="text-mut" aria-hidden />}
        selectedLook="place"
        className="px-3"
      />
    </nav>
  )
}
