import type { Belongings } from '@clouddisk/contract/admin-offboarding'
import { Snowflake } from 'lucide-react'
import type { ReactElement } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { activityText } from './belongings-list.tsx'
import { t } from './strings.ts'

/** What freezing does, before it is done. */
export function FreezeStep({ name, has }: { name: string; has: Belongings | undefined }): ReactElement {
  const ends = has && activityText(has)
  return (
    <div className="flex gap-4">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-info-soft text-info">
        <Snowflake size={20} aria-hidden />
      </span>
      <div className="min-w-0 space-y-2">
        <h3 className="text-section font-semibold">{t('freezeTitle')}</h3>
        <p className="text-body text-fg-2">{t('freezeText', { name })}</p>
        {has ? (
          <p className="tabular text-body text-fg-2">
            {ends ? t('freezeEnds', { what: ends }) : t('freezeEndsNothing')}
          </p>
        ) : (
          <Skeleton className="mt-3 w-48" />
        )}
      </div>
    </div>
  )
}
