import type { ArchiveListing } from '@clouddisk/contract/archives'
import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { clsx } from 'clsx'
import { type ReactElement, useDeferredValue, useMemo, useRef, useState } from 'react'
import { type Action, shownGroups } from '../../../lib/action.ts'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Button } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import type { TableHandle } from '../../../ui/table/table.tsx'
import { usePreviewSource } from '../source.ts'
import { extractActions } from './archive-actions.ts'
import { ArchiveRows } from './archive-rows.tsx'
import { type ArchiveRow, searchRows, treeOf } from './archive-tree.ts'
import { t } from './strings.ts'

export type ArchiveItem = Instance

/** Found entries that are shown. */
const FOUND_MAX = 1000

interface ArchiveContentsProps {
  item: ArchiveItem
  versionId: string | undefined
  listing: ArchiveListing
}

/** The folders and files of an archive, one folder at a time, or those that are searched for. */
export function ArchiveContents({ item, versionId, listing }: ArchiveContentsProps): ReactElement {
  const tree = useMemo(() => treeOf(listing.entries), [listing])
  const [folder, setFolder] = useState('')
  const [words, setWords] = useState('')
  const wanted = useDeferredValue(words.trim())
  const rows = useMemo(
    () => (wanted ? searchRows(tree, wanted, FOUND_MAX) : (tree.folders.get(folder) ?? [])),
    [tree, wanted, folder],
  )
  const [hasOpened, setHasOpened] = useState(false)
  const [chosen, setChosen] = useState<readonly ArchiveRow[]>([])
  const table = useRef<TableHandle>(null)
  const open = (path: string) => {
    setWords('')
    setFolder(path)
    setHasOpened(true)
  }
  const { hasChanges } = usePreviewSource()
  const actions = useMemo(() => {
    if (!hasChanges || !item.fileAuth.includes('download')) return undefined
    const entriesOf = (on: readonly ArchiveRow[]): string[] | undefined => {
      // Of all entries where there are no rows.
      if (on.length === 0 || listing.isSingle) return undefined
      // A call names a limited number of entries, but a folder with everything in it is one.
      if (!wanted && on.length === rows.length) return folder === '' ? undefined : [folder]
      return on.map(({ path }) => path)
    }
    return (on: readonly ArchiveRow[]) =>
      extractActions({ item, versionId, entries: entriesOf(on) }, on, listing.isSingle)
  }, [hasChanges, item, versionId, listing.isSingle, wanted, rows, folder])
  const isTop = folder === ''
  const total = t('total', { count: tree.files, size: formatSize(tree.bytes) })
  return (
    // The buttons to other files stand beside it, on a phone in the footer.
    <div className="h-full bg-bg md:px-4 md:group-data-walks/content:px-[72px]">
      <section
        aria-label={t('contents', { name: item.instanceName })}
        className="mx-auto flex h-full max-w-[1180px] flex-col pt-3"
      >
        <header className="flex min-h-12 items-center gap-3 px-3 max-md:flex-wrap max-md:px-5">
          <div className={clsx('flex min-w-0 flex-1', isTop && 'max-md:hidden')}>
            {isTop ? (
              <p className="tabular truncate text-secondary text-mut">{total}</p>
            ) : (
              <Breadcrumb crumbs={crumbsOf(item.instanceName, folder)} onOpen={open} />
            )}
          </div>
          <div className="w-64 shrink-0 max-md:w-full">
            <SearchField
              value={words}
              onChange={setWords}
              label={t('search')}
              onEnter={() => table.current?.focus()}
            />
          </div>
        </header>
        <Notes listing={listing} />
        <ArchiveRows
          // A selection of its own.
          key={wanted ? 'found' : folder}
          ref={table}
          label={t('contents', { name: item.instanceName })}
          rows={rows}
          words={wanted}
          onChoose={setChosen}
          isFocused={hasOpened && words === ''}
          emptyTitle={emptyTitle(wanted, folder)}
          onOpen={open}
          onBack={wanted || isTop ? undefined : () => open(parentOf(folder))}
          actions={actions}
        />
        <footer
          data-preview-rows
          className="flex items-center gap-3 border-t border-line px-3 py-2.5 text-secondary text-mut max-md:px-5 max-md:group-data-walks/content:flex-col max-md:group-data-walks/content:items-stretch"
        >
          <p className="tabular flex min-w-0 flex-1">
            <span role="status" className="truncate">
              {chosen.length > 0 ? (
                <span className="pr-3">{t('selected', { count: chosen.length })}</span>
              ) : (
                <span className={clsx('pr-3', isTop && 'md:hidden')}>{total}</span>
              )}
            </span>
            {listing.encoding !== null && (
              <span className="truncate max-sm:hidden">
                {t('encoding', { encoding: listing.encoding.toUpperCase() })}
              </span>
            )}
          </p>
          {/* As high as the buttons to other files, which stand at both ends. */}
          <div className="flex items-center justify-center gap-3 max-md:group-data-walks/content:h-11">
            {actions && <ExtractButtons actions={actions(chosen)} />}
          </div>
        </footer>
      </section>
    </div>
  )
}

/** Of the chosen entries, or of all. */
function ExtractButtons({ actions }: { actions: readonly Action[] }): ReactElement {
  return (
    <>
      {(shownGroups([actions])[0] ?? []).toReversed().map(({ name, label, icon, disabled, run }, index) => (
        <Button
          key={name}
          size="small"
          {...(index > 0 && { variant: 'primary', icon })}
          disabledReason={disabled}
          onClick={run}
        >
          <span className="max-w-[min(15rem,40vw)] truncate">{label}</span>
        </Button>
      ))}
    </>
  )
}

function Notes({ listing: { isCut, isDamaged, entries } }: { listing: ArchiveListing }): ReactElement | null {
  if (!isCut && !isDamaged) return null
  return (
    <p className="mx-3 my-1 rounded-m bg-warn-soft px-3 py-2 text-secondary text-warn">
      {isDamaged ? t('isDamaged') : t('isCut', { count: entries.length })}
    </p>
  )
}

function emptyTitle(words: string, folder: string): string {
  if (words) return t('noResults', { words })
  return folder === '' ? t('emptyTitle') : t('emptyFolder')
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

function crumbsOf(archiveName: string, folder: string): { id: string; name: string }[] {
  const crumbs = [{ id: '', name: archiveName }]
  if (folder === '') return crumbs
  const names = folder.split('/')
  return [...crumbs, ...names.map((name, at) => ({ id: names.slice(0, at + 1).join('/'), name }))]
}
