import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { useDebounced } from '../../lib/debounce.ts'
import type { FolderPickerRequest } from '../../lib/extension-points.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { t } from './folder-picker-strings.ts'
import { type FolderNode, type FoundFolder, foldersQuery } from './folder-picker-tree.ts'

interface FolderPickerMatchesProps {
  keyword: string
  question: FolderPickerRequest
  chosen: string | undefined
  onChoose: (node: FolderNode) => void
}

/** Folders by name, at any depth of what the tree shows; those that one may not put files into say so. */
export function FolderPickerMatches(props: FolderPickerMatchesProps): ReactElement {
  const { keyword, question, chosen, onChoose } = props
  const { mode, within, without = [] } = question
  const below = within?.id ?? (mode === 'move' || mode === 'copy' ? undefined : '0')
  const settled = useDebounced(keyword)
  const query = useQuery(foldersQuery(settled, below))
  if (query.error)
    return (
      <ErrorState
        text={errorMessage(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (!query.data || settled !== keyword) return <Loading />
  const found = query.data.filter(({ node }) => !node.path.some(({ id }) => without.includes(id)))
  if (found.length === 0) {
    return (
      <div role="status" className="px-4 py-8 text-center text-secondary text-balance">
        <p className="break-words">{t('noFolderFound', { keyword })}</p>
        <p className="mt-1 text-mut">{t('otherWord')}</p>
      </div>
    )
  }
  return (
    <ul aria-label={t('folders')}>
      {found.map((folder) => (
        <li key={folder.node.id}>
          <FolderButton
            folder={folder}
            keyword={keyword}
            chosen={folder.node.id === chosen}
            onChoose={onChoose}
          />
        </li>
      ))}
    </ul>
  )
}

interface FolderButtonProps {
  folder: FoundFolder
  keyword: string
  chosen: boolean
  onChoose: (node: FolderNode) => void
}

function FolderButton({ folder, keyword, chosen, onChoose }: FolderButtonProps): ReactElement {
  const { node, usable } = folder
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-disabled={!usable}
      onClick={() => usable && onChoose(node)}
      className={clsx(
        'flex min-h-11 w-full items-center gap-2.5 rounded-m px-3 py-1 text-left focus-visible:-outline-offset-2',
        chosen ? 'bg-sel hover:bg-sel-hover' : usable && 'hover:bg-hover',
        !usable && 'cursor-default',
      )}
    >
      <FileIcon folder size={22} />
      <span className="min-w-0 flex-1">
        <FileName
          name={node.name}
          folder
          mark={keyword}
          className={clsx('text-body', !usable && 'text-mut')}
        />
        <span className="block truncate text-caption text-mut">
          {node.path
            .slice(0, -1)
            .map(({ name }) => name)
            .join(' / ')}
        </span>
      </span>
      {!usable && <span className="shrink-0 text-caption text-mut">{t('notUsable')}</span>}
      {chosen && <Check size={17} className="text-accent-text" aria-hidden />}
    </button>
  )
}
