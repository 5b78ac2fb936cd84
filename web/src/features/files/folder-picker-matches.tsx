import { nameKey } from '@clouddisk/contract/names'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { t } from './folder-picker-strings.ts'
import type { FolderNode } from './folder-picker-tree.ts'

/** Loaded folders of the tree whose names contain the keyword, each with its path. */
export function FolderPickerMatches(props: {
  keyword: string
  nodes: readonly FolderNode[]
  chosen: string | undefined
  onChoose: (node: FolderNode) => void
}): ReactElement {
  const { keyword, nodes, chosen, onChoose } = props
  const key = nameKey(keyword)
  const found = nodes.filter((node) => nameKey(node.name).includes(key))
  if (found.length === 0) {
    return (
      <div role="status" className="px-4 py-8 text-center text-secondary text-balance">
        <p className="break-words">{t('noFolderFound', { keyword })}</p>
        <p className="mt-1 text-mut">{t('expandMore')}</p>
      </div>
    )
  }
  return (
    <ul aria-label={t('folders')}>
      {found.map((node) => (
        <li key={node.id}>
          <button
            type="button"
            aria-pressed={node.id === chosen}
            onClick={() => onChoose(node)}
            className={clsx(
              'flex min-h-11 w-full items-center gap-2.5 rounded-m px-3 py-1 text-left focus-visible:-outline-offset-2',
              node.id === chosen ? 'bg-sel hover:bg-sel-hover' : 'hover:bg-hover',
            )}
          >
            <FileIcon folder size={22} />
            <span className="min-w-0 flex-1">
              <FileName name={node.name} folder mark={keyword} className="text-body" />
              <span className="block truncate text-caption text-mut">
                {node.path
                  .slice(0, -1)
                  .map(({ name }) => name)
                  .join(' / ')}
              </span>
            </span>
            {node.id === chosen && <Check size={17} className="text-accent-text" aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  )
}
