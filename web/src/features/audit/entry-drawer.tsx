import { type AuditEntry, auditActionText } from '@clouddisk/contract/audit'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { language } from '../../lib/i18n.ts'
import { type DetailLines, DetailList } from '../../ui/detail-list.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { OverlayControl } from '../../ui/overlay-props.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { entryOrigin, Result, Who } from './columns.tsx'
import { entryQuery } from './data.ts'
import { entryTime } from './messages.ts'
import { t } from './strings.ts'

interface EntryDrawerProps extends OverlayControl {
  seq: number
  regions: ReadonlyMap<string, string>
}

/** All that is known of one entry, and whether it is as it was written. */
export function EntryDrawer({ seq, regions, ...drawer }: EntryDrawerProps): ReactElement {
  const query = useQuery(entryQuery(seq))
  return (
    <Drawer {...drawer} side="right" title={t('entry', { seq })}>
      {query.data ? (
        <>
          <Mark verified={query.data.verified} />
          <Facts entry={query.data} regions={regions} mac={query.data.mac} />
        </>
      ) : query.error ? (
        <ErrorState text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <Loading />
      )}
    </Drawer>
  )
}

function Mark({ verified }: { verified: boolean }): ReactElement {
  const Icon = verified ? ShieldCheck : ShieldAlert
  return (
    <p
      className={clsx(
        'mb-4 flex items-center gap-2 rounded-m px-3 py-2 text-secondary',
        verified ? 'bg-ok-soft text-ok' : 'bg-danger-soft text-danger',
      )}
    >
      <Icon size={17} aria-hidden />
      {t(verified ? 'entryOk' : 'entryBad')}
    </p>
  )
}

interface FactsProps {
  entry: AuditEntry
  regions: ReadonlyMap<string, string>
  mac: string
}

function Facts({ entry, regions, mac }: FactsProps): ReactElement {
  const lines: DetailLines = [
    [t('time'), entryTime(entry.time, true)],
    [t('person'), <Who key="who" entry={entry} size={22} />],
    [t('account'), entry.userName],
    [t('action'), auditActionText(entry.action, language)],
    [t('result'), <Result key="result" result={entry.result} />],
    [t('object'), entry.objectName],
    [t('objectId'), entry.objectId],
    [t('where'), entryOrigin(entry, regions)],
    [t('ip'), entry.ip],
    [t('behaviour'), entry.behaviour],
    [t('traceId'), entry.traceId],
    [t('mac'), mac],
  ]
  return (
    <>
      <DetailList
        lines={lines}
        none={t('none')}
        className="grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-2.5"
        labelClass="text-mut"
        valueClass="break-all"
      />
      {entry.detail && (
        <>
          <h3 className="mt-5 mb-1.5 text-secondary text-mut">{t('detail')}</h3>
          <pre className="overflow-x-auto rounded-m bg-field p-3 text-caption whitespace-pre-wrap">
            {JSON.stringify(entry.detail, undefined, 2)}
          </pre>
        </>
      )}
    </>
  )
}
