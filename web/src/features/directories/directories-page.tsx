import { type AdminDirectory, saveDirectory } from '@clouddisk/contract/directories'
import { type DirectoryRunKind, startDirectoryRun } from '@clouddisk/contract/directory-runs'
import { useQuery } from '@tanstack/react-query'
import {
  Cable,
  Eye,
  FlaskConical,
  History,
  Pencil,
  Plus,
  RefreshCw,
  ToggleLeft,
  ToggleRight,
  Trash2,
} from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import type { AdminPageProps } from '../../lib/admin.ts'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { queryRows } from '../../ui/list/list-rows.ts'
import { ShortTable } from '../../ui/list/short-table.tsx'
import { useListPage } from '../../ui/list/use-list-page.ts'
import { toast } from '../../ui/toast.tsx'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { directoriesQuery, isOpen, refreshDirectories } from './data.ts'
import { columns, phoneRow } from './directory-columns.tsx'
import { DirectoryDialog } from './directory-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RunsDialog } from './runs-dialog.tsx'
import { ScimDialog } from './scim-dialog.tsx'
import { t as ofScim } from './scim-strings.ts'
import { t } from './strings.ts'

type Shown =
  | { what: 'directory'; directory: AdminDirectory | undefined }
  | { what: 'scim'; directory: AdminDirectory }
  | { what: 'runs'; directory: AdminDirectory; runId?: string }
  | { what: 'remove'; directory: AdminDirectory }

const NONE: readonly AdminDirectory[] = []
const idOf = (one: AdminDirectory) => one.directoryId
const nameOf = (one: AdminDirectory) => one.name

/** Directories that people and departments come from (B§3 “Integration platform”). */
export function DirectoriesPage({ change }: AdminPageProps): ReactElement {
  const query = useQuery(directoriesQuery)
  const directories = query.data?.list ?? NONE
  const list = useListPage(queryRows(query, directories), { idOf })
  const { shown, key, show, control } = useDialogState<Shown>()
  const start = useCallback(
    async (directory: AdminDirectory, kind: DirectoryRunKind) => {
      await withErrorMessage(
        t('notStarted'),
        async () => {
          const { runId } = await call(startDirectoryRun, { directoryId: directory.directoryId, kind })
          toast.ok(t(kind === 'dryRun' ? 'dryStarted' : 'started', { name: directory.name }))
          show({ what: 'runs', directory, runId })
        },
        refreshDirectories,
      )
    },
    [show],
  )
  const actions = useCallback(
    (directory: AdminDirectory) => {
      const busy = isOpen(directory.lastRun) ? t('busyReason') : undefined
      const off = directory.enabled ? undefined : t('offReason')
      return {
        edit: {
          name: 'directory.edit',
          label: t(change ? 'edit' : 'view'),
          icon: change ? Pencil : Eye,
          keys: 'Enter',
          run: () => show({ what: 'directory', directory }),
        },
        scim: {
          name: 'directory.scim',
          label: ofScim('connection'),
          icon: Cable,
          run: () => show({ what: 'scim', directory }),
        },
        runs: {
          name: 'directory.runs',
          label: t('runs'),
          icon: History,
          run: () => show({ what: 'runs', directory }),
        },
        run: {
          name: 'directory.run',
          label: t('runNow'),
          icon: RefreshCw,
          disabled: busy ?? off,
          run: () => void start(directory, 'full'),
        },
        dryRun: {
          name: 'directory.dryRun',
          label: t('dryRun'),
          icon: FlaskConical,
          disabled: busy,
          run: () => void start(directory, 'dryRun'),
        },
        toggle: {
          name: 'directory.toggle',
          label: t(directory.enabled ? 'disable' : 'enable'),
          icon: directory.enabled ? ToggleRight : ToggleLeft,
          run: () => void toggle(directory),
        },
        remove: {
          name: 'directory.remove',
          label: t('remove'),
          icon: Trash2,
          danger: true,
          run: () => show({ what: 'remove', directory }),
        },
      } satisfies Record<string, Action>
    },
    [show, start, change],
  )
  const menu = (directory: AdminDirectory): readonly ActionGroup[] => {
    const { edit, runs, run, dryRun, scim, toggle, remove } = actions(directory)
    if (directory.protocol === 'scim')
      return change
        ? [
            [edit, scim, runs],
            [toggle, remove],
          ]
        : [[edit, scim, runs]]
    return change
      ? [
          [edit, runs],
          [run, dryRun],
          [toggle, remove],
        ]
      : [[edit, runs]]
  }
  const operations = useCallback(
    (directory: AdminDirectory): readonly Action[] => {
      const { edit, runs, run, dryRun, scim, toggle, remove } = actions(directory)
      if (directory.protocol === 'scim')
        return change ? [scim, runs, edit, toggle, remove] : [scim, runs, edit]
      return change ? [run, dryRun, runs, edit, toggle, remove] : [runs, edit]
    },
    [actions, change],
  )
  return (
    <ListPage
      title={t('title')}
      note={query.data && t('summary', { count: directories.length })}
      actions={
        change && (
          <Button
            variant="primary"
            icon={Plus}
            onClick={() => show({ what: 'directory', directory: undefined })}
          >
            {t('add')}
          </Button>
        )
      }
      overlays={
        <>
          {shown?.what === 'directory' && (
            <DirectoryDialog
              key={key}
              directory={shown.directory}
              change={change}
              onScim={(directory) => show({ what: 'scim', directory })}
              {...control}
            />
          )}
          {shown?.what === 'scim' && (
            <ScimDialog key={key} directory={shown.directory} change={change} {...control} />
          )}
          {shown?.what === 'runs' && (
            <RunsDialog
              key={key}
              directory={shown.directory}
              runId={shown.runId}
              change={change}
              {...control}
            />
          )}
          {shown?.what === 'remove' && <RemoveDialog key={key} directory={shown.directory} {...control} />}
        </>
      }
    >
      <ShortTable
        list={list}
        label={t('list')}
        columns={columns}
        rowLabel={nameOf}
        onOpen={(directory) => actions(directory).edit.run()}
        menu={menu}
        operations={operations}
        phoneRow={phoneRow}
        failedTitle={t('failed')}
        emptyTitle={t('emptyTitle')}
        emptyText={t('emptyText')}
      />
    </ListPage>
  )
}

async function toggle({ directoryId, code, name, protocol, enabled }: AdminDirectory): Promise<void> {
  await withErrorMessage(
    t('notSaved'),
    async () => {
      const saved = await call(saveDirectory, {
        directoryId,
        code,
        name,
        protocol,
        settings: {},
        enabled: !enabled,
      })
      toast.ok(t(saved.enabled ? 'enabled' : 'disabled', { name }))
    },
    refreshDirectories,
  )
}
