import type { Belongings } from '@clouddisk/contract/admin-offboarding'
import { formatSize } from '@clouddisk/contract/format'
import { useQuery } from '@tanstack/react-query'
import { FileText, type LucideIcon, MonitorSmartphone, Share2, Trash2, UsersRound } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { belongingsQuery } from './data.ts'
import { hasNothing } from './plan.ts'
import { t } from './strings.ts'

const joined = (...parts: readonly (string | false)[]): string => parts.filter(Boolean).join(' · ')

/** Counts of what a person has. */
export function BelongingsList({ userId }: { userId: string }): ReactElement {
  const query = useQuery(belongingsQuery(userId))
  const has = query.data
  if (!has)
    return query.error ? (
      <ErrorState
        title={t('hasFailed')}
        text={errorMessage(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <SkeletonRows rows={4} rowHeight={52} />
    )
  return (
    <>
      {hasNothing(has) && <p className="pb-2 text-body text-fg-2">{t('hasNothing')}</p>}
      <dl className="divide-y divide-line">
        <Line icon={FileText} label={t('files')}>
          {joined(
            t('fileCount', { count: has.fileCount }),
            has.folderCount > 0 && t('folderCount', { count: has.folderCount }),
            formatSize(has.fileSize),
            has.chargedSize > has.fileSize && t('withVersions', { size: formatSize(has.chargedSize) }),
          )}
        </Line>
        <Line icon={UsersRound} label={t('groups')}>
          {joined(
            t('groupsOwned', { count: has.groupsOwned.length }),
            has.groupsIn > 0 && t('groupsIn', { count: has.groupsIn }),
          )}
          <Owned groups={has.groupsOwned} />
        </Line>
        <Line icon={Share2} label={t('shares')}>
          {joined(t('given', { count: has.sharesGiven }), t('received', { count: has.sharesReceived }))}
        </Line>
        {has.recycleCount > 0 && (
          <Line icon={Trash2} label={t('bin')}>
            {joined(t('binCount', { count: has.recycleCount }), formatSize(has.recycleSize))}
          </Line>
        )}
        {has.sessions + has.openUploads > 0 && (
          <Line icon={MonitorSmartphone} label={t('activity')}>
            {activityText(has)}
          </Line>
        )}
      </dl>
    </>
  )
}

export const activityText = (has: Belongings): string =>
  joined(
    has.sessions > 0 && t('sessions', { count: has.sessions }),
    has.openUploads > 0 && t('uploads', { count: has.openUploads }),
  )

const Line = ({ icon: Icon, label, children }: { icon: LucideIcon; label: string; children: ReactNode }) => (
  <div className="grid grid-cols-[118px_minmax(0,1fr)] gap-3 py-3">
    <dt className="flex gap-3 text-body">
      <Icon size={18} className="mt-0.5 shrink-0 text-mut" aria-hidden />
      {label}
    </dt>
    <dd className="tabular min-w-0 text-body text-fg-2">{children}</dd>
  </div>
)

const Owned = ({ groups }: { groups: Belongings['groupsOwned'] }) =>
  groups.length > 0 && (
    <ul className="mt-1.5 max-h-36 space-y-1 overflow-y-auto text-secondary">
      {groups.map((group) => (
        <li key={group.groupId} className="flex justify-between gap-3">
          <span className="min-w-0 truncate">{group.groupName}</span>
          <span className="shrink-0 text-mut">
            {joined(
              t('groupSpace', {
                used: formatSize(group.usedCapacity),
                total: formatSize(group.totalCapacity),
              }),
              group.ofDepartment && t('groupOfDepartment'),
            )}
          </span>
        </li>
      ))}
    </ul>
  )
