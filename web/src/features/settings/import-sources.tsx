import {
  type AdminImportSource,
  queryAdminImportSources,
  removeImportSource,
} from '@clouddisk/contract/imports'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactElement, useId, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { callQuery } from '../../lib/call-query.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { ImportSourceDialog } from './import-source-dialog.tsx'
import { t } from './import-strings.ts'

export const importSourcesQuery = callQuery(['import-sources'], queryAdminImportSources, {})

/** The old drives that people may import from. */
export function ImportSources(): ReactElement {
  const title = useId()
  const { data, error, refetch, isFetching } = useQuery(importSourcesQuery)
  const [edited, setEdited] = useState<{ source?: AdminImportSource }>()
  const [open, setOpen] = useState(false)
  const edit = (source?: AdminImportSource) => {
    setEdited(source ? { source } : {})
    setOpen(true)
  }
  return (
    <section aria-labelledby={title} className="max-w-160 rounded-l border border-line bg-bg p-5">
      <h2 id={title} className="text-section font-semibold">
        {t('title')}
      </h2>
      <p className="mt-1 mb-4 text-secondary text-fg-2">{t('text')}</p>
      {data ? (
        <>
          <Sources list={data.list} onEdit={edit} />
          <Button icon={Plus} onClick={() => edit()} className="mt-4">
            {t('add')}
          </Button>
        </>
      ) : error ? (
        <ErrorState
          title={t('notLoaded')}
          text={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Loading />
      )}
      {data && edited && (
        <ImportSourceDialog
          key={edited.source?.sourceId ?? 'new'}
          source={edited.source}
          folders={data.folders}
          open={open}
          onOpenChange={setOpen}
          onClosed={() => setEdited(undefined)}
          onSaved={() => void queryClient.invalidateQueries(importSourcesQuery)}
        />
      )}
    </section>
  )
}

function Sources({
  list,
  onEdit,
}: {
  list: readonly AdminImportSource[]
  onEdit: (source: AdminImportSource) => void
}): ReactElement {
  if (list.length === 0) return <p className="text-secondary text-mut">{t('none')}</p>
  return (
    <ul className="divide-y divide-line">
      {list.map((source) => (
        <li key={source.sourceId} className="flex min-h-14 items-center gap-1 py-2">
          <span className="min-w-0 flex-1">
            <span className="block truncate">{source.name}</span>
            <span className="block text-caption text-mut wrap-anywhere">
              {source.address}
              {source.kind === 'folder' &&
                ` · ${source.people.map(({ name }) => name).join(', ') || t('nobody')}`}
            </span>
          </span>
          <IconButton icon={Pencil} label={t('edit', { name: source.name })} onClick={() => onEdit(source)} />
          <IconButton
            icon={Trash2}
            danger
            label={t('remove', { name: source.name })}
            onClick={() => void remove(source)}
          />
        </li>
      ))}
    </ul>
  )
}

async function remove({ sourceId, name }: AdminImportSource): Promise<void> {
  const isWanted = await confirm({
    title: t('removeTitle', { name }),
    text: t('removeText'),
    confirmText: t('removeButton'),
    danger: true,
    confirmIcon: Trash2,
  })
  if (!isWanted) return
  await withErrorMessage(t('notRemoved'), async () => {
    await call(removeImportSource, { sourceId })
    await queryClient.invalidateQueries(importSourcesQuery)
    toast.ok(t('removed', { name }))
  })
}
