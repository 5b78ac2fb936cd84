import type { Link, LinkSyncState } from '@clouddisk/contract/links'
import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { Chip } from '../../ui/chip.tsx'
import { PlainCell, TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { FirstName, Name, Picture } from './link-name.tsx'
import { t } from './page-strings.ts'
import { t as words } from './strings.ts'
import {
  expiryText,
  permissionsText,
  reasonText,
  TONES,
  takenText,
  visitorText,
  visitsText,
  withCount,
} from './words.ts'

const DAY_MS = 24 * 3600 * 1000

/** Amber within a week, red on the last day alone; of what does not open, neither. */
function expiryClass({ expireTime, status }: Link, now: number = Date.now()): string {
  const left = expireTime && status === 'valid' ? Date.parse(expireTime) - now : Number.POSITIVE_INFINITY
  return left < DAY_MS ? 'text-danger' : left < 7 * DAY_MS ? 'text-warn' : 'text-fg-2'
}

/** A chip with the status, and below it why it does not open, or how far its sync to other sites is. */
function Status({ link, sync }: { link: Link; sync: LinkSyncState | undefined }): ReactElement {
  const reason = reasonText(link) || (sync && sync !== 'notStarted' ? t(SYNC_TEXTS[sync]) : '')
  return (
    <span className="flex min-w-0 flex-col items-start gap-0.5">
      <Chip tone={TONES[link.status]}>{words(link.status)}</Chip>
      {reason && (
        <span className="w-full truncate text-caption text-mut" title={reason}>
          {reason}
        </span>
      )}
    </span>
  )
}

const SYNC_TEXTS = { syncing: 'syncSyncing', finished: 'syncFinished', failed: 'syncFailed' } as const

const Expiry = ({ link }: { link: Link }): ReactElement =>
  link.expireTime ? (
    <TimeCell iso={link.expireTime} className={expiryClass(link)} />
  ) : (
    <span className="truncate text-secondary text-mut">{expiryText(link)}</span>
  )

const about = (link: Link): string => withCount(link, link.remark)

/** @param syncOf how far the sync of what a link opens is. */
export const linkColumns = (
  mark: string,
  syncOf: (link: Link) => LinkSyncState | undefined,
): readonly ColumnDef<Link>[] => [
  column('name', t('name'), { width: 'minmax(160px, 1.8fr)', fixed: true }, (link) => (
    <span className="flex min-w-0 items-center gap-3.5 pr-3">
      <Picture link={link} />
      <span className="flex min-w-0 flex-col">
        <FirstName link={link} mark={mark} />
        {about(link) && (
          <span className="tabular truncate text-caption text-mut" title={about(link)}>
            {about(link)}
          </span>
        )}
      </span>
    </span>
  )),
  column('status', t('status'), { width: '140px', from: 768 }, (link) => (
    <Status link={link} sync={syncOf(link)} />
  )),
  column('visitor', t('visitor'), { width: 'minmax(124px, .8fr)', from: 1024 }, (link) => (
    <TwoLines
      nameClass="text-secondary text-fg-2"
      name={visitorText(link)}
      note={permissionsText(link.perms)}
    />
  )),
  column('expireTime', t('ends'), { width: '108px', from: 768 }, (link) => <Expiry link={link} />),
  column('viewCount', t('visits'), { width: '136px', from: 768 }, (link) => (
    <TwoLines nameClass="text-secondary text-fg-2" name={visitsText(link)} note={takenText(link)} />
  )),
  column('createTime', t('createTime'), { width: '104px', from: 1024 }, (link) => (
    <PlainCell>{formatDateTime(link.createTime)}</PlainCell>
  )),
]

/** Two lines for a phone: name; status, expiry, visits. */
export function LinkPhoneRow({ link, mark }: { link: Link; mark: string }): ReactElement {
  const reason = reasonText(link)
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <Picture link={link} size={30} />
      <span className="min-w-0 flex-1">
        <Name link={link} mark={mark} className="text-section" />
        <span className="tabular block truncate text-caption text-mut">
          {reason || (
            <>
              {visitorText(link)} ·{' '}
              <span className={clsx(expiryClass(link) !== 'text-fg-2' && expiryClass(link))}>
                {link.expireTime ? formatDateTime(link.expireTime) : expiryText(link)}
              </span>{' '}
              · {visitsText(link)}
            </>
          )}
        </span>
      </span>
      <Chip tone={TONES[link.status]}>{words(link.status)}</Chip>
    </span>
  )
}
