import {
  DIRECTORY_PROBLEMS_MAX,
  type DirectoryChange,
  type DirectoryRun,
  decideDirectoryRun,
} from '@clouddisk/contract/directory-runs'
import { directoryProblemText } from '@clouddisk/contract/directory-words'
import { formatDuration } from '@clouddisk/contract/format-pace'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { language } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { changesQuery, isOpen, refreshDirectories } from './data.ts'
import { countsText, kindText, RunState } from './run-state.tsx'
import { t as ofScim } from './scim-strings.ts'
import { t } from './strings.ts'

interface RunDetailProps {
  run: DirectoryRun
  change: boolean
  /** Shows another run. */
  onNext: (runId: string) => void
}

/** One run: what it did, or would do, to whom; and what it could not do. */
export function RunDetail({ run, change, onNext }: RunDetailProps): ReactElement {
  return (
    <div className="flex flex-col gap-5">
      <DetailList
        lines={[
          [t('result'), <Result key="result" run={run} />],
          run.kind !== 'push' && [t('startedBy'), run.startedBy ?? t('bySchedule')],
          [t('time'), formatDateTime(run.createTime)],
          run.endTime !== null &&
            run.startTime !== null && [t('duration'), durationText(run.startTime, run.endTime)],
        ]}
      />
      {run.state === 'waiting' && <Waiting run={run} change={change} onNext={onNext} />}
      {run.problems.length > 0 && <Problems run={run} />}
      {!isOpen(run) && run.state !== 'failed' && <Changes run={run} />}
    </div>
  )
}

const Result = ({ run }: { run: DirectoryRun }): ReactElement => (
  <span className="flex flex-wrap items-center gap-2">
    {kindText(run)} <RunState run={run} />
    {isOpen(run) ? (
      <Spinner size={16} />
    ) : (
      <span>{run.errmsg || (run.state === 'waiting' ? '' : countsText(run))}</span>
    )}
  </span>
)

function durationText(from: string, to: string): string {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000
  return seconds < 10
    ? t('shortTime', { seconds: Math.max(0.1, seconds).toFixed(1) })
    : formatDuration(seconds, language)
}

function Waiting({ run, change, onNext }: RunDetailProps): ReactElement {
  const count = (run.counts.left ?? 0) + (run.counts.disabled ?? 0)
  const isPush = run.kind === 'push'
  const confirmWord = isPush ? ofScim('confirmLeavers') : t('confirmLeavers')
  const decide = async (decision: 'confirm' | 'discard') => {
    const sure =
      decision === 'discard' ||
      (await confirm({
        type: 'warning',
        title: t('confirmTitle', { count }),
        text: isPush ? ofScim('confirmText') : t('confirmText'),
        confirmText: confirmWord,
        danger: true,
      }))
    if (!sure) return
    await withErrorMessage(
      t('notDecided'),
      async () => {
        const next = await call(decideDirectoryRun, { runId: run.runId, decision })
        if (decision === 'discard') toast.ok(t('discarded'))
        else if (isPush) toast.ok(ofScim('confirmed'))
        onNext(next.runId)
      },
      refreshDirectories,
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-m bg-warn-soft p-3.5">
      <TriangleAlert size={18} aria-hidden className="shrink-0 text-warn" />
      <span className="min-w-0 flex-1 basis-64">
        <strong className="block text-body font-semibold">{t('waitingTitle', { count })}</strong>
        <span className="text-secondary">{isPush ? ofScim('waitingText') : t('waitingText')}</span>
      </span>
      {change && (
        <span className="flex gap-2">
          <Button onClick={() => void decide('discard')}>{t('discard')}</Button>
          <Button danger onClick={() => void decide('confirm')}>
            {confirmWord}
          </Button>
        </span>
      )}
    </div>
  )
}

const Problems = ({ run }: { run: DirectoryRun }): ReactElement => (
  <section aria-label={t('problems', { count: run.counts.problems ?? run.problems.length })}>
    <h3 className="mb-2 text-body font-semibold">
      {t('problems', { count: run.counts.problems ?? run.problems.length })}
    </h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
    <ul tabIndex={0} className="max-h-56 overflow-y-auto rounded-m border border-line">
      {run.problems.map(({ problem, name, value }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a record that never changes
          key={index}
          className="border-b border-line px-3 py-2 last:border-0"
        >
          <span className="block text-secondary break-words">{name}</span>
          <span className="block text-caption text-mut">
            {directoryProblemText({ problem, ...(value !== undefined && { value }) }, language)}
          </span>
        </li>
      ))}
    </ul>
    {(run.counts.problems ?? 0) > DIRECTORY_PROBLEMS_MAX && (
      <p className="mt-1.5 text-caption text-mut">{t('problemsFirst', { count: DIRECTORY_PROBLEMS_MAX })}</p>
    )}
  </section>
)

const PERSON = {
  created: ['personCreated', 'ok'],
  takenOver: ['personTakenOver', 'warn'],
  changed: ['personChanged', 'info'],
  returned: ['personReturned', 'ok'],
  disabled: ['personDisabled', 'warn'],
  left: ['personLeft', 'danger'],
  conflict: ['personConflict', 'danger'],
} as const satisfies Record<string, readonly [Parameters<typeof t>[0], Tone]>

const DEPARTMENT = {
  created: ['departmentCreated', 'ok'],
  changed: ['departmentChanged', 'info'],
  removed: ['departmentRemoved', 'danger'],
  kept: ['departmentKept', 'warn'],
} as const satisfies Record<string, readonly [Parameters<typeof t>[0], Tone]>

const FILTERS = [
  ...Object.entries(PERSON).map(([kind, [text]]) => ({ value: `person.${kind}`, label: t(text) })),
  ...Object.entries(DEPARTMENT).map(([kind, [text]]) => ({ value: `department.${kind}`, label: t(text) })),
]

function Changes({ run }: { run: DirectoryRun }): ReactElement {
  const [filter, setFilter] = useState('all')
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(20)
  const [subject, kind] = filter === 'all' ? [] : (filter.split('.') as ['person' | 'department', string])
  const query = useQuery(
    changesQuery({ runId: run.runId, ...(subject && kind && { subject, kind }), pageNo: page, pageSize }),
  )
  const title = t(run.kind === 'dryRun' || run.state === 'waiting' ? 'planned' : 'changes')
  return (
    <section aria-label={title}>
      <div className="mb-2 flex items-center gap-3">
        <h3 className="flex-1 text-body font-semibold">{title}</h3>
        <span className="w-44 shrink-0">
          <Select
            ariaLabel={t('filter')}
            size="small"
            value={filter}
            onChange={(next) => {
              setFilter(next)
              setPage(1)
            }}
            options={[{ value: 'all', label: t('all') }, ...FILTERS]}
          />
        </span>
      </div>
      {query.error && !query.data ? (
        <ErrorState
          title={t('changesFailed')}
          text={errorMessage(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : query.isPending ? (
        <SkeletonRows rows={5} />
      ) : query.data?.total === 0 ? (
        <p role="status" className="py-8 text-center text-secondary text-mut">
          {t(filter === 'all' ? 'noChanges' : 'changesEmpty')}
        </p>
      ) : (
        <>
          <ul className="flex flex-col">
            {query.data?.list.map((one) => (
              <ChangeRow
                key={`${one.subject} ${one.kind} ${one.dn} ${one.accountName} ${one.name}`}
                change={one}
              />
            ))}
          </ul>
          <Pager
            total={query.data?.total ?? 0}
            page={page}
            pageSize={pageSize}
            onPage={setPage}
            onPageSize={setPageSize}
            className="mt-2"
          />
          {(query.data?.total ?? 0) >= 2000 && <p className="text-caption text-mut">{t('changesCapped')}</p>}
        </>
      )}
    </section>
  )
}

function ChangeRow({
  change: { subject, kind, name, accountName, dn, fields },
}: {
  change: DirectoryChange
}): ReactElement {
  const [text, tone] = (subject === 'person'
    ? PERSON[kind as keyof typeof PERSON]
    : DEPARTMENT[kind as keyof typeof DEPARTMENT]) ?? ['changes', 'neutral']
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line py-1.5">
      <span className="w-28 shrink-0">
        <Chip tone={tone}>{t(text)}</Chip>
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-body">
          {name} {accountName && <span className="text-mut">{accountName}</span>}
        </span>
        <span className="block truncate text-caption text-mut" title={dn}>
          {[fields.map(fieldText).join(', '), dn].filter(Boolean).join(' · ')}
        </span>
      </span>
    </li>
  )
}

const FIELDS = {
  accountName: 'accountAttribute',
  userRealName: 'realNameAttribute',
  userName: 'userNameAttribute',
  phone: 'phoneAttribute',
  email: 'mailAttribute',
  departmentId: 'department',
  roles: 'role',
} as const

const fieldText = (field: string): string => t(FIELDS[field as keyof typeof FIELDS] ?? 'changes')
