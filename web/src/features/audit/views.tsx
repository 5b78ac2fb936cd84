import { LOG_VIEWS_MAX, type LogView, saveSettings } from '@clouddisk/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, X } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { AdminAddress } from '../../lib/admin.ts'
import { call } from '../../lib/api.ts'
import { useKeptFocus } from '../../lib/kept-focus.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { tellError } from '../../ui/failures.ts'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { Popover } from '../../ui/popover.tsx'
import { toast } from '../../ui/toast.tsx'
import { viewsQuery } from './data.ts'
import { viewSearch, viewText } from './filter.ts'
import { t } from './strings.ts'

async function keep(views: readonly LogView[], told: string): Promise<void> {
  try {
    await call(saveSettings, { logViews: [...views] })
    queryClient.setQueryData(viewsQuery.queryKey, [...views])
    toast.ok(told)
  } catch (error) {
    tellError(t('viewNotSaved'), error)
  }
}

/** What one looks at often, under a name of one's own; it follows the person to every browser. */
export function Views({ address }: { address: AdminAddress }): ReactElement {
  const { data: views = [] } = useQuery(viewsQuery)
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const list = useKeptFocus()
  const full = views.length >= LOG_VIEWS_MAX
  const save = () => {
    const given = name.trim()
    if (!given || full) return
    const others = views.filter((view) => view.name !== given)
    void keep([...others, { name: given, search: viewText(address.search) }], t('viewSaved', { name: given }))
    setName('')
    setOpen(false)
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('saveView')}
      align="end"
      className="w-[300px] p-4"
      trigger={<Button icon={Bookmark}>{t('saveView')}</Button>}
    >
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
                  void keep(
                    views.filter((one) => one !== view),
                    t('viewGone', { name: view.name }),
                  )
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
          save()
        }}
      >
        <Field label={t('viewName')} error={full ? t('tooManyViews', { count: LOG_VIEWS_MAX }) : undefined}>
          <Input value={name} maxLength={40} onChange={(event) => setName(event.target.value)} />
        </Field>
        <div className="mt-3 flex justify-end">
          <Button variant="primary" type="submit">
            {t('save')}
          </Button>
        </div>
      </form>
    </Popover>
  )
}
