import type { Belongings } from '@clouddisk/contract/admin-offboarding'
import { formatSize } from '@clouddisk/contract/format'
import type { ReactElement } from 'react'
import { formatDate } from '../../lib/format-date.ts'
import { type DetailLines, DetailList } from '../../ui/detail-list.tsx'
import { type Plan, parseDays, purgeDay } from './plan.ts'
import { t } from './strings.ts'

/** All that will happen, before it does. */
export function SummaryStep({ has, plan }: { has: Belongings; plan: Plan }): ReactElement {
  const to = plan.way === 'hand' ? plan.to?.userRealName : undefined
  const files = `${t('fileCount', { count: has.fileCount })} · ${formatSize(has.fileSize)}`
  const days = parseDays(plan.days) ?? 0
  const counted = (count: number, text: string, becomes: string) =>
    count === 0 ? t('nothingThere') : `${text} → ${becomes}`
  const lines: DetailLines = [
    [t('account'), t('frozenFact')],
    [
      t('files'),
      counted(
        has.fileCount + has.folderCount,
        files,
        to ? t('to', { name: to }) : t(plan.way === 'purge' ? 'toAdminBin' : 'stays'),
      ),
    ],
    [
      t('groups'),
      counted(
        has.groupsOwned.length,
        t('groupCount', { count: has.groupsOwned.length }),
        to ? t('to', { name: to }) : t('stays'),
      ),
    ],
    [
      t('shares'),
      counted(
        has.sharesGiven,
        t('shareCount', { count: has.sharesGiven }),
        to ? t('goOn', { name: to }) : t('stopThen'),
      ),
    ],
    has.recycleCount > 0 && [
      t('bin'),
      `${t('binCount', { count: has.recycleCount })} → ${t(plan.way === 'purge' ? 'toAdminBin' : 'binThen')}`,
    ],
    [
      t('purge'),
      plan.way === 'purge'
        ? t('purgeAtOnce')
        : days === 0
          ? t('purgeSoon')
          : t('purgeDay', { day: formatDate(purgeDay(days)), count: days }),
    ],
  ]
  return (
    <>
      <DetailList
        lines={lines}
        className="grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-3.5 rounded-l border border-line px-5 py-4"
        labelClass="text-mut"
      />
      {plan.way === 'keep' && has.groupsOwned.length > 0 && (
        <p className="mt-3 text-secondary text-warn">{t('keepsGroups')}</p>
      )}
    </>
  )
}
