import { type AuditEntry, auditActionText } from '@clouddisk/contract/audit'
import { Settings2, UserRound } from 'lucide-react'
import type { ReactElement } from 'react'
import { language } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Chip } from '../../ui/chip.tsx'
import { StateCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { actorName, entrySummary, entryTime } from './messages.ts'
import { t } from './strings.ts'

export function Who({ entry, size = 26 }: { entry: AuditEntry; size?: number }): ReactElement {
  const name = actorName(entry)
  const Icon = entry.device === 'system' ? Settings2 : UserRound
  return (
    <span className="flex min-w-0 items-center gap-2.5 pr-3">
      {entry.userRealName === null ? (
        <span
          aria-hidden
          className="inline-flex shrink-0 items-center justify-center rounded-full bg-field text-mut"
          style={{ width: size, height: size }}
        >
          <Icon size={size * 0.58} />
        </span>
      ) : (
        <Avatar name={name} size={size} />
      )}
      <span className="truncate" title={entry.userName ? `${name} (${entry.userName})` : name}>
        {name}
      </span>
    </span>
  )
}

function What({ entry }: { entry: AuditEntry }): ReactElement {
  const brief = entrySummary(entry)
  return (
    <span className="flex min-w-0 items-center gap-2 pr-3">
      <Chip>{auditActionText(entry.action, language)}</Chip>
      <span className="truncate" title={entry.objectName ?? undefined}>
        {entry.objectName || t('none')}
      </span>
      {brief && (
        <span className="max-w-1/2 shrink-0 truncate text-secondary text-mut" title={brief}>
          {brief}
        </span>
      )}
    </span>
  )
}

export const Result = ({ result }: { result: AuditEntry['result'] }): ReactElement => (
  <StateCell tone={result === 'ok' ? 'ok' : 'danger'}>{t(result)}</StateCell>
)

const Plain = ({ children }: { children: string }): ReactElement => (
  <span className="tabular truncate pr-2 text-secondary text-fg-2">{children}</span>
)

/** `regions` names them by id. */
export const logColumns = (regions: ReadonlyMap<string, string>): readonly ColumnDef<AuditEntry>[] => [
  column('time', t('time'), { width: '156px', fixed: true }, (entry) => (
    <Plain>{entryTime(entry.time)}</Plain>
  )),
  column('person', t('person'), { width: 'minmax(140px, 0.7fr)' }, (entry) => <Who entry={entry} />),
  column('what', t('what'), { width: 'minmax(220px, 2fr)', fixed: true }, (entry) => <What entry={entry} />),
  column('where', t('where'), { width: 'minmax(110px, 0.7fr)', from: 1024 }, (entry) => (
    <Plain>{entryOrigin(entry, regions)}</Plain>
  )),
  column('result', t('result'), { width: '92px', from: 768 }, (entry) => <Result result={entry.result} />),
  column('ip', t('ip'), { width: '132px', from: 1024 }, (entry) => <Plain>{entry.ip ?? t('none')}</Plain>),
]

/** The device first: regions have long names, and where there is little room it is they that are cut off. */
export const entryOrigin = ({ region, device }: AuditEntry, regions: ReadonlyMap<string, string>): string =>
  `${t(device)} · ${(region && (regions.get(region) ?? region)) || t('none')}`

export const logPhoneRow = (entry: AuditEntry): ReactElement => (
  <span className="flex min-w-0 flex-1 flex-col gap-1">
    <What entry={entry} />
    <span className="flex items-center gap-2 text-caption text-mut">
      <span className="min-w-0 flex-1 truncate">
        {[actorName(entry), entryTime(entry.time), entry.ip].filter(Boolean).join(' · ')}
      </span>
      <Result result={entry.result} />
    </span>
  </span>
)
