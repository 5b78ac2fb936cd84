import { DASHBOARD_DAYS, type Dashboard, queryDashboard } from '@clouddisk/contract/dashboard'
import { formatSize } from '@clouddisk/contract/format'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Activity, Database, HardDrive, ListChecks, type LucideIcon, RotateCw, Users } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { AdminPageProps } from '../../lib/admin.ts'
import { errorMessage } from '../../lib/api.ts'
import { pageQuery } from '../../lib/call-query.ts'
import { timeInSentence } from '../../lib/format-date-time.ts'
import { language } from '../../lib/i18n.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { usedOfTotal } from '../../ui/capacity-bar.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { Chart } from './chart.tsx'
import { SetupCard } from './setup-card.tsx'
import { t } from './strings.ts'

type Days = (typeof DASHBOARD_DAYS)[number]

const REFRESH_MS = 60_000

const dashboardQuery = (days: Days) =>
  queryOptions({
    ...pageQuery(['admin-dashboard', days], queryDashboard, { days }),
    refetchInterval: REFRESH_MS,
  })

const plain = (value: number): string => value.toLocaleString(language)

/** Where the house stands: people, storage, transfers, jobs and health. */
export function DashboardPage({ address, sees }: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const days = DASHBOARD_DAYS.find((one) => one === address.search.days) ?? '30'
  const query = useQuery(dashboardQuery(days))
  const { data } = query
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section aria-label={t('title')} tabIndex={0} className="h-full overflow-y-auto px-6 pb-6 max-md:px-4">
      <div className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
        <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
        {data?.scope === 'departments' && <p className="text-secondary text-mut">{t('ofDepartments')}</p>}
        <span className="flex-1" />
        <Select
          ariaLabel={t('days')}
          className="w-auto! text-secondary!"
          value={days}
          onChange={(next) => address.narrow({ days: next === '30' ? undefined : next })}
          options={DASHBOARD_DAYS.map((value) => ({ value, label: t('lastDays', { count: Number(value) }) }))}
        />
        <Button icon={RotateCw} busy={query.isFetching} onClick={() => void query.refetch()}>
          {t('refresh')}
        </Button>
      </div>
      {sees('config') && <SetupCard address={address} />}
      {data && query.error && (
        <p role="status" className="mb-3 rounded-m bg-warn-soft px-3.5 py-2.5 text-secondary text-warn">
          {t('notRefreshed', {
            reason: errorMessage(query.error),
            when: timeInSentence(new Date(query.dataUpdatedAt).toISOString()),
          })}
        </p>
      )}
      {data ? (
        <Figures data={data} />
      ) : query.error ? (
        <ErrorState
          title={t('notLoaded')}
          text={errorMessage(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <Loading />
      )}
    </section>
  )
}

function Figures({ data }: { data: Dashboard }): ReactElement {
  const { people, spaces, storage, jobs, health, transfers } = data
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(180px,1fr))] gap-3">
        <Card title={t('people')} icon={Users} value={plain(people.total)}>
          <Fact name={t('active')} value={plain(people.active)} />
          <Fact name={t('frozen')} value={plain(people.frozen)} />
          <Fact name={t('expired')} value={plain(people.expired)} />
          <Fact name={t('signedInToday')} value={plain(people.signedInToday)} />
        </Card>
        <Card title={t('spaces')} icon={HardDrive} value={usedOfTotal(spaces.used, spaces.total)}>
          <Fact
            name={t('usedShare')}
            value={`${Math.round((100 * spaces.used) / Math.max(1, spaces.total))}%`}
          />
          {spaces.unlimited > 0 && (
            <p className="text-secondary text-mut">{t('unlimited', { count: spaces.unlimited })}</p>
          )}
        </Card>
        {storage && (
          <Card title={t('storage')} icon={Database} value={formatSize(storage.stored)}>
            <Fact name={t('files')} value={plain(storage.files)} />
            <Fact name={t('charged')} value={formatSize(storage.charged)} />
            <Fact name={t('saved')} value={formatSize(Math.max(0, storage.charged - storage.stored))} />
            <Fact name={t('disk')} value={usedOfTotal(storage.diskFree, storage.diskTotal)} />
            <p className="mt-1 text-caption text-mut">
              {t('measured', { when: timeInSentence(storage.measuredTime) })}
            </p>
          </Card>
        )}
        <Card title={t('jobs')} icon={ListChecks} value={plain(jobs.running)}>
          <Fact name={t('running')} value={plain(jobs.running)} />
          <Fact name={t('failed')} value={plain(jobs.failed)} bad={jobs.failed > 0} />
        </Card>
        {health && (
          <Card
            title={t('health')}
            icon={Activity}
            value={t(health.objects ? 'objectsOk' : 'objectsBad')}
            bad={!health.objects}
          >
            <Fact name={t('logEntries')} value={plain(health.logEntries)} />
            <Fact name={t('logWaiting')} value={plain(health.logWaiting)} />
          </Card>
        )}
      </div>
      <div className="mt-3 grid gap-3 xl:grid-cols-2">
        <Chart
          title={t('transfers')}
          kind="bars"
          rows={transfers}
          format={plain}
          series={[
            { key: 'uploads', label: t('uploads'), color: 'info-fill' },
            { key: 'downloads', label: t('downloads'), color: 'ok-fill' },
          ]}
        />
        <Chart
          title={t('transferBytes')}
          kind="bars"
          rows={transfers}
          format={formatSize}
          bytes
          series={[
            { key: 'uploadBytes', label: t('uploadBytes'), color: 'info-fill' },
            { key: 'downloadBytes', label: t('downloadBytes'), color: 'ok-fill' },
          ]}
        />
        {storage && (
          <Chart
            title={t('growth')}
            className="xl:col-span-2"
            kind="area"
            rows={storage.days}
            format={formatSize}
            bytes
            series={[
              { key: 'charged', label: t('charged'), color: 'info-fill' },
              { key: 'stored', label: t('stored'), color: 'ok-fill' },
            ]}
          />
        )}
      </div>
    </>
  )
}

interface CardProps {
  title: string
  icon: LucideIcon
  value: string
  bad?: boolean
  children: ReactNode
}

function Card({ title, icon: Icon, value, bad = false, children }: CardProps): ReactElement {
  return (
    <section aria-label={title} className="rounded-l border border-line bg-bg p-4">
      <div className="flex items-center justify-between gap-3 text-mut">
        <h2 className="text-secondary">{title}</h2>
        <Icon size={18} aria-hidden />
      </div>
      <p className={clsx('tabular mb-2 text-visitor font-semibold', bad && 'text-danger')}>{value}</p>
      {children}
    </section>
  )
}

const Fact = ({ name, value, bad = false }: { name: string; value: string; bad?: boolean }): ReactElement => (
  <p className="flex justify-between gap-3 text-secondary">
    <span className="text-mut">{name}</span>
    <span className={clsx('tabular shrink-0', bad ? 'text-danger' : 'text-fg-2')}>{value}</span>
  </p>
)
