import { dismissSetup, querySetup, type SetupStep } from '@clouddisk/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Circle, CircleCheck, X } from 'lucide-react'
import type { ReactElement } from 'react'
import type { AdminAddress } from '../../lib/admin.ts'
import { call } from '../../lib/api.ts'
import { callQuery } from '../../lib/call-query.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { t } from './strings.ts'

const setupQuery = callQuery(['admin-setup'], querySetup, {})

/** Where a step is done in the page; the others are done on the server. */
const PAGES: Partial<Record<SetupStep, string>> = { departments: 'users', people: 'users', storage: 'clouds' }
/** Sections of docs/operating/README.md. */
const SECTIONS: Partial<Record<SetupStep, string>> = {
  address: 'Behind a TLS proxy',
  mail: 'Mail',
  backup: 'Backup, restore, upgrade',
}

/** What a new installation still needs; ticks itself. */
export function SetupCard({ address }: { address: AdminAddress }): ReactElement | null {
  const { data } = useQuery(setupQuery)
  if (!data || data.dismissed) return null
  const done = data.steps.filter((one) => one.done).length
  const all = data.steps.length
  return (
    <section aria-label={t('setup')} className="mb-3 rounded-l border border-line bg-bg p-4">
      <div className="mb-3 flex items-start justify-between gap-3">
        <div>
          <h2 className="text-section font-semibold">{t('setup')}</h2>
          <p className="tabular text-secondary text-mut">
            {done === all ? t('setupDone') : t('setupProgress', { done, all })}
          </p>
        </div>
        <IconButton icon={X} label={t('setupDismiss')} onClick={() => void dismiss(true)} />
      </div>
      <ul className="grid gap-x-8 xl:grid-cols-2">
        {data.steps.map((one) => (
          <Step key={one.step} {...one} address={address} />
        ))}
      </ul>
    </section>
  )
}

const dismiss = (dismissed: boolean): Promise<boolean> =>
  withErrorMessage(t('setupNotDismissed'), async () => {
    queryClient.setQueryData(setupQuery.queryKey, await call(dismissSetup, { dismissed }))
    if (dismissed)
      toast.ok(t('setupDismissed'), { action: { label: t('undo'), run: () => void dismiss(false) } })
  })

function Step(props: { step: SetupStep; done: boolean; address: AdminAddress }): ReactElement {
  const { step, done, address } = props
  const [page, section] = [PAGES[step], SECTIONS[step]]
  const Icon = done ? CircleCheck : Circle
  return (
    <li className="flex items-start gap-2.5 border-t border-line py-3">
      <Icon size={18} className={clsx('mt-px shrink-0', done ? 'text-ok' : 'text-mut')} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className={clsx('text-body', !done && 'font-medium')}>
          {t(`setup_${step}`)}
          <span className="sr-only">{t(done ? 'stepDone' : 'stepOpen')}</span>
        </p>
        {!done && (
          <p className="text-secondary wrap-anywhere text-mut">
            {t(`setup_${step}Hint`)}
            {section && <span className="block">{t('setupDocs', { section })}</span>}
          </p>
        )}
      </div>
      {!done && page && (
        <Button className="shrink-0" onClick={() => address.visit(page, {})}>
          {t('setupOpen')}
        </Button>
      )}
    </li>
  )
}
