import { queryInstanceDetail } from '@clouddisk/contract/files'
import {
  type AttributeFilter,
  type Library,
  type LibraryFile,
  pageLibraryFiles,
} from '@clouddisk/contract/libraries'
import { useQuery } from '@tanstack/react-query'
import { Filter, Upload } from 'lucide-react'
import { type ReactElement, useCallback, useMemo, useState } from 'react'
import { call } from '../../lib/api.ts'
import { callQuery } from '../../lib/call-query.ts'
import { useCursorList } from '../../lib/cursor-list.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { cursorRows } from '../../ui/list/list-rows.ts'
import { ListState } from '../../ui/list/list-state.tsx'
import { ListTable } from '../../ui/list/list-table.tsx'
import { SelectionBar } from '../../ui/list/selection-bar.tsx'
import { targetsOf, useListPage } from '../../ui/list/use-list-page.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { fileActions, isFolder } from './actions.ts'
import { fileColumns, PhoneRow } from './columns.tsx'
import { libraryFilesKey } from './data.ts'
import { FilterDialog } from './filter-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { LibraryTools } from './library-tools.tsx'
import { t } from './strings.ts'
import { UploadDialog } from './upload-dialog.tsx'
import { ValuesDialog } from './values-dialog.tsx'

const idOf = (file: LibraryFile) => file.instanceId
const nameOf = (file: LibraryFile) => file.instanceName
const selectedText = (count: number) => t('selected', { count })

interface LibraryFilesProps {
  library: Library
  folderId: string | undefined
  onFolder: (folderId: string | undefined) => void
}

export type LibraryDialogKind =
  | { kind: 'upload' }
  | { kind: 'filter' }
  | { kind: 'import' }
  | { kind: 'values'; item: LibraryFile }

/** What lies in a category, or is found in it and below by names and values. */
export function LibraryFiles({ library, folderId, onFolder }: LibraryFilesProps): ReactElement {
  const { libraryId, rootId, attributes } = library
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const [filters, setFilters] = useState<readonly AttributeFilter[]>([])
  const { shown, key, show, control } = useDialogState<LibraryDialogKind>()
  const detail = { instanceId: folderId ?? rootId }
  const folder = useQuery(callQuery(queryKeys.detail(detail.instanceId), queryInstanceDetail, detail)).data
  const files = useCursorList({
    queryKey: [...libraryFilesKey(libraryId), folderId ?? '', keyword, filters],
    ask: async (cursor, signal) => {
      const page = await call(
        pageLibraryFiles,
        {
          libraryId,
          pageSize: 100,
          ...(folderId && { folderId }),
          ...(keyword && { keyword }),
          ...(filters.length > 0 && { filters: [...filters] }),
          ...(cursor && { cursor }),
        },
        { signal },
      )
      return { ...page, total: page.total ?? page.list.length }
    },
    idOf,
    name: `folder:${folderId ?? rootId}`,
  })
  const list = useListPage(cursorRows(files), { idOf, selectedText })
  const searchable = attributes.filter(({ query }) => query)
  const edit = useCallback((item: LibraryFile) => show({ kind: 'values', item }), [show])
  const columns = useMemo(() => fileColumns(attributes), [attributes])
  const phoneRow = useCallback(
    (file: LibraryFile) => <PhoneRow file={file} attributes={attributes} />,
    [attributes],
  )
  const operations = useCallback(
    (file: LibraryFile) => {
      const { values, openLocation, download } = fileActions(targetsOf(file), { items: [], edit, onFolder })
      return [values, download, openLocation]
    },
    [edit, onFolder],
  )
  const context = { items: list.loaded, edit, onFolder }
  const selected = fileActions(list.selected, context)
  const canUpload = folder?.fileAuth.includes('upload') ?? false
  const narrowed = keyword !== '' || filters.length > 0
  return (
    <section aria-label={t('files')} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-2 px-6 py-2 max-md:px-4">
        <h1 className="min-w-0 flex-1 basis-40 truncate text-page font-semibold max-md:sr-only">
          {folderId && folder ? folder.instanceName : library.libraryName}
        </h1>
        <SearchField
          ref={list.field}
          label={t('keyword')}
          value={typed}
          onChange={setTyped}
          onEscape={list.focusTable}
          onEnter={list.focusTable}
          className="max-md:basis-full md:max-w-56"
        />
        {searchable.length > 0 && (
          <Button icon={Filter} onClick={() => show({ kind: 'filter' })}>
            {filters.length > 0 ? t('filtersOn', { count: filters.length }) : t('filter')}
          </Button>
        )}
        {canUpload && (
          <Button variant="primary" icon={Upload} onClick={() => show({ kind: 'upload' })}>
            {t('upload')}
          </Button>
        )}
        <LibraryTools library={library} folder={folder} onImport={() => show({ kind: 'import' })} />
      </div>
      {list.count > 0 && (
        <SelectionBar
          label={t('more')}
          text={selectedText(list.count)}
          actions={[selected.download, selected.labels, selected.favorite, selected.nodeSync]}
          endActions={[selected.remove]}
          onClear={list.clearSelection}
          className="mx-6 max-md:mx-0 max-md:rounded-none"
        />
      )}
      <ListTable
        list={list}
        label={t('files')}
        title={library.libraryName}
        columns={columns}
        rowLabel={nameOf}
        onOpen={(file) =>
          isFolder(file) ? onFolder(file.instanceId) : fileActions(targetsOf(file), context).open.run()
        }
        menu={(targets) => {
          const on = fileActions(targets, context)
          return [
            [on.open, on.values, on.openLocation, on.download],
            [on.shareLink, on.versions, on.permissions, on.labels, on.favorite, on.nodeSync],
            [on.remove],
          ]
        }}
        menuOfMany={selectedText}
        operations={operations}
        phoneRow={phoneRow}
        state={
          <ListState
            list={list}
            failedTitle={t('failed')}
            trace
            noMatch={
              narrowed && {
                title: t('noMatch'),
                text: t('noMatchText'),
                clearText: t('clear'),
                onClear: () => {
                  setTyped('')
                  setFilters([])
                },
              }
            }
          >
            <EmptyState title={t('empty')} text={t('emptyText')} />
          </ListState>
        }
        className="md:px-6"
      />
      {shown?.kind === 'upload' && folder && (
        <UploadDialog
          key={key}
          {...control}
          attributes={attributes}
          target={{
            instanceId: folder.instanceId,
            instanceName: folder.instanceName,
            path: folder.instanceFullPath.split('/'),
            groupId: libraryId,
          }}
        />
      )}
      {shown?.kind === 'filter' && (
        <FilterDialog key={key} {...control} attributes={searchable} filters={filters} onApply={setFilters} />
      )}
      {shown?.kind === 'values' && <ValuesDialog key={key} {...control} item={shown.item} />}
      {shown?.kind === 'import' && <ImportDialog key={key} {...control} libraryId={libraryId} />}
    </section>
  )
}
