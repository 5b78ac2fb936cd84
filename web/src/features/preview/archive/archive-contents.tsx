import type { ArchiveListing } from '@clouddisk/contract/archives'
import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { clsx } from 'clsx'
import { PackageOpen } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { isSelected } from '../../../ui/selection.ts'
import { Table, type TableHandle } from '../../../ui/table/table.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { archiveColumns, archivePhoneRow } from './archive-columns.tsx'
import { type ArchiveRow, searchRows, treeOf } from './archive-tree.ts'
import { type Extraction, extractHere, extractTo } from './extract.ts'
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
  const [chosen, setChosen] = useState<readonly string[]>([])
  const table = useRef<TableHandle>(null)
  const open = (path: string) => {
    setWords('')
    setFolder(path)
    setHasOpened(true)
  }
  return (
    <section
      aria-label={t('contents', { name: item.instanceName })}
      className="mx-auto flex h-full w-full max-w-[1180px] flex-col px-4 pt-3 max-md:px-0"
    >
      <header className="flex min-h-12 items-center gap-3 px-2 max-md:flex-wrap max-md:px-4">
        <div className={clsx('flex min-w-0 flex-1', folder === '' && 'max-md:hidden')}>
          <Breadcrumb crumbs={crumbsOf(item.instanceName, folder)} onOpen={open} />
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
        onBack={wanted || folder === '' ? undefined : () => open(parentOf(folder))}
      />
      <footer className="flex items-center gap-3 border-t border-line px-3 py-2.5 text-secondary text-mut">
        <span role="status" className="tabular min-w-0 truncate">
          {chosen.length > 0
            ? t('selected', { count: chosen.length })
            : t('total', { count: tree.files, size: formatSize(tree.bytes) })}
        </span>
        {listing.encoding !== null && (
          <span className="max-sm:hidden">{t('encoding', { encoding: listing.encoding.toUpperCase() })}</span>
        )}
        <span className="flex-1" />
        <ExtractButtons
          item={item}
          versionId={versionId}
          entries={chosen.length > 0 && !listing.isSingle ? chosen : undefined}
        />
      </footer>
    </section>
  )
}

interface ArchiveRowsProps {
  label: string
  rows: readonly ArchiveRow[]
  words: string
  /** Takes the focus when it is drawn. */
  isFocused: boolean
  emptyTitle: string
  onOpen: (path: string) => void
  /** Told the paths of the selected rows; none when it goes. */
  onChoose: (paths: readonly string[]) => void
  onBack: (() => void) | undefined
  ref: RefObject<TableHandle | null>
}

function ArchiveRows(props: ArchiveRowsProps): ReactElement {
  const { label, rows, words, isFocused, emptyTitle: title, onOpen, onChoose, onBack, ref } = props
  const columns = useMemo(() => archiveColumns(words), [words])
  const keys = useMemo(() => rows.map(({ path }) => path), [rows])
  const selection = useSelection(keys)
  const { state } = selection
  useEffect(() => {
    onChoose(keys.filter((key) => isSelected(state, key)))
    return () => onChoose([])
  }, [keys, state, onChoose])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isFocused) ref.current?.focus()
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || !onBack) return
    event.preventDefault()
    onBack()
  }
  return (
    <Table<ArchiveRow>
      ref={ref}
      label={label}
      columns={columns}
      rows={rows}
      rowLabel={({ name }) => name}
      selection={selection}
      onOpen={(row) => row.isFolder && onOpen(row.path)}
      onKeyDown={onKeyDown}
      phoneRow={archivePhoneRow}
      empty={<EmptyState illustration="folder" title={title} />}
      className="mt-1"
    />
  )
}

/** For the chosen entries, or all. */
function ExtractButtons(what: Extraction): ReactElement | null {
  const { fileAuth } = what.item
  if (!fileAuth.includes('download')) return null
  return (
    <>
      <Button size="small" onClick={() => void extractTo(what)}>
        {t('extractTo')}
      </Button>
      {fileAuth.includes('upload') && (
        <Button size="small" variant="primary" icon={PackageOpen} onClick={() => void extractHere(what)}>
          {t('extractHere')}
        </Button>
      )}
    </>
  )
}

function Notes({ listing: { isCut, isDamaged, entries } }: { listing: ArchiveListing }): ReactElement | null {
  if (!isCut && !isDamaged) return null
  return (
    <p className="mx-2 my-1 rounded-m bg-warn-soft px-3 py-2 text-secondary text-warn">
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
