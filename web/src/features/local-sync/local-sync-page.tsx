import type { LocalSyncTask } from '@clouddisk/contract/desktop'
import { LIMITS } from '@clouddisk/contract/limits'
import { CircleHelp, Cloud, FolderOpen, ListChecks, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { Action } from '../../lib/action.ts'
import { desktopHost } from '../../lib/host.ts'
import { failureText } from '../../lib/host-error.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { pageRows } from '../../ui/list/list-rows.ts'
import { ListTable } from '../../ui/list/list-table.tsx'
import { useListPage } from '../../ui/list/use-list-page.ts'
import { Popover } from '../../ui/popover.tsx'
import { toast } from '../../ui/toast.tsx'
import { LOCAL_SYNC_COLUMNS, localSyncPhoneRow } from './local-sync-columns.tsx'
import { LocalSyncDialog } from './local-sync-dialog.tsx'
import { useLocalSyncs } from './local-sync-query.ts'
import { openCloudFolder } from './open-cloud-folder.ts'
import { ReportDialog } from './report-dialog.tsx'
import { t } from './strings.ts'

type Shown = { readonly what: 'create' } | { readonly what: 'edit' | 'report'; readonly task: LocalSyncTask }

const idOf = ({ id }: LocalSyncTask) => String(id)

/** /localSyncPage: folders of this computer that are uploaded each day (B§2). */
export function LocalSyncPage(): ReactElement {
  usePageTitle(t('title'))
  const { query, refresh } = useLocalSyncs()
  const [helps, showHelp] = useState(false)
  const [shown, show] = useState<Shown>()
  const list = useListPage(pageRows(query), { idOf })
  const actionsOf = (task: LocalSyncTask | undefined) => taskActions(task, show, refresh)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-15 shrink-0 items-center justify-end gap-2 px-6 max-md:px-4">
        <h1 className="flex-1 text-page font-semibold max-md:sr-only">{t('title')}</h1>
        <Popover
          open={helps}
          onOpenChange={showHelp}
          label={t('helpTitle')}
          align="end"
          trigger={
            <Button variant="quiet" icon={CircleHelp}>
              {t('help')}
            </Button>
          }
          className="w-90 max-w-[calc(100vw-32px)] p-4"
        >
          <p className="mb-2 font-medium">{t('helpTitle')}</p>
          <p className="text-secondary text-fg-2">{t('helpText')}</p>
          <p className="mt-2 text-secondary text-fg-2">{t('helpIgnore')}</p>
        </Popover>
        <Button variant="primary" icon={Plus} onClick={() => show({ what: 'create' })}>
          {t('create')}
        </Button>
      </div>
      <ListTable
        list={list}
        label={t('list')}
        title={t('list')}
        columns={LOCAL_SYNC_COLUMNS}
        selectable={false}
        rowLabel={({ folderName }) => folderName}
        onOpen={(task) => void openCloudFolder(task)}
        menu={({ items: [task] }) => {
          const { edit, run, report, local, cloud, remove } = actionsOf(task)
          return [[run, edit, report], [local, cloud], [remove]]
        }}
        operations={(task) => {
          const { edit, local, cloud, remove } = actionsOf(task)
          return [local, cloud, edit, remove]
        }}
        phoneRow={localSyncPhoneRow}
        phoneRowHeight={88}
        rowHeights={[60, 64]}
        state={
          list.failure ? (
            <ErrorState
              title={t('failedTitle')}
              text={failureText(list.failure.error)}
              onRetry={list.failure.retry}
              retrying={list.failure.retrying}
            />
          ) : (
            <EmptyState title={t('empty')} text={t('emptyText', { limit: LIMITS.localSyncTasksMax })}>
              <Button variant="primary" icon={Plus} onClick={() => show({ what: 'create' })}>
                {t('create')}
              </Button>
            </EmptyState>
          )
        }
        className="md:px-6"
      />
      {shown?.what === 'report' ? (
        <ReportDialog task={shown.task} onClose={() => show(undefined)} />
      ) : (
        shown && (
          <LocalSyncDialog
            open
            onOpenChange={(open) => !open && show(undefined)}
            task={shown.what === 'edit' ? shown.task : undefined}
            onSaved={() => void refresh()}
          />
        )
      )}
    </div>
  )
}

type TaskActions = Record<'edit' | 'run' | 'report' | 'local' | 'cloud' | 'remove', Action>

function taskActions(
  task: LocalSyncTask | undefined,
  show: (shown: Shown) => void,
  refresh: () => Promise<void>,
): TaskActions {
  const isSyncing = task?.syncStatus === 'syncing'
  const attempt = (work: (one: LocalSyncTask) => Promise<unknown>) => () => {
    if (!task) return
    void work(task)
      .then(refresh)
      .catch((error: unknown) => toast.error(t('failed', { reason: failureText(error) })))
  }
  return {
    edit: {
      name: 'local-sync.edit',
      label: t('edit'),
      icon: Pencil,
      disabled: isSyncing ? t('editBlocked') : undefined,
      run: () => task && show({ what: 'edit', task }),
    },
    run: {
      name: 'local-sync.run',
      label: t('runNow'),
      icon: RefreshCw,
      disabled: isSyncing ? t('runBlocked') : undefined,
      run: attempt(async ({ id, folderName }) => {
        await desktopHost().runLocalSync({ id })
        toast.ok(t('started', { name: folderName }))
      }),
    },
    report: {
      name: 'local-sync.report',
      label: t('showReport'),
      icon: ListChecks,
      visible: task?.report !== null,
      run: () => task && show({ what: 'report', task }),
    },
    local: {
      name: 'local-sync.local',
      label: t('openLocal'),
      icon: FolderOpen,
      run: attempt(async ({ id }) => {
        const { found } = await desktopHost().openLocation({ localSyncId: id })
        if (!found) toast.error(t('localGone'))
      }),
    },
    cloud: {
      name: 'local-sync.cloud',
      label: t('openCloud'),
      icon: Cloud,
      run: () => task && void openCloudFolder(task),
    },
    remove: {
      name: 'local-sync.remove',
      label: t('remove'),
      icon: Trash2,
      keys: 'Delete',
      danger: true,
      run: attempt(async ({ id, folderName }) => {
        const confirmed = await confirm({
          title: t('removeTitle', { name: folderName }),
          text: t('removeText'),
          confirmText: t('remove'),
          confirmIcon: Trash2,
          danger: true,
        })
        if (!confirmed) return
        await desktopHost().removeLocalSync({ id })
        toast.ok(t('removed', { name: folderName }))
      }),
    },
  }
}
