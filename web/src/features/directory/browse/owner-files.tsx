import type { Instance } from '@clouddisk/contract/files'
import { ORDERS } from '@clouddisk/contract/shapes'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, FolderOpen, Info, ShieldAlert } from 'lucide-react'
import { type ReactElement, useCallback, useMemo } from 'react'
import type { Action } from '../../../lib/action.ts'
import type { AdminAddress } from '../../../lib/admin.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type AddressPages, useAddressPages } from '../../../ui/list/address.ts'
import { ListKeyword } from '../../../ui/list/list-keyword.tsx'
import { ListPager } from '../../../ui/list/list-pager.tsx'
import { pageRows } from '../../../ui/list/list-rows.ts'
import { ListState } from '../../../ui/list/list-state.tsx'
import { ListTable } from '../../../ui/list/list-table.tsx'
import { type ListModel, useListPage } from '../../../ui/list/use-list-page.ts'
import { useDialogState } from '../../../ui/use-dialog-state.ts'
import { AuditNotice } from './audit-notice.tsx'
import { ClassifyDialog } from './classify-dialog.tsx'
import { type FileOwner, type OwnerListView, ownedFilesQuery, ownerNameQuery, readPage } from './data.ts'
import { isFolder, OwnedFilePhoneRow, ownedFileColumns } from './file-columns.tsx'
import { FileDrawer } from './file-drawer.tsx'
import { t } from './strings.ts'

const idOf = (item: Instance) => item.instanceId
const nameOf = (item: Instance) => item.instanceName

/** The files of one person or group, folder by folder; read-only. */
export function OwnerFiles({ owner, address }: { owner: FileOwner; address: AdminAddress }): ReactElement {
  const { search } = address
  const shown = readPage(search, ORDERS)
  const query = useQuery(ownedFilesQuery(owner, search.folder, shown))
  const name = useQuery(ownerNameQuery(owner)).data
  usePageTitle(name ? t('filesOf', { name }) : t('title'))
  const page = query.data
  const pages = useAddressPages(address, shown, query)
  const list = useListPage(pageRows(query), { idOf })
  const details = useDialogState<Instance>()
  const classifying = useDialogState<Instance>()
  const base = useMemo(
    () => (owner.type === 'user' ? { person: owner.id } : { space: owner.id }),
    [owner.type, owner.id],
  )
  const size = search.size
  const { visit } = address
  const openFolder = useCallback(
    (folder: string | undefined) => visit('files', { ...base, folder, size }),
    [visit, base, size],
  )
  const crumbs = (page?.path ?? []).map((step, index) => ({
    id: step.instanceId,
    name: index === 0 ? (name ?? step.instanceName) : step.instanceName,
  }))
  const parent = crumbs.at(-2)
  useShortcuts(t('title'), [
    { name: 'files.filter', label: t('search'), keys: '/', run: () => list.field.current?.focus() },
    { name: 'files.open', label: t('open'), keys: 'Enter' },
    {
      name: 'files.up',
      label: t('up'),
      keys: 'Backspace',
      visible: parent !== undefined,
      run: () => parent && openFolder(crumbs.length === 2 ? undefined : parent.id),
    },
  ])
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-0 flex-1 flex-col px-6 max-md:px-4">
        <div className="flex min-h-15 shrink-0 items-center gap-2 py-2.5">
          <IconButton
            icon={ArrowLeft}
            label={t('back')}
            onClick={() => visit('files', owner.type === 'group' ? { kind: 'groups' } : {})}
            className="-ml-2"
          />
          {crumbs.length > 0 ? (
            <Breadcrumb crumbs={crumbs} onOpen={(id) => openFolder(id === crumbs[0]?.id ? undefined : id)} />
          ) : (
            <h1 className="truncate text-page font-semibold">{name ?? t('title')}</h1>
          )}
        </div>
        <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-3 py-1">
          <ListKeyword
            list={list}
            label={t('search')}
            value={shown.keyword}
            narrow={pages.narrow}
            className="md:w-[230px]!"
          />
          <p className="tabular text-secondary text-mut">
            {page &&
              [
                page.folderCount > 0 && t('folders', { count: page.folderCount }),
                (page.fileCount > 0 || page.folderCount === 0) && t('files', { count: page.fileCount }),
              ]
                .filter(Boolean)
                .join(t('countSeparator'))}
          </p>
          <AuditNotice />
        </div>
        <List
          list={list}
          shown={shown}
          pages={pages}
          onFolder={openFolder}
          onDetails={details.show}
          onClassify={classifying.show}
        />
      </div>
      <ListPager pages={pages} total={page?.total} />
      {classifying.shown && (
        <ClassifyDialog
          {...classifying.control}
          owner={owner}
          item={classifying.shown}
          onSaved={() => void query.refetch()}
        />
      )}
      {details.shown && (
        <FileDrawer {...details.control} item={details.shown} path={crumbs.map((crumb) => crumb.name)} />
      )}
    </div>
  )
}

interface ListProps {
  list: ListModel<Instance>
  shown: OwnerListView
  pages: AddressPages
  onFolder: (folder: string) => void
  onDetails: (item: Instance) => void
  onClassify: (item: Instance) => void
}

function List({ list, shown, pages, onFolder, onDetails, onClassify }: ListProps): ReactElement {
  const { keyword } = shown
  const columns = useMemo(() => ownedFileColumns(keyword), [keyword])
  const actions = useCallback(
    (item: Instance): Action[] => [
      {
        name: 'files.open',
        label: t('open'),
        icon: FolderOpen,
        keys: 'Enter',
        visible: isFolder(item),
        run: () => onFolder(item.instanceId),
      },
      { name: 'files.details', label: t('details'), icon: Info, run: () => onDetails(item) },
      { name: 'files.classify', label: t('classify'), icon: ShieldAlert, run: () => onClassify(item) },
    ],
    [onFolder, onDetails, onClassify],
  )
  const phoneRow = useCallback(
    (item: Instance) => <OwnedFilePhoneRow item={item} mark={keyword} />,
    [keyword],
  )
  return (
    <ListTable
      list={list}
      label={t('title')}
      columns={columns}
      rowLabel={nameOf}
      selectable={false}
      sort={shown.sort ?? { column: 'instanceName', direction: 'asc' }}
      onSort={pages.sortBy}
      onOpen={(item) => (isFolder(item) ? onFolder(item.instanceId) : onDetails(item))}
      menu={(_, item) => [actions(item)]}
      operations={actions}
      phoneRow={phoneRow}
      rowHeights={[40, 46]}
      state={
        <ListState
          list={list}
          failedTitle={t('failed')}
          noMatch={
            keyword !== '' && {
              title: t('noMatch', { keyword }),
              text: t('noMatchText'),
              onClear: () => pages.narrow({ q: undefined }),
            }
          }
        >
          <EmptyState title={t('emptyFolder')} text={t('emptyFolderText')} />
        </ListState>
      }
      className="max-md:-mx-4"
    />
  )
}
