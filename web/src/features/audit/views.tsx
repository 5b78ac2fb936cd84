import { LOG_VIEWS_MAX, type LogView, saveSettings } from '@clouddisk/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, X } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { AdminAddress } from '../../lib/admin.ts'
import { call, errorMessage } from '../../lib/api.ts'
import { useListFocus } from '../../lib/list-focus.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { Popover } from '../../ui/popover.tsx'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { viewsQuery } from './data.ts'
import { viewSearch, viewText } from './filter.ts'
import { t } from './strings.ts'

type ViewsChange = (now: readonly LogView[]) => readonly LogView[]

/** Saves the whole list, which is read again first, since another tab may have changed it. */
const saveViews = (change: ViewsChange, success: string, failure: string) =>
  withErrorMessage(failure, async () => {
    const views = [...change(await queryClient.fetchQuery({ ...viewsQuery, staleTime: 0 }))]
    await call(saveSettings, { logViews: views })
    queryClient.setQueryData(viewsQuery.queryKey, views)
    toast.ok(success)
  })

const without =
  (name: string): ViewsChange =>
  (views) =>
    views.filter((view) => view.name !== name)

/** Saved filters under names of the person's choice; stored on the server. */
export function Views({ address }: { address: AdminAddress }): ReactElement {
  const query = useQuery(viewsQuery)
  const { data: views = [] } = query
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const list = useListFocus()
  const newName = name.trim()
  const full = views.length >= LOG_VIEWS_MAX && views.every((view) => view.name !== newName)
  const fault = full
    ? t('tooManyViews', { count: LOG_VIEWS_MAX })
    : tried && newName === ''
      ? t('viewNameMissing')
      : undefined
  const save = async () => {
    setTried(true)
    if (busy || newName === '' || full) return
    setBusy(true)
    const view = { name: newName, search: viewText(address.search) }
    const kept = await saveViews(
      (now) => [...without(newName)(now), view],
      t('viewSaved', { name: newName }),
      t('viewNotSaved'),
    )
    setBusy(false)
    if (!kept) return
    setName('')
    setTried(false)
    setOpen(false)
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('saveView')}
      align="end"
      className="w-[300px] p-4"
      trigger={
        <Button icon={Bookmark}>
          <span className="max-md:sr-only">{t('saveView')}</span>
        </Button>
      }
    >
      {query.error && !query.data && (
        <div className="mb-4">
          <ErrorState
            title={t('viewsFailed')}
            text={errorMessage(query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </div>
      )}
      {views.length > 0 && (
        <ul ref={list} aria-label={t('views')} className="mb-3 flex flex-col">
          {views.map((view) => (
            <li key={view.name} className="flex items-center gap-1">
              <button
                type="button"
                className="finger min-w-0 flex-1 truncate rounded-s px-2 py-1.5 text-left hover:bg-hover"
                onClick={() => {
                  address.narrow({ page: undefined, ...viewSearch(view.search) })
                  setOpen(false)
                }}
              >
                {view.name}
              </button>
              <IconButton
                size="small"
                icon={X}
                label={t('removeView', { name: view.name })}
                onClick={() =>
                  void saveViews(without(view.name), t('viewGone', { name: view.name }), t('viewNotRemoved'))
                }
              />
            </li>
          ))}
        </ul>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field label={t('viewName')} error={fault}>
          <Input value={name} maxLength={40} onChange={(event) => setName(event.target.value)} />
        </Field>
        <div className="mt-3 flex justify-end">
          <Button variant="primary" type="submit" busy={busy}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Popover>
  )
}
