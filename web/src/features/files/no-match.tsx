import { FolderSearch, SearchX } from 'lucide-react'
import type { ReactElement } from 'react'
import { extensionFor } from '../../lib/extension-points.ts'
import { texts } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { FolderArea } from './use-folder-area.ts'

const t = texts('files-no-match', {
  title: ['没有找到“{{keyword}}”', 'No results for “{{keyword}}”'],
  text: [
    '筛选不包括子文件夹。换个词，或在子文件夹中搜索。',
    'Subfolders aren’t included. Try another word, or search them.',
  ],
  searchBelow: ['在子文件夹中搜索', 'Search subfolders'],
  clear: ['清除筛选', 'Clear filter'],
})

/** Nothing in the folder matches the filter, which leads on to the search below it. */
export function NoMatch({ area }: { area: FolderArea }): ReactElement {
  const { folderId, view, setFilter, setLabel } = area
  const { keyword, label } = view
  return (
    <EmptyState illustration="search" title={t('title', { keyword: keyword || label })} text={t('text')}>
      <Button
        icon={FolderSearch}
        onClick={() =>
          extensionFor('navigation')?.openSearch({ q: keyword, folder: folderId, ...(label && { label }) })
        }
      >
        {t('searchBelow')}
      </Button>
      <Button
        icon={SearchX}
        onClick={() => {
          setFilter('')
          setLabel('')
        }}
      >
        {t('clear')}
      </Button>
    </EmptyState>
  )
}
