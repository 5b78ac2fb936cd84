import { type AdminLibrary, removeLibrary, restoreLibrary } from '@clouddisk/contract/admin-libraries'
import { formatSize } from '@clouddisk/contract/format'
import { useQuery } from '@tanstack/react-query'
import { FolderTree, ListChecks, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { call } from '../../../lib/api.ts'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { PlainCell } from '../../../ui/list/cells.tsx'
import { column } from '../../../ui/list/column.tsx'
import { queryRows } from '../../../ui/list/list-rows.ts'
import { ShortTable } from '../../../ui/list/short-table.tsx'
import { useListPage } from '../../../ui/list/use-list-page.ts'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { toast } from '../../../ui/toast.tsx'
import { TwoLines } from '../../../ui/two-lines.tsx'
import { useDialogState } from '../../../ui/use-dialog-state.ts'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { adminLibrariesQuery, refreshLibraries } from '../data.ts'
import { AttributesDialog } from './attributes-dialog.tsx'
import { CategoriesDialog } from './categories-dialog.tsx'
import { LibraryDialog } from './library-dialog.tsx'
import { t } from './strings.ts'

const NONE: readonly AdminLibrary[] = []
const idOf = (library: AdminLibrary) => library.libraryId
const nameOf = (library: AdminLibrary) => library.libraryName

type Shown = { kind: 'library' | 'categories' | 'attributes'; libraryId: string | undefined }

/** Business libraries (R94, R225). */
export function LibrariesPage({ change }: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const query = useQuery(adminLibrariesQuery)
  const list = useListPage(queryRows(query, query.data?.list ?? NONE), { idOf })
  const { shown, key, show, control } = useDialogState<Shown>()
  const library = query.data?.list.find(({ libraryId }) => libraryId === shown?.libraryId)
  const actions = useCallback(
    (row: AdminLibrary) => actionsOf(row, show).filter(({ visible }) => change && visible !== false),
    [change, show],
  )
  return (
    <div className="flex h-full min-h-0 flex-col px-6 max-md:px-4">
      <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-x-3 max-md:min-h-0">
        <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
      </div>
      <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-3 py-2">
        <p className="min-w-0 flex-1 basis-60 text-secondary text-mut">{t('intro')}</p>
        {change && (
          <Button
            variant="primary"
            icon={Plus}
            onClick={() => show({ kind: 'library', libraryId: undefined })}
          >
            {t('newLibrary')}
          </Button>
        )}
      </div>
      <ShortTable
        list={list}
        label={t('title')}
        columns={columns}
        rowLabel={nameOf}
        onOpen={({ libraryId }) => change && show({ kind: 'library', libraryId })}
        menu={(row: AdminLibrary) => [actions(row)]}
        operations={actions}
        phoneRow={phoneRow}
        failedTitle={t('failed')}
        emptyTitle={t('empty')}
        emptyText={t('emptyText')}
      />
      {shown?.kind === 'library' && (library || !shown.libraryId) && (
        <LibraryDialog key={key} library={library} {...control} />
      )}
      {shown?.kind === 'categories' && library && (
        <CategoriesDialog key={key} library={library} {...control} />
      )}
      {shown?.kind === 'attributes' && library && (
        <AttributesDialog key={key} library={library} {...control} />
      )}
    </div>
  )
}

function actionsOf(library: AdminLibrary, show: (shown: Shown) => void) {
  const { libraryId, dissolveTime } = library
  const living = dissolveTime === null
  return [
    {
      name: 'library.edit',
      label: t('edit'),
      icon: Pencil,
      keys: 'Enter',
      visible: living,
      run: () => show({ kind: 'library', libraryId }),
    },
    {
      name: 'library.categories',
      label: t('categories'),
      icon: FolderTree,
      visible: living,
      run: () => show({ kind: 'categories', libraryId }),
    },
    {
      name: 'library.attributes',
      label: t('attributes'),
      icon: ListChecks,
      visible: living,
      run: () => show({ kind: 'attributes', libraryId }),
    },
    {
      name: 'library.remove',
      label: t('remove'),
      icon: Trash2,
      danger: true,
      visible: living,
      run: () => void remove(library),
    },
    {
      name: 'library.restore',
      label: t('restore'),
      icon: RotateCcw,
      visible: !living,
      run: () => void restore(library),
    },
  ]
}

async function remove({ libraryId, libraryName: name }: AdminLibrary): Promise<void> {
  const sure = await confirm({
    type: 'warning',
    title: t('removeTitle', { name }),
    text: t('removeText'),
    confirmText: t('remove'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (!sure) return
  const run = async () => {
    await call(removeLibrary, { libraryId })
    toast.ok(t('removed', { name }))
  }
  await withErrorMessage(t('notRemoved'), run, refreshLibraries)
}

async function restore({ libraryId, libraryName: name }: AdminLibrary): Promise<void> {
  const run = async () => {
    await call(restoreLibrary, { libraryId })
    toast.ok(t('restored', { name }))
  }
  await withErrorMessage(t('notRestored'), run, refreshLibraries)
}

const noteOf = ({ code, dissolveTime }: AdminLibrary): string =>
  dissolveTime === null ? code : t('dissolving', { day: formatDateTime(dissolveTime) })

const usedText = ({ usedCapacity, totalCapacity }: AdminLibrary): string =>
  t('used', { used: formatSize(usedCapacity), total: formatSize(totalCapacity) })

const columns: readonly ColumnDef<AdminLibrary>[] = [
  column('name', t('name'), { width: 'minmax(180px, 1.4fr)', fixed: true }, (library) => (
    <TwoLines name={library.libraryName} note={noteOf(library)} />
  )),
  column('owner', t('owner'), { width: 'minmax(120px, 1fr)', from: 768 }, (library) => (
    <TwoLines name={library.ownerName} note={t('memberCount', { count: library.memberCount })} />
  )),
  column('capacity', t('capacity'), { width: 'minmax(170px, 1fr)', from: 768 }, (library) => (
    <PlainCell>{usedText(library)}</PlainCell>
  )),
  column('categories', t('categories'), { width: '110px', from: 1024 }, (library) => (
    <PlainCell>{String(library.categories.length)}</PlainCell>
  )),
  // The row's actions cover the end of this column.
  column('attributes', t('attributes'), { width: '200px', from: 1024 }, (library) => (
    <PlainCell>{String(library.attributes.length)}</PlainCell>
  )),
]

const phoneRow = (library: AdminLibrary): ReactElement => (
  <TwoLines
    className="flex-1"
    name={library.libraryName}
    note={[noteOf(library), usedText(library)].join(' · ')}
  />
)
